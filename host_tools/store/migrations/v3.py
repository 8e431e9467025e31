"""Version 3: tournaments, their players, events, entries, stages, fixtures, corrections and decisions; the
tokens of scripts.
"""

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column, ForeignKey, Integer, String, Text, UniqueConstraint

_SERIAL = BigInteger().with_variant(Integer, "sqlite")


def upgrade(op: Operations) -> None:
    """From version 2."""
    _people(op)
    _matches(op)
    op.create_table(
        "tokens",
        Column("name", String(40), primary_key=True),
        Column("token", String(64), nullable=False),
        Column("made_at", BigInteger, nullable=False),
        Column("used_at", BigInteger),
        UniqueConstraint("token"),
    )


def _people(op: Operations) -> None:
    op.create_table(
        "tournaments",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("key", String(40), nullable=False),
        Column("name", Text, nullable=False),
        Column("place", Text, nullable=False),
        Column("days", Text, nullable=False),
        Column("ruleset", String(40), nullable=False),
        Column("state", String(10), nullable=False),
        Column("settings", Text, nullable=False),
        Column("made_at", BigInteger, nullable=False),
        UniqueConstraint("key"),
    )
    op.create_table(
        "players",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("tournament_id", BigInteger, ForeignKey("tournaments.id"), nullable=False),
        Column("number", Integer, nullable=False),
        Column("name", Text, nullable=False),
        Column("club", Text, nullable=False),
        Column("country", String(40), nullable=False),
        Column("licence", String(40), nullable=False),
        Column("removed_at", BigInteger),
        UniqueConstraint("tournament_id", "number"),
    )
    op.create_table(
        "competitions",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("tournament_id", BigInteger, ForeignKey("tournaments.id"), nullable=False),
        Column("key", String(20), nullable=False),
        Column("name", Text, nullable=False),
        Column("kind", String(10), nullable=False),
        Column("ruleset", String(40), nullable=False),
        Column("category", String(20)),
        Column("rules", Text),
        Column("variant", Text),
        Column("format", Text, nullable=False),
        Column("state", String(10), nullable=False),
        UniqueConstraint("tournament_id", "key"),
    )
    op.create_table(
        "entries",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("competition_id", BigInteger, ForeignKey("competitions.id"), nullable=False),
        Column("name", Text, nullable=False),
        Column("seeding", Integer),
        Column("state", String(10), nullable=False),
        Column("changes", Integer, nullable=False),
        Column("entered_at", BigInteger, nullable=False),
    )
    op.create_index("entries_of_competition", "entries", ["competition_id"])
    op.create_table(
        "entry_players",
        Column("entry_id", BigInteger, ForeignKey("entries.id"), primary_key=True),
        Column("position", Integer, primary_key=True),
        Column("player_id", BigInteger, ForeignKey("players.id"), nullable=False),
    )
    op.create_index("entries_of_player", "entry_players", ["player_id"])


def _matches(op: Operations) -> None:
    op.create_table(
        "stages",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("competition_id", BigInteger, ForeignKey("competitions.id"), nullable=False),
        Column("position", Integer, nullable=False),
        Column("kind", String(20), nullable=False),
        Column("name", Text, nullable=False),
        Column("settings", Text, nullable=False),
        Column("draw_seed", String(40)),
        Column("state", String(10), nullable=False),
        UniqueConstraint("competition_id", "position"),
    )
    op.create_table(
        "fixtures",
        Column("id", String(64), primary_key=True),
        Column("competition_id", BigInteger, ForeignKey("competitions.id"), nullable=False),
        Column("stage_id", BigInteger, ForeignKey("stages.id"), nullable=False),
        Column("round", Integer, nullable=False),
        Column("group_no", Integer, nullable=False),
        Column("number", Integer, nullable=False),
        Column("laws_stage", String(20), nullable=False),
        Column("entry_a", BigInteger, ForeignKey("entries.id")),
        Column("entry_b", BigInteger, ForeignKey("entries.id")),
        Column("source_a", Text, nullable=False),
        Column("source_b", Text, nullable=False),
        Column("tie", String(64)),
        Column("part", String(20)),
        Column("line_up", Text),
        Column("state", String(10), nullable=False),
        Column("hall", String(40), nullable=False),
        Column("table_no", Integer),
        Column("command", String(16)),
        Column("umpire", Text, nullable=False),
        Column("called_at", BigInteger),
        Column("report_by", BigInteger),
        Column("decided_at", BigInteger),
        Column("result", Text),
        Column("journal", String(16)),
        Column("first_seq", Integer),
        Column("note", Text, nullable=False),
    )
    op.create_index("fixtures_of_competition", "fixtures", ["competition_id", "stage_id", "round", "number"])
    op.create_index("fixtures_by_state", "fixtures", ["state"])
    op.create_table(
        "corrections",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("fixture", String(64), ForeignKey("fixtures.id"), nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("who", Text, nullable=False),
        Column("reason", Text, nullable=False),
        Column("before", Text),
        Column("after", Text),
    )
    op.create_index("corrections_of_fixture", "corrections", ["fixture"])
    op.create_table(
        "decisions",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("stage_id", BigInteger, ForeignKey("stages.id"), nullable=False),
        Column("group_no", Integer, nullable=False),
        Column("kind", String(20), nullable=False),
        Column("entries", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
        Column("who", Text, nullable=False),
    )
    op.create_index("decisions_of_stage", "decisions", ["stage_id"])
