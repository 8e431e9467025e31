"""`boardside backup` and `restore` (host_tools/backup/backups.py), on SQLite."""

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from kept import hall
from typer.testing import CliRunner

from host_tools import cli
from host_tools.backup import backups, staging
from host_tools.backup.reasons import CareError
from host_tools.store import Store
from host_tools.store.database import now_ms, reading
from host_tools.store.rows import CollectorRecord
from host_tools.store.tournament_schema import metadata
from host_tools.verify.command import verify_database

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = hall(tmp_path)
    yield made
    made.close()


def contents(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    with reading(store.engine) as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(table.select()).all()), key=repr)
            for table in metadata.sorted_tables
        }


def running(store: Store) -> None:
    values = {"pid": 4711, "host": "laptop", "started_at": 1, "seen_at": now_ms()}
    store.write([CollectorRecord("c1", values)])
    store.at_work.begin()


def test_what_was_backed_up_comes_back(store: Store, tmp_path: Path) -> None:
    expected = contents(store)
    file = tmp_path / "copy.sqlite3"
    counted = backups.back_up(store, file, NOON)
    assert counted["events"] == len(expected["events"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    url = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    assert backups.restore(file, url, "backup") == counted
    again = Store.open(url, create=False)
    assert contents(again) == expected
    assert verify_database(again).is_whole
    again.close()
    assert [file.name for file in tmp_path.iterdir() if "copy" in file.name] == ["copy.sqlite3"]


def test_a_backup_is_made_while_somebody_writes(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(str(store.engine.url.database))) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO meta VALUES ('half', 'done')")
        backups.back_up(store, tmp_path / "copy.sqlite3", NOON)
        writer.rollback()
    with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
        assert copy.execute("SELECT count(*) FROM meta WHERE key = 'half'").fetchone() == (0,)


def test_nothing_is_overwritten_unless_forced(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    file.write_text("precious")
    with pytest.raises(CareError, match="exists"):
        backups.back_up(store, file, NOON)
    assert file.read_text() == "precious"
    backups.back_up(store, file, NOON, force=True)
    with pytest.raises(CareError, match="exists"):
        backups.restore(file, str(store.engine.url), "backup")


@pytest.mark.usefixtures("stopped_clock")
def test_nothing_is_restored_under_a_running_collector(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    backups.back_up(store, file, NOON)
    running(store)
    with pytest.raises(CareError, match="process 4711 on laptop"):
        backups.restore(file, str(store.engine.url), "backup", force=True)
    store.at_work.end()


@pytest.mark.usefixtures("stopped_clock")
def test_a_backup_made_while_collecting_can_be_restored_at_once(store: Store, tmp_path: Path) -> None:
    running(store)
    file = tmp_path / "copy.sqlite3"
    backups.back_up(store, file, NOON)
    url = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    backups.restore(file, url, "backup")
    again = Store.open(url, create=False)
    store.at_work.end()
    assert again.collectors() == []  # those are of the hall it was made in
    again.close()


def test_a_forced_restore_takes_the_place_of_what_is_there(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    backups.back_up(store, file, NOON)
    expected = contents(store)
    store.hall.set_shift(5)
    store.close()
    backups.restore(file, str(store.engine.url), "backup", force=True)
    again = Store.open(str(store.engine.url), create=False)
    assert contents(again) == expected
    again.close()


@pytest.mark.parametrize("damage", ["cut", "noise", "text"])
def test_a_damaged_backup_changes_nothing(store: Store, tmp_path: Path, damage: str) -> None:
    file = tmp_path / "copy.sqlite3"
    backups.back_up(store, file, NOON)
    whole = file.read_bytes()
    if damage == "cut":
        file.write_bytes(whole[: len(whole) // 2])
    elif damage == "noise":
        file.write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    else:
        file.write_text("Dear diary")
    target = tmp_path / "again.sqlite3"
    with pytest.raises(Exception, match=r"damaged|no archive"):
        backups.restore(file, f"sqlite:///{target}", "backup")
    assert not target.exists()
    assert not list(tmp_path.glob(".boardside-*"))


def test_a_servers_backup_is_an_archive_that_sqlite_takes(store: Store, tmp_path: Path) -> None:
    """The way of PostgreSQL, taken with the rows of this database."""
    file = tmp_path / "hall.boardside"
    counted = backups._server(store, file, NOON)
    url = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    assert backups.restore(file, url, "backup") == counted
    again = Store.open(url, create=False)
    assert contents(again) == contents(store)
    again.close()


def test_rows_are_poured_into_another_database_in_one_piece(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "copy.sqlite3"
    backups.back_up(store, file, NOON)
    other = Store.open(f"sqlite:///{tmp_path / 'other.sqlite3'}")
    with staging.staged(file, "backup") as source:
        staging.pour(source, other)
    assert contents(other) == contents(store)
    other.close()


def test_the_commands(store: Store, tmp_path: Path) -> None:
    file, url = str(tmp_path / "copy.sqlite3"), str(store.engine.url)
    made = CliRunner().invoke(cli.build("backup"), ["backup", file, "--db", url])
    assert made.exit_code == 0
    assert "checked. It holds the tables' keys" in made.stdout
    again = CliRunner().invoke(cli.build("backup"), ["backup", file, "--db", url])
    assert (again.exit_code, "--force" in again.stderr) == (2, True)
    other = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    back = CliRunner().invoke(cli.build("restore"), ["restore", file, "--db", other])
    assert (back.exit_code, "8 players" in back.stdout) == (0, True)
    none = CliRunner().invoke(cli.build("restore"), ["restore", str(tmp_path / "none"), "--db", other])
    assert none.exit_code == 2
