"""`boardside backup` and `boardside restore`: write the whole database to one file, and read it back."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import Engine, select

from host_tools.backup import contents, portable, staging
from host_tools.backup.contents import FileKind
from host_tools.backup.portable import written
from host_tools.backup.reasons import CareError
from host_tools.store import Store, at_work
from host_tools.store.database import at_leisure, open_engine, reading
from host_tools.store.schema import SCHEMA_VERSION
from host_tools.store.troubles import sqlite_code


def back_up(store: Store, target: Path, at: datetime, *, force: bool = False) -> dict[str, int]:
    """Write a consistent copy of the whole database to `target`; a collector can write meanwhile. Returns the
    number of rows by table. The file is checked before it gets its name, and only its owner can read it.

    A SQLite database is copied to a SQLite database, a server's to an archive (portable.py). Raises
    CareError, also when the file exists and `force` is false.
    """
    with written(store, target, force) as part:
        return (_sqlite if store.engine.dialect.name == "sqlite" else _server)(store, part, at)


def _sqlite(store: Store, part: Path, at: datetime) -> dict[str, int]:
    staging.copy_sqlite(Path(store.engine.url.database or ""), part)
    counts = _counts(part)
    with closing(sqlite3.connect(part)) as copy:
        with copy:
            copy.execute("REPLACE INTO meta VALUES (?, ?)", (contents.MADE_AT, at.isoformat()))
        staging.check_sqlite(copy, part)
    return counts


def _server(store: Store, part: Path, at: datetime) -> dict[str, int]:
    with reading(store.engine) as connection:
        at_leisure(connection)
        tables = {
            table.name: (
                dict(row._mapping) for row in connection.execute(select(table).order_by(*table.primary_key))
            )
            for table in contents.tables_of("backup")
        }
        counted = staging.counts(connection)
        about = "all of a database"
        portable.write(part, tables, kind="backup", schema=SCHEMA_VERSION, about=about, at=at)
    with portable.opened(part) as archive:
        if dict(archive.manifest.tables) != counted:
            raise CareError("rows_missing_in_backup")
    return counted


def restore(file: Path, url: str, kind: FileKind, *, force: bool = False) -> dict[str, int]:
    """Replace the database at `url` by a file of this kind. Returns the number of rows by table.

    The file is first read and checked. Raises CareError, and changes nothing, when the file is damaged, of
    the other kind or of another version, when a collector runs on the database, and when the database is not
    empty and `force` is false.
    """
    engine = open_engine(url)
    is_file = engine.dialect.name == "sqlite"
    path = Path(engine.url.database or "")
    engine.dispose()
    if not is_file:
        return _into_server(file, url, kind, force)
    if path.exists() and path.resolve() == file.resolve():
        raise CareError("restore_onto_itself", file=str(file))
    with _alone_with(url, path, force):
        return _put(file, path, kind)


def _put(file: Path, path: Path, kind: FileKind) -> dict[str, int]:
    try:
        with staging.staged(file, kind, path.resolve().parent) as source:
            counts = _counts(source)
            os.chmod(source, 0o600)
            with source.open("rb") as staged:
                os.fsync(staged.fileno())
            for beside in ("-wal", "-shm"):
                Path(f"{path}{beside}").unlink(missing_ok=True)
            source.replace(path)
    except OSError as error:
        raise CareError("not_writable", file=str(path), why=error.strerror or str(error)) from error
    return counts


def _into_server(file: Path, url: str, kind: FileKind, force: bool) -> dict[str, int]:
    store = Store.open(url)
    try:
        with alone(store.engine):
            with reading(store.engine) as connection:
                held = staging.counts(connection)
            if sum(held.values()) > held["meta"] and not force:
                raise CareError("database_not_empty", where=store.where)
            with staging.staged(file, kind) as source:
                staging.pour(source, store)
                return _counts(source)
    finally:
        store.close()


@contextmanager
def _alone_with(url: str, path: Path, force: bool) -> Iterator[None]:
    """Keep other programs from the file that will be replaced, if there is one."""
    if not path.exists():
        yield
        return
    if not force:
        raise CareError("database_exists", file=str(path))
    engine = open_engine(url)
    try:
        with alone(engine):
            _refuse_open(path)
            yield
    finally:
        engine.dispose()


def _refuse_open(path: Path) -> None:
    """Raise CareError while any program has the database open. A program that hangs, or was suspended with
    the laptop, would later write to the replaced file. SQLite can leave WAL mode only when no other
    connection is open (https://www.sqlite.org/wal.html, "Entering and exiting").
    """
    try:
        with closing(sqlite3.connect(path, timeout=1)) as connection:
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if sqlite_code(error) not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return
        mode = ("wal",)
    except sqlite3.DatabaseError:
        return
    if mode is not None and mode[0] == "wal":
        raise CareError("database_open", file=str(path))


@contextmanager
def alone(engine: Engine) -> Iterator[None]:
    """Keep collectors from this database within this context. Raises CareError when one runs."""
    try:
        with at_work.alone(engine):
            yield
    except at_work.Occupied as error:
        raise CareError("collector_runs", pid=error.pid, host=error.host) from error


def _counts(source: Path) -> dict[str, int]:
    engine = open_engine(f"sqlite:///{source}")
    try:
        with reading(engine) as connection:
            counts = staging.counts(connection)
    finally:
        engine.dispose()
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")  # a single file, without a WAL
    return counts
