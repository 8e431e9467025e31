"""The generation of a database: a number that rises when a command changes what a collector knows
(`forget`, `restore`). A collector compares it in every transaction that writes. It belongs to the database,
not to the rows, which a backup brings: SQLite's `user_version`, PostgreSQL's comment on the table `events`.
"""

from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from host_tools.store.reasons import FileLost
from host_tools.store.troubles import shown

_COMMENT = "SELECT obj_description(to_regclass('events'), 'pg_class')"
#: The generation that the collector of an engine has read.
_known: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()


def of(connection: Connection) -> int:
    """The database's generation; 0 before the first change."""
    query = "PRAGMA user_version" if connection.dialect.name == "sqlite" else _COMMENT
    value = str(connection.exec_driver_sql(query).scalar())
    return int(value) if value.isdecimal() else 0


def advance(connection: Connection) -> None:
    """Raise the generation, in this transaction."""
    raised = (of(connection) + 1) % 2**31
    is_file = connection.dialect.name == "sqlite"
    connection.exec_driver_sql(
        f"PRAGMA user_version = {raised}" if is_file else f"COMMENT ON TABLE events IS '{raised}'"
    )


def follow(connection: Connection) -> None:
    """Compare the generation from here on, whenever this engine writes."""
    _known[connection.engine] = of(connection)


def is_other(connection: Connection) -> bool:
    """Whether the database has another generation than the one that this engine follows."""
    known = _known.get(connection.engine)
    return known is not None and known != of(connection)


def require_same(connection: Connection) -> None:
    """Raise FileLost when it has another generation."""
    if is_other(connection):
        raise FileLost("made_again", where=shown(connection.engine))
