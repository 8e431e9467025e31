"""Writes what later versions must read: a database, an archive, a backup, a journal."""

import gzip
import json
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from host_tools.backup import backups, portable, staging
from host_tools.store import Store

ROOT = Path(__file__).resolve().parents[2]
for folder in ("portable", "portable/journal", "backup", "audit"):
    sys.path.insert(0, str(ROOT / "tests" / folder))

from kept import hall  # noqa: E402
from nor import Nor  # noqa: E402
from umpire import Umpire, scripted  # noqa: E402

from boardside.journal.ring import Ring  # noqa: E402

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
HERE = Path(__file__).resolve().parent
FOLDER = HERE / "1.0"
TOURNAMENT = "open-2026"


def write(folder: Path) -> None:
    """Write all files of this version into `folder`."""
    folder.mkdir(exist_ok=True)
    _databases(folder)
    _journal(folder)


def _databases(folder: Path) -> None:
    with tempfile.TemporaryDirectory() as made:
        store = hall(Path(made))
        counts = contents(store)
        portable.archive(store, TOURNAMENT, folder / "archive.boardside", NOON, force=True)
        (folder / "backup.boardside").unlink(missing_ok=True)
        backups._server(store, folder / "backup.boardside", NOON)  # of a server: one of SQLite is a database
        copy = Path(made) / "copy.sqlite3"
        backups.back_up(store, copy, NOON)
        store.close()
        _zip(folder / "database.sqlite3.gz", copy.read_bytes())
    (folder / "contents.json").write_text(json.dumps(counts, indent=1, sort_keys=True) + "\n")


def _journal(folder: Path) -> None:
    device = Nor(6)
    umpire = Umpire(Ring(device))
    umpire.play(scripted())
    _zip(folder / "journal.ring.gz", bytes(device.image))
    lines = "".join(json.dumps(event, sort_keys=True) + "\n" for event in umpire.accepted)
    (folder / "journal.jsonl").write_text(lines)


def _zip(path: Path, data: bytes) -> None:
    path.write_bytes(gzip.compress(data, mtime=0))


def contents(store: Store) -> dict[str, object]:
    """What a version must find in the database: the numbers of rows, and each match with its result."""
    with store.engine.connect() as connection:
        rows = staging.counts(connection)
    del rows["meta"]  # notes: a copy has one that says when it was made
    names = ("match", "table", "names", "phase", "official", "winner", "confirmed", "seal")
    matches = [{name: row[name] for name in names} for row in store.matches()]
    return {"rows": rows, "matches": matches}
