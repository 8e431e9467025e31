"""The file under an open SQLite database: deleted, moved, replaced, its log deleted, its pages damaged. What
was committed is saved beside it, and nothing more is reported as stored.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import exc
from store_records import event, writer_of

from host_tools.backup import backups
from host_tools.store import Store, database
from host_tools.store.reasons import FileLost, StoreDamaged, StoreUnavailable


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hall.sqlite3"


def seqs(path: Path) -> list[int]:
    """The events as another program finds them, once nobody uses the file."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [row[0] for row in connection.execute("SELECT seq FROM events ORDER BY seq")]


def log_of(path: Path) -> Path:
    return Path(f"{path}-wal")


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.sqlite3"))


def move_all(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").rename(path.with_name(f"elsewhere.sqlite3{end}"))


def delete_all(path: Path) -> None:
    for end in ("", "-wal", "-shm"):
        Path(f"{path}{end}").unlink()


def delete_log(path: Path) -> None:
    log_of(path).unlink()


def delete_index(path: Path) -> None:
    Path(f"{path}-shm").unlink()


GOING = [Path.unlink, delete_all, move, move_all, delete_log, delete_index]


def lost(store: Store) -> Path:
    """Looks at a file that went; returns the copy of what is open."""
    with pytest.raises(FileLost) as caught:
        store.recovery.look()
    assert caught.value.reason == "file_lost"
    return Path(str(caught.value.facts["saved"]))


@pytest.mark.parametrize("goes", GOING)
def test_what_went_is_not_said_to_be_stored_and_is_saved_once(
    store: Store, file: Path, goes: Callable[[Path], None]
) -> None:
    store.write([event(1)])
    file.chmod(0o640)
    goes(file)
    with pytest.raises(FileLost, match="Nothing is acknowledged") as caught:
        store.write([event(2)])
    assert caught.value.reason in ("file_gone", "log_gone")
    saved = lost(store)
    assert lost(store) == saved
    with pytest.raises(FileLost):
        store.write([event(2)])
    assert [row["seq"] for row in store.events()] == [1], "who reads goes on reading"
    store.close()
    assert seqs(saved) == [1]
    assert saved.stat().st_mode & 0o007 == 0


@pytest.mark.parametrize("goes", GOING)
def test_a_commit_into_a_file_that_went_meanwhile_does_not_count(
    store: Store, file: Path, goes: Callable[[Path], None]
) -> None:
    """It went after the transaction had begun."""
    store.write([event(1)])

    def interrupted() -> None:
        with database.writing(store.engine) as connection:
            connection.exec_driver_sql("update meta set value = value")
            goes(file)

    with pytest.raises(FileLost):
        interrupted()
    assert seqs(lost(store)) == [1]


@pytest.mark.parametrize("goes", [*GOING, None])
def test_what_was_saved_is_put_back_by_restore(
    store: Store, file: Path, goes: Callable[[Path], None] | None
) -> None:
    """Whatever stands there, and whoever's log is beside it."""
    store.write([event(1), event(2)])
    if goes is None:
        older = other(file.with_name("backup.sqlite3"), 1)
        older.rename(file)
    else:
        goes(file)
    writer, _ = writer_of(store)
    writer.start()
    assert not writer.stop()
    store.close()
    (saved,) = file.parent.glob("*.saved")
    backups.restore(saved, f"sqlite:///{file}", "backup", force=True)
    opened = Store.open(f"sqlite:///{file}", create=False)
    opened.write([event(3)])
    opened.close()
    assert seqs(file) == [1, 2, 3]


def test_a_file_that_is_put_back_goes_on_as_it_was(store: Store, file: Path) -> None:
    store.write([event(1)])
    move(file)
    with pytest.raises(FileLost):
        store.write([event(2)])
    lost(store)
    file.with_name("elsewhere.sqlite3").rename(file)
    store.recovery.look()
    store.write([event(2)])
    move(file)
    assert seqs(lost(store)) == [1, 2], "it is saved again"
    file.with_name("elsewhere.sqlite3").rename(file)
    store.close()
    assert seqs(file) == [1, 2]


def test_nobody_makes_an_empty_file_where_one_went(store: Store, file: Path) -> None:
    """A new connection would; and SQLite then takes the log away."""
    store.write([event(1)])
    file.unlink()
    kept = [store.engine.connect() for _ in range(1)]

    def connect() -> None:
        for _ in range(10):
            kept.append(store.engine.connect())

    with pytest.raises(FileLost):
        connect()
    assert not file.exists()
    assert log_of(file).exists()
    for connection in kept:
        connection.close()


def test_without_room_nothing_is_saved_and_nothing_is_lost(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write([event(1)])
    file.unlink()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreUnavailable, match="the only copy"):
            store.recovery.look()
    assert not list(file.parent.glob("*.saved*"))
    assert seqs(lost(store)) == [1]


def test_a_folder_that_is_on_another_disk_now_is_not_written_to(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stick that was pulled out leaves its mount point behind."""
    store.write([event(1)])
    file.unlink()
    adopted = database.file_of(store.engine)
    assert adopted is not None
    monkeypatch.setattr(type(adopted), "device", -1)
    with pytest.raises(FileLost, match="unmounted"):
        store.recovery.look()
    assert not list(file.parent.glob("*.saved*"))


# Replaced


def other(path: Path, *records: int) -> Path:
    """A database of Boardside with these events."""
    made = Store.open(f"sqlite:///{path}")
    made.write([event(seq) for seq in records])
    made.close()
    return path


@pytest.mark.parametrize("content", [None, b"Dear Sir or Madam", b""])
def test_another_file_is_never_written_to_and_the_open_one_is_saved(
    store: Store, file: Path, content: bytes | None
) -> None:
    store.write([event(1), event(2)])
    beside = file.with_name("backup.sqlite3")
    if content is None:
        other(beside, 1)
    else:
        beside.write_bytes(content)
    as_it_was = beside.read_bytes()
    beside.rename(file)
    with pytest.raises(FileLost, match="replaced"):
        store.write([event(9)])
    saved = lost(store)
    with pytest.raises(FileLost):
        store.write([event(3)])
    assert [row["seq"] for row in store.events()] == [1, 2], "who reads goes on reading the old one"
    store.close()
    assert file.read_bytes() == as_it_was
    assert seqs(saved) == [1, 2]
    assert sorted(each.name for each in file.parent.iterdir()) == [file.name, saved.name], "our log is gone"


def test_without_a_connection_to_save_with_no_record_is_refused(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, log = writer_of(store)
    writer.attempt([event(1)])
    move(file)
    writer.attempt([event(2)])
    with monkeypatch.context() as patch:

        def exhausted() -> None:
            raise exc.TimeoutError("QueuePool limit reached")

        patch.setattr(store.engine, "raw_connection", exhausted)
        assert not writer.attempt([event(2)])
    file.with_name("elsewhere.sqlite3").rename(file)
    assert writer.attempt([event(2)])
    assert log.rejects == []


# The writer


def test_a_writer_acknowledges_only_what_is_there(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.store.writer.RETRY_S", 0.01)
    writer, log = writer_of(store)
    writer.start()
    writer.submit(event(1))
    log.wait(lambda: log.seqs() == [1])
    move(file)
    writer.submit(event(2))
    log.wait(lambda: bool(log.troubles) and "boardside restore" in str(log.troubles[-1]))
    assert log.seqs() == [1]
    file.with_name("elsewhere.sqlite3").rename(file)
    log.wait(lambda: log.seqs() == [1, 2])
    assert log.troubles[-1] is None
    assert writer.stop()
    store.close()
    assert seqs(file) == [1, 2]


@pytest.mark.parametrize("goes", [*GOING, "replaced"])
def test_at_the_end_it_is_said_when_what_was_stored_is_not_there(
    store: Store, file: Path, goes: Callable[[Path], None] | str
) -> None:
    writer, log = writer_of(store)
    writer.start()
    writer.submit(event(1))
    log.wait(lambda: log.seqs() == [1])
    if isinstance(goes, str):
        file.unlink()
        file.write_text("Dear Sir or Madam")
    else:
        goes(file)
    assert not writer.stop()
    store.close()
    (saved,) = file.parent.glob("*.saved")
    assert str(saved) in str(log.troubles[-1])
    assert seqs(saved) == [1]
    assert not log_of(file).exists(), "it would be applied to whatever gets the name"


# Damage


def damaged(store: Store, file: Path) -> int:
    """Damages the first page of the events behind the program's back; returns the page's number."""
    long = "x" * 500
    store.write([event(seq, f'{{"seq":{seq},"kind":"play","x":"{long}"}}') for seq in range(1, 200)])
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'events'").fetchone()
    store.engine.dispose()
    with file.open("r+b") as opened:
        opened.seek((root - 1) * 4096)
        opened.write(b"\x99" * 4096)
    return int(root)


def test_damage_that_is_read_stops_all_writing(store: Store, file: Path) -> None:
    damaged(store, file)
    with pytest.raises(StoreDamaged, match="boardside restore --rescue"):
        store.events()
    with pytest.raises(StoreDamaged, match="is damaged"):
        store.notes.put("any", "thing")


def test_damage_is_found_by_the_check_and_named(store: Store, file: Path) -> None:
    store.check()
    damaged(store, file)
    with pytest.raises(StoreDamaged, match="damaged in events"):
        store.check()
    with pytest.raises(StoreDamaged):
        store.notes.put("any", "thing")


def test_damage_is_no_fault_of_the_records(store: Store, file: Path) -> None:
    """They are kept, and written when the file is whole again."""
    store.write([event(300)])
    store.engine.dispose()
    whole = file.read_bytes()
    damaged(store, file)
    writer, log = writer_of(store)
    assert not writer.attempt([event(301)])
    assert not writer.attempt([event(301)])
    assert "is damaged" in str(log.troubles[0])
    assert log.seqs() == [] == log.rejects
    store.engine.dispose()
    file.write_bytes(whole)
    assert writer.attempt([event(301)])
    assert log.troubles[-1] is None


def test_status_names_damage(store: Store, file: Path) -> None:
    damaged(store, file)
    assert "damaged in events" in str(store.health.trouble())
