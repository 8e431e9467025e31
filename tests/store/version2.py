"""A real database of version 2: frozen SQL, with what a collector had written after a table had played."""

from pathlib import Path

import version1
from sqlalchemy import Engine

HERE = Path(__file__).resolve().parent / "version2"
NUMBERED = ("acts", "events", "keys", "matches")


def make(url: str) -> version1.Rows:
    """Make it in an empty database; returns all its rows, by table."""
    return version1.frozen(url, HERE, NUMBERED, COLUMNS)


def rows(engine: Engine) -> version1.Rows:
    """All rows of the tables of version 2, in its columns, `meta` left out."""
    return version1.rows(engine, COLUMNS)


COLUMNS = {
    **version1.COLUMNS,
    "acts": ("id", "at", "who", "what", "detail"),
    "admins": ("name", "password", "changed_at"),
    "devices": ("table_no", "journal", "first_at", "last_at"),
    "events": (*version1.COLUMNS["events"], "chain"),
    "hall": ("name", "state", "length_ms", "left_ms", "moment", "number", "by"),
    "keys": ("id", "table_no", "key", "state", "note", "made_at", "used_at", "ended_at"),
    "links": ("collector", "table_no", "journal", "transport", "port", "since", "seen_at"),
    "logins": ("token", "admin", "csrf", "made_at", "seen_at", "expires_at"),
    "matches": (*version1.COLUMNS["matches"], "seal"),
    "tables": (*version1.COLUMNS["tables"], "transport", "port", "link", "problem"),
}
