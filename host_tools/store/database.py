"""Opening the database: engine, durability, and transactions.

One transaction writes at a time, on PostgreSQL as on SQLite (docs/maintainer/database.md): so `id`
rises in the order of the commits, and no other write can occur between a method's read and its write.
"""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict
from weakref import WeakKeyDictionary

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from host_tools.console import installation
from host_tools.reasons import Cause
from host_tools.store.database_file import (
    ORIGIN_COLUMNS,
    DatabaseFile,
    files_of,
    require_same_generation,
    require_same_origin,
)
from host_tools.store.reasons import StoreDamaged, StoreError, StoreLocked, database_cause
from host_tools.store.troubles import explain, hidden, shown

EXAMPLE_URL = "sqlite:///hall.sqlite3"
"""An example of a database's URL, for messages."""
#: How long one attempt waits for a database that another program has locked; a patient program makes several
#: attempts (`patient`).
BUSY_MS = 2000
#: How long a thread waits for its turn among this program's threads; after that it tries without a turn.
TURN_S = 30.0
#: How long an attempt to reach a server may take.
CONNECT_S = 4
#: The advisory lock that a writing transaction holds (PostgreSQL): "boards" in ASCII.
WRITE_LOCK = 0x626F61726473

#: A lost connection to a server is detected within about ten seconds, by both sides. So the open transaction
#: of a collector that died does not block the others for longer.
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


def open_engine(url: str, is_read_only: bool = False) -> Engine:
    """An engine. Each transaction that `writing` began on it is durable when it has been committed.
    `is_read_only`: the database itself refuses every write on it.

    SQLite: write-ahead log, synchronous=FULL; a new file is readable by its owner alone (it will hold keys).
    PostgreSQL: synchronous_commit. Raises StoreError for a URL that cannot be used, and MissingExtra.
    """
    try:
        parsed = _with_driver(make_url(url))
        if parsed.get_backend_name() == "postgresql":
            installation.require("psycopg")
        engine = create_engine(parsed, **_settings(parsed))
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError, ValueError) as error:
        raise StoreError("bad_url", url=hidden(url), example=EXAMPLE_URL) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _on_sqlite_read if is_read_only else _on_sqlite_connect)
        event.listen(engine, "begin", _on_sqlite_begin)
        _follow_file(engine, is_read_only)
    else:
        event.listen(engine, "connect", _on_postgresql_connect)
        if is_read_only:
            event.listen(engine, "connect", _on_postgresql_read)
        event.listen(engine, "begin", _on_postgresql_begin)
    return engine


def _with_driver(url: URL) -> URL:
    """The URL with the driver that Boardside uses. Raises ValueError for other databases."""
    name = url.get_backend_name()
    if name not in ("sqlite", "postgresql", "postgres"):
        raise ValueError(f"{name} is neither SQLite nor PostgreSQL")
    if url.drivername in ("postgres", "postgresql"):
        return url.set(drivername="postgresql+psycopg")
    return url


class _EngineSettings(TypedDict, total=False):
    """Arguments of `create_engine`."""

    connect_args: Mapping[str, object]
    pool_pre_ping: bool
    pool_timeout: float


def _settings(url: URL) -> _EngineSettings:
    if url.get_backend_name() == "sqlite":
        return {}
    given = {name: url.query[name] for name in ("connect_timeout", *_KEEPALIVE) if name in url.query}
    return {
        "connect_args": {"connect_timeout": CONNECT_S, **_KEEPALIVE, **given},
        "pool_pre_ping": True,
        "pool_timeout": CONNECT_S,
    }


# SQLite


_files: WeakKeyDictionary[Engine, DatabaseFile] = WeakKeyDictionary()


def file_of(engine: Engine) -> DatabaseFile | None:
    """The engine's file; None for a server, or a database in memory."""
    return _files.get(engine)


def _follow_file(engine: Engine, is_read_only: bool) -> None:
    """Make all connections of the engine open one file, and remember which. Only the first connection creates
    the file, readable by its owner alone; SQLite gives -wal and -shm the same rights. A read-only engine
    creates none.
    """
    path = engine.url.database
    if not path or path == ":memory:" or path.startswith("file:"):
        return
    file = _files[engine] = DatabaseFile(path, shown(engine), is_read_only)

    def connecting(_dialect: object, _record: object, arguments: list[Any], named: dict[str, object]) -> None:
        if file.is_new and not is_read_only:
            make_private(file.path)
        file.before_connect()
        arguments[0], named["uri"] = file.address, True

    event.listen(engine, "do_connect", connecting)
    event.listen(engine, "connect", lambda connection, record: file.connected(connection, record.info))
    event.listen(engine, "close", lambda connection, _record: file.closed(connection))
    event.listen(engine, "close_detached", file.closed)
    event.listen(engine, "engine_disposed", lambda _engine: file.forget())


def make_private(path: Path) -> None:
    """Create an empty file that only its owner can read. An existing file stays as it is."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError:
        return  # the file exists; or it cannot be created, and SQLite will report that


def _on_sqlite_connect(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, not where sqlite3 guesses
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _on_sqlite_read(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}").close()


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


def _on_postgresql_read(connection: Any, _record: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    connection.commit()


def _on_postgresql_begin(connection: Connection) -> None:
    """Take the lock of writers. The transaction holds it until its commit is visible to all: PostgreSQL
    releases locks only after that.
    """
    writes = connection.get_execution_options().get("writes")
    if writes:
        query = f"SELECT {ORIGIN_COLUMNS} FROM (SELECT pg_advisory_xact_lock({WRITE_LOCK})) AS turn"
        require_same_origin(connection, tuple(connection.exec_driver_sql(query).one()))
    elif writes is False:
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


# Transactions

_turns: WeakKeyDictionary[Engine, threading.Lock] = WeakKeyDictionary()


@contextmanager
def taking_turn(engine: Engine) -> Iterator[None]:
    """Wait until no other thread of this program has its turn. With SQLite alone each thread would try again
    and again; of many threads some would find the database locked each time until their waiting time is over.
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
    """A transaction that will write. It is committed at the end, and rolled back on an exception; errors of
    the database are raised as StoreError. Nothing else writes meanwhile.

    Raises StoreLocked, before anything was done, when another program writes for longer than this one waits.
    Raises FileLost when the commit is not, or may not be, in the file that has the database's name now, or
    the database has another generation than the collector of this engine has read. Raises StoreDamaged when
    the file is known to be damaged.
    """
    file = file_of(engine)
    with _translated(engine), taking_turn(engine):
        if file is not None:
            file.require_sound()
            file.require(None)
        with ExitStack() as stack:
            connection = _begun(engine, stack, writes=True)
            require_same_generation(connection)
            files = files_of(connection.info)
            yield connection
        if file is not None:
            file.require(files)
            file.require_sound()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A transaction that only reads, on one consistent state."""
    with _translated(engine), ExitStack() as stack:
        yield _begun(engine, stack, writes=False)


def at_leisure(connection: Connection) -> None:
    """Let this transaction be idle on a server without a time limit. Use it when the program works for long
    between two statements. The transaction then ends only by itself or with the connection.
    """
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")


def _begun(engine: Engine, stack: ExitStack, *, writes: bool) -> Connection:
    """Begin a transaction that ends with `stack`. If the database is locked, try again for as long as this
    program waits.
    """
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
                raise waiting.over(shown(engine)) from error


@contextmanager
def _translated(engine: Engine) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        explained = explain(error, engine)
        file = file_of(engine)
        if file is not None and isinstance(explained, StoreDamaged):
            file.damage = explained
        raise explained from error


# How long this program waits for a database that another program has locked.
#
# A collector does not wait: it shows the problem, its tables keep their events, and it tries again. A command
# waits for a limited time and says so, because nothing else would try again.

#: How long a command waits: longer than an import or a deletion of a large tournament takes.
COMMAND_S = 30


@dataclass(frozen=True, slots=True)
class Patience:
    """wait_s: the total time to wait; 0: one attempt with the database's own limit (BUSY_MS). say: called
    once per wait with a message.
    """

    wait_s: float = 0
    say: Callable[[Cause], None] | None = None


_present = Patience()


@contextmanager
def patient(wait_s: float, say: Callable[[Cause], None]) -> Iterator[None]:
    """Inside this context, all threads of the program wait up to `wait_s` for a locked database. `say` is
    called with a message that names the database.
    """
    global _present
    before, _present = _present, Patience(wait_s, say)
    try:
        yield
    finally:
        _present = before


class Waiting:
    """One wait. Call `goes_on` after each attempt that found the database locked."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._begun = clock()
        self._has_said = False

    def goes_on(self, where: str) -> bool:
        """Whether to try again. The first call says that the program waits for `where`."""
        left = _present.wait_s - (self._clock() - self._begun)
        if left <= 0:
            return False
        if not self._has_said and _present.say is not None:
            self._has_said = True
            _present.say(database_cause("waits_for_lock", where=where, seconds=max(1, round(left))))
        return True

    def over(self, where: str) -> StoreLocked:
        """The error for the end of the wait."""
        if _present.wait_s <= 0:
            return StoreLocked("locked", where=where)
        return StoreLocked("locked_long", where=where, seconds=round(self._clock() - self._begun))


# The time of the host, in ms since 1970 (UTC). While a collector runs in this process, that is host time,
# which is steady (collector/clocks.HostTime): what is counted from it, on pages or by the desk, does not move
# when somebody sets the computer's clock. Another process gets it from the database (`Store.hall.now`).

_followed: Callable[[], int] | None = None


def now_ms() -> int:
    """Host time where it is followed, else the computer's clock."""
    return computer_ms() if _followed is None else _followed()


def computer_ms() -> int:
    """The computer's clock, which somebody may set at any moment."""
    return time.time_ns() // 1_000_000


def follow_clock(clock: Callable[[], int] | None) -> None:
    """From now on this process's time is that of `clock`; None: of the computer again."""
    global _followed
    _followed = clock


def is_clock_followed() -> bool:
    """Whether this process has host time of its own."""
    return _followed is not None
