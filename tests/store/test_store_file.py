"""The file under an open SQLite database: deleted, moved, replaced, its log deleted, its pages damaged. What
was committed is restored, or is not reported as stored.
"""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import exc
from store_records import event, writer_of

from host_tools.store import Store, database
from host_tools.store.reasons import FileLost, StoreDamaged, StoreUnavailable


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "hall.sqlite3"


def said(store: Store) -> str:
    """What people are told of the repair."""
    assert store.mending.done.said is not None
    return str(store.mending.done.said)


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


@pytest.mark.parametrize("goes", GOING)
def test_what_went_is_not_said_to_be_stored_and_is_written_again(
    store: Store, file: Path, goes: Callable[[Path], None]
) -> None:
    store.write([event(1)])
    goes(file)
    with pytest.raises(FileLost, match="Nothing is acknowledged") as caught:
        store.write([event(2)])
    assert caught.value.reason in ("file_gone", "log_gone")
    store.mending.mend()
    assert "all of it was written" in said(store)
    store.write([event(2), event(3)])
    assert [row["seq"] for row in store.events()] == [1, 2, 3]
    store.require_kept()
    store.close()
    assert seqs(file) == [1, 2, 3]
    assert file.stat().st_mode & 0o777 == 0o600


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
    store.mending.mend()
    store.write([event(2)])
    store.close()
    assert seqs(file) == [1, 2]


def test_a_file_that_is_put_back_goes_on_as_it_was(store: Store, file: Path) -> None:
    store.write([event(1)])
    move(file)
    with pytest.raises(FileLost):
        store.write([event(2)])
    file.with_name("elsewhere.sqlite3").rename(file)
    store.mending.mend()
    store.write([event(2)])
    assert store.mending.done.said is None
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


def test_rights_and_name_are_those_of_before(store: Store, file: Path) -> None:
    store.close()
    file.chmod(0o640)
    link = file.with_name("link.sqlite3")
    link.symlink_to(file)
    linked = Store.open(f"sqlite:///{link}")
    linked.write([event(1)])
    file.unlink()
    with pytest.raises(FileLost):
        linked.write([event(2)])
    linked.mending.mend()
    linked.write([event(2)])
    linked.close()
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o640
    assert seqs(file) == [1, 2]


def test_without_room_it_is_not_written_again_and_nothing_is_lost(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write([event(1)])
    file.unlink()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreUnavailable, match="the only copy"):
            store.mending.mend()
    assert not file.exists()
    store.mending.mend()
    store.close()
    assert seqs(file) == [1]


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
        store.mending.mend()
    assert not file.exists()


# Replaced


def other(path: Path, *records: int) -> Path:
    """A database of Boardside with these events."""
    made = Store.open(f"sqlite:///{path}")
    made.write([event(seq) for seq in records])
    made.close()
    return path


def replaced(store: Store) -> Path:
    with pytest.raises(FileLost, match="replaced") as caught:
        store.write([event(9)])
    assert caught.value.reason == "file_replaced"
    store.mending.mend()
    saved = store.mending.done.saved
    assert saved is not None
    return saved


def test_another_database_is_never_written_to_and_the_old_one_is_saved(store: Store, file: Path) -> None:
    older = other(file.with_name("backup.sqlite3"), 1)
    store.write([event(1), event(2)])
    older.rename(file)
    saved = replaced(store)
    assert not store.mending.done.may_begin_anew, "it is looked at twice: it may be being copied"
    store.mending.mend()
    assert store.mending.done.may_begin_anew
    assert str(saved) in said(store)
    with pytest.raises(FileLost):
        store.write([event(3)])
    assert [row["seq"] for row in store.events()] == [1, 2], "who reads goes on reading the old one"
    store.close()
    assert seqs(file) == [1], "our log was not applied to it"
    assert seqs(saved) == [1, 2]
    assert saved.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in file.parent.iterdir()) == [file.name, saved.name]


def test_what_is_no_database_is_not_begun_with(store: Store, file: Path) -> None:
    store.write([event(1)])
    whole = file.read_bytes()
    for content in (b"Dear Sir or Madam", b"", whole[:6000]):
        file.unlink()
        file.write_bytes(content)
        replaced(store)
        store.mending.mend()
        assert not store.mending.done.may_begin_anew
    file.unlink()
    store.mending.mend()
    store.write([event(2)])
    store.close()
    assert seqs(file) == [1, 2], "when that is taken away, ours is written again"


def test_what_was_put_back_and_is_replaced_again_is_saved_again(store: Store, file: Path) -> None:
    store.write([event(1)])
    for number in (2, 3):
        move(file)
        file.write_text("Dear Sir or Madam")
        saved = replaced(store)
        file.with_name("elsewhere.sqlite3").rename(file)
        store.mending.mend()
        store.write([event(number)])
    assert seqs(saved) == [1, 2]
    store.close()
    assert seqs(file) == [1, 2, 3]


def test_without_a_connection_to_mend_with_no_record_is_refused(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, log = writer_of(store)
    writer.attempt([event(1)])
    file.unlink()
    writer.attempt([event(2)])
    with monkeypatch.context() as patch:

        def exhausted() -> None:
            raise exc.TimeoutError("QueuePool limit reached")

        patch.setattr(store.engine, "raw_connection", exhausted)
        assert not writer.attempt([event(2)])
    assert writer.attempt([event(2)])
    assert log.rejects == []


STRANGER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("INSERT INTO meta VALUES ('theirs', 'yes')")
print("written", flush=True)
sys.stdin.read()
"""


def test_a_log_that_another_program_began_is_put_aside_with_its_file(store: Store, file: Path) -> None:
    store.write([event(1)])
    with store.engine.connect() as checkpoint:
        checkpoint.exec_driver_sql("COMMIT")
        checkpoint.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        checkpoint.exec_driver_sql("BEGIN")
    store.write([event(2)])
    delete_log(file)
    delete_index(file)
    stranger = subprocess.Popen(
        [sys.executable, "-c", STRANGER, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert stranger.stdout is not None
    assert stranger.stdout.readline() == b"written\n"
    with pytest.raises(FileLost) as caught:
        store.write([event(3)])
    assert caught.value.reason == "log_gone"
    store.mending.mend()
    stranger.communicate()
    store.write([event(3)])
    store.close()
    assert seqs(file) == [1, 2, 3]
    aside = file.with_name("hall.sqlite3.aside")
    assert str(aside) in said(store)
    with closing(sqlite3.connect(aside)) as theirs:
        assert theirs.execute("SELECT value FROM meta WHERE key = 'theirs'").fetchone() == ("yes",)


# The writer


def test_a_writer_acknowledges_only_what_is_there_and_mends(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.store.writer.RETRY_S", 0.01)
    writer, log = writer_of(store)
    writer.start()
    writer.submit(event(1))
    log.wait(lambda: log.seqs() == [1])
    file.unlink()
    writer.submit(event(2))
    log.wait(lambda: log.seqs() == [1, 2])
    assert [why and "deleted" in str(why) for why in log.troubles] == [True, None]
    assert writer.stop()
    store.close()
    assert seqs(file) == [1, 2]


def test_a_writer_mends_before_it_tries_again(store: Store, file: Path) -> None:
    writer, log = writer_of(store)
    assert writer.attempt([event(1)])
    file.unlink()
    assert not writer.attempt([event(2)])
    assert log.seqs() == [1]
    assert writer.attempt([event(2)])
    assert log.seqs() == [1, 2]


def test_at_the_end_what_went_is_written_again(store: Store, file: Path) -> None:
    writer, log = writer_of(store)
    writer.start()
    writer.submit(event(1))
    log.wait(lambda: log.seqs() == [1])
    file.unlink()
    assert writer.stop()
    store.close()
    assert seqs(file) == [1]


def test_at_the_end_it_is_said_when_what_was_stored_is_not_there(store: Store, file: Path) -> None:
    writer, log = writer_of(store)
    writer.start()
    writer.submit(event(1))
    log.wait(lambda: log.seqs() == [1])
    file.unlink()
    file.write_text("Dear Sir or Madam")
    assert not writer.stop()
    assert "replaced" in str(log.troubles[-1])


def test_who_ends_in_the_middle_of_it_loses_nothing(store: Store, file: Path) -> None:
    """It went, and the writer waits to try again, when it is told to end."""
    writer, log = writer_of(store)
    store.write([event(1)])
    file.unlink()
    writer.submit(event(2))
    writer.start()
    log.wait(lambda: bool(log.troubles))
    writer.stop()
    store.close()
    assert 1 in seqs(file)


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
