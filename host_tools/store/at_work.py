"""Whether a collector runs on a database: it holds a lock, which collectors share; a command that needs them
stopped takes it alone. The system takes the lock from a program that has ended, and from no other: not from a
suspended one, and no clock is asked.

A SQLite database has its lock in an empty file beside it, NAME-collector, locked as SQLite locks a database
(https://www.sqlite.org/lockingv3.html). PostgreSQL: an advisory lock of a session, which a server takes back
when the session's connection breaks; then the generation (database_file.py) keeps the collector from writing.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import SQLAlchemyError

from host_tools.store.database import file_of, reading
from host_tools.store.database_file import follow_generation
from host_tools.store.reasons import StoreError, StoreLocked
from host_tools.store.schema import collectors
from host_tools.store.troubles import explain, shown

#: The advisory lock of collectors: "collec" in ASCII.
COLLECTOR_LOCK = 0x636F6C6C6563
SUFFIX = "-collector"


class Occupied(Exception):  # noqa: N818
    """A collector runs on the database: its process and computer, as far as it has written them."""

    def __init__(self, pid: int, host: str) -> None:
        super().__init__(f"process {pid} on {host}")
        self.pid, self.host = pid, host


@dataclass(slots=True)
class AtWork:
    """The lock of one engine's collector. Methods may be called from any thread."""

    engine: Engine
    _held: sqlite3.Connection | Connection | None = None

    def begin(self) -> None:
        """Take the lock with the other collectors, and follow the generation. Raises StoreLocked while a
        command has it alone, and StoreError.
        """
        self._held = _taken(self.engine, is_alone=False)
        if self._held is None:
            raise StoreLocked("locked", where=shown(self.engine))
        with reading(self.engine) as connection:
            follow_generation(connection)

    def keep(self) -> None:
        """Take the lock again if the server has taken it back. Raises as `begin`."""
        held = self._held
        if not isinstance(held, Connection):
            return
        try:
            held.exec_driver_sql("SELECT 1")
        except SQLAlchemyError:
            with suppress(SQLAlchemyError):
                held.close()
            self._held = None
            self._held = _taken(self.engine, is_alone=False)

    def end(self) -> None:
        """Give the lock back."""
        held, self._held = self._held, None
        _release(held)


@contextmanager
def alone(engine: Engine) -> Iterator[None]:
    """Keep collectors away within this context. Raises Occupied when one runs, and StoreError."""
    held = _taken(engine, is_alone=True)
    if held is None:
        raise _occupied(engine)
    try:
        yield
    finally:
        _release(held)


def _occupied(engine: Engine) -> Occupied:
    newest = select(collectors.c.pid, collectors.c.host).order_by(collectors.c.seen_at.desc())
    with suppress(StoreError), reading(engine) as connection:
        row = connection.execute(newest).first()
        if row is not None:
            return Occupied(row.pid, row.host)
    return Occupied(0, "?")


def _taken(engine: Engine, *, is_alone: bool) -> sqlite3.Connection | Connection | None:
    """What holds the lock; None when others have it."""
    try:
        return _of_file(engine, is_alone) if engine.dialect.name == "sqlite" else _of_server(engine, is_alone)
    except SQLAlchemyError as error:
        raise explain(error, engine) from error


def _of_server(engine: Engine, is_alone: bool) -> Connection | None:
    connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    function = "pg_try_advisory_lock" if is_alone else "pg_try_advisory_lock_shared"
    try:
        if connection.exec_driver_sql(f"SELECT {function}({COLLECTOR_LOCK})").scalar():
            return connection
    except SQLAlchemyError:
        connection.close()
        raise
    connection.close()
    return None


def _of_file(engine: Engine, is_alone: bool) -> sqlite3.Connection | None:
    file = file_of(engine)
    assert file is not None
    path = Path(f"{file.real}{SUFFIX}")
    _make(path, file.real)
    try:
        connection = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    except sqlite3.Error as error:
        raise StoreError("file_cannot_open", where=str(path)) from error
    try:
        connection.execute("BEGIN EXCLUSIVE" if is_alone else "BEGIN")
        connection.execute("SELECT 1 FROM sqlite_master").fetchall()  # SHARED until the transaction's end
    except sqlite3.OperationalError:
        connection.close()
        return None
    return connection


def _make(path: Path, database: Path) -> None:
    """Make the file with the rights of the database: a collector of its owner must be able to lock it."""
    with suppress(OSError):
        status = os.stat(database)
        opened = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        try:
            os.fchmod(opened, status.st_mode & 0o777)
            if os.geteuid() == 0:
                os.fchown(opened, status.st_uid, status.st_gid)
        finally:
            os.close(opened)


def _release(held: sqlite3.Connection | Connection | None) -> None:
    if isinstance(held, Connection):
        with suppress(SQLAlchemyError):
            held.exec_driver_sql("SELECT pg_advisory_unlock_all()")
            held.close()
    elif held is not None:
        held.close()
