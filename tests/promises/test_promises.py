"""What each released version wrote is read by this one: its database, archive, backup and journal."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect

from boardside.game import fold
from boardside.journal import Journal
from boardside.journal.ring import Ring
from host_tools.backup import backups
from host_tools.store import Store
from host_tools.store.database import open_engine, writing
from host_tools.store.preparing import upgrade_tables
from host_tools.store.tournament_schema import metadata
from host_tools.verify.command import verify_database
from tests.promises.writing import HERE, Nor, contents

VERSIONS = sorted(path for path in HERE.iterdir() if (path / "contents.json").is_file())

pytestmark = pytest.mark.parametrize("kept", VERSIONS, ids=lambda path: path.name)


def unzipped(file: Path) -> bytes:
    return gzip.decompress(file.read_bytes())


def database(kept: Path, folder: Path) -> str:
    """The address of a copy of the kept database."""
    (folder / "kept.sqlite3").write_bytes(unzipped(kept / "database.sqlite3.gz"))
    return f"sqlite:///{folder / 'kept.sqlite3'}"


@pytest.fixture
def opened(kept: Path, tmp_path: Path) -> Iterator[Store]:
    store = Store.open(database(kept, tmp_path))
    yield store
    store.close()


def test_its_database_opens_and_has_the_tables_of_today(opened: Store, kept: Path) -> None:
    with opened.engine.connect() as connection:
        options = {"compare_type": True, "compare_server_default": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []


def test_everything_in_its_database_is_found(opened: Store, kept: Path) -> None:
    assert contents(opened) == json.loads((kept / "contents.json").read_text())
    assert verify_database(opened).is_whole


def test_the_steps_from_nothing_make_its_tables(kept: Path, tmp_path: Path) -> None:
    """An archive's rows are inserted into tables of its version, which the next steps upgrade."""
    theirs, made = open_engine(database(kept, tmp_path)), open_engine(f"sqlite:///{tmp_path / 'new.sqlite3'}")
    with theirs.connect() as connection:
        version = int(connection.exec_driver_sql("select value from meta where key = 'schema'").scalar_one())
    with writing(made) as connection:
        upgrade_tables(connection, 0, version)
    columns = [
        {
            table: [(column["name"], str(column["type"])) for column in inspect(engine).get_columns(table)]
            for table in inspect(engine).get_table_names()
        }
        for engine in (theirs, made)
    ]
    assert columns[0] == columns[1]
    theirs.dispose()
    made.dispose()


def test_its_backup_is_restored(kept: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    backups.restore(kept / "backup.boardside", url, "backup")
    store = Store.open(url, create=False)
    assert contents(store) == json.loads((kept / "contents.json").read_text())
    store.close()


def test_its_archive_is_opened(kept: Path, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    backups.restore(kept / "archive.boardside", url, "tournament")
    store = Store.open(url, create=False)
    everything = json.loads((kept / "contents.json").read_text())
    own = [match for match in everything["matches"] if match["match"].startswith("open-2026")]
    found = contents(store)
    assert found["matches"] == own
    rows = found["rows"]
    assert {name: rows[name] for name in ("players", "entries", "fixtures")} == {
        name: everything["rows"][name] for name in ("players", "entries", "fixtures")
    }
    assert verify_database(store).is_whole
    store.close()


def test_its_journal_is_read_and_goes_on(kept: Path) -> None:
    events = [json.loads(line) for line in (kept / "journal.jsonl").read_text().splitlines()]
    journal = Journal(Ring(Nor(image=bytearray(unzipped(kept / "journal.ring.gz")))), lambda: 0)
    assert list(journal.read()) == events
    assert not journal.damaged
    folded = fold.fold(journal.read)
    assert folded.state.confirmed
    assert journal.append({"kind": "boot"})["seq"] == events[-1]["seq"] + 1
