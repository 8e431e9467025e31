"""The admin pages over a database in trouble: a full disk, a lock, an act that is not on record."""

import logging
import sqlite3
from typing import Any

import pytest
from admin_client import Admin, AdminHall
from guarded_hall import ACTIONS, csrf, keyed_hall, state  # noqa: F401

from host_tools.store import StoreUnavailable


def refuse(*_: Any, **__: Any) -> Any:
    raise StoreUnavailable("disk_full", where="sqlite:///hall.sqlite3")


def test_a_full_disk_at_login_is_a_plain_page(hall: AdminHall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall.store.admins, "log_in", refuse)
    answer = hall.admin.log_in()
    assert answer.status_code == 503
    assert "make room on it" in answer.text
    monkeypatch.undo()


@pytest.mark.parametrize(
    ("path", "part", "name"),
    [
        ("/admin/hall", "hall", "change"),
        ("/admin/assign", None, "queue_command"),
        ("/admin/tables/3/key", "keys", "revoke"),
        ("/admin/logout", "admins", "log_out"),
    ],
)
def test_a_full_disk_in_an_action_is_a_plain_page(
    hall: AdminHall,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    path: str,
    part: str | None,
    name: str,
) -> None:
    hall.admin.log_in()
    token = csrf(hall)
    before = state(hall)
    monkeypatch.setattr(getattr(hall.store, part) if part else hall.store, name, refuse)
    with caplog.at_level(logging.WARNING):
        answer = hall.admin.post(path, {**ACTIONS[path], "csrf": token})
    assert answer.status_code == 503
    assert "make room on it" in answer.text
    assert 'href="/admin"' in answer.text, "the way back"
    assert "Traceback" not in caplog.text
    assert state(hall) == before


def test_an_act_that_was_done_but_not_recorded_is_reported(
    hall: AdminHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.admin.log_in()
    token = csrf(hall)
    monkeypatch.setattr(hall.store.admins, "act", refuse)
    answer = hall.admin.post("/admin/hall", {**ACTIONS["/admin/hall"], "csrf": token})
    assert answer.status_code == 503
    assert "It is done, but" in answer.text
    assert hall.store.hall.get() is not None


@pytest.mark.slow
def test_a_locked_database_is_said_and_the_pages_can_still_be_seen(hall: AdminHall) -> None:
    """Another program holds the write lock, really."""
    hall.admin.log_in()
    token = csrf(hall)
    with sqlite3.connect(hall.path) as connection:
        connection.execute("UPDATE logins SET seen_at = seen_at - 300000")
    connection.close()
    other = sqlite3.connect(hall.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        assert "Hall clock" in hall.admin.get()
        answer = hall.admin.post("/admin/hall", {**ACTIONS["/admin/hall"], "csrf": token})
        assert answer.status_code == 503
        assert "locked by another program" in answer.text
        fresh: Admin = hall.browser("10.0.0.9")
        assert fresh.log_in().status_code == 503
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert hall.admin.post("/admin/hall", {**ACTIONS["/admin/hall"], "csrf": token}).status_code == 303
