"""The file of an archive: a zip with a manifest and one file of JSON lines for each table
(docs/organiser/paper.md).

The file does not depend on a database program, and people can read it. The manifest has the schema version of
the rows, their numbers, and the SHA-256 of each table's file. A damaged archive is refused before it is used.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Select, and_, or_, select

from host_tools.backup.reasons import CareError
from host_tools.outside import json_text, zip_file
from host_tools.outside.files import replacing
from host_tools.outside.zip_file import ZipError, ZipReader
from host_tools.store import Store
from host_tools.store import tournament_schema as schema
from host_tools.store.database import at_leisure, reading
from host_tools.store.journals import ARCHIVE_OF
from host_tools.store.rows import AnyRow
from host_tools.store.schema import (
    SCHEMA_VERSION,
    conflicts,
    events,
    journal_owners,
    journal_stops,
    matches,
)
from host_tools.tournament.model import finding
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Tournament

FORMAT = "boardside archive"
#: The version of the file format, not of the tables. It is raised when older versions cannot open new files.
VERSION = 1
MANIFEST = "manifest.json"
_MANIFEST_MOST = 2**20
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Manifest:
    """The manifest of a file. kind: "backup" or "tournament"; about: words for people; tables: the number of
    rows by table name.
    """

    kind: str
    schema: int
    about: str
    made_at: str
    tables: Mapping[str, int]
    hashes: Mapping[str, str]


def write(
    path: Path, tables: Mapping[str, Iterable[Row]], *, kind: str, schema: int, about: str, at: datetime
) -> Manifest:
    """Write a file. The same rows and the same time give the same bytes. Raises CareError."""
    stamp = max(at.astimezone(UTC), datetime(1980, 1, 1, tzinfo=UTC))
    counts: dict[str, int] = {}
    hashes: dict[str, str] = {}
    try:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for name, rows in tables.items():
                counts[name], hashes[name] = _write_table(file, name, rows, stamp)
            manifest = Manifest(kind, schema, about, stamp.isoformat(timespec="seconds"), counts, hashes)
            document = {
                "format": FORMAT,
                "version": VERSION,
                "kind": kind,
                "schema": schema,
                "about": about,
                "made_at": manifest.made_at,
                "tables": {name: {"rows": counts[name], "sha256": hashes[name]} for name in counts},
            }
            file.writestr(_entry(MANIFEST, stamp), json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    except OSError as error:
        raise CareError("not_writable", file=str(path), why=error.strerror or str(error)) from error
    return manifest


def _entry(name: str, stamp: datetime) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, stamp.timetuple()[:6])
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o600 << 16
    return entry


def _write_table(file: zipfile.ZipFile, name: str, rows: Iterable[Row], stamp: datetime) -> tuple[int, str]:
    digest, count = hashlib.sha256(), 0
    with file.open(_entry(f"{name}.jsonl", stamp), "w", force_zip64=True) as out:
        for row in rows:
            line = json.dumps(dict(row), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            digest.update(line)
            out.write(line)
            count += 1
    return count, digest.hexdigest()


class Archive:
    """An open archive. `opened` has read the manifest and called `check`."""

    def __init__(self, path: Path, file: ZipReader, manifest: Manifest) -> None:
        self._path = path
        self._file = file
        self.manifest = manifest

    def rows(self, table: str) -> Iterator[AnyRow]:
        """The rows of one table in the file's order; none when the table is not in the file."""
        if table not in self.manifest.tables:
            return
        for number, line in enumerate(self._file.lines(f"{table}.jsonl"), start=1):
            try:
                yield json_text.value(line)
            except json.JSONDecodeError as error:
                why = f"{table}, line {number}: {error.msg}"
                raise CareError("rows_do_not_fit", file=str(self._path), why=why) from error

    def check(self) -> None:
        """Compare every table's rows with the SHA-256 in the manifest. Raises CareError when they differ."""
        for name, expected in self.manifest.hashes.items():
            digest = hashlib.sha256()
            for block in self._file.blocks(f"{name}.jsonl"):
                digest.update(block)
            if digest.hexdigest() != expected:
                raise CareError("part_damaged", file=str(self._path), part=name)


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """Open and check a file. Raises CareError when it is damaged, newer, or not an archive."""
    try:
        with zip_file.opened(path) as file:
            archive = Archive(path, file, _manifest(path, file))
            archive.check()
            yield archive
    except OSError as error:
        raise CareError("not_readable", file=str(path), why=error.strerror or str(error)) from error
    except ZipError as error:
        if error.is_too_large:
            raise CareError("too_large_for_archive", file=str(path), why=str(error)) from error
        raise CareError("no_archive", file=str(path), why=str(error)) from error


def _manifest(path: Path, file: ZipReader) -> Manifest:
    try:
        manifest = json_text.value(file.read(MANIFEST, _MANIFEST_MOST))
        if manifest["format"] != FORMAT:
            raise ValueError(manifest["format"])
        if manifest["version"] > VERSION:
            raise CareError("archive_of_newer", file=str(path), version=manifest["version"], own=VERSION)
        tables = {name: int(table["rows"]) for name, table in manifest["tables"].items()}
        hashes = {name: str(table["sha256"]) for name, table in manifest["tables"].items()}
        kind, about, made_at = (str(manifest[name]) for name in ("kind", "about", "made_at"))
        return Manifest(kind, int(manifest["schema"]), about, made_at, tables, hashes)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = str(error)[:200]
        raise CareError("no_manifest", file=str(path), manifest=MANIFEST, why=why) from error


# The target file of a backup or an archive


@contextmanager
def written(store: Store, target: Path, force: bool) -> Iterator[Path]:
    """A temporary file beside `target` for a copy of `store`; only its owner can read it. It gets the name
    `target` when the block ends, and is deleted when the block fails.

    Raises CareError, also when `target` exists and `force` is false.
    """
    _refuse(store, target, force)
    try:
        with replacing(target, is_private=True) as part:
            yield part
    except OSError as error:
        raise CareError("not_writable", file=str(target), why=error.strerror or str(error)) from error


def _refuse(store: Store, target: Path, force: bool) -> None:
    """Raise CareError when `target` is the database, a folder, or (without `force`) an existing file."""
    if store.engine.dialect.name == "sqlite":
        database = Path(store.engine.url.database or "").resolve()
        if target.resolve() in (database, *(Path(f"{database}{end}") for end in ("-wal", "-shm"))):
            raise CareError("target_is_database", file=str(target))
    if target.is_dir():
        raise CareError("target_is_folder", file=str(target))
    if target.exists() and not force:
        raise CareError("target_exists", file=str(target))


#: The number of event ranges in one query; SQLite accepts a thousand terms.
_RANGES_AT_ONCE = 100


def archive(store: Store, key: str | None, target: Path, at: datetime, *, force: bool = False) -> Manifest:
    """Write the tournament `key` (None: the only one) with its entries, draw, results, and the record of all
    of its matches. The file does not contain keys of tables, passwords, tokens, and the log of acts (`acts`).

    Raises CareError, also when the file exists and `force` is false, and StoreError.
    """
    with written(store, target, force) as part:
        with reading(store.engine) as connection:
            at_leisure(connection)
            try:
                tournament = finding.tournament(Book(connection), key)
            except DeskError as error:
                raise CareError("tournament_refused", why=error.to_json()) from error
            about = f"{tournament.name} ({tournament.key})"
            tables = _tables(connection, tournament)
            write(part, tables, kind="tournament", schema=SCHEMA_VERSION, about=about, at=at)
        with opened(part) as archived:
            return archived.manifest


def _tables(connection: Connection, tournament: Tournament) -> dict[str, Iterable[Row]]:
    """The rows of each table, in an order in which they can be inserted. They are read lazily."""
    in_tournament = schema.competitions.c.tournament_id == tournament.id
    competitions = select(schema.competitions.c.id).where(in_tournament)
    in_event = schema.entries.c.competition_id.in_(competitions)
    entries = select(schema.entries.c.id).where(in_event)
    stages = select(schema.stages.c.id).where(schema.stages.c.competition_id.in_(competitions))
    fixtures = select(schema.fixtures.c.id).where(schema.fixtures.c.competition_id.in_(competitions))
    wanted = {
        schema.tournaments: schema.tournaments.c.id == tournament.id,
        schema.players: schema.players.c.tournament_id == tournament.id,
        schema.competitions: in_tournament,
        schema.entries: in_event,
        schema.entry_players: schema.entry_players.c.entry_id.in_(entries),
        schema.stages: schema.stages.c.competition_id.in_(competitions),
        schema.fixtures: schema.fixtures.c.competition_id.in_(competitions),
        schema.corrections: schema.corrections.c.fixture.in_(fixtures),
        schema.decisions: schema.decisions.c.stage_id.in_(stages),
        schema.reports: schema.reports.c.fixture.in_(fixtures),
        schema.fees: schema.fees.c.match.in_(fixtures),
        matches: matches.c.match.in_(fixtures),
    }
    ranges = [
        (row.journal, row.first_seq, row.last_seq)
        for row in connection.execute(select(matches).where(matches.c.match.in_(fixtures)))
    ]
    contents: dict[str, Iterable[Row]] = {
        "meta": [{"key": ARCHIVE_OF, "value": json.dumps({"tournament": tournament.key})}]
    }
    for table, condition in wanted.items():
        contents[table.name] = _rows(connection, select(table).where(condition).order_by(*table.primary_key))
    for table in (events, conflicts):
        contents[table.name] = _in_ranges(connection, table, ranges)
    journals = sorted({journal for journal, _, _ in ranges})
    for table in (journal_owners, journal_stops):
        contents[table.name] = _of_journals(connection, table, journals)
    return contents


def _rows(connection: Connection, query: Select[Any]) -> Iterator[Row]:
    for row in connection.execute(query):
        yield dict(row._mapping)


def _of_journals(connection: Connection, table: Any, journals: list[str]) -> Iterator[Row]:
    for start in range(0, len(journals), _RANGES_AT_ONCE):
        some = table.c.journal.in_(journals[start : start + _RANGES_AT_ONCE])
        yield from _rows(connection, select(table).where(some).order_by(*table.primary_key))


def _in_ranges(connection: Connection, table: Any, ranges: list[tuple[str, int, int]]) -> Iterator[Row]:
    for start in range(0, len(ranges), _RANGES_AT_ONCE):
        terms = [
            and_(table.c.journal == journal, table.c.seq.between(first, last))
            for journal, first, last in ranges[start : start + _RANGES_AT_ONCE]
        ]
        yield from _rows(connection, select(table).where(or_(*terms)).order_by(table.c.id))
