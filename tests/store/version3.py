"""A real database of version 3: frozen SQL, from a rehearsed tournament, with one match that was decided by a
table to which it was not called.
"""

from pathlib import Path

import version1
import version2
from sqlalchemy import Engine

HERE = Path(__file__).resolve().parent / "version3"
NUMBERED = (
    *("acts", "competitions", "corrections", "entries", "events", "keys", "matches", "players", "stages"),
    "tournaments",
)


def make(url: str) -> version1.Rows:
    """Make it in an empty database; returns all its rows, by table."""
    return version1.frozen(url, HERE, NUMBERED, COLUMNS)


def rows(engine: Engine) -> version1.Rows:
    """All rows of the tables of version 3, in its columns, `meta` left out."""
    return version1.rows(engine, COLUMNS)


COLUMNS = {
    **version2.COLUMNS,
    "competitions": (
        *("id", "tournament_id", "key", "name", "kind", "ruleset", "category", "rules", "variant"),
        *("format", "state"),
    ),
    "corrections": ("id", "fixture", "at", "who", "reason", "before", "after"),
    "decisions": ("id", "stage_id", "group_no", "kind", "entries", "at", "who"),
    "entries": ("id", "competition_id", "name", "seeding", "state", "changes", "entered_at"),
    "entry_players": ("entry_id", "position", "player_id"),
    "fixtures": (
        *("id", "competition_id", "stage_id", "round", "group_no", "number", "laws_stage", "entry_a"),
        *("entry_b", "source_a", "source_b", "tie", "part", "line_up", "state", "hall", "table_no"),
        *("command", "umpire", "called_at", "report_by", "decided_at", "result", "journal", "first_seq"),
        "note",
    ),
    "players": ("id", "tournament_id", "number", "name", "club", "country", "licence", "removed_at"),
    "stages": ("id", "competition_id", "position", "kind", "name", "settings", "draw_seed", "state"),
    "tokens": ("name", "token", "made_at", "used_at"),
    "tournaments": ("id", "key", "name", "place", "days", "ruleset", "state", "settings", "made_at"),
}
