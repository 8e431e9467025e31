"""The pages in seven languages: which one is spoken, and English for what a language lacks."""

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest
import web_halls
from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools import i18n
from host_tools.collector.hub import Hub
from host_tools.i18n.labels import EN
from host_tools.web import create_app
from host_tools.web.live import shown_tables
from host_tools.web.pages import card, catalogues

NOW = 1_700_000_000_000
OTHERS = [code for code in i18n.CODES if code != "en"]
#: What is the same in every language: names, addresses, letters of the sides.
NO_WORDS = {"Boardside", "A", "B", "–"}
SPOKEN_ATTRIBUTES = ("aria-label", "title", "alt", "placeholder", "aria-description")


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture
def client(hub: Hub) -> Iterator[TestClient]:
    with TestClient(create_app(hub, FakeStore(), now_ms=lambda: NOW)) as client:
        yield client


# -- which language --------------------------------------------------------------------------------


def lang(client: TestClient, path: str = "/", **headers: str) -> str:
    page = client.get(path, headers={name.replace("_", "-"): value for name, value in headers.items()}).text
    match = re.search(r'<html lang="(\w+)"', page)
    assert match
    return match[1]


@pytest.mark.parametrize(
    ("header", "spoken"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("sv,ta;q=0.5,hi;q=0.7", "hi"),
        ("it;q=0,fr;q=0.1", "fr"),
        ("ja", "en"),
        ("", "en"),
        ("*", "en"),
        ("de;q=oops,it", "it"),
        (";;;,,,q=1", "en"),
    ],
)
def test_the_browsers_language_is_taken(client: TestClient, header: str, spoken: str) -> None:
    assert lang(client, accept_language=header) == spoken


def test_a_choice_is_remembered_and_goes_before_the_browsers(client: TestClient) -> None:
    assert lang(client, "/?lang=ta", accept_language="de") == "ta"
    assert "boardside-lang=fr; Path=/" in client.get("/?lang=fr").headers["set-cookie"]
    client.get("/?lang=hi")
    assert lang(client, "/", accept_language="de") == "hi"
    assert lang(client, "/nothing-here", accept_language="de") == "hi"
    assert "set-cookie" not in client.get("/?lang=hi").headers, "what is known need not be said again"


def test_a_language_that_there_is_not_is_explained(client: TestClient) -> None:
    answer = client.get("/?lang=xx", headers={"Accept-Language": "de"})
    assert answer.status_code == 422
    assert ", ".join(i18n.CODES) in answer.text
    assert "set-cookie" not in answer.headers


def test_each_page_offers_itself_in_every_language(client: TestClient) -> None:
    page = client.get("/?tables=1-8&lang=de").text
    links = re.findall(r'<a href="(\?[^"]*lang=\w+)" lang="(\w+)"[^>]*>([^<]+)</a>', page)
    assert [code for _, code, _ in links] == list(i18n.CODES)
    assert all("tables=1-8&amp;lang=" in href for href, _, _ in links)
    assert [name for _, _, name in links] == [i18n.language(code).name for code in i18n.CODES]


def test_the_api_and_the_admin_pages_speak_english(client: TestClient) -> None:
    answer = client.get("/api/v1/tables/99?lang=de", headers={"Accept-Language": "de"})
    assert "No table 99 has been heard" in answer.json()["error"]["message"]
    assert "set-cookie" not in answer.headers


def test_a_page_and_its_stream_say_the_same(client: TestClient, hub: Hub) -> None:
    hub.publish(web_halls.third_game(3, NOW))
    assert "/live?table=3\\u0026lang=de" in client.get("/tables/3?lang=de").text
    for code in i18n.CODES:
        with i18n.speaking(i18n.language(code)):
            model = card.page(web_halls.third_game(3, NOW))
        assert f'data-text="where">{model["where"]}<' in client.get(f"/tables/3?lang={code}").text


def test_what_is_said_does_not_leak_into_the_next_request(client: TestClient) -> None:
    assert lang(client, accept_language="de") == "de"
    assert i18n.spoken().code == "en"
    assert shown_tables.tile(web_halls.view(1, NOW, phase="board"))["phase"] == "In play"


# -- numbers and plurals ----------------------------------------------------------------------------


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogues_plural_rule_is_the_languages(code: str) -> None:
    rule = Locale.parse(code).plural_form
    with catalogues.path_of(code).open("rb") as file:
        header = read_po(file, locale=code).plural_expr
    assert header == catalogues.PLURALS[code]
    many = {"hi": (0, 1), "fr": (0, 1)}.get(code, (1,))
    for number in (*range(120), 1000, 999_999):
        assert (rule(number) == "one") == (number in many), number


@pytest.mark.parametrize(
    ("code", "number", "said"),
    [
        ("en", 1, "1 disc to shoot"),
        ("en", 2, "2 discs to shoot"),
        ("de", 1, "noch 1 Scheibe"),
        ("de", 0, "noch 0 Scheiben"),
        ("fr", 0, "0 palet à jouer"),
        ("fr", 2, "2 palets à jouer"),
        ("it", 0, "0 dischi da tirare"),
    ],
)
def test_what_is_counted_has_its_form(code: str, number: int, said: str) -> None:
    with i18n.speaking(i18n.language(code)):
        assert i18n.ngettext("{n} disc to shoot", "{n} discs to shoot", number) == said


@pytest.mark.parametrize(
    ("code", "said"), [("en", "1,234"), ("de", "1.234"), ("fr", "1\u202f234"), ("hi", "1,234")]
)
def test_large_numbers_are_grouped_as_the_language_does(code: str, said: str) -> None:
    view = web_halls.view(1, NOW, behind=1234)
    with i18n.speaking(i18n.language(code)):
        assert said in shown_tables.tile(view)["behind"]


@pytest.mark.parametrize("code", i18n.CODES)
def test_the_browser_gets_a_form_for_each_category_of_its_own(code: str) -> None:
    rule = Locale.parse(code).plural_form
    forms = i18n.language(code).forms("{n} free", "{n} free", "live")
    assert {rule(number) for number in (0, 1, 2, 5, 11, 1_000_000)} <= set(forms)


# -- the catalogues -----------------------------------------------------------------------------------


@cache
def catalogue(code: str) -> Catalog:
    """A language's, read once."""
    return catalogues.read(code)


def fields(text: str) -> set[str]:
    """The {names} of a text. Raises ValueError where a brace stands alone."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


LACKING = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Tables"
msgstr ""

#, fuzzy
msgid "Results"
msgstr "Ergebnisse"

msgid "{n} disc to shoot"
msgid_plural "{n} discs to shoot"
msgstr[0] ""
msgstr[1] ""

msgid "Events"
msgstr "Wettbewerbe"
"""


@pytest.fixture
def lacking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """German has one text; Tamil has no catalogue."""
    file = tmp_path / "de" / "LC_MESSAGES" / "boardside.po"
    file.parent.mkdir(parents=True)
    file.write_text(LACKING)
    monkeypatch.setattr(i18n, "HERE", tmp_path)
    i18n.language.cache_clear()
    yield
    i18n.language.cache_clear()


@pytest.mark.usefixtures("lacking")
def test_what_a_language_lacks_is_said_in_english() -> None:
    german = i18n.language("de")
    assert [german.text(text) for text in ("Tables", "Results", "Standings", "Events")] == [
        *("Tables", "Results", "Standings"),
        "Wettbewerbe",
    ]
    assert german.count("{n} disc to shoot", "{n} discs to shoot", 1) == "{n} disc to shoot"
    assert set(german.forms("{n} free", "{n} free", "live").values()) == {"{n} free"}
    with i18n.speaking(german):
        assert i18n.ngettext("{n} disc to shoot", "{n} discs to shoot", 2) == "2 discs to shoot"


@pytest.mark.usefixtures("lacking")
def test_a_page_in_a_language_without_texts_is_english(client: TestClient, hub: Hub) -> None:
    hub.publish(web_halls.third_game(3, NOW))
    for path in ("/", "/tables/3", "/screen", "/overlay/table/3", "/tables/99"):
        english = client.get(f"{path}?lang=en").text
        page = client.get(f"{path}?lang=ta").text
        assert '<html lang="ta"' in page
        assert texts_of(page) == texts_of(english), path


def texts_of(page: str) -> str:
    """The words of a page, without its address and its choice of languages."""
    return re.sub(r"lang=\w+|<[^>]*>", "", page)


def test_what_a_catalogue_lacks_is_listed() -> None:
    texts = Catalog(locale="de")
    texts.add("Tables")
    texts.add("Events", "Wettbewerbe")
    texts.add(("{n} disc", "{n} discs"), ("{n} Scheibe", ""))
    assert catalogues.missing(texts) == ["Tables", "{n} disc"]


def translated(code: str) -> Iterator[tuple[str, str]]:
    """(English, translation) of all that a catalogue has; of a plural each form beside the English plural."""
    for message in catalogue(code):
        english = message.id if isinstance(message.id, str) else message.id[-1]
        strings = [message.string] if isinstance(message.string, str) else message.string
        yield from ((english, string) for string in strings if english and string)


@pytest.mark.parametrize("code", OTHERS)
def test_every_placeholder_is_in_the_translation_and_no_other(code: str) -> None:
    wrong = [english for english, string in translated(code) if fields(string) != fields(english)]
    assert wrong == []
    assert [english for english, string in translated(code) if string != string.strip()] == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_law_has_its_numbers_in_every_language(code: str) -> None:
    laws = {str(message.id): str(message.string) for message in catalogue(code) if message.context == "law"}
    numbers = {english: re.findall(r"\d+", english) for english in laws if laws[english]}
    assert [english for english in numbers if re.findall(r"\d+", laws[english]) != numbers[english]] == []


def test_a_page_is_written_from_the_side_of_its_language(client: TestClient) -> None:
    for path in ("/", "/events", "/screen", "/overlay/table/3", "/overlay/next"):
        for code in i18n.CODES:
            side = "rtl" if code == "ur" else "ltr"
            assert f'<html lang="{code}" dir="{side}"' in client.get(f"{path}?lang={code}").text, path


@pytest.mark.parametrize(
    "path", sorted((catalogues.WEB / "static").glob("*.css")), ids=lambda path: path.name
)
def test_no_style_of_a_public_page_knows_left_from_right(path: Path) -> None:
    if path.name == "admin.css":
        return
    sided = r"(?:margin|padding|border)-(?:left|right)\b|text-align: *(?:left|right)\b|float:"
    assert re.findall(sided, path.read_text("utf-8")) == []


def test_every_word_that_a_table_says_has_a_text() -> None:
    for code in i18n.CODES:
        with i18n.speaking(i18n.language(code)):
            for key in EN:
                group, _, name = key.partition(".")
                if isinstance(EN[key], str):
                    assert shown_tables.WORDS.get(group, name)
            assert set(shown_tables.WORDS.group("live")) >= {"heard", "lost", "count_free"}


# -- no text outside of them ---------------------------------------------------------------------------


class Literals(HTMLParser):
    """What a template would show as it stands: its own text and spoken attributes, without Jinja's parts."""

    def __init__(self, template: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._silent = 0
        template = re.sub(r"\{% block body %\}.*?\{% endblock %\}", " ", template)  # attributes of <body>
        without = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", template, flags=re.S)
        self.feed(without)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("script", "style", "code")
        self.texts += [value or "" for name, value in attrs if name in SPOKEN_ATTRIBUTES]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.texts.append(data)


def english_in(template: str) -> list[str]:
    parts = (part.strip(" \n:,.·!?+#()") for part in Literals(template).texts)
    return [part for part in parts if re.search("[A-Za-z]", part) and part not in NO_WORDS]


@pytest.mark.parametrize("path", catalogues.public_templates(), ids=lambda path: path.name)
def test_no_text_of_a_template_is_outside_the_catalogues(path: Path) -> None:
    assert english_in(path.read_text("utf-8")) == []


def test_the_search_for_literals_finds_them() -> None:
    assert english_in('<p aria-label="Hello">{{ _("x") }} there <code>make</code></p>') == ["Hello", "there"]


def test_no_script_writes_words_of_its_own() -> None:
    for path in (catalogues.WEB / "static").glob("*.js"):
        if path.name == "admin.js":
            continue
        for line in path.read_text().splitlines():
            assert not re.search(r"textContent = [\"'`][A-Za-z]{3}", line), f"{path.name}: {line}"
