"""No page mixes two languages: what a page says in one language, it does not also say in English."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
import web_halls
from fastapi.testclient import TestClient
from web_fakes import FakeStore
from web_matches import NOW, Filled, filled

from host_tools import i18n
from host_tools.collector.hub import Hub
from host_tools.web import create_app
from host_tools.web.live.results import Results
from host_tools.web.pages import catalogues

#: Elements without an end.
VOID = {"meta", "link", "input", "br", "col", "img", "circle", "path", "rect", "source", "hr"}
#: Texts that are names in the hall of these tests, too.
NAMES = {"Final", "Club"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    made = filled(tmp_path_factory.mktemp("one-language"))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def client(hall: Filled) -> Iterator[TestClient]:
    hub = Hub()
    app = create_app(hub, FakeStore(), now_ms=lambda: NOW, results=Results(hall.store, lambda: 1.0))
    with TestClient(app) as made:
        for view in (*web_halls.busy(6, NOW), web_halls.crokinole(7, NOW), web_halls.protested(8, NOW)):
            made.portal.call(hub.publish, view)  # type: ignore[union-attr]
        yield made


class Spoken(HTMLParser):
    """The texts and spoken attributes of a page that are in its own language, each as it stands."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_other = tag in ("script", "style", "code", "title") or (tag != "html" and "lang" in given)
        is_silent = is_other or any(silent for _tag, silent in self._open)
        if not is_silent:
            self.texts += [
                given[name] or "" for name in ("aria-label", "title", "placeholder") if name in given
            ]
        if tag not in VOID:
            self._open.append((tag, is_silent))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not any(silent for _tag, silent in self._open) and data.strip():
            self.texts.append(" ".join(data.split()).strip("·,:() "))


def english(code: str) -> re.Pattern[str]:
    """Every English text that has other words in this language, with anything in its gaps."""
    sentences: set[str] = set()
    for message in catalogues.read(code):
        if not catalogues.is_translated(message.string):
            continue
        own = {message.string} if isinstance(message.string, str) else {*message.string}
        for text in [message.id] if isinstance(message.id, str) else message.id:
            words = re.sub(r"\{.*?\}", "", text)
            if text not in own and len(re.findall(r"[A-Za-z]", words)) > 3 and text not in NAMES:
                sentences.add(".+".join(re.escape(part) for part in re.split(r"\{[^{}]*\}", text)))
    return re.compile("|".join(sorted(sentences)))


@pytest.mark.parametrize("code", [code for code in i18n.CODES if code != "en"])
def test_a_page_is_in_one_language(client: TestClient, hall: Filled, code: str) -> None:
    wrong = english(code)
    paths = [
        *("/", "/tables/3", "/tables/7", "/tables/8", "/tables/99", "/events", "/events/ms", "/events/none"),
        *("/players", "/players/1", "/players/99", "/screen", "/overlay/next"),
        "/overlay/table/7?layout=card",
        *("/matches/M2", "/matches/D1", "/matches/C1", f"/matches/{hall.strokes}?step=3"),
        *(f"/matches/{match}" for match in (hall.corrected, hall.walk_over, hall.to_come)),
    ]
    mixed = []
    for path in paths:
        page = client.get(f"{path}{'&' if '?' in path else '?'}lang={code}").text
        assert f'<html lang="{code}"' in page, path
        mixed += [(path, text) for text in Spoken(page).texts if wrong.fullmatch(text)]
    assert mixed == []


def test_english_among_other_words_is_noticed() -> None:
    page = (
        '<html lang="de"><p>Latest results</p><p lang="en">Next match</p><b>Table 7</b><i>Tisch 7</i></html>'
    )
    assert [text for text in Spoken(page).texts if english("de").fullmatch(text)] == [
        "Latest results",
        "Table 7",
    ]
