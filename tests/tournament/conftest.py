"""The database in a file. tests/postgres runs the desk's suite on a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from desk_hall import desk, hall

from host_tools.store import Store

__all__ = ["desk", "hall"]


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'hall.sqlite3'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store.open(url)
    yield opened
    opened.close()
