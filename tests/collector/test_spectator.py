"""A server that only reads the database: it shows what the collectors store, and changes nothing."""

import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
from fake_table import MATCH, FakeTable, board
from hall import hall

from host_tools.collector import other_collectors, serve_command
from host_tools.collector.hub import Hub
from host_tools.collector.serve_command import Spectator
from host_tools.store import Store, StoreError
from tests.waiting import until


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve_command, "POLL_S", 0.02)
    monkeypatch.setattr(serve_command, "AWAY_S", 0.02)
    monkeypatch.setattr(other_collectors, "ALONE_S", 0.02)


@asynccontextmanager
async def watched(path: Path) -> AsyncIterator[Hub]:
    """The hub of a spectator of this file."""
    store, hub = Store.read_only(f"sqlite:///{path}"), Hub()
    spectator = Spectator(store, hub)
    try:
        await spectator.start()
        yield hub
    finally:
        await spectator.stop()
        store.close()


def shows(hub: Hub, condition: Callable[[Any], bool]) -> Callable[[], bool]:
    """Whether table 1 looks so."""
    return lambda: any(condition(view) for view in hub.snapshot())


def copied(source: Path, copy: Path) -> None:
    """A copy as `boardside backup` makes it, put in the place of the last one in one go."""
    part = copy.with_suffix(".part")
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
    part.rename(copy)


async def test_it_shows_what_a_collector_stores_and_cannot_write(tmp_path: Path) -> None:
    path, table = tmp_path / "hall.sqlite3", FakeTable(1)
    table.add(MATCH)
    async with hall(tmp_path, url=f"sqlite:///{path}") as here:
        here.call(table)
        await here.view(1, lambda view: bool(view["match"]))
        async with watched(path) as hub:
            await until(shows(hub, lambda view: view["link"]["state"] == "up" and bool(view["match"])))
            table.add(board("a", 5))
            await until(shows(hub, lambda view: view["points"] == {"a": 8, "b": 0}))
            store = Store.read_only(f"sqlite:///{path}")
            with pytest.raises(StoreError) as refused:
                store.queue_command(1, MATCH)
            store.close()
    assert refused.value.reason == "file_read_only"


async def test_a_newer_copy_is_shown_and_one_that_is_away_leaves_the_last_state(tmp_path: Path) -> None:
    path, copy, table = tmp_path / "hall.sqlite3", tmp_path / "copy.sqlite3", FakeTable(1)
    table.add(MATCH)
    async with hall(tmp_path, url=f"sqlite:///{path}") as here:
        here.call(table)
        await here.view(1, lambda view: bool(view["match"]))
        await until(lambda: bool(here.store.last_event() and here.store.tables()))
        copied(path, copy)
        async with watched(copy) as hub:
            assert hub.snapshot()[0]["points"] == {"a": 0, "b": 0}
            table.add(board("a", 5))
            await until(lambda: here.store.last_event() == 2)
            copied(path, copy)
            await until(shows(hub, lambda view: view["points"] == {"a": 8, "b": 0}))
            copy.rename(tmp_path / "aside")
            await until(lambda: hub.problem is not None)
            assert hub.problem is not None
            assert hub.problem.reason == "hall_away"
            assert hub.snapshot()[0]["points"] == {"a": 8, "b": 0}
            (tmp_path / "aside").rename(copy)
            await until(lambda: hub.problem is None)


def test_a_copy_in_a_folder_that_cannot_be_written_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hall.sqlite3"
    Store.open(f"sqlite:///{path}").close()
    monkeypatch.setattr("host_tools.store.database_file.os.access", lambda *_: False)
    before = sorted(tmp_path.iterdir())
    store = Store.read_only(f"sqlite:///{path}")
    assert store.tables() == []
    assert sorted(tmp_path.iterdir()) == before
    assert not store.follow()
    Path(f"{path}-wal").touch()  # somebody writes it now
    assert store.follow()
    store.close()
