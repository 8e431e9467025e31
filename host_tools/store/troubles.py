"""What can go wrong with a database: a closed list of codes, and a message for each that says what to do. The
messages never contain a password.
"""

import re
import sqlite3
from enum import StrEnum
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError


class Code(StrEnum):
    """Why a database cannot be used."""

    LOCKED = "locked"
    DISK_FULL = "disk_full"
    DISK_FAILS = "disk_fails"
    READ_ONLY = "read_only"
    CANNOT_OPEN = "cannot_open"
    SILENT = "silent"  # no answer, or none that is known
    DAMAGED = "damaged"
    NO_DATABASE = "no_database"
    NO_TABLES = "no_tables"
    FILE_GONE = "file_gone"
    LOG_GONE = "log_gone"
    FILE_REPLACED = "file_replaced"
    UNUSABLE = "unusable"  # anything else: trying again does not help


class StoreError(Exception):
    """The database cannot be used. The message says why and what to do; `code` is for programs."""

    def __init__(self, message: str, code: Code = Code.UNUSABLE) -> None:
        super().__init__(message)
        self.code = code


class StoreUnavailable(StoreError):  # noqa: N818
    """The database cannot be used now (locked, disk full, server away), but a later attempt may succeed."""

    def __init__(self, message: str, code: Code = Code.SILENT) -> None:
        super().__init__(message, code)


class StoreLocked(StoreUnavailable):
    """Another program keeps the database locked."""

    def __init__(self, message: str) -> None:
        super().__init__(message, Code.LOCKED)


class StoreDamaged(StoreError):  # noqa: N818
    """Pages or tables of the database are lost. Nothing may be written to it until it is repaired."""

    def __init__(self, message: str, code: Code = Code.DAMAGED) -> None:
        super().__init__(message, code)


class FileLost(StoreUnavailable):
    """The open database is no longer the one under the database's name. Data written since may be only in the
    open one, and so count as not written.
    """


#: The advice for a database whose pages or tables are lost.
RESCUE = (
    "End the collector and see `boardside rescue` (docs/maintainer/database.md); "
    "the tables keep their events."
)

LOST_TABLES = "has lost its tables; put a backup back (docs/maintainer/database.md)."

#: SQLite: primary result code (https://www.sqlite.org/rescode.html) -> code and message ({where}, {text}).
_SQLITE = {
    sqlite3.SQLITE_BUSY: (
        Code.LOCKED,
        "{where} is locked by another program; close whatever is writing to it.",
    ),
    sqlite3.SQLITE_LOCKED: (
        Code.LOCKED,
        "{where} is locked by another program; close whatever is writing to it.",
    ),
    sqlite3.SQLITE_FULL: (Code.DISK_FULL, "The disk of {where} is full; make room on it."),
    # SQLite also reports this when the file system has no room for the WAL or its index.
    sqlite3.SQLITE_IOERR: (
        Code.DISK_FAILS,
        "The disk of {where} takes nothing ({text}): is it full, or failing?",
    ),
    sqlite3.SQLITE_READONLY: (
        Code.READ_ONLY,
        "{where} cannot be written; check the permissions of the file and its folder.",
    ),
    sqlite3.SQLITE_PERM: (
        Code.READ_ONLY,
        "{where} cannot be written; check the permissions of the file and its folder.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        Code.CANNOT_OPEN,
        "{where} cannot be opened; check that the folder exists and may be written.",
    ),
    sqlite3.SQLITE_CORRUPT: (Code.DAMAGED, "{where} is damaged ({text}). " + RESCUE),
    sqlite3.SQLITE_NOTADB: (
        Code.NO_DATABASE,
        "{where} is no database, or a damaged one ({text}); give another file with --db.",
    ),
}

#: PostgreSQL: the beginning of the SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html),
#: or words from the error of a failed connection, which has no SQLSTATE; then the message. The first match
#: counts.
_POSTGRESQL = (
    (
        "28",
        "password authentication failed",
        Code.CANNOT_OPEN,
        "refuses the user or the password; check them in the URL.",
    ),
    (
        "-",
        "no password supplied",
        Code.CANNOT_OPEN,
        "wants a password; put it into the URL, PGPASSWORD or ~/.pgpass.",
    ),
    (
        "-",
        "no pg_hba.conf entry",
        Code.CANNOT_OPEN,
        "lets nobody in from here; add this computer to its pg_hba.conf.",
    ),
    (
        "3D000",
        '" does not exist',
        Code.NO_DATABASE,
        "has no such database or user; make them first (createuser, createdb).",
    ),
    ("57P03", "the database system is", Code.SILENT, "is just starting or stopping; it is tried again."),
    ("57P", "terminating connection", Code.SILENT, "was shut down; start it again."),
    ("53100", "no space left on device", Code.DISK_FULL, "has a full disk; make room on the server."),
    (
        "53300",
        "too many clients",
        Code.CANNOT_OPEN,
        "has no connection left; end other programs or raise max_connections.",
    ),
    ("55P03", "lock timeout", Code.LOCKED, "is locked by another program; close whatever is writing to it."),
    (
        "40",
        "deadlock detected",
        Code.LOCKED,
        "is locked by another program; close whatever is writing to it.",
    ),
    (
        "25006",
        "read-only transaction",
        Code.READ_ONLY,
        "is read-only (a standby?); give the address of the main server.",
    ),
    (
        "42501",
        "permission denied",
        Code.READ_ONLY,
        "does not let this user write; grant it the tables (GRANT, or own them).",
    ),
    ("42P01", "", Code.NO_TABLES, LOST_TABLES),
    ("XX00", "", Code.DAMAGED, f"says that it is damaged. {RESCUE}"),
    ("58", "", Code.DISK_FAILS, "cannot read or write its files: is its disk failing?"),
    (
        "-",
        "connection refused",
        Code.SILENT,
        "does not answer: is the server running, and is the port right?",
    ),
    (
        "-",
        "no such file or directory",
        Code.SILENT,
        "does not answer: is the server running, and is the folder right?",
    ),
    ("-", "failed to resolve host", Code.CANNOT_OPEN, "cannot be found: is the name in the URL right?"),
    ("-", "could not translate host", Code.CANNOT_OPEN, "cannot be found: is the name in the URL right?"),
    ("-", "timeout", Code.SILENT, "does not answer in time: is the network up?"),
    ("08", "server closed the connection", Code.SILENT, "has gone away; start it again."),
)


def explain(error: SQLAlchemyError, engine: Engine) -> StoreError:
    """The same failure as a StoreError that says what to do; StoreUnavailable when it may be temporary."""
    where = shown(engine)
    cause = getattr(error, "orig", None) or error
    text = str(cause).strip()
    if engine.dialect.name == "postgresql":
        return _of_postgresql(error, cause, f"The database {where}", text)
    return _of_sqlite(error, cause, where, text)


def _of_sqlite(error: SQLAlchemyError, cause: Any, where: str, text: str) -> StoreError:
    known = _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
    if known is not None:
        return _made(known[0], known[1].format(where=where, text=text), is_file=True)
    if isinstance(error, OperationalError):
        return StoreUnavailable(f"{where} does not answer: {text}")
    return StoreError(f"{where}: {text}")


def _made(code: Code, message: str, *, is_file: bool) -> StoreError:
    if code is Code.LOCKED:
        return StoreLocked(message)
    if code in (Code.DAMAGED, Code.NO_TABLES) or (code is Code.NO_DATABASE and is_file):
        return StoreDamaged(message, code)
    return StoreUnavailable(message, code)


def _of_postgresql(error: SQLAlchemyError, cause: Any, where: str, text: str) -> StoreError:
    state = getattr(cause, "sqlstate", None) or ""
    low = text.lower()
    passes = isinstance(error, OperationalError) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )
    for begin, words, code, said in _POSTGRESQL:
        if state.startswith(begin) if state else (passes and words != "" and words in low):
            return _made(code, f"{where} {said}", is_file=False)
    first = " ".join(text.split("\n", 1)[0].split())
    if passes:
        return StoreUnavailable(f"{where} does not answer: {first}")
    return StoreError(f"{where}: {first}")


def shown(engine: Engine) -> str:
    """The database's address without the password, for messages."""
    return hidden(engine.url.render_as_string(hide_password=True)).replace("+psycopg:", ":", 1)


def hidden(url: str) -> str:
    """A URL, valid or not, with everything that could be a password replaced by ***."""
    url = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url)
    return re.sub(r"(?i)(password=)[^&]*", r"\1***", url)
