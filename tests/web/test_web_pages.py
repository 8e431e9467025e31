"""The pages as the server makes them: content without JavaScript, headers, hostile names, contrast."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import pytest
import web_halls
from fastapi.testclient import TestClient
from fontTools.ttLib import TTFont
from web_fakes import FakeStore

import host_tools.web
from host_tools.collector.hub import Hub
from host_tools.glyphs import drawing
from host_tools.glyphs.faces import FACES
from host_tools.web import create_app
from host_tools.web.http.caching import FINGERPRINT

NOW = 1_700_000_000_000
HERE = Path(host_tools.web.__file__).parent
EVIL = '<script>alert("x")</script><img src=x onerror=alert(1)>\'"{{7*7}}'


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture
def client(hub: Hub) -> Iterator[TestClient]:
    with TestClient(
        create_app(hub, FakeStore(), now_ms=lambda: NOW), raise_server_exceptions=False
    ) as client:
        yield client


class Tags(HTMLParser):
    """The tags of a page with their attributes, and its text outside templates and scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._silent += tag in ("template", "script")

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("template", "script")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.text += data


def test_the_hall_without_tables_says_how_to_start_some(client: TestClient) -> None:
    page = client.get("/").text
    assert "No table has reported yet." in page
    assert "boardside dev simulate --tables 4" in page


def test_the_hall_shows_every_table_before_any_script_runs(client: TestClient, hub: Hub) -> None:
    for view in web_halls.busy(8, NOW):
        hub.publish(view)
    page = Tags(client.get("/").text)
    tables = [a["data-table"] for tag, a in page.tags if tag == "article" and a["data-table"] != "0"]
    assert tables == [str(number) for number in range(1, 9)]
    for expected in (
        "Maria Irudayam",
        "Yogesh Pardeshi",
        "Game 3, board 6",
        "12",
        "22",
        "Decided, not confirmed",
    ):
        assert expected in page.text


@pytest.mark.parametrize(
    ("query", "shown"), [("1-2,4", ["1", "2", "4"]), ("3", ["3"]), ("", ["1", "2", "3", "4"])]
)
def test_a_screen_can_show_some_of_the_tables(
    client: TestClient, hub: Hub, query: str, shown: list[str]
) -> None:
    for view in web_halls.busy(4, NOW):
        hub.publish(view)
    page = Tags(client.get(f"/?tables={query}").text)
    assert [a["data-table"] for t, a in page.tags if t == "article" and a["data-table"] != "0"] == shown


@pytest.mark.parametrize("query", ["x", "5-2", "0", "1,,2", "1-", "12345", "1;2"])
def test_a_choice_of_tables_that_makes_no_sense_is_explained(client: TestClient, query: str) -> None:
    answer = client.get("/", params={"tables": query})
    assert answer.status_code == 422
    assert "tables=1-8,12" in answer.text


def test_a_tables_page_has_its_score_card_and_rulings(client: TestClient, hub: Hub) -> None:
    hub.publish(web_halls.third_game(3, NOW))
    page = Tags(client.get("/tables/3").text)
    for expected in (
        "Break by",
        "Queen",
        "c/m",
        "Override by the umpire (computed 9)",
        "Law 107b",
        "Last rulings",
    ):
        assert expected in page.text
    assert "<title>Table 3: Maria Irudayam – Yogesh Pardeshi</title>" in client.get("/tables/3").text


def test_an_unheard_table_gets_a_page_that_leads_back(client: TestClient) -> None:
    answer = client.get("/tables/12")
    assert answer.status_code == 404
    assert "No table 12 has been heard" in answer.text
    assert 'href="/"' in answer.text
    assert client.get("/nowhere").status_code == 404
    assert client.get("/tables/x").headers["content-type"].startswith("text/html")


def test_names_from_anywhere_stay_names(client: TestClient, hub: Hub) -> None:
    view = web_halls.third_game(3, NOW, name=EVIL, problem=EVIL, firmware=EVIL, names=((EVIL,), (EVIL,)))
    view["match"].update(id=EVIL, title=EVIL, stage=EVIL, ruleset=EVIL)
    view["link"].update(port=EVIL, transport=EVIL)
    view["rulings"].append({"seq": 9, "text": EVIL, "laws": [EVIL]})
    view["boards"][0].update(slam=EVIL, laws=[EVIL], law=EVIL)
    view["panel_url"] = "javascript:alert(1)"
    hub.publish(view)
    for path in ("/", "/tables/3", f"/nowhere/{EVIL}", "/?tables=" + EVIL):
        page = client.get(path)
        scripts = [a for tag, a in Tags(page.text).tags if tag == "script"]
        assert all(
            (a.get("src") or "").startswith("/static/") or a.get("type") == "application/json"
            for a in scripts
        )
        assert not [
            a for tag, a in Tags(page.text).tags if tag == "img" or any(n.startswith("on") for n in a)
        ]
        assert "javascript:" not in page.text
    assert "{{7*7}}" in Tags(client.get("/tables/3").text).text


def test_every_answer_carries_the_policy(client: TestClient, hub: Hub) -> None:
    hub.publish(web_halls.view(3, NOW, panel_url="http://127.0.0.1:7510/panel/3"))
    hub.publish(web_halls.view(4, NOW))
    for path in ("/", "/tables/4", "/tables/99", "/static/base.css", "/api/v1/tables", "/api/v1/nothing"):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert "frame-src" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
    assert (
        client.get("/tables/3").headers["content-security-policy"].endswith("frame-src http://127.0.0.1:7510")
    )


def test_pages_are_not_kept_and_fonts_are(client: TestClient) -> None:
    assert client.get("/").headers["cache-control"] == "no-store"
    assert client.get("/static/base.css").headers["cache-control"] == "no-cache"
    assert "immutable" in client.get("/static/fonts/anek-latin.woff2").headers["cache-control"]


def test_nothing_is_loaded_from_another_host_or_inline() -> None:
    for file in [*HERE.glob("templates/*"), *HERE.glob("static/*.*")]:
        text = file.read_text()
        loads = re.sub(r"<a href=[^>]*>", "", text)  # a link loads nothing before somebody follows it
        assert not re.search(r"""(src|href)=["'](https?:)?//|@import|url\(["']?(https?:)?//""", loads), file
        assert not re.search(r"\son\w+=[\"']|\sstyle=", text) or file.suffix != ".html", file
        assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write|eval\(", text), file


def test_everything_the_templates_ask_for_is_there(client: TestClient) -> None:
    for file in HERE.glob("templates/*.html"):
        for path in re.findall(r'"(/static/[^"]+)"', file.read_text()):
            assert client.get(path).status_code == 200, path
    for file in HERE.glob("static/*.js"):
        for name in re.findall(r'from "\./([^"]+)"', file.read_text()):
            assert (HERE / "static" / name).exists(), name


# -- contrast (WCAG 2.2: 4.5 to 1 for text, 3 to 1 for large text) ---------------------------------


def themes() -> dict[str, dict[str, str]]:
    css = (HERE / "static/base.css").read_text()
    dark, light = (
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
        for block in re.findall(r":root(?:\[data-theme=\"light\"\])? \{(.*?)\n\}", css, re.S)
    )
    return {"dark": dark, "light": {**dark, **light}}


def luminance(colour: str) -> float:
    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(colour[i : i + 2]) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("ground", ["ground", "wood", "lit", "hatch"])
@pytest.mark.parametrize(("ink", "least"), [("ink", 7), ("ink-2", 6), ("ink-3", 4.5), ("amber", 4.5)])
def test_text_can_be_read(theme: str, ground: str, ink: str, least: float) -> None:
    colours = themes()[theme]
    dark, light = sorted((luminance(colours[ink]), luminance(colours[ground])))
    assert (light + 0.05) / (dark + 0.05) >= least


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize(
    ("ink", "ground"), [("on-queen", "queen-ground"), ("on-amber", "amber"), ("wood", "ink")]
)
def test_text_on_colour_can_be_read(theme: str, ink: str, ground: str) -> None:
    colours = themes()[theme]
    dark, light = sorted((luminance(colours[ink]), luminance(colours[ground])))
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_the_laws_are_a_page_in_one_line_each(client: TestClient) -> None:
    every = client.get("/laws")
    assert every.status_code == 200
    assert all(f'id="law-{law}"' in every.text for law in ("51", "56b", "65a", "70b", "137", "143i", "V4"))
    one = client.get("/laws", params={"law": "65"}).text
    assert one.count('id="law-') == 4
    assert client.get("/laws", params={"law": "999"}).status_code == 404


def _ranges(rule: str) -> set[int]:
    spans = re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", rule)
    return {code for first, last in spans for code in range(int(first, 16), int(last or first, 16) + 1)}


def test_each_script_that_a_name_may_have_comes_with_a_font(client: TestClient) -> None:
    rules = re.findall(r"@font-face\s*{(.*?)}", client.get("/static/fonts.css").text, re.DOTALL)
    has: set[int] = set()
    for rule in rules:
        (name,) = re.findall(r'url\("(.+?)"\)', rule)
        answer = client.get(f"/static/{FINGERPRINT}/{name}")
        assert (answer.status_code, answer.headers["content-type"][:5]) == (200, "font/")
        has |= set(TTFont(BytesIO(answer.content)).getBestCmap()) & _ranges(rule)
    for face in FACES:
        assert {code for code in drawing.letters([face.path("regular")]) if face.covers(code)} <= has, (
            face.name
        )
    grounds = [path for path in HERE.rglob("*.html") if "<html" in path.read_text("utf-8")]
    assert [path.name for path in grounds if "/static/fonts.css" not in path.read_text("utf-8")] == []
    pages = [*HERE.rglob("*.html"), *(HERE.parent / "i18n").rglob("*.po")]
    letters = {letter for page in pages for letter in page.read_text("utf-8")}
    assert {letter for letter in letters if letter.isprintable()} <= set(map(chr, has))


LATIN = [["李春竹", "Li Chunzhu"], ["محمد", "Muhammad"], ["李春竹"], 7, [1, 2]]


@pytest.mark.parametrize("path", ["/", "/tables/3", "/overlay/table/3"])
def test_a_name_in_letters_without_a_font_has_its_latin_spelling_beside_it(
    client: TestClient, hub: Hub, path: str
) -> None:
    hub.publish(web_halls.named(3, NOW, a=["李春竹"], b=["محمد"], latin=LATIN))
    text = client.get(path).text
    assert "李春竹 (Li Chunzhu)" in text
    assert "Muhammad" not in text
