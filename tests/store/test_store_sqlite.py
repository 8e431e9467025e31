"""SQLite: what cannot be used is said in words; durable by its settings; locked, full, read-only."""

import errno
import os
import sqlite3
import stat
from pathlib import Path

import next_version
import pytest
from store_records import event

from host_tools.store import Store, StoreError, StoreUnavailable, database
from host_tools.store.schema import SCHEMA_VERSION


def test_commits_are_durable_by_the_settings(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "sqlite:///"),
        ("oracle://x", "sqlite:///"),
        ("sqlite://", "file"),
        ("sqlite:///:memory:", "file"),
        ("sqlite:////nowhere/at/all/hall.sqlite3", "folder"),
    ],
)
def test_an_address_that_cannot_be_used_is_said(address: str, words: str) -> None:
    with pytest.raises(StoreError, match=words):
        Store.open(address)


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, " * 100)
    with pytest.raises(StoreError, match="no database"):
        Store.open(f"sqlite:///{path}")
    assert path.read_text().startswith("Dear")


def test_looking_does_not_create_a_database(tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite3"
    with pytest.raises(StoreError, match="no database"):
        Store.open(f"sqlite:///{path}", create=False)
    assert not path.exists()
    sqlite3.connect(path).close()
    path.touch()
    with pytest.raises(StoreError, match="no tournament"):
        Store.open(f"sqlite:///{path}", create=False)


@pytest.mark.parametrize("create", [True, False])
def test_another_version_is_refused_not_guessed_at(url: str, create: bool) -> None:
    store = Store.open(url)
    with database.writing(store.engine) as connection:
        connection.exec_driver_sql("update meta set value = '99' where key = 'schema'")
    store.close()
    with pytest.raises(StoreError, match="99"):
        Store.open(url, create)


def test_a_database_that_may_only_be_read_is_said(store: Store, tmp_path: Path) -> None:
    """As root, permissions do not hold: the database itself is told to refuse."""
    from sqlalchemy import event as hooks

    def read_only(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA query_only=1")

    store.close()
    hooks.listen(store.engine, "connect", read_only)
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        store.write([event(1)])
    assert store.last_seq("j1") == 0


def test_a_locked_database_is_said(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_MS", 50)
    store.close()
    other = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        store.write([event(1)])
    assert store.last_seq("j1") == 0, "reading goes on"
    other.execute("ROLLBACK")
    other.close()
    store.write([event(1)])
    assert store.last_seq("j1") == 1


def test_a_full_disk_is_said_and_what_was_stored_stays(store: Store) -> None:
    from sqlalchemy import event as hooks

    def small(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA max_page_count=40")

    store.write([event(1)])
    store.close()
    hooks.listen(store.engine, "connect", small)
    with pytest.raises(StoreUnavailable, match="make room"):
        store.write([event(seq, '{"x":"' + "x" * 4000 + '"}') for seq in range(2, 50)])
    assert [row["seq"] for row in store.events()] == [1]


# Who may read it, and upgrading


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_its_owner_can_read_a_new_file(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
        store.write([event(1)])
        modes = {path.name: mode(path) for path in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert set(modes) == {"hall.sqlite3", "hall.sqlite3-wal", "hall.sqlite3-shm"}
    assert set(modes.values()) == {0o600}, modes


def test_rights_that_its_owner_chose_stay(url: str, tmp_path: Path) -> None:
    Store.open(url).close()
    (tmp_path / "hall.sqlite3").chmod(0o640)
    Store.open(url).close()
    assert mode(tmp_path / "hall.sqlite3") == 0o640


def test_an_upgraded_file_has_its_copy_beside_it(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = next_version.filled(url)
    next_version.comes(monkeypatch)
    copy = tmp_path / f"hall.sqlite3.v{SCHEMA_VERSION}.bak"
    copy.write_text("of another time")
    Store.open(url).close()
    assert copy.read_text() == "of another time", "a copy is never overwritten"
    second = tmp_path / f"{copy.name}2"
    engine = database.open_engine(f"sqlite:///{second}")
    assert next_version.rows(engine) == old
    engine.dispose()
    assert mode(second) == 0o600, "there are keys in it"
    with pytest.raises(StoreError, match="upgrades it"):
        Store.open(f"sqlite:///{second}", create=False)
    Store.open(url).close()
    assert not (tmp_path / f"{copy.name}3").exists()


def test_the_copy_has_what_stands_only_in_the_log(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A collector that was killed leaves its last commits in the write-ahead log."""
    next_version.filled(url)
    holding = sqlite3.connect(tmp_path / "hall.sqlite3")
    holding.execute("pragma journal_mode=wal")
    holding.execute("pragma wal_autocheckpoint=0")
    holding.execute("delete from events where seq = 2")
    holding.commit()
    next_version.comes(monkeypatch)
    Store.open(url).close()
    with sqlite3.connect(tmp_path / f"hall.sqlite3.v{SCHEMA_VERSION}.bak") as copy:
        assert copy.execute("select seq from events").fetchall() == [(1,)]
    copy.close()
    holding.close()


def test_without_room_for_the_copy_nothing_is_upgraded(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    next_version.filled(url)
    next_version.comes(monkeypatch)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        with pytest.raises(StoreUnavailable, match="make room"):
            Store.open(url)
    with pytest.raises(StoreError, match=f"schema {SCHEMA_VERSION}"):
        Store.open(url, create=False)
    assert [path.name for path in tmp_path.glob("*.bak*")] == []
    Store.open(url).close()
