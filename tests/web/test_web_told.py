"""Errors, and the collector's reports about a table, in the reader's language."""

import json
import re
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
import web_halls
import web_tournament
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools import i18n
from host_tools.collector.hub import Hub
from host_tools.collector.reasons import Trouble
from host_tools.integrations.mqtt import reasons as mqtt_remarks
from host_tools.integrations.sol import reasons as sol_remarks
from host_tools.store import Store, StoreError
from host_tools.store.reasons import database_cause
from host_tools.web import BadOrigin, create_app
from host_tools.web.live.feed import Feed
from host_tools.web.live.results import Results
from host_tools.web.pages import card_files, pages

GERMAN = {"Accept-Language": "de"}


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
    card_files.install(app, store)
    with TestClient(app) as client:
        yield client


@pytest.mark.parametrize(
    ("path", "status", "fact"),
    [
        ("/tables/9", 404, "9"),
        ("/tables/none", 422, "number"),
        ("/tables/9/card.pdf", 404, "9"),
        ("/matches/M9/card.pdf", 404, "M9"),
    ],
)
@pytest.mark.usefixtures("marked_languages")
def test_an_error_is_said_in_the_language(client: TestClient, path: str, status: int, fact: str) -> None:
    answer = client.get(path, headers=GERMAN)
    assert answer.status_code == status
    assert re.search(rf"‹[^›]*{fact}[^›]*›", answer.text)


def test_a_program_is_answered_in_english_with_the_reason(client: TestClient) -> None:
    answer = client.get("/api/v1/tables/none", headers=GERMAN)
    assert "valid integer" in answer.json()["error"]["message"]


@pytest.mark.usefixtures("marked_languages")
def test_a_database_that_fails_is_no_riddle_for_spectators(hub: Hub, store: Store) -> None:
    class Away(Results):
        async def now(self, *_: object) -> None:
            raise StoreError("fails", where="hall.sqlite3", why="disk I/O error at block 17")

    with TestClient(create_app(hub, FakeStore(), results=Away(store))) as client:
        answer = client.get("/events", headers=GERMAN)
    assert answer.status_code == 503
    assert "‹" in answer.text
    assert "block 17" not in answer.text


BUSY = mqtt_remarks.REMARKS.cause("mqtt_takes_no_more").to_json()
GONE = sol_remarks.REMARKS.cause("sol_broke_off", server="http://sol").to_json()


@pytest.mark.usefixtures("marked_languages")
def test_a_trouble_of_the_collector_is_said_in_the_language(client: TestClient, hub: Hub) -> None:
    hub.trouble(database_cause("disk_full", where="hall.sqlite3"))
    hub.remark("database", database_cause("read_anew", where="hall.sqlite3"))
    hub.remark("mqtt", mqtt_remarks.REMARKS.cause("mqtt_away", broker="mqtt://hall", why=BUSY))
    hub.remark("sol", sol_remarks.REMARKS.cause("sol_server_away", why=GONE))
    page = client.get("/", headers=GERMAN).text
    assert len(re.findall(r"‹[^‹›]*hall.sqlite3[^‹›]*›", page)) == 2
    assert re.search(r"‹[^‹›]*mqtt://hall[^‹›]*‹[^‹›]*›[^‹›]*›", page), "and why, within it"
    assert re.search(r"‹[^‹›]*‹[^‹›]*http://sol[^‹›]*›[^‹›]*›", page)
    assert "‹" not in client.get("/").text


@pytest.mark.usefixtures("marked_languages")
@pytest.mark.parametrize("path", ["/live", "/live/scores"])
def test_a_stream_says_it_in_the_language_of_its_page(path: str) -> None:
    hub = Hub()
    hub.trouble(database_cause("disk_full", where="hall.sqlite3"))
    problems = {}
    for code in ("en", "de"):
        with i18n.speaking(i18n.language(code)):
            opened = pages.live_stream(Feed(hub), None) if path == "/live" else pages.score_stream(Feed(hub))
        messages = opened._messages
        body = json.loads(messages.pulse().split(b"data: ", 1)[1].split(b"\n", 1)[0])
        problems[code] = body["problem"], messages.shape_name
        assert body["problems"][0]["reason"] == "disk_full"
    assert "hall.sqlite3" in problems["en"][0]
    assert problems["de"][0] == f"‹{problems['en'][0]}›"
    assert problems["en"][1] != problems["de"][1], "pages in two languages share no messages"


def test_a_font_that_is_not_there_is_said(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(card_files.scorecards, "cards", lambda *_args: [])
    monkeypatch.setenv("BOARDSIDE_FONTS", "/nowhere/x.ttf")
    answer = client.get("/matches/M9/card.pdf")
    assert answer.status_code == 503
    assert "/nowhere/x.ttf" in answer.text


@pytest.mark.usefixtures("marked_languages")
def test_a_trouble_of_a_table_is_said_in_the_language(client: TestClient, hub: Hub) -> None:
    trouble = Trouble("two_devices", {"table": 3, "where": ["COM4", "10.0.0.7"]})
    hub.publish({**web_halls.view(3, 0), "problem": str(trouble), "trouble": trouble.named()})
    words = re.escape(str(trouble))
    assert re.search(f"‹{words}›", client.get("/tables/3", headers=GERMAN).text)
    assert re.search(f"[^‹]{words}", client.get("/tables/3").text)


def test_a_view_that_has_only_words_is_shown_as_it_came(client: TestClient, hub: Hub) -> None:
    hub.publish({**web_halls.view(3, 0), "problem": "Its clock is made of cheese."})
    assert "Its clock is made of cheese." in client.get("/tables/3", headers=GERMAN).text


def test_a_link_has_a_picture_of_the_score(client: TestClient, hub: Hub) -> None:
    hub.publish(web_halls.third_game(9, 1_700_000_000_000))
    page = client.get("/tables/9").text
    (address,) = re.findall('<meta property="og:image" content="(.+?)">', page)
    (title,) = re.findall('<meta property="og:title" content="(.+?)">', page)
    assert "Maria Irudayam" in title
    picture = client.get(address)
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    assert struct.unpack(">II", picture.content[16:24]) == (1200, 630)
    assert client.get("/tables/8/preview.png").status_code == 404
    assert client.get("/matches/M9/preview.png").status_code == 404


def test_a_site_that_is_named_may_frame_the_public_pages_and_no_other(store: Store, hub: Hub) -> None:
    def framed(path: str, *sites: str) -> str:
        hub.publish(web_halls.third_game(9, 1_700_000_000_000, panel_url="http://127.0.0.1:7600/panel/9"))
        app = create_app(hub, FakeStore(), admin_store=store, results=Results(store), embedding=sites)
        with TestClient(app) as client:
            rules = client.get(path).headers["content-security-policy"].split("; ")
        return next(rule for rule in rules if rule.startswith("frame-ancestors"))

    site = "https://federation.example"
    for path in ("/", "/tables/9", "/matches/none", "/overlay/table/9", "/static/base.css"):
        assert framed(path) == "frame-ancestors 'self'"
        assert framed(path, site, "http://club.example:8080/") == (
            f"frame-ancestors 'self' {site} http://club.example:8080"
        )
    assert framed("/admin/login", site) == "frame-ancestors 'none'"


@pytest.mark.parametrize(
    "site", ["", "*", "federation.example", "https://", "https://a; script-src *", "https://*.a"]
)
def test_a_site_is_one_address(store: Store, hub: Hub, site: str) -> None:
    with pytest.raises(BadOrigin):
        create_app(hub, FakeStore(), results=Results(store), embedding=[site])
