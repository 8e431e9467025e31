"""Converts a backup or an archive to a SQLite database of this version, and copies that into place.

An older file is upgraded like an older database: its rows are inserted into tables of its version, and the
same migrations upgrade these (host_tools/store/migrations.py).
"""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, delete, func, insert, select, text

from host_tools.care import portable
from host_tools.care.reasons import CareError, Obstacle, obstacle
from host_tools.store import Store, StoreError, StoreUnavailable
from host_tools.store.database import at_leisure, open_engine, reading, writing
from host_tools.store.rows import AnyRow
from host_tools.store.schema import SCHEMA_VERSION, collectors, links, meta
from host_tools.store.sqlite_codes import sqlite_code
from host_tools.store.tournament_schema import metadata

_SQLITE_MAGIC = b"SQLite format 3\0"
_ROWS_AT_ONCE = 500
#: The tables that describe running processes. They are not kept.
PASSING = (collectors.name, links.name)


@contextmanager
def staged(file: Path, folder: Path | None = None) -> Iterator[Path]:
    """A SQLite database of this version with the contents of `file`, a SQLite database or an archive. It is
    in a temporary folder, made inside `folder` and deleted at the end. Raises CareError and StoreError.
    """
    with tempfile.TemporaryDirectory(prefix=".boardside-", dir=folder) as made:
        target = Path(made) / "staged.sqlite3"
        if is_sqlite(file):
            copy_sqlite(file, target)
        else:
            with portable.opened(file) as archive:
                _unpack(archive, target)
        _bring_up(target, file)
        with closing(sqlite3.connect(target)) as connection:
            for name in PASSING:
                connection.execute(f"DELETE FROM {name}")
            connection.commit()
            connection.execute("PRAGMA journal_mode=DELETE")  # a single file, without a WAL
            check_sqlite(connection, file)
        yield target


def _bring_up(target: Path, file: Path) -> None:
    """Upgrade a staged database to this version. Error messages name the original file."""
    try:
        with closing(Store.open(f"sqlite:///{target}")):
            pass
    except StoreUnavailable as error:
        raise CareError("not_unpacked_beside", file=str(file), why=no_room(error)) from error
    except StoreError as error:
        raise _not_upgraded(error, file) from error


def _not_upgraded(error: StoreError, file: Path) -> CareError:
    facts = {name: fact for name, fact in error.facts.items() if name not in ("where", "path")}
    if error.reason == "of_newer_version":
        return CareError("file_of_newer", file=str(file), version=facts["version"], own=facts["own"])
    if error.reason == "no_database":
        return CareError("no_backup", file=str(file), why=facts["why"])
    named = {name: str(file) for name in ("where", "path") if name in error.facts}
    return CareError("not_upgraded", file=str(file), why={"reason": error.reason, "facts": facts | named})


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
        said = "; ".join(" ".join(line.split()) for line in findings)
        raise CareError("file_damaged", file=str(name), why=said[:200])


def _unpack(archive: portable.Archive, target: Path) -> None:
    """Make tables of the archive's schema version, and insert its rows."""
    from host_tools.store import migrations

    version = archive.manifest.schema
    if not 1 <= version <= SCHEMA_VERSION:
        raise CareError("backup_of_newer", version=version, own=SCHEMA_VERSION)
    engine = open_engine(f"sqlite:///{target}")
    try:
        with writing(engine) as connection:
            migrations.upgrade(connection, 0, version)
            there = MetaData()
            there.reflect(connection)
            connection.execute(delete(meta))
            for table in there.sorted_tables:
                _insert(connection, table, archive.rows(table.name))
            connection.execute(delete(meta).where(meta.c.key == "schema"))
            connection.execute(insert(meta).values(key="schema", value=str(version)))
    except StoreUnavailable as error:
        raise CareError("not_unpacked_into", folder=str(target.parent.parent), why=no_room(error)) from error
    except (StoreError, TypeError, ValueError) as error:
        raise CareError("rows_do_not_fit", schema=version, why=obstacle(error)) from error
    finally:
        engine.dispose()


def _insert(connection: Connection, table: Any, rows: Iterator[AnyRow]) -> None:
    batch: list[AnyRow] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _ROWS_AT_ONCE:
            connection.execute(insert(table), batch)
            batch = []
    if batch:
        connection.execute(insert(table), batch)


def counts(connection: Connection) -> dict[str, int]:
    """The number of rows of each table, without the PASSING tables."""
    kept = [table for table in metadata.sorted_tables if table.name not in PASSING]
    return {
        table.name: int(connection.execute(select(func.count()).select_from(table)).scalar() or 0)
        for table in kept
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
            for table in metadata.sorted_tables:
                if table.name in PASSING:
                    continue
                rows = (dict(row._mapping) for row in old.execute(select(table)))
                _insert(new, table, rows)
                _go_on_numbering(new, table)
            if counts(old) != counts(new):
                raise CareError("rows_missing")
    finally:
        engine.dispose()


def _go_on_numbering(connection: Connection, table: Any) -> None:
    """Set the server's next id above all inserted ones."""
    if connection.dialect.name != "postgresql" or "id" not in table.c or table.c.id.autoincrement is not True:
        return
    connection.execute(
        text(
            f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
            f"(SELECT coalesce(max(id), 0) + 1 FROM {table.name}), false)"
        )
    )
