"""Detect that a database on a server has been replaced: dropped and made again, or restored table by table.

What a collector knows of its tables' journals comes from the first database. If it went on in the second, the
stored journals would have gaps (docs/maintainer/database.md).
"""

from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from host_tools.store.reasons import FileLost, StoreDamaged
from host_tools.store.troubles import shown

#: Two object ids, of the database and of a table in it. A server assigns each id only once.
COLUMNS = (
    "(SELECT oid::bigint FROM pg_database WHERE datname = current_database()), "
    "to_regclass('events')::oid::bigint"
)

_known: WeakKeyDictionary[Engine, tuple[Any, ...]] = WeakKeyDictionary()


def require_same(connection: Connection, origin: tuple[Any, ...]) -> None:
    """Compare `origin`, the present values of COLUMNS, with those read first. Raises FileLost when they
    differ, StoreDamaged when the tables are gone.
    """
    known = _known.get(connection.engine)
    if origin[1] is None:
        if known is not None:
            raise StoreDamaged("tables_lost", where=shown(connection.engine))
    elif known is None:
        _known[connection.engine] = origin
    elif known != origin:
        raise FileLost("made_again", where=shown(connection.engine))


def is_other(connection: Connection) -> bool:
    """Whether this is not the database that was opened first, but has Boardside's tables."""
    known = _known.get(connection.engine)
    if known is None:
        return False
    origin = tuple(connection.exec_driver_sql(f"SELECT {COLUMNS}").one())
    if None in origin or origin == known:
        return False
    return connection.exec_driver_sql("SELECT value FROM meta WHERE key = 'schema'").scalar() is not None
