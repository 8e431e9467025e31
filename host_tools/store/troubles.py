"""What can go wrong with a database, in words that say what to do. No password is ever in them."""

import re
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError


class StoreError(Exception):
    """The database cannot be used as it is; the message says why and what to do."""


class StoreUnavailable(StoreError):  # noqa: N818
    """It cannot be used now (locked, disk full, server away), but trying again later may succeed."""


class StoreLocked(StoreUnavailable):
    """Another program writes to it, and does not end."""


#: PostgreSQL: beginning of the SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html) or
#: words of a failed connection, which has none; then what is said. The first that fits counts.
_POSTGRESQL = (
    ("28", "password authentication failed", "refuses the user or the password; check them in the URL."),
    ("-", "no password supplied", "wants a password; put it into the URL, PGPASSWORD or ~/.pgpass."),
    ("-", "no pg_hba.conf entry", "lets nobody in from here; add this computer to its pg_hba.conf."),
    ("3D000", '" does not exist', "has no such database or user; make them first (createuser, createdb)."),
    ("57P03", "the database system is", "is just starting or stopping; it is tried again."),
    ("57P", "terminating connection", "was shut down; start it again."),
    ("53100", "no space left on device", "has a full disk; make room on the server."),
    ("53300", "too many clients", "has no connection left; end other programs or raise max_connections."),
    ("55P03", "lock timeout", "is locked by another program; close whatever is writing to it."),
    ("40", "deadlock detected", "is locked by another program; close whatever is writing to it."),
    ("25006", "read-only transaction", "is read-only (a standby?); give the address of the main server."),
    ("42501", "permission denied", "does not let this user write; grant it the tables (GRANT, or own them)."),
    ("-", "connection refused", "does not answer: is the server running, and is the port right?"),
    ("-", "no such file or directory", "does not answer: is the server running, and is the folder right?"),
    ("-", "failed to resolve host", "cannot be found: is the name in the URL right?"),
    ("-", "could not translate host", "cannot be found: is the name in the URL right?"),
    ("-", "timeout", "does not answer in time: is the network up?"),
    ("08", "server closed the connection", "has gone away; start it again."),
)


#: PostgreSQL's SQLSTATE when `lock_timeout` has passed.
LOCK_NOT_AVAILABLE = "55P03"


def explain(error: SQLAlchemyError, engine: Engine) -> StoreError:
    """The same failure as a StoreError (StoreUnavailable when it may pass) that says what to do."""
    where = shown(engine)
    cause = getattr(error, "orig", None) or error
    text = str(cause).strip()
    if engine.dialect.name == "postgresql":
        return _of_postgresql(error, cause, f"The database {where}", text)
    return _of_sqlite(error, where, text)


def _of_sqlite(error: SQLAlchemyError, where: str, text: str) -> StoreError:
    low = text.lower()
    if "locked" in low or "busy" in low:
        return StoreLocked(f"{where} is locked by another program; close whatever is writing to it.")
    if "full" in low and "disk" in low:
        return StoreUnavailable(f"The disk of {where} is full; make room on it.")
    if "disk i/o" in low:  # what the file system says when the log or its index finds no room
        return StoreUnavailable(f"The disk of {where} takes nothing ({text}): is it full, or failing?")
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


def _of_postgresql(error: SQLAlchemyError, cause: Any, where: str, text: str) -> StoreError:
    state = getattr(cause, "sqlstate", None) or ""
    low = text.lower()
    passes = isinstance(error, OperationalError) or (
        isinstance(error, DBAPIError) and error.connection_invalidated
    )
    for begin, words, said in _POSTGRESQL:
        if state.startswith(begin) if state else (passes and words in low):
            kind = StoreLocked if state == LOCK_NOT_AVAILABLE else StoreUnavailable
            return kind(f"{where} {said}")
    first = " ".join(text.split("\n", 1)[0].split())
    if passes:
        return StoreUnavailable(f"{where} does not answer: {first}")
    return StoreError(f"{where}: {first}")


def shown(engine: Engine) -> str:
    """The database's address, fit to be shown."""
    return hidden(engine.url.render_as_string(hide_password=True)).replace("+psycopg:", ":", 1)


def hidden(url: str) -> str:
    """A URL that may be no proper one, without what could be a password."""
    url = re.sub(r"(://[^:/@]*):.*@", r"\1:***@", url)
    return re.sub(r"(?i)(password=)[^&]*", r"\1***", url)
