"""Opening the database: engine, durability, and transactions.

One transaction writes at a time, on PostgreSQL as on SQLite (docs/database.md, D110): so `id` rises in the
order of the commits, and a method that reads and then writes meets nobody in between.
"""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from host_tools.store.patience import Waiting
from host_tools.store.troubles import StoreError, StoreLocked, StoreUnavailable, explain, hidden, shown

DEFAULT_URL = "sqlite:///boardside.sqlite3"
#: How long one attempt waits for another program to let go of the database; a patient program makes several
#: (patience.py).
BUSY_MS = 2000
#: How long a thread waits for the turn of the others of this program; then it tries all the same.
TURN_S = 30.0
#: How long an attempt to reach a server may take.
CONNECT_S = 4
#: The advisory lock that a writing transaction holds (PostgreSQL): "boards" in ASCII.
WRITE_LOCK = 0x626F61726473

#: A server that is gone without a word is noticed within about ten seconds, by both sides; what a collector
#: that died was writing does not hold up the others for longer.
_KEEPALIVE = {
    "keepalives_idle": 4,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
_SESSION = (
    "SET idle_in_transaction_session_timeout = 10000",
    "SET tcp_keepalives_idle = 4",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
    "SELECT set_config('synchronous_commit', 'on', false) "
    "WHERE current_setting('synchronous_commit') = 'off'",
)


def open_engine(url: str) -> Engine:
    """An engine on which every transaction that was begun with `writing` is durable when it has been
    committed.

    SQLite: write-ahead log, synchronous=FULL; a new file is readable by its owner alone (it will hold keys).
    PostgreSQL: synchronous_commit. Raises StoreError for a URL that makes no sense.
    """
    try:
        parsed = _with_driver(make_url(url))
        engine = create_engine(parsed, **_settings(parsed))
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError, ValueError) as error:
        raise StoreError(
            f"{hidden(url)!r} is no database this installation can use. Use a URL such as {DEFAULT_URL} or "
            "postgresql://user:password@host/boardside."
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "do_connect", _before_sqlite_connect)
        event.listen(engine, "connect", _on_sqlite_connect)
        event.listen(engine, "begin", _on_sqlite_begin)
    else:
        event.listen(engine, "connect", _on_postgresql_connect)
        event.listen(engine, "begin", _on_postgresql_begin)
    return engine


def _with_driver(url: URL) -> URL:
    """The URL with the driver this project has. Raises ValueError for a database it does not know."""
    name = url.get_backend_name()
    if name not in ("sqlite", "postgresql", "postgres"):
        raise ValueError(f"{name} is neither SQLite nor PostgreSQL")
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    return url


def _settings(url: URL) -> dict[str, Any]:
    if url.get_backend_name() == "sqlite":
        return {}
    given = {name: url.query[name] for name in ("connect_timeout", *_KEEPALIVE) if name in url.query}
    return {
        "connect_args": {"connect_timeout": CONNECT_S, **_KEEPALIVE, **given},
        "pool_pre_ping": True,
        "pool_timeout": CONNECT_S,
    }


# SQLite


def _before_sqlite_connect(_dialect: object, _record: object, arguments: list[Any], _named: object) -> None:
    """Make a file that is not there, for its owner alone; its -wal and -shm get the same rights."""
    path = arguments[0] if arguments else None
    if isinstance(path, str) and path and path != ":memory:" and not path.startswith("file:"):
        make_private(Path(path))


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read, unless there is one."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:
        return  # it is there; or it cannot be made, and SQLite will say so


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


# PostgreSQL


def _on_postgresql_connect(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"SET lock_timeout = {BUSY_MS}")
        for statement in _SESSION:
            cursor.execute(statement)
    connection.commit()


def _on_postgresql_begin(connection: Connection) -> None:
    """A writer takes its turn. It holds the lock until its commit can be seen by everybody: PostgreSQL gives
    locks back only after that.
    """
    writes = connection.get_execution_options().get("writes")
    if writes:
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITE_LOCK})")
    elif writes is False:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


# Transactions

_turns: WeakKeyDictionary[Engine, threading.Lock] = WeakKeyDictionary()


@contextmanager
def _turn(engine: Engine) -> Iterator[None]:
    """The threads of one program wait here for each other: SQLite lets them all try again and again, and of
    many at once some find it locked each time until their patience is over.
    """
    lock = _turns.setdefault(engine, threading.Lock())
    has_it = lock.acquire(timeout=TURN_S)
    try:
        yield
    finally:
        if has_it:
            lock.release()


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that will write: committed at the end, rolled back on an exception (StoreError for the
    database's). Nobody else writes meanwhile. Raises StoreLocked, before anything was done, when another
    program does, for longer than this one waits.
    """
    with _translated(engine), _turn(engine), ExitStack() as stack:
        yield _begun(engine, stack, writes=True)


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, on one consistent state."""
    with _translated(engine), ExitStack() as stack:
        yield _begun(engine, stack, writes=False)


def at_leisure(connection: Connection) -> None:
    """For the rest of this transaction a server does not end it because nothing is asked for a while: this
    program is at work on what it was given, and it may be much. It then ends with the connection alone.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def _begun(engine: Engine, stack: ExitStack, *, writes: bool) -> Connection:
    """A transaction that ends with `stack`; tried again as long as this program waits for a lock."""
    waiting = Waiting()
    while True:
        try:
            with _translated(engine), ExitStack() as attempt:
                plain = attempt.enter_context(engine.connect())
                connection = plain.execution_options(writes=writes)
                attempt.enter_context(connection.begin())
                stack.push(attempt.pop_all())
                return connection
        except StoreLocked as error:
            if not waiting.goes_on(shown(engine)):
                raise StoreLocked(waiting.over(shown(engine))) from error


@contextmanager
def _translated(engine: Engine) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise explain(error, engine) from error


__all__ = [
    "DEFAULT_URL",
    "StoreError",
    "StoreUnavailable",
    "make_private",
    "open_engine",
    "reading",
    "writing",
]
