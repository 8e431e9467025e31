"""A real database of version 4: frozen SQL, the database of version 3 as it was upgraded, with commands whose
answers are stored as sentences.
"""

from pathlib import Path

import version1
import version3
from sqlalchemy import Engine

HERE = Path(__file__).resolve().parent / "version4"
NUMBERED = (*version3.NUMBERED, "reports")


def make(url: str) -> version1.Rows:
    """Make it in an empty database; returns all its rows, by table."""
    return version1.frozen(url, HERE, NUMBERED, COLUMNS)


def rows(engine: Engine) -> version1.Rows:
    """All rows of the tables of version 4, in its columns, `meta` left out."""
    return version1.rows(engine, COLUMNS)


COLUMNS = {
    **version3.COLUMNS,
    "commands": (*version3.COLUMNS["commands"], "expires_at"),
    "fixtures": (*version3.COLUMNS["fixtures"], "note_code"),
    "journal_owners": ("journal", "number", "table_no", "key_id", "since", "stored", "held", "how"),
    "journal_stops": ("id", "journal", "seq", "table_no", "state", "at", "decided_at", "who", "why"),
    "reports": (
        *("id", "fixture", "journal", "first_seq", "table_no", "reason", "detail", "result", "state"),
        *("since", "who", "why", "decided_at"),
    ),
}
