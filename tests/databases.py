"""New SQLite databases for the tests: copies of one that is made once in a process, at a quarter of the work.

Only how the tables come into a new file is replaced; `Store.open` opens the copy, asks for its version and
proves that it can be written, as ever. That a database is made from nothing is held by the tests in
tests/store, and by each program that a test starts.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from host_tools.store import Store, database
from host_tools.store import store as opening

#: What Boardside itself does with a database that it opens.
prepare = opening.prepare


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
