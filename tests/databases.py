"""New SQLite databases for the tests: copies of one that is made once in a process, at a quarter of the work.

Only how the tables come into a new file is replaced; `Store.open` opens the copy, asks for its version and
proves that it can be written, as ever. That a database is made from nothing is held by the tests in
tests/store, and by each program that a test starts.

What SQLAlchemy makes of a statement it makes once in a process, not for each of hundreds of databases; and
no commit waits for the disk: a program may be killed here, the machine does not lose its power.
"""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine

from host_tools.store import Store, database
from host_tools.store import store as opening

#: What Boardside itself does with a database that it opens, and with each connection to a SQLite file.
prepare = opening.prepare
connected = database._on_sqlite_connect


def _template() -> bytes:
    """A database in which nothing has happened yet."""
    with tempfile.TemporaryDirectory(prefix="boardside-") as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "prepare", prepare)
        path = Path(folder) / "new.sqlite3"
        Store.open(f"sqlite:///{path}").close()
        return path.read_bytes()


def _copy(content: bytes, path: Path) -> None:
    """Whole or not at all: others may open it at the same moment. Where none can be made, nothing is done."""
    part = Path(f"{path}.{os.getpid()}-{os.urandom(4).hex()}")
    database.make_private(part)
    with contextlib.suppress(OSError):
        part.write_bytes(content)
        os.link(part, path)
    part.unlink(missing_ok=True)


class Statements(dict[tuple[Any, ...], Any]):
    """Compiled statements for all engines of one kind of database, by the kind in place of the one engine's
    dialect; as many as a run of all suites needs.
    """

    MOST = 5000

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get((key[0].name, *key[1:]), default)

    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        if len(self) >= self.MOST:
            self.clear()
        super().__setitem__((key[0].name, *key[1:]), value)


@contextlib.contextmanager
def compiled_once() -> Iterator[None]:
    """Meanwhile each statement is compiled once for all databases of its kind that are opened."""
    options = {"compiled_cache": Statements()}

    def engine(*arguments: Any, **given: Any) -> Engine:
        return create_engine(*arguments, execution_options=options, **given)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", engine)
        yield


def _not_waiting(connection: sqlite3.Connection, record: object) -> None:
    connected(connection, record)
    connection.execute("PRAGMA synchronous=OFF")


@contextlib.contextmanager
def not_waiting() -> Iterator[None]:
    """Meanwhile a commit to a SQLite database is with the system, and the disk gets it when that likes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_on_sqlite_connect", _not_waiting)
        yield


@contextlib.contextmanager
def copied() -> Iterator[None]:
    """Meanwhile `Store.open` copies a new SQLite database instead of making its tables."""
    made: list[bytes] = []

    def prepared(engine: Engine, create: bool = True) -> None:
        if engine.dialect.name == "sqlite" and engine.url.database and create:
            path = Path(engine.url.database)
            if not path.exists() and path.parent.is_dir():
                made[:] = made or [_template()]
                _copy(made[0], path)
        prepare(engine, create)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "prepare", prepared)
        yield
