"""What the tests of the admin pages' guard share: a house, what can be done there, what is stored."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from admin_client import House, fields_of, house

ACTIONS = {
    "/admin/logout": {},
    "/admin/hall": {"do": "start", "length": "45:00", "number": "0"},
    "/admin/assign": {"table": "3", "a": "A", "b": "B", "stage": "final", "ruleset": "icf"},
    "/admin/tables/3/key": {},
}


@pytest.fixture(name="hall")
def keyed_hall(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path) as built:
        built.store.keys.add(3, "ab" * 16)
        yield built


def state(hall: House) -> list[str]:
    """Everything in the database but when a login was last used."""
    with sqlite3.connect(hall.path) as connection:
        return [line for line in connection.iterdump() if 'INTO "logins"' not in line]


def csrf(hall: House) -> str:
    return fields_of(hall.admin.get(), "/admin/logout")["csrf"]
