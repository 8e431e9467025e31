"""Several halls on the public pages: one of them, all of them, and their clocks in the streams."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
import web_halls
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.exports.event_report import EventReport
from host_tools.tournament.model.model import Competition, Fixture, Tournament
from host_tools.web import create_app
from host_tools.web.live.feed import Feed
from host_tools.web.live.results import Programme
from host_tools.web.pages import fixtures, pages
from host_tools.web.pages.pages import live_stream

NOW = 1_700_000_000_000
NORTH = {"name": "hall", "state": "paused", "end_ms": None, "left": 60_000, "length": 90_000, "number": 2}
EVIL = 'A&B "<i>"'


@pytest.fixture
def hub() -> Hub:
    """Tables 1 and 2 in North, 3 in a hall with an odd name, 4 nowhere."""
    hub = Hub()
    for view, hall in zip(web_halls.busy(4, NOW), ("North", "North", EVIL, ""), strict=True):
        hub.publish({**view, "hall_name": hall})
    hub.show_hall(None, {"North": NORTH, EVIL: None})
    return hub


@pytest.fixture
def client(hub: Hub) -> Iterator[TestClient]:
    with TestClient(create_app(hub, FakeStore(), now_ms=lambda: NOW), raise_server_exceptions=False) as made:
        yield made


def tables(page: str) -> list[int]:
    return [int(number) for number in re.findall(r'<article class="tile" data-table="([1-9]\d*)"', page)]


@pytest.mark.parametrize("path", ["/", "/screen"])
def test_a_page_has_one_hall_or_all(client: TestClient, path: str) -> None:
    assert tables(client.get(path).text) == [1, 2, 3, 4]
    north = client.get(path, params={"hall": "North"}).text
    assert tables(north) == [1, 2]
    assert 'data-hall="North"' in north
    assert tables(client.get(path, params={"hall": EVIL}).text) == [3]
    assert tables(client.get(path, params={"hall": "North", "tables": "2-9"}).text) == [2]


def test_the_halls_are_there_to_choose_from(client: TestClient) -> None:
    page = client.get("/", params={"hall": "North"}).text
    (nav,) = re.findall(r'<nav class="halls".*?</nav>', page, re.DOTALL)
    links = re.findall(r'<a href="([^"]*)"([^>]*)>', nav)
    assert [href for href, _ in links] == ["/", "/?hall=North", "/?hall=A%26B%20%22%3Ci%3E%22"]
    assert ["current" in more for _, more in links] == [False, True, False]
    assert "<i>" not in nav


def test_where_there_is_one_hall_nobody_is_asked(client: TestClient, hub: Hub) -> None:
    hub.show_hall(NORTH, {"North": NORTH})
    assert 'class="halls"' not in client.get("/").text
    assert 'class="halls"' not in client.get("/screen").text
    hub.show_hall(NORTH)
    assert 'class="halls"' not in client.get("/").text


def test_an_unknown_hall_is_reported(client: TestClient) -> None:
    answer = client.get("/?hall=West&lang=de")
    assert answer.status_code == 404
    assert "West" in answer.text
    assert client.get("/screen?hall=West").status_code == 404


def test_the_streams_tell_the_clock_of_each_hall(hub: Hub) -> None:
    feed = Feed(hub, lambda: NOW)
    raw = feed.pulse()
    assert raw["hall"] is None
    assert raw["halls"] == {"North": NORTH, EVIL: None}
    shaped: dict[str, Any] = json.loads(
        live_stream(feed, None)._messages.pulse().decode().split("data: ", 1)[1]
    )
    assert shaped["hall"]["state"] == "off"
    assert {name: clock["state"] for name, clock in shaped["halls"].items()} == {
        "North": "paused",
        EVIL: "off",
    }


def test_the_next_matches_on_a_halls_screen_are_its_own() -> None:
    called = Fixture("called", 1, 1, 1, "round", state="called", hall="North", table=1, called_at=1)
    ready = Fixture("ready", 1, 1, 2, "round", state="ready")
    owner = Tournament(1, "open", "Open", "icf", settings={"event_halls": {"ms": "North", "ws": "South"}})
    events = [
        EventReport(owner, Competition(number, key, key, "singles", "icf"), {}, (), (called, ready))
        for number, key in enumerate(("ms", "ws", "vs"), 1)
    ]
    programme = Programme(owner, tuple(events), {}, 1)
    for hall, keys in (("North", ["ms", "vs"]), ("South", ["ws", "vs"]), ("", ["ms", "ws", "vs"])):
        calls = fixtures.calls(programme, hall=hall)
        assert [fixture["event"]["key"] for fixture in calls if fixture["state"] == "ready"] == keys
        assert len([fixture for fixture in calls if fixture["state"] == "called"]) == (
            0 if hall == "South" else 3
        )


def test_a_choice_of_a_hall_is_checked_by_name() -> None:
    feed = Feed(Hub(), lambda: NOW)
    assert pages.choose_hall(feed, None) == pages.choose_hall(feed, "") == ""
