"""The backups that a running collector makes (host_tools/backup/regular.py), and what a restore says."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from kept import hall
from typer.testing import CliRunner

from host_tools import cli
from host_tools.backup import regular
from host_tools.backup.reasons import CareError
from host_tools.backup.regular import KEPT, RETRY_MS, RegularBackups
from host_tools.store import Store
from host_tools.store.database import now_ms
from host_tools.store.meta_values import BackupState, latest_restore, read_backup_state
from tests.refusals import refused

MINUTE = 60_000
EVERY = 5 * MINUTE


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = hall(tmp_path)
    yield made
    made.close()


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def state_of(store: Store) -> BackupState:
    state = read_backup_state(store.notes)
    assert state is not None
    return state


def run(command: str, *words: object) -> str:
    asked = [command, *map(str, words)]
    done = CliRunner(env={"COLUMNS": "200"}).invoke(cli.build(command), asked)
    assert done.exit_code == 0, done.output
    return done.output


def test_one_is_made_at_once_and_then_at_each_interval_and_the_last_ten_stay(
    store: Store, stick: Path
) -> None:
    backups = RegularBackups(store, stick, EVERY)
    for now in range(0, 13 * EVERY, MINUTE):
        backups.step(now)
    files = sorted(path.name for path in stick.iterdir())
    assert len(files) == KEPT
    assert [int(name.split("-")[1]) for name in files] == list(range(4, 14))
    assert Path(state_of(store).file).name == files[-1]
    for path in stick.iterdir():
        with closing(sqlite3.connect(path)) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_other_files_of_the_folder_are_left(store: Store, stick: Path) -> None:
    for name in ("notes.txt", "boardside-hall.sqlite3", "boardside-0001.sqlite3"):
        (stick / name).write_text("mine")
    (stick / "boardside-0001-20260312-0900.sqlite3.part").write_text("half of one")
    backups = RegularBackups(store, stick, EVERY)
    for turn in range(12):
        backups.step(turn * EVERY)
    assert [path.name for path in stick.iterdir() if path.read_bytes() == b"mine"]
    assert not list(stick.glob("*.part"))
    assert len([path for path in stick.iterdir() if path.read_bytes() == b"mine"]) == 3


def test_a_stick_that_is_pulled_is_told_and_taken_up_again(store: Store, stick: Path, tmp_path: Path) -> None:
    backups = RegularBackups(store, stick, EVERY)
    backups.step(0)
    away = tmp_path / "in a pocket"
    stick.rename(away)
    backups.step(MINUTE)  # none is due yet, it is told all the same
    problem = state_of(store).problem
    assert problem is not None
    assert problem["reason"] == "backup_folder_away"
    assert store.notes.remarks(now_ms())
    away.rename(stick)
    backups.step(MINUTE + 1)
    assert state_of(store).problem is None
    assert len(list(stick.iterdir())) == 2
    assert not store.notes.remarks(now_ms())


def test_an_empty_mount_point_is_no_stick(
    store: Store, stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disks = {stick: 2}
    monkeypatch.setattr(regular, "disk_of", lambda path: disks.get(path, 1))
    RegularBackups(store, stick, EVERY).step(0)
    assert state_of(store).is_apart
    disks.clear()
    RegularBackups(store, stick, EVERY).step(EVERY)  # also after a restart of the collector
    problem = state_of(store).problem
    assert problem is not None
    assert problem["reason"] == "backup_folder_away"
    assert len(list(stick.iterdir())) == 1


def test_a_full_disk_is_told_and_tried_again_and_the_older_ones_stay(
    store: Store, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = RegularBackups(store, stick, EVERY)
    backups.step(0)

    def full(*_: object, **__: object) -> None:
        raise CareError("not_writable", file="stick", why="No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(regular, "back_up", full)
        backups.step(EVERY)
        assert state_of(store).problem is not None
        backups.step(EVERY + 1)
    assert state_of(store).made_at is not None
    backups.step(EVERY + RETRY_MS)
    assert state_of(store).problem is None
    assert len(list(stick.iterdir())) == 2


def test_a_clock_that_runs_backwards_deletes_no_newer_backup(
    store: Store, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = RegularBackups(store, stick, EVERY)
    for turn in range(KEPT):
        backups.step(turn * EVERY)
    monkeypatch.setattr(regular, "now_ms", lambda: 1_000)
    backups.step(KEPT * EVERY)
    assert Path(state_of(store).file).exists()
    assert int(Path(state_of(store).file).name.split("-")[1]) == KEPT + 1


def test_a_collector_without_a_folder_says_that_there_are_none(store: Store, stick: Path) -> None:
    RegularBackups(store, stick, EVERY).step(0)
    RegularBackups(store, None, EVERY).step(0)
    assert read_backup_state(store.notes) is None
    with refused("no_backup_folder", CareError):
        regular.make(store)


def test_the_command_makes_one_more(store: Store, stick: Path) -> None:
    RegularBackups(store, stick, EVERY).step(0)
    assert str(stick) in run("backup", "--db", store.engine.url)
    assert len(list(stick.iterdir())) == 2


@pytest.mark.usefixtures("clock_at_noon")
def test_a_restored_database_says_from_when_it_is(store: Store, stick: Path, tmp_path: Path) -> None:
    store.admins.act("organiser", "tournament new")
    last = store.admins.acts(limit=1)[0]["id"]
    RegularBackups(store, stick, EVERY).step(0)
    made_at = state_of(store).made_at
    store.admins.act("organiser", "this is lost")
    url = f"sqlite:///{tmp_path / 'second laptop.sqlite3'}"
    run("restore", state_of(store).file, "--db", url)
    again = Store.open(url, create=False)
    restored = latest_restore(again.admins, now_ms())
    again.close()
    assert restored is not None
    assert (restored.as_of, restored.act) == (made_at, last)
    assert f"act {last}" in run("status", "--db", url)


def test_a_mere_copy_is_as_of_what_was_stored_last(store: Store, tmp_path: Path) -> None:
    store.admins.act("organiser", "tournament new", at=now_ms() + 5)
    newest = store.health.newest_ms()
    store.close()
    url = f"sqlite:///{tmp_path / 'other.sqlite3'}"
    run("restore", store.engine.url.database, "--db", url)
    again = Store.open(url, create=False)
    restored = latest_restore(again.admins, now_ms())
    again.close()
    assert restored is not None
    assert restored.as_of == newest
