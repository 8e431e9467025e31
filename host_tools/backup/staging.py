"""Reads a backup or an archive into a SQLite database with a schema of this program's own, and copies that
into place. Of the file only rows of the tables of its kind (contents.py) are taken, each checked.
"""

import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, text

from host_tools.backup import contents, portable
from host_tools.backup.contents import FileKind, row_problem
from host_tools.backup.reasons import CareError, Obstacle, obstacle
from host_tools.outside.zip_file import LINE_MOST
from host_tools.store import Store, StoreError, StoreUnavailable
from host_tools.store.database import at_leisure, open_engine, reading, writing
from host_tools.store.database_file import advance_generation
from host_tools.store.journals import ARCHIVE_OF
from host_tools.store.schema import SCHEMA_VERSION, meta
from host_tools.store.tournament_schema import metadata, tournaments
from host_tools.store.troubles import sqlite_code
from host_tools.tournament.imports import accepting

_SQLITE_MAGIC = b"SQLite format 3\0"
_ROWS_AT_ONCE = 500
#: The rows of one table of a file.
_Rows = Callable[[Table], Iterable[Mapping[str, Any]]]


@contextmanager
def staged(file: Path, kind: FileKind, folder: Path | None = None) -> Iterator[Path]:
    """A SQLite database of this version with the contents of `file`, which must be of this kind: a backup is
    a SQLite database or an archive, a tournament an archive. It is in a temporary folder, made inside
    `folder` and deleted at the end. Raises CareError and StoreError.
    """
    with tempfile.TemporaryDirectory(prefix=".boardside-", dir=folder) as made:
        target = Path(made) / "staged.sqlite3"
        if is_sqlite(file):
            _require(kind, "backup", file)
            given = Path(made) / "given.sqlite3"
            copy_sqlite(file, given)
            with opened_sqlite(given, file) as source:
                _check_version(source.version(), file)
                _take(source.rows, kind, target, file)
            given.unlink()
        else:
            with portable.opened(file) as archive:
                _require(kind, archive.manifest.kind, file)
                _check_version(archive.manifest.schema, file)
                known = {table.name for table in contents.tables_of(kind)}
                if unknown := archive.manifest.tables.keys() - known:
                    raise CareError("table_not_brought", file=str(file), table=sorted(unknown)[0])
                _take(lambda table: archive.rows(table.name), kind, target, file)
        with closing(sqlite3.connect(target)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")  # a single file, without a WAL
            check_sqlite(connection, file)
        yield target


def made_at(file: Path) -> datetime | None:
    """When a backup was made; None for a mere copy of a database. Raises CareError when the file cannot be
    read.
    """
    if not is_sqlite(file):
        with portable.opened(file) as archive:
            return datetime.fromisoformat(archive.manifest.made_at)
    address = f"{file.resolve().as_uri()}?mode=ro&immutable=1"
    with suppress(sqlite3.Error, ValueError), closing(sqlite3.connect(address, uri=True)) as copy:
        row = copy.execute("SELECT value FROM meta WHERE key = ?", (contents.MADE_AT,)).fetchone()
        return None if row is None else datetime.fromisoformat(row[0])
    return None


def _require(expected: FileKind, kind: str, file: Path) -> None:
    if kind != expected:
        raise CareError("is_backup" if expected == "tournament" else "is_tournament", file=str(file))


def _check_version(version: int | None, file: Path) -> None:
    if version is None:
        raise CareError("no_backup", file=str(file), why="no version")
    if version > SCHEMA_VERSION:
        raise CareError("file_of_newer", file=str(file), version=version, own=SCHEMA_VERSION)
    if version < SCHEMA_VERSION:
        raise CareError("file_of_older", file=str(file), version=version, own=SCHEMA_VERSION)


def is_sqlite(file: Path) -> bool:
    """Whether a file is a SQLite database. Raises CareError when it cannot be read, or is empty."""
    try:
        with file.open("rb") as opened:
            begin = opened.read(len(_SQLITE_MAGIC))
    except OSError as error:
        raise CareError("not_readable", file=str(file), why=error.strerror or str(error)) from error
    if not begin:
        raise CareError("is_empty", file=str(file))
    return begin == _SQLITE_MAGIC


def no_room(error: Exception) -> Obstacle:
    """The fact `why`: for a disk that is full or fails no_room, else what the error says."""
    if sqlite_code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
        return CareError("no_room").to_json()
    return obstacle(error)


def copy_sqlite(source: Path, target: Path) -> None:
    """Copy the committed data; other programs can write meanwhile. Raises CareError."""
    try:
        address = f"{source.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(address, uri=True)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.DatabaseError as error:
        code = sqlite_code(error)
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise CareError("cut_off", file=str(source), why=str(error)) from error
        if code == sqlite3.SQLITE_CANTOPEN:
            raise CareError("not_readable", file=str(source), why=str(error)) from error
        raise CareError(
            "not_copied_out", file=str(source), folder=str(target.parent), why=no_room(error)
        ) from error


def check_sqlite(connection: sqlite3.Connection, name: Path) -> None:
    """Run SQLite's integrity check on the whole file. Raises CareError when it finds damage."""
    try:
        findings = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
    except sqlite3.Error as error:
        findings = [str(error)]
    if findings != ["ok"]:
        damage = "; ".join(" ".join(line.split()) for line in findings)
        raise CareError("file_damaged", file=str(name), why=damage[:200])


def _take(rows: _Rows, kind: FileKind, target: Path, file: Path) -> None:
    """Make a new database, and insert the rows of the tables of this kind, each checked."""
    try:
        with closing(Store.open(f"sqlite:///{target}")) as store, writing(store.engine) as connection:
            own = connection.execute(select(meta).where(meta.c.key == "schema")).one()
            connection.execute(delete(meta))
            for table in contents.tables_of(kind):
                _insert(connection, table, _checked(table, rows(table), kind, file))
            connection.execute(delete(meta).where(meta.c.key.in_(("schema", contents.MADE_AT))))
            connection.execute(insert(meta).values(**own._mapping))
            if kind == "tournament":
                _check_references(connection, file)
                if len(connection.execute(select(tournaments.c.id)).all()) != 1:
                    raise CareError("no_tournament_in_it", file=str(file))
            if why := accepting.problem(connection):
                raise CareError("values_refused", file=str(file), why=why.to_json())
    except StoreUnavailable as error:
        raise CareError("not_unpacked_into", folder=str(target.parent.parent), why=no_room(error)) from error
    except (StoreError, TypeError, ValueError) as error:
        raise CareError("rows_do_not_fit", file=str(file), why=obstacle(error)) from error


def _checked(
    table: Table, rows: Iterable[Mapping[str, Any]], kind: FileKind, file: Path
) -> Iterator[dict[str, Any]]:
    for row in rows:
        why = row_problem(table, row) if isinstance(row, Mapping) else f"{table.name}: no object"
        if why is None and kind == "tournament" and table is meta and row["key"] != ARCHIVE_OF:
            why = f"{table.name}.key"
        if why is not None:
            raise CareError("rows_do_not_fit", file=str(file), why=why)
        yield {column.name: row.get(column.name) for column in table.c}


def _check_references(connection: Connection, file: Path) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise CareError("rows_do_not_fit", file=str(file), why=f"{broken[0]} names a row of {broken[2]}")


def _insert(connection: Connection, table: Table, rows: Iterator[dict[str, Any]]) -> None:
    batch: list[dict[str, Any]] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _ROWS_AT_ONCE:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)


def counts(connection: Connection) -> dict[str, int]:
    """The number of rows of each table that a backup brings."""
    return {
        table.name: int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)
        for table in contents.tables_of("backup")
    }


def pour(source: Path, store: Store) -> None:
    """Replace all rows of `store` (a server) by those of a staged database, in one transaction. Raises
    CareError when the numbers of rows differ afterwards, and StoreError.
    """
    engine = open_engine(f"sqlite:///{source}")
    try:
        with reading(engine) as old, writing(store.engine) as new:
            at_leisure(new)
            for table in reversed(metadata.sorted_tables):
                new.execute(delete(table))
            for table in contents.tables_of("backup"):
                rows = (dict(row._mapping) for row in old.execute(select(table)))
                _insert(new, table, rows)
                _go_on_numbering(new, table)
            if counts(old) != counts(new):
                raise CareError("rows_missing")
            advance_generation(new)
    finally:
        engine.dispose()


def _go_on_numbering(connection: Connection, table: Table) -> None:
    """Set the server's next id above all inserted ones."""
    if connection.dialect.name != "postgresql" or "id" not in table.c or table.c.id.autoincrement is not True:
        return
    connection.execute(
        text(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
            f"(SELECT coalesce(max(id), 0) + 1 FROM {table.name}), false)"
        )
    )


# Rows of a SQLite file that came from outside. Of its schema nothing is used: no trigger, view, index,
# generated column or virtual table.

#: Of `PRAGMA table_xinfo`: an ordinary column; others are hidden, or generated.
_ORDINARY = 0
#: SQLITE_DBCONFIG_DEFENSIVE, _ENABLE_TRIGGER, _ENABLE_VIEW
#: (https://www.sqlite.org/c3ref/c_dbconfig_defensive.html)
_CONFIG = ((1010, True), (1003, False), (1015, False))


@contextmanager
def opened_sqlite(path: Path, name: Path) -> Iterator["SqliteRows"]:
    """Open a file read-only, and check it. `name`: for messages. Raises CareError when it is damaged."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            connection.execute("PRAGMA trusted_schema=OFF")
            connection.execute("PRAGMA cell_size_check=ON")
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LINE_MOST)
            if (set_config := getattr(connection, "setconfig", None)) is not None:  # from Python 3.12 on
                for setting, is_on in _CONFIG:
                    set_config(setting, is_on)
            finding = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            if finding != "ok":
                raise CareError("file_damaged", file=str(name), why=" ".join(finding.split())[:200])
            yield SqliteRows(connection, name)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise CareError("no_backup", file=str(name), why=str(error)) from error


class SqliteRows:
    """An open file."""

    def __init__(self, connection: sqlite3.Connection, name: Path) -> None:
        self._connection = connection
        self._name = name
        kinds = connection.execute("SELECT name, type FROM pragma_table_list WHERE schema = 'main'")
        self._tables = {str(name) for name, kind in kinds if kind == "table"}

    def version(self) -> int | None:
        """The version of its schema; None when it is no database of Boardside."""
        row = next((row for row in self.rows(meta) if row["key"] == "schema"), None)
        return int(row["value"]) if row and str(row["value"]).isdecimal() and len(row["value"]) < 9 else None

    def rows(self, table: Table) -> Iterator[Mapping[str, Any]]:
        """The rows of a table, with the columns that it has in our schema. Raises CareError when one of them
        is no ordinary column of an ordinary table there.
        """
        if table.name not in self._tables:
            raise CareError("no_backup", file=str(self._name), why=f"no table {table.name}")
        names = [column.name for column in table.c]
        listed = self._connection.execute(f'PRAGMA main.table_xinfo("{table.name}")')
        ordinary = {row[1] for row in listed if row[6] == _ORDINARY}
        if missing := [name for name in names if name not in ordinary]:
            raise CareError("no_backup", file=str(self._name), why=f"no column {table.name}.{missing[0]}")
        columns = ", ".join(f'"{name}"' for name in names)
        query = f'SELECT {columns} FROM main."{table.name}" NOT INDEXED'
        for row in self._connection.execute(query):
            yield dict(zip(names, row, strict=True))
