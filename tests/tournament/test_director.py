"""The director settles by itself, at once after a confirmation, and outlives trouble of the database."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import pytest

from host_tools.store import StoreError
from host_tools.tournament.desk import director
from host_tools.tournament.desk.director import Conducted, Director
from tests.chaos import virtual
from tests.waiting import until


class FakeDesk:
    """Counts how often it was asked; `fails` of these times it cannot."""

    def __init__(self, fails: int = 0) -> None:
        self.asked = 0
        self.fails = fails

    def settle(self) -> list[str]:
        self.asked += 1
        if self.asked <= self.fails:
            raise StoreError("disk_full", where="hall.sqlite3")
        return ["ms-1"]


class FakeChanges:
    """A hub's messages: what is put in comes out."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.is_closed = False

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        while True:
            yield await self.queue.get()

    def close(self) -> None:
        self.is_closed = True


def view(**fields: Any) -> dict[str, Any]:
    data = {"match": {"id": "ms-1"}, "phase": "board", "confirmed": False, "result": {}, **fields}
    return {"type": "table", "table": 3, "data": data}


def test_it_settles_at_once_after_a_confirmation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(director, "EVERY_S", 3600)
    monkeypatch.setattr(director, "AFTER_CHANGE_S", 0)
    desk, changes = FakeDesk(), FakeChanges()

    async def scenario() -> None:
        at_work = Director(desk, lambda: changes)  # type: ignore[arg-type]
        await at_work.start()
        changes.queue.put_nowait({"type": "hall", "data": None})
        changes.queue.put_nowait(view())
        await until(lambda: desk.asked == 1)
        changes.queue.put_nowait(view(points={"a": 5, "b": 0}))  # a board: nothing for the tournament
        changes.queue.put_nowait(view(phase="confirmed", confirmed=True))
        await until(lambda: desk.asked == 2)
        await at_work.stop()
        assert desk.asked == 3  # once more at the end
        assert changes.is_closed
        await at_work.stop()
        assert desk.asked == 3

    virtual.run(scenario())


def test_a_trouble_is_logged_once_and_the_director_tries_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(director, "EVERY_S", 0.005)
    desk = FakeDesk(fails=3)

    async def scenario() -> None:
        at_work = Director(desk)  # type: ignore[arg-type]
        await at_work.start()
        await until(lambda: desk.asked > 4)
        await at_work.stop()

    with caplog.at_level(logging.INFO):
        virtual.run(scenario())
    warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert warnings == [
        "The tournament cannot be brought up to date: The disk of hall.sqlite3 is full; make room on it."
    ]
    assert "Changed in the tournament: ms-1" in caplog.text


def test_pages_and_director_begin_and_end_together() -> None:
    steps: list[str] = []

    class Part:
        def __init__(self, name: str) -> None:
            self.name = name

        async def start(self) -> None:
            steps.append(f"{self.name} starts")

        async def stop(self) -> None:
            steps.append(f"{self.name} stops")

    async def scenario() -> None:
        both = Conducted(Part("pages"), Part("director"))  # type: ignore[arg-type]
        await both.start()
        await both.stop()

    virtual.run(scenario())
    assert steps == ["pages starts", "director starts", "pages stops", "director stops"]
