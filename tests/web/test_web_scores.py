"""Scores of matches in play on the tournament's pages, and how a page learns of a new result."""

import asyncio
import re
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
import web_halls
import web_tournament
from fastapi.testclient import TestClient
from sqlalchemy import update
from test_web_feed import Client, running, running_with_threads, started
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.store import StoreError
from host_tools.store.database import writing
from host_tools.store.tournament_schema import players
from host_tools.web import create_app
from host_tools.web.live import results as results_module
from host_tools.web.live import shown_tables
from host_tools.web.live.results import Results, look, watch
from tests.waiting import until


def view(**changes: Any) -> dict[str, Any]:
    """A table in the third game of a match of three."""
    whole: dict[str, Any] = {
        "table": 4, "phase": "board", "match": {"id": "ms-2-1-1"}, "rules": {"games": 3},
        "games": {"a": 1, "b": 1}, "points": {"a": 14, "b": 9}, "link": {"state": "up"},
    }  # fmt: skip
    return {**whole, **changes}


@pytest.mark.parametrize(
    ("changes", "says", "a"),
    [
        ({}, "1–1 · 14–9", "1 · 14"),
        ({"rules": {"games": 1}}, "14–9", "14"),
        ({"phase": "interval"}, "1–1", "1"),
        ({"phase": "over", "games": {"a": 2, "b": 1}}, "2–1", "2"),
        ({"phase": "confirmed", "rules": {"games": 1}, "result": {"points": [25, 9]}}, "25–9", "25"),
        ({"phase": "idle"}, "", ""),
        ({"phase": "toss"}, "", ""),
        ({"match": None}, "", ""),
    ],
)
def test_the_score_in_a_few_figures(changes: dict[str, Any], says: str, a: str) -> None:
    score = shown_tables.live_score(view(**changes))
    assert (score["says"], score["a"]) == (says, a)
    assert bool(score["match"]) == bool(says)


def test_a_table_that_is_not_heard_is_marked() -> None:
    assert shown_tables.live_score(view(link={"state": "stale"}))["link"] == "stale"
    assert shown_tables.live_score(view(link=None))["link"] == "down"


@running
async def test_new_results_are_announced_at_once_and_only_once() -> None:
    feed = started(Hub())
    client = Client(feed, heartbeat_s=60.0)
    await until(lambda: client.raw.endswith(b"]}\n\n"))
    assert b'"results":0' in client.raw
    feed.tell_results(5)
    await until(lambda: b'"results":5' in client.raw)
    feed.tell_results(5)
    await asyncio.sleep(0.05)
    assert client.raw.count(b'"results":5') == 1
    await feed.stop()
    await client.task


def test_the_database_is_watched_only_for_who_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = web_tournament.opened(tmp_path)
    looks = []
    monkeypatch.setattr(results_module, "look_official", AsyncMock(side_effect=lambda *_: looks.append(1)))

    @running_with_threads
    async def tried() -> None:
        feed = started(Hub())
        results = Results(store)
        task = asyncio.create_task(watch(feed, results, 0.001))
        await until(lambda: len(looks) > 3)
        assert results.readings == 0
        client = Client(feed)
        await until(lambda: feed.results == 1)
        with writing(store.engine) as connection:
            connection.execute(update(players).values(club="Elsewhere"))
        await until(lambda: b'"results":2' in client.raw)
        task.cancel()
        await feed.stop()
        await client.task

    tried()
    store.close()


@running
async def test_a_database_that_fails_is_asked_again() -> None:
    class Failing(Results):
        async def now(self) -> None:
            raise StoreError("disk_full", where="hall.sqlite3")

    feed = started(Hub())
    await look(feed, Failing(None))  # type: ignore[arg-type]
    assert feed.results == 0
    await feed.stop()


def test_the_pages_have_the_places(tmp_path: Path) -> None:
    store = web_tournament.opened(tmp_path)
    hub = Hub()
    hub.publish(web_halls.view(4, 0))
    with TestClient(create_app(hub, FakeStore(), results=Results(store))) as client:
        page = client.get("/events").text
        matches = set(re.findall(r'data-match="([^"]+)"', page))
        assert matches
        assert matches >= set(re.findall(r'data-match="([^"]+)"', client.get("/events/ms").text)) != set()
        assert 'data-results="1"' in page
        assert '"stream": "/live/scores"' in page
    store.close()
