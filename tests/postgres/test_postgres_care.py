"""Backup, archive, restore and forget on a real server that is locked, slow, or stopped in the middle: each
says what to do, and leaves everything as it was.
"""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from cluster import Cluster
from kept import NAME, hall

from host_tools.backup import backups, forgetting, portable, staging
from host_tools.backup.people import Eraser
from host_tools.reasons import Cause
from host_tools.store import Store, StoreUnavailable, database
from host_tools.store.database import (
    WRITE_LOCK,
    open_engine,
    patient,
    reading,
)
from host_tools.store.reasons import StoreLocked
from host_tools.verify.command import verify_database

pytestmark = pytest.mark.slow
NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
Work = Callable[[Store, Path], object]
WORKS: dict[str, Work] = {
    "backup": lambda store, folder: backups.back_up(store, folder / "copy.boardside", NOON),
    "archive": lambda store, folder: portable.archive(store, None, folder / "open.archive", NOON),
    "forget": lambda store, folder: forgetting.forget(store, NAME, 1, "test"),
    "restore": lambda store, folder: backups.restore(
        folder / "laptop.sqlite3", _url(store), "backup", force=True
    ),
}
WRITES = ("forget", "restore")


def _url(store: Store) -> str:
    return store.engine.url.render_as_string(hide_password=False)


def filled(url: str, folder: Path) -> Store:
    """A server's database with the hall of a laptop, and `laptop.sqlite3`."""
    laptop = hall(folder)
    backups.back_up(laptop, folder / "laptop.sqlite3", NOON)
    laptop.close()
    backups.restore(folder / "laptop.sqlite3", url, "backup")
    return Store.open(url, create=False)


@pytest.fixture
def server(url: str, tmp_path: Path) -> Iterator[Store]:
    store = filled(url, tmp_path)
    yield store
    store.close()


def counted(store: Store) -> dict[str, int]:
    with reading(store.engine) as connection:
        return staging.counts(connection)


class Other:
    """Another program on the same server, with a transaction of its own."""

    def __init__(self, store: Store, statement: str) -> None:
        self._engine = open_engine(_url(store))
        self._connection = self._engine.connect()
        self._connection.exec_driver_sql(statement)

    def let_go(self) -> None:
        self._connection.close()
        self._engine.dispose()


@pytest.mark.parametrize("name", WRITES)
def test_a_server_that_another_program_writes_to(
    server: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As SQLite: without patience it is said, with some it goes on when the other is ready."""
    monkeypatch.setattr(database, "BUSY_MS", 100)
    server.close()
    other = Other(server, f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")
    before = counted(server)
    with pytest.raises(StoreLocked, match="close whatever is writing to it"):
        WORKS[name](server, tmp_path)
    assert counted(server) == before
    troubles: list[Cause] = []

    def say(why: Cause) -> None:
        troubles.append(why)
        other.let_go()

    with patient(30, say):
        WORKS[name](server, tmp_path)
    assert len(troubles) == 1
    assert troubles[0].reason == "waits_for_lock"
    assert verify_database(server).is_whole


@pytest.mark.parametrize("name", WORKS)
def test_a_table_that_another_program_keeps_to_itself(
    server: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A `VACUUM FULL`, or a tool that locks tables: reading is not possible either."""
    monkeypatch.setattr(database, "BUSY_MS", 100)
    server.close()
    before = counted(server)
    other = Other(server, "LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
    with pytest.raises(StoreUnavailable, match="locked by another program; close whatever is writing to it"):
        WORKS[name](server, tmp_path)
    other.let_go()
    assert counted(server) == before
    assert leftovers(tmp_path) == []
    WORKS[name](server, tmp_path)


def leftovers(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir() if file.name.endswith((".part", ".boardside", ".archive"))]


#: Where each is at work between two questions to the server.
BETWEEN: dict[str, tuple[Any, str]] = {
    "backup": (portable, "write"),
    "archive": (portable, "write"),
    "forget": (Eraser, "value"),
    "restore": (staging, "_insert"),
}


@pytest.mark.parametrize("name", WORKS)
def test_who_is_long_at_work_is_not_thrown_out(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The server ends a transaction that asks nothing for ten seconds; here for three."""
    filled(url, tmp_path).close()
    usual = database._SESSION
    monkeypatch.setattr(database, "_SESSION", ("SET idle_in_transaction_session_timeout = 3000", *usual[1:]))
    store = Store.open(url, create=False)
    where, attribute = BETWEEN[name]
    really = getattr(where, attribute)
    paused: list[int] = []

    def slowly(*given: Any, **more: Any) -> Any:
        if not paused:
            paused.append(1)
            time.sleep(6)
        return really(*given, **more)

    monkeypatch.setattr(where, attribute, slowly)
    WORKS[name](store, tmp_path)
    assert paused == [1]
    store.close()
    monkeypatch.setattr(database, "_SESSION", usual)
    assert verify_database(store).is_whole
    store.close()


@pytest.mark.parametrize("name", WORKS)
def test_a_server_that_is_stopped_in_the_middle(
    own_postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """Nothing is half done, nothing is left behind, and it works when the server is back."""
    store = filled(own_postgres.new_database(), tmp_path)
    before = counted(store)
    where, attribute = BETWEEN[name]
    really = getattr(where, attribute)
    stopped: list[int] = []

    def stop(*given: Any, **more: Any) -> Any:
        if not stopped:
            stopped.append(1)
            own_postgres.stop("immediate")
        return really(*given, **more)

    monkeypatch.setattr(where, attribute, stop)
    try:
        with pytest.raises(StoreUnavailable) as caught:
            WORKS[name](store, tmp_path)
    finally:
        own_postgres.start()
    assert any(words in str(caught.value) for words in ("gone away", "shut down", "does not answer"))
    assert leftovers(tmp_path) == []
    assert counted(store) == before
    with reading(store.engine) as connection:
        count = connection.exec_driver_sql("SELECT count(*) FROM events WHERE body LIKE '%%ukasz%%'")
        assert count.scalar() != 0
    WORKS[name](store, tmp_path)
    store.close()
