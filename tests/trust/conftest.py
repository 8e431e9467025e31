"""What these tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A database in a file; tests/postgres gives another."""
    opened = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    yield opened
    opened.close()
