"""What went wrong with a database: the reason (reasons.py) of an error of SQLite or PostgreSQL. Errors are
recognised by code, because the texts differ between versions.
"""

import re
import sqlite3
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from host_tools.store.reasons import StoreDamaged, StoreError, StoreLocked, StoreUnavailable

#: SQLite: the primary result code (https://www.sqlite.org/rescode.html) and the reason.
_SQLITE: Mapping[int, str] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_FULL: "disk_full",
    # SQLite also reports this when the file system has no room for the WAL or its index.
    sqlite3.SQLITE_IOERR: "disk_fails",
    sqlite3.SQLITE_READONLY: "file_read_only",
    sqlite3.SQLITE_PERM: "file_read_only",
    sqlite3.SQLITE_CANTOPEN: "file_cannot_open",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "no_database",
}
#: The reasons whose words quote SQLite's text.
_QUOTING: tuple[str, ...] = ("disk_fails", "damaged", "no_database")

#: PostgreSQL: the beginning of the SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html),
#: or words from the error of a failed connection, which has no SQLSTATE; then the reason. The first match
#: counts.
_POSTGRESQL: tuple[tuple[str, str, str], ...] = (
    ("28", "password authentication failed", "login_refused"),
    ("-", "no password supplied", "password_missing"),
    ("-", "no pg_hba.conf entry", "not_let_in"),
    ("3D000", '" does not exist', "no_such_database"),
    ("57P03", "the database system is", "starting_or_stopping"),
    ("57P", "terminating connection", "was_shut_down"),
    ("53100", "no space left on device", "server_disk_full"),
    ("53300", "too many clients", "connections_used_up"),
    ("55P03", "lock timeout", "locked"),
    ("40", "deadlock detected", "locked"),
    ("25006", "read-only transaction", "is_standby"),
    ("42501", "permission denied", "not_granted"),
    ("42P01", "", "tables_lost"),
    ("XX00", "", "server_damaged"),
    ("58", "", "server_disk_fails"),
    ("-", "connection refused", "port_refused"),
    ("-", "no such file or directory", "socket_missing"),
    ("-", "failed to resolve host", "server_unknown"),
    ("-", "could not translate host", "server_unknown"),
    ("-", "timeout", "timed_out"),
    ("08", "server closed the connection", "gone_away"),
)
#: The reasons for which nothing may be written any more; any other may pass.
_DAMAGE: tuple[str, ...] = ("damaged", "no_database", "server_damaged", "tables_lost")


def explain(error: SQLAlchemyError, engine: Engine) -> StoreError:
    """The same failure as a StoreError with its reason; StoreUnavailable when it may be temporary."""
    where = shown(engine)
    cause = getattr(error, "orig", None) or error
    text = str(cause).strip()
    if engine.dialect.name == "postgresql":
        return _of_postgresql(error, cause, where, text)
    return _of_sqlite(error, cause, where, text)


def _of_sqlite(error: SQLAlchemyError, cause: Any, where: str, text: str) -> StoreError:
    reason = _SQLITE.get(sqlite_code(cause))
    if reason is not None:
        return _made(reason, where=where, **({"why": text} if reason in _QUOTING else {}))
    if isinstance(error, OperationalError):
        return StoreUnavailable("silent", where=where, why=text)
    return StoreError("fails", where=where, why=text)


def _made(reason: str, **facts: str) -> StoreError:
    if reason == "locked":
        return StoreLocked(reason, **facts)
    if reason in _DAMAGE:
        return StoreDamaged(reason, **facts)
    return StoreUnavailable(reason, **facts)


def _of_postgresql(error: SQLAlchemyError, cause: Any, where: str, text: str) -> StoreError:
    state = getattr(cause, "sqlstate", None) or ""
    low = text.lower()
    passes = isinstance(error, OperationalError) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )
    for begin, words, reason in _POSTGRESQL:
        if state.startswith(begin) if state else (passes and words != "" and words in low):
            return _made(reason, where=where)
    first = " ".join(text.split("\n", 1)[0].split())
    if passes:
        return StoreUnavailable("silent", where=where, why=first)
    return StoreError("fails", where=where, why=first)


def shown(engine: Engine) -> str:
    """The database's address without the password, for messages."""
    return hidden(engine.url.render_as_string(hide_password=True)).replace("+psycopg:", ":", 1)


def hidden(url: str) -> str:
    """A URL, valid or not, with everything that could be a password replaced by ***."""
    url = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url)
    return re.sub(r"(?i)(password=)[^&]*", r"\1***", url)


def sqlite_code(error: BaseException | None) -> int:
    """The primary result code (https://sqlite.org/rescode.html) of this error, or of the SQLite error that
    caused it; 0 (SQLITE_OK) when there is none.
    """
    while error is not None:
        if isinstance(error, sqlite3.Error):
            return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
        error = error.__cause__
    return sqlite3.SQLITE_OK
