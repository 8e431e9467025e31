"""The database's own tests make each new one from nothing, as it is made at a user's, and as durable."""

import pytest

from host_tools.store import database
from host_tools.store import store as opening
from tests.databases import connected, prepare


@pytest.fixture(autouse=True)
def _made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "prepare", prepare)
    monkeypatch.setattr(database, "_on_sqlite_connect", connected)
