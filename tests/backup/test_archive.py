"""`boardside archive` and `open` (host_tools/backup/portable.py, portable.py)."""

import json
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from kept import KEY, MATCH, hall
from typer.testing import CliRunner

from host_tools import cli
from host_tools.backup import backups, portable
from host_tools.backup.reasons import CareError
from host_tools.exports import event_report
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import SCHEMA_VERSION
from host_tools.verify.command import verify_database

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = hall(tmp_path)
    yield made
    made.close()


@pytest.fixture
def file(store: Store, tmp_path: Path) -> Path:
    target = tmp_path / "open-2026.boardside"
    portable.archive(store, "open-2026", target, NOON)
    return target


def altered(file: Path, change: dict[str, Any] | None = None, **rows: bytes) -> Path:
    """A copy of the archive with another manifest or with other rows."""
    target = file.with_name("altered.boardside")
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = rows.get(name.removesuffix(".jsonl"), old.read(name))
            if name == portable.MANIFEST and change is not None:
                content = json.dumps({**json.loads(content), **change}).encode()
            new.writestr(name, content)
    return target


def test_an_archive_holds_the_tournament_and_its_record(file: Path) -> None:
    with portable.opened(file) as archive:
        assert archive.manifest.about == "Open 2026 (open-2026)"
        assert archive.manifest.tables["players"] == 8
        assert archive.manifest.tables["fixtures"] == 16
        assert {row["match"] for row in archive.rows("events")} == {MATCH}
        assert {row["match"] for row in archive.rows("matches")} == {MATCH}


def test_no_key_password_or_token_is_in_it(file: Path) -> None:
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        everything = b"".join(archive.read(name) for name in names)
    assert not names & {
        f"{name}.jsonl" for name in ("keys", "admins", "logins", "tokens", "acts", "commands")
    }
    assert KEY.hex().encode() not in everything


def test_it_opens_as_a_database_that_all_commands_read(store: Store, file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    backups.restore(file, url, "tournament")
    again = Store.open(url, create=False)
    with reading(store.engine) as connection, reading(again.engine) as restored:
        reports, restored_reports = event_report.read(connection), event_report.read(restored)
    assert reports == restored_reports
    assert [report.standings for report in reports] == [report.standings for report in restored_reports]
    report = verify_database(again)
    assert report.is_whole, report.findings
    [match] = report.matches
    assert (match.match, match.seal) == (MATCH, "unknown")  # its key is not in the archive
    again.close()


def test_the_same_tournament_and_moment_give_the_same_bytes(store: Store, file: Path) -> None:
    before = file.read_bytes()
    portable.archive(store, "open-2026", file, NOON, force=True)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"version": 2}, "newer Boardside"),
        ({"schema": 99}, "newer Boardside"),
        ({"format": "something"}, "no archive of Boardside"),
        ({"tables": {}}, "no tournament"),
        ({"tables": {"players": {"rows": 8, "sha256": "0"}}}, "players is not what was written"),
    ],
)
def test_what_cannot_be_opened_is_said(file: Path, tmp_path: Path, change: dict[str, Any], says: str) -> None:
    url = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    with pytest.raises(CareError, match=says):
        backups.restore(altered(file, change), url, "tournament")
    assert not (tmp_path / "again.sqlite3").exists()


def test_a_changed_row_is_found_out(file: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'again.sqlite3'}"
    with pytest.raises(CareError, match="damaged: players"):
        backups.restore(altered(file, players=b"{}\n"), url, "tournament")


def test_rows_that_fit_no_table_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "odd.boardside"
    portable.write(
        file, {"players": [{"shoe": 43}]}, kind="tournament", schema=SCHEMA_VERSION, about="odd", at=NOON
    )
    with pytest.raises(CareError, match="do not fit"):
        backups.restore(file, f"sqlite:///{tmp_path / 'again.sqlite3'}", "tournament")
    assert not (tmp_path / "again.sqlite3").exists()


def test_the_commands(store: Store, tmp_path: Path) -> None:
    url, file = str(store.engine.url), str(tmp_path / "o.boardside")
    made = CliRunner().invoke(cli.build("backup"), ["backup", file, "-t", "open-2026", "--db", url])
    assert (made.exit_code, "It holds the players' names" in made.stdout) == (0, True)
    none = CliRunner().invoke(
        cli.build("backup"), ["backup", str(tmp_path / "x"), "-t", "other", "--db", url]
    )
    assert (none.exit_code, "no tournament 'other'" in none.stderr) == (2, True)
    assert not (tmp_path / "x.part").exists()
    nowhere = CliRunner().invoke(cli.build("backup"), ["backup", "/no/x", "-t", "open-2026", "--db", url])
    assert (nowhere.exit_code, "/no/x cannot be written" in nowhere.stderr) == (2, True)
    hall = {"BOARDSIDE_DB": f"sqlite:///{tmp_path / 'other.sqlite3'}"}
    seen = CliRunner().invoke(cli.build("restore"), ["restore", file, "--archive", "--force"], env=hall)
    assert not (tmp_path / "other.sqlite3").exists(), "the variable names the hall's database"
    assert (seen.exit_code, "8 players" in seen.stdout) == (0, True)
    assert (tmp_path / "o.sqlite3").exists()
    twice = CliRunner().invoke(cli.build("restore"), ["restore", file, "--archive"])
    assert (twice.exit_code, "exists" in twice.stderr) == (2, True)
