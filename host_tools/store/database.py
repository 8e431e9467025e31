"""Opening the database: engine, durability, and errors that say what to do."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select
from sqlalchemy.exc import ArgumentError, DatabaseError, NoSuchModuleError, OperationalError, SQLAlchemyError

from host_tools.store.schema import SCHEMA_VERSION, meta, metadata

DEFAULT_URL = "sqlite:///boardside.sqlite3"
#: How long one attempt waits for another program to let go of the database.
BUSY_MS = 2000


class StoreError(Exception):
    """The database cannot be used as it is; the message says why and what to do."""


class StoreUnavailable(StoreError):  # noqa: N818
    """It cannot be used now (locked, disk full, read-only), but trying again later may succeed."""


def open_engine(url: str) -> Engine:
    """An engine on which every transaction that was begun with `writing` is durable when it has been
    committed.

    SQLite: write-ahead log, synchronous=FULL. Raises StoreError for a URL that makes no sense.
    """
    try:
        engine = create_engine(url)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise StoreError(
            f"{url!r} is no database this installation can use ({error}). Use a URL such as {DEFAULT_URL}."
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _on_sqlite_connect)
        event.listen(engine, "begin", _on_sqlite_begin)
    return engine


def _on_sqlite_connect(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, not where sqlite3 guesses
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _on_sqlite_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that will write: committed at the end, rolled back on an exception (StoreError for the
    database's).
    """
    with _translated(engine), engine.connect() as plain:
        connection = plain.execution_options(writes=True)
        with connection.begin():
            yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, on one consistent state."""
    with _translated(engine), engine.connect() as connection, connection.begin():
        yield connection


@contextmanager
def _translated(engine: Engine) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise explain(error, engine) from error


def explain(error: SQLAlchemyError, engine: Engine) -> StoreError:
    """The same failure as a StoreError (StoreUnavailable when it may pass) that says what to do."""
    cause = getattr(error, "orig", None) or error
    text = str(cause).strip()
    where = engine.url.render_as_string(hide_password=True)
    low = text.lower()
    if "locked" in low or "busy" in low:
        return StoreUnavailable(f"{where} is locked by another program; close whatever is writing to it.")
    if "full" in low and "disk" in low:
        return StoreUnavailable(f"The disk of {where} is full; make room on it.")
    if "readonly" in low or "read-only" in low:
        return StoreUnavailable(
            f"{where} cannot be written; check the permissions of the file and its folder."
        )
    if "unable to open" in low:
        return StoreUnavailable(f"{where} cannot be opened; check that the folder exists and may be written.")
    if "not a database" in low or "malformed" in low:
        return StoreError(f"{where} is no database, or a damaged one ({text}); give another file with --db.")
    if isinstance(error, OperationalError):
        return StoreUnavailable(f"{where} does not answer: {text}")
    return StoreError(f"{where}: {text}")


def prepare(engine: Engine, create: bool = True) -> None:
    """Make the tables in a new database, check the version of an old one, and prove that it can be written.

    With `create` false nothing is written, and a database that does not exist is a StoreError.
    """
    where = engine.url.render_as_string(hide_password=True)
    if create:
        with writing(engine) as connection:
            metadata.create_all(connection)
            version = _version(connection)
            if version is None:
                version = SCHEMA_VERSION
                connection.execute(insert(meta).values(key="schema", value=str(version)))
    else:
        with reading(engine) as connection:
            if not inspect(connection).has_table(meta.name):
                raise StoreError(f"{where} holds no tournament yet; start `boardside collect` with it first.")
            version = _version(connection)
    if version != SCHEMA_VERSION:
        raise StoreError(
            f"{where} was written by another version of Boardside (schema {version}, this one is "
            f"{SCHEMA_VERSION}); use that version, or give another file with --db."
        )


def _version(connection: Connection) -> int | None:
    row: Any = connection.execute(select(meta.c.value).where(meta.c.key == "schema")).scalar()
    return int(row) if row is not None and str(row).isdigit() else None


__all__ = [
    "DEFAULT_URL",
    "DatabaseError",
    "StoreError",
    "StoreUnavailable",
    "open_engine",
    "prepare",
    "reading",
    "writing",
]
