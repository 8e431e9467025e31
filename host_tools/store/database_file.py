"""Whether the open database still is the one that has its name: the SQLite file, the generation, the
server's.

SQLite opens a file by its name, and goes on writing to it when it is deleted, moved or replaced. What it
commits then is lost when the program ends. So each connection remembers which files it opened: the database,
its write-ahead log `-wal` and that log's index `-shm`. A commit counts only if they still have these names
afterwards (docs/maintainer/database.md). `recovery` saves what is open of a file that went.
"""

import os
import sqlite3
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from host_tools.store.reasons import FileLost, Missing, StoreDamaged
from host_tools.store.troubles import shown

#: (device, inode): identifies a file independently of its name.
Inode = tuple[int, int]
_MARK = "boardside files"


@dataclass(frozen=True, slots=True)
class Files:
    """The files that a connection has open. None: there is no such file (no write-ahead log)."""

    database: Inode
    log: Inode | None
    index: Inode | None


class DatabaseFile:
    """The file of one engine. Its methods may be called from any thread.

    `damage`: the damage found in it; while this is set, nothing is written. `is_read_only`: SQLite opens it
    for reading alone.
    """

    def __init__(self, path: str, where: str, is_read_only: bool = False) -> None:
        self._is_read_only = is_read_only
        self._is_still = False
        self.path = Path(path).absolute()
        #: SQLite follows links: the log is in the folder of the file itself.
        self.real = Path(os.path.realpath(self.path))
        #: The write-ahead log, and its index. All programs that have the database open share them.
        self.log, self.index = Path(f"{self.real}-wal"), Path(f"{self.real}-shm")
        self._names = (
            str(self.path),
            str(self.log),
            str(self.index),
        )  # os.stat is faster with texts than with a Path
        self.where = where
        self.damage: StoreDamaged | None = None
        self.mode = 0o600
        self._adopted: Files | None = None
        self._open: set[int] = set()

    @property
    def address(self) -> str:
        """The URI with which SQLite opens the file but never creates it. If the file was deleted and its log
        still exists, SQLite would delete the log of the new, empty file.
        """
        if not self._is_read_only:
            return f"{self.path.as_uri()}?mode=rw"
        # Without a log, and in a folder where it may make none, SQLite reads only what nobody writes.
        self._is_still = not self.log.exists() and not os.access(self.real.parent, os.W_OK)
        return f"{self.path.as_uri()}?mode=ro" + ("&immutable=1" if self._is_still else "")

    @property
    def is_new(self) -> bool:
        """Whether no connection has been made yet."""
        return self._adopted is None

    # Connections

    def before_connect(self) -> None:
        """Check that a new connection will open the files of the others. Raises FileLost."""
        if self._adopted is not None:
            self.require(self._adopted)

    def connected(self, connection: sqlite3.Connection, info: MutableMapping[Any, Any]) -> None:
        """A connection was made: remember its files in `info`. If they are not the engine's files, close the
        connection and raise FileLost.
        """
        connection.execute(
            "SELECT 1 FROM sqlite_master"
        ).fetchone()  # SQLite opens the log with the first read
        files = self._there()
        adopted = self._adopted
        if files is None or (adopted is not None and files != adopted):
            connection.close()
            self.before_connect()
            raise FileLost("moved_at_opening", where=self.where)
        if adopted is None:
            self.adopt(files)
        info[_MARK] = files
        self._open.add(id(connection))

    def closed(self, connection: sqlite3.Connection) -> None:
        """A connection was closed. With the last one SQLite deletes the log."""
        self._open.discard(id(connection))
        if not self._open and self._adopted is not None:
            self._adopted = Files(self._adopted.database, None, None)

    def forget(self) -> None:
        """The engine has closed all its connections."""
        self._open.clear()
        self._adopted = None

    def adopt(self, files: Files) -> None:
        """Make these the engine's files from now on."""
        self._adopted = files
        with suppress(OSError):
            self.mode = os.stat(self.real).st_mode & 0o777

    # Looking

    def require(self, files: Files | None) -> None:
        """Raise FileLost unless these files (None: the engine's) still have the database's name."""
        files = files or self._adopted
        missing = None if files is None else self.missing(files)
        if missing is not None:
            raise FileLost(missing, where=self.where)

    def require_sound(self) -> None:
        """Raise StoreDamaged when the file is known to be damaged."""
        if self.damage is not None:
            raise StoreDamaged(self.damage.reason, **self.damage.facts)

    def missing(self, files: Files | None = None) -> Missing | None:
        """What happened to these files (None: the engine's); None when all of them still have their names."""
        files = files or self._adopted
        if files is None:
            return None
        database, log, index = self._names
        database_inode = inode_of(database)
        if database_inode != files.database:
            return "file_gone" if database_inode is None else "file_replaced"
        for name, inode in ((log, files.log), (index, files.index)):
            if inode is not None and inode_of(name) != inode:
                return "log_gone"
        return None

    def has_changed(self) -> bool:
        """Whether another file has the name, or one that was opened as a file that nobody writes is written
        now: a read-only engine has to be disposed of to see it.
        """
        return self.missing() is not None or (self._is_still and self.log.exists())

    def remove_log(self) -> None:
        """Remove the open log, if it still has its name: SQLite would apply it to another file that has the
        database's name. Only after all that is open was saved.
        """
        if self._adopted is not None:
            for path, inode in ((self.log, self._adopted.log), (self.index, self._adopted.index)):
                if inode is not None and inode_of(path) == inode:
                    with suppress(OSError):
                        path.unlink()

    @property
    def device(self) -> int | None:
        """The device number of the open database's file system; None when it is not open."""
        return None if self._adopted is None else self._adopted.database[0]

    def _there(self) -> Files | None:
        database = inode_of(self.path)
        adopted = self._adopted
        if database is None:
            return None
        log, index = inode_of(self.log), inode_of(self.index)
        if adopted is not None and adopted.log is None:
            # All connections had been closed: the log is new, the database is the same.
            self._adopted = Files(adopted.database, log, index)
        return Files(database, log, index)


def files_of(info: MutableMapping[Any, Any]) -> Files | None:
    """The files that a connection has open, from its `info`."""
    files: Files | None = info.get(_MARK)
    return files


def inode_of(path: Path | str) -> Inode | None:
    """The identity of the file at `path`; None when there is no file, or it cannot be determined."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


# The generation of a database: a number that rises when a command changes what a collector knows
# (`forget`, `restore`). A collector compares it in every transaction that writes. It belongs to the database,
# not to the rows, which a backup brings: SQLite's `user_version`, PostgreSQL's comment on the table `events`.


_COMMENT = "SELECT obj_description(to_regclass('events'), 'pg_class')"
#: The generation that the collector of an engine has read.
_followed: WeakKeyDictionary[Engine, int] = WeakKeyDictionary()


def generation(connection: Connection) -> int:
    """The database's generation; 0 before the first change."""
    query = "PRAGMA user_version" if connection.dialect.name == "sqlite" else _COMMENT
    value = str(connection.exec_driver_sql(query).scalar())
    return int(value) if value.isdecimal() else 0


def advance_generation(connection: Connection) -> None:
    """Raise the generation, in this transaction."""
    raised = (generation(connection) + 1) % 2**31
    is_file = connection.dialect.name == "sqlite"
    connection.exec_driver_sql(
        f"PRAGMA user_version = {raised}" if is_file else f"COMMENT ON TABLE events IS '{raised}'"
    )


def follow_generation(connection: Connection) -> None:
    """Compare the generation from here on, whenever this engine writes."""
    _followed[connection.engine] = generation(connection)


def is_other_generation(connection: Connection) -> bool:
    """Whether the database has another generation than the one that this engine follows."""
    known = _followed.get(connection.engine)
    return known is not None and known != generation(connection)


def require_same_generation(connection: Connection) -> None:
    """Raise FileLost when it has another generation."""
    if is_other_generation(connection):
        raise FileLost("made_again", where=shown(connection.engine))


# The origin of a database on a server: whether it was replaced, that is dropped and made again, or restored
# table by table. What a collector knows of its tables' journals comes from the first database. If it went on
# in the second, the stored journals would have gaps (docs/maintainer/database.md).


#: Two object ids, of the database and of a table in it. A server assigns each id only once.
ORIGIN_COLUMNS = (
    "(SELECT oid::bigint FROM pg_database WHERE datname = current_database()), "
    "to_regclass('events')::oid::bigint"
)

_origins: WeakKeyDictionary[Engine, tuple[Any, ...]] = WeakKeyDictionary()


def require_same_origin(connection: Connection, origin: tuple[Any, ...]) -> None:
    """Compare `origin`, the present values of COLUMNS, with those read first. Raises FileLost when they
    differ, StoreDamaged when the tables are gone.
    """
    known = _origins.get(connection.engine)
    if origin[1] is None:
        if known is not None:
            raise StoreDamaged("tables_lost", where=shown(connection.engine))
    elif known is None:
        _origins[connection.engine] = origin
    elif known != origin:
        raise FileLost("made_again", where=shown(connection.engine))


def is_other_origin(connection: Connection) -> bool:
    """Whether this is not the database that was opened first, but has Boardside's tables."""
    known = _origins.get(connection.engine)
    if known is None:
        return False
    origin = tuple(connection.exec_driver_sql(f"SELECT {ORIGIN_COLUMNS}").one())
    if None in origin or origin == known:
        return False
    return connection.exec_driver_sql("SELECT value FROM meta WHERE key = 'schema'").scalar() is not None
