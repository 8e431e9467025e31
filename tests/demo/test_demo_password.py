"""The demonstration sets a password for the admin pages and prints it."""

import secrets
from pathlib import Path

import pytest

from host_tools.demo.run import give_password
from host_tools.store import Store
from host_tools.store.admins import ORGANISER


def test_a_password_that_is_easy_to_guess_by_chance_is_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = iter(["5a1d1e306a", "1111111111", "c85f1b9ed0"])
    database = f"sqlite:///{tmp_path / 'demo.db'}"
    with monkeypatch.context() as patch:
        patch.setattr(secrets, "token_hex", lambda _count: next(drawn))
        assert give_password(database) == "c85f1b9ed0"
    store = Store.open(database)
    assert store.admins.verify(ORGANISER, "c85f1b9ed0")
    store.close()
