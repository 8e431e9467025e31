"""Shared by the tests of the admin pages' guard: a hall with its pages, what can be done there, what is
stored.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from admin_client import AdminHall, admin_hall, fields_of

ACTIONS = {
    "/admin/logout": {},
    "/admin/hall": {"do": "start", "length": "45:00", "number": "0"},
    "/admin/assign": {"table": "3", "a": "A", "b": "B", "stage": "final", "ruleset": "icf"},
    "/admin/tables/3/key": {},
    "/admin/rules/new": {"base": "icf", "name": "Club", "key": "club", "do": "save"},
}


@pytest.fixture(name="hall")
def keyed_hall(tmp_path: Path) -> Iterator[AdminHall]:
    with admin_hall(tmp_path) as built:
        built.store.keys.add(3, "ab" * 16)
        yield built


def state(hall: AdminHall) -> list[str]:
    """Everything in the database but when a login was last used."""
    with sqlite3.connect(hall.path) as connection:
        return [line for line in connection.iterdump() if 'INTO "logins"' not in line]


def csrf(hall: AdminHall) -> str:
    return fields_of(hall.admin.get(), "/admin/logout")["csrf"]
