"""`boardside restore --rescue`: copies the readable rows of a damaged SQLite database to a new one, and lists
the lost ones.

The damaged file is not changed: a copy of it is read. Rows are read by rowid, in blocks that are halved where
a page is lost; so a lost page loses only the rows on it. Every row is checked before it is copied: for
example, an event's body must have the event's number.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import MetaData, Table

from host_tools.backup import contents, staging
from host_tools.backup.contents import row_problem
from host_tools.backup.reasons import CareError
from host_tools.store import Store, stops
from host_tools.store.database import make_private, open_engine, writing
from host_tools.store.journals import gap_rows
from host_tools.store.schema import SCHEMA_VERSION, events, matches, meta

_BLOCK = 512
_BYTES = 4096
_PASSING = {table.name for table in contents.PASSING}


@dataclass(slots=True)
class Rescued:
    """The result of a rescue. rows: the number of copied rows by table. lost: the number of lost rows by
    table, 0 when it is not known; lost events are in `missing`. missing: the numbers of the missing events by
    journal. tables: the table number by journal.
    """

    rows: dict[str, int] = field(default_factory=dict)
    lost: dict[str, int] = field(default_factory=dict)
    missing: dict[str, list[int]] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)

    @property
    def is_all(self) -> bool:
        """Whether no loss is known."""
        return not self.lost and not self.missing

    def lines(self) -> Iterator[str]:
        """The losses, as sentences."""
        for name, count in self.lost.items():
            rows = "rows, nobody knows how many," if not count else f"{count} row{'s' if count != 1 else ''}"
            yield f"{name}: {rows} cannot be read."
        for journal, numbers in self.missing.items():
            source = f"table {self.tables[journal]}" if journal in self.tables else "a table"
            yield f"events of {source} (journal {journal}): {_ranges(numbers)} cannot be read."


def rescue(damaged: Path, target: Path) -> Rescued:
    """Make the database `target` from the readable rows of `damaged`. Raises CareError, and makes nothing,
    when a program has `damaged` open, `target` exists, or nothing can be read.
    """
    if target.exists():
        raise CareError("new_target_exists", file=str(target))
    if not staging.is_sqlite(damaged):
        raise CareError("beginning_lost", file=str(damaged))
    _refuse_open(damaged)
    try:
        with tempfile.TemporaryDirectory(prefix=".boardside-", dir=target.resolve().parent) as made:
            source, new = Path(made) / "damaged.sqlite3", Path(made) / "new.sqlite3"
            for end in ("", "-wal"):
                if Path(f"{damaged}{end}").exists():
                    _copy(Path(f"{damaged}{end}"), Path(f"{source}{end}"))
            rescued = _carried_over(source, new, damaged)
            with closing(Store.open(f"sqlite:///{new}")):  # upgrades an older database
                pass
            with closing(sqlite3.connect(new)) as connection:
                connection.execute("PRAGMA journal_mode=DELETE")  # a single file, without a WAL
                staging.check_sqlite(connection, new)
            with new.open("rb") as written:
                os.fsync(written.fileno())
            os.rename(new, target)
    except OSError as error:
        raise CareError("not_makeable", file=str(target), why=error.strerror or str(error)) from error
    return rescued


def _refuse_open(path: Path) -> None:
    """Raise CareError while another program has the file open. A program that uses a SQLite file locks these
    bytes of it (https://www.sqlite.org/src/file/src/os.h, SHARED_FIRST).
    """
    if os.name != "posix":
        return
    import fcntl

    try:
        with path.open("r+b") as file:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)
    except BlockingIOError as error:
        raise CareError("damaged_one_open", file=str(path)) from error
    except OSError:
        return  # the file is read-only here, so no program writes to it from here


def _copy(source: Path, target: Path) -> None:
    """Copy a file in blocks; a block that the disk cannot read becomes zeros."""
    make_private(target)
    with source.open("rb", buffering=0) as old, target.open("r+b") as new:
        for at in range(0, os.fstat(old.fileno()).st_size, _BYTES):
            old.seek(at)
            try:
                block = old.read(_BYTES)
            except OSError:
                block = bytes(_BYTES)
            new.write(block)


def _carried_over(source: Path, target: Path, damaged: Path) -> Rescued:
    rescued = Rescued()
    with closing(sqlite3.connect(source)) as old:
        present_tables = _tables(old, damaged)
        version = _version(old)
        _make(target, version)
        metadata = MetaData()
        engine = open_engine(f"sqlite:///{target}")
        metadata.reflect(engine)
        engine.dispose()
        with closing(sqlite3.connect(target, isolation_level=None)) as new:
            new.execute("BEGIN")
            new.execute("DELETE FROM meta")
            for table in metadata.sorted_tables:
                if table.name in _PASSING:
                    continue
                if table.name in present_tables:
                    _table(old, new, table, rescued)
                else:
                    rescued.lost[table.name] = 0
            new.execute("INSERT OR REPLACE INTO meta VALUES ('schema', ?)", (str(version),))
            _name_missing(old, new, rescued)
            new.execute("COMMIT")
    return rescued


def _tables(old: sqlite3.Connection, damaged: Path) -> set[str]:
    try:
        names = {str(row[0]) for row in old.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except sqlite3.DatabaseError as error:
        raise CareError("tables_list_lost", file=str(damaged), why=str(error)) from error
    if events.name not in names:
        raise CareError("nothing_to_rescue", file=str(damaged))
    return names


def _version(old: sqlite3.Connection) -> int:
    """The schema version of the damaged database. If it is lost, this program's version is assumed."""
    with suppress(sqlite3.DatabaseError):
        row = old.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
        if row is not None and str(row[0]).isdigit():
            if int(row[0]) > SCHEMA_VERSION:
                raise CareError("rescue_of_newer", version=int(row[0]), own=SCHEMA_VERSION)
            return int(row[0])
    return SCHEMA_VERSION


def _make(target: Path, version: int) -> None:
    """Make a database with empty tables of this version."""
    from host_tools.store.preparing import upgrade_tables

    engine = open_engine(f"sqlite:///{target}")
    try:
        with writing(engine) as connection:
            upgrade_tables(connection, 0, version)
    finally:
        engine.dispose()


def _table(old: sqlite3.Connection, new: sqlite3.Connection, table: Table, rescued: Rescued) -> None:
    names = [column.name for column in table.columns]
    listed = ", ".join(f'"{name}"' for name in names)
    marks = ", ".join("?" * len(names))
    taken = lost = 0
    for row in _rows(old, table.name, listed):
        if row is None or row_problem(table, dict(zip(names, row, strict=True))):
            lost += 1
            continue
        try:
            new.execute(f'INSERT INTO "{table.name}" ({listed}) VALUES ({marks})', row)
            taken += 1
        except sqlite3.IntegrityError:
            lost += 1  # overwritten bytes: a required value is missing, or a unique value occurs twice
    rescued.rows[table.name] = taken
    if (lost and table.name != events.name) or (not lost and not _is_readable(old, table.name)):
        rescued.lost[table.name] = lost


def _is_readable(old: sqlite3.Connection, name: str) -> bool:
    try:
        old.execute(f'SELECT count(*) FROM "{name}" NOT INDEXED').fetchone()
    except sqlite3.DatabaseError:
        return False
    return True


def _rows(old: sqlite3.Connection, name: str, columns: str) -> Iterator[tuple[Any, ...] | None]:
    """The readable rows; None for each row that is known to exist and cannot be read."""
    known = _numbers(old, name)
    top = max(known, default=0)
    query = f'SELECT rowid, {columns} FROM "{name}" WHERE rowid BETWEEN ? AND ? ORDER BY rowid'
    waiting = [(at, min(at + _BLOCK - 1, top)) for at in range(top // _BLOCK * _BLOCK, -1, -_BLOCK)]
    while waiting:
        first, last = waiting.pop()
        try:
            rows = old.execute(query, (first, last)).fetchall()
        except sqlite3.DatabaseError:
            if first < last:
                middle = (first + last) // 2
                waiting += [(middle + 1, last), (first, middle)]
            elif first in known:
                yield None
            continue
        by_number = {row[0]: tuple(row[1:]) for row in rows if first <= row[0] <= last}
        for number in sorted(by_number.keys() | {each for each in known if first <= each <= last}):
            yield by_number.get(number)


def _numbers(old: sqlite3.Connection, name: str) -> set[int]:
    """The rowids of the rows, from the readable parts of the table and its indexes."""
    sources = [f'"{name}" NOT INDEXED']
    with suppress(sqlite3.DatabaseError):
        sources += [f'"{name}" INDEXED BY "{row[1]}"' for row in old.execute(f'PRAGMA index_list("{name}")')]
    numbers: set[int] = set()
    for source in sources:
        order = ("ASC", "DESC") if source.endswith("NOT INDEXED") else ("",)
        for way in order:
            by = f" ORDER BY rowid {way}" if way else ""
            numbers.update(row[0] for row in _until_lost(old, f"SELECT rowid FROM {source}{by}"))
    return numbers


def _until_lost(old: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    with suppress(sqlite3.DatabaseError):
        yield from old.execute(query)


def _name_missing(old: sqlite3.Connection, new: sqlite3.Connection, rescued: Rescued) -> None:
    """Find the missing events: those that only an index still has, and the gaps in the numbers. The gaps are
    stored as such, so that collectors ask the tables for these events.
    """
    present_numbers: dict[str, set[int]] = {}
    for journal, seq, table in new.execute("SELECT journal, seq, table_no FROM events"):
        present_numbers.setdefault(journal, set()).add(seq)
        rescued.tables[journal] = table
    known = {
        journal: set() if stops.is_aside(journal) else set(range(1, max(numbers)))
        for journal, numbers in present_numbers.items()
    }
    for query in (
        "SELECT journal, seq FROM events ORDER BY journal, seq",
        "SELECT journal, seq FROM events ORDER BY journal DESC, seq DESC",
        f"SELECT journal, last_seq FROM {matches.name}",
    ):
        for journal, seq in _until_lost(old, query):
            if isinstance(journal, str) and isinstance(seq, int):
                known.setdefault(journal, set()).add(seq)
    gaps: dict[str, tuple[int, int]] = {}
    for journal, numbers in sorted(known.items()):
        here = present_numbers.get(journal, set())
        if missing := sorted(numbers - here):
            rescued.missing[journal] = missing
        inside = [number for number in missing if number < max(here, default=0)]
        if inside and not stops.is_aside(journal):
            gaps[journal] = (inside[0], inside[-1])
    last_id = new.execute("SELECT coalesce(max(id), 0) FROM events").fetchone()[0]
    for key, value in gap_rows(gaps, last_id).items():
        new.execute(f"INSERT OR REPLACE INTO {meta.name} VALUES (?, ?)", (key, value))


def _ranges(numbers: Iterable[int]) -> str:
    """1-3, 7, 9-12."""
    ranges: list[list[int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)
