"""Errors and the collector's sentences in the language of who looks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import web_halls
import web_tournament
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.store import Store, StoreError
from host_tools.web import cards, create_app, i18n, told
from host_tools.web.results import Results

GERMAN = {"Accept-Language": "de"}
COLLECTOR = Path(told.__file__).parent.parent / "collector"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = web_tournament.opened(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def hub() -> Hub:
    return Hub()


@pytest.fixture
def client(store: Store, hub: Hub) -> Iterator[TestClient]:
    app = create_app(hub, FakeStore(), results=Results(store))
    cards.install(app, store)
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("/tables/9", 404, "Von Tisch 9 kam nichts"),
        ("/tables/none", 422, "Die Adresse ist nicht zu verstehen: number."),
        ("/tables/9/card.pdf", 404, "An Tisch 9 wurde noch kein Spiel begonnen."),
        ("/matches/M9/card.pdf", 404, "Ein Spiel M9 gibt es nicht."),
    ],
)
def test_an_error_is_said_in_the_language(client: TestClient, path: str, status: int, says: str) -> None:
    answer = client.get(path, headers=GERMAN)
    assert answer.status_code == status
    assert says in answer.text


def test_a_program_is_answered_in_english_with_the_reason(client: TestClient) -> None:
    answer = client.get("/api/v1/tables/none", headers=GERMAN)
    assert "valid integer" in answer.json()["error"]["message"]


def test_a_database_that_fails_is_no_riddle_for_spectators(hub: Hub, store: Store) -> None:
    class Away(Results):
        async def now(self) -> None:
            raise StoreError("disk I/O error at block 17")

    with TestClient(create_app(hub, FakeStore(), results=Away(store))) as client:
        answer = client.get("/events", headers=GERMAN)
    assert answer.status_code == 503
    assert "Die Ergebnisse sind gerade nicht lesbar." in answer.text
    assert "block 17" not in answer.text


def test_a_font_that_is_not_there_is_said(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards.scorecards, "cards", lambda *_args: [])
    monkeypatch.setenv("BOARDSIDE_FONTS", "/nowhere/x.ttf")
    answer = client.get("/matches/M9/card.pdf")
    assert answer.status_code == 503
    assert "The font /nowhere/x.ttf is not there." in answer.text


def test_a_known_sentence_of_the_collector_is_translated(client: TestClient, hub: Hub) -> None:
    said = "Two devices say they are table 3: COM4 and 10.0.0.7. Give one of them another number."
    hub.publish({**web_halls.view(3, 0), "problem": said})
    page = client.get("/tables/3", headers=GERMAN).text
    assert "Zwei Geräte geben sich als Tisch 3 aus: COM4 and 10.0.0.7. Eines braucht" in page
    assert said in client.get("/tables/3").text


def test_an_unknown_sentence_stays_as_it_came() -> None:
    with i18n.speaking(i18n.language("de")):
        assert told.say("Its clock is made of cheese.") == "Its clock is made of cheese."
        assert told.say("Event 7 (board) is left out: {x} {0} %s") == (
            "Ereignis 7 (board) bleibt außer Betracht: {x} {0} %s"
        )


@pytest.mark.parametrize("sentence", told.SENTENCES)
def test_the_collector_still_says_it(sentence: str) -> None:
    source = "\n".join(path.read_text("utf-8") for path in sorted(COLLECTOR.glob("*.py")))
    plain = re.sub(r"\{[^{}]*(\([^{}]*\))?[^{}]*\}", "{}", source)
    assert re.sub(r"\{\w+\}", "{}", sentence) in plain
