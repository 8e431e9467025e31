"""Version 1: events, their matches, tables, commands, collectors (Boardside before 0.2)."""

from alembic.operations import Operations
from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Text, UniqueConstraint

_SERIAL = BigInteger().with_variant(Integer, "sqlite")


def upgrade(op: Operations) -> None:
    """Make the tables in an empty database."""
    op.create_table(
        "meta", Column("key", String(40), primary_key=True), Column("value", Text, nullable=False)
    )
    op.create_table(
        "tables",
        Column("table_no", Integer, primary_key=True),
        Column("name", Text, nullable=False),
        Column("journal", String(16), nullable=False),
        Column("boot", Integer, nullable=False),
        Column("firmware", String(40), nullable=False),
        Column("keyed", Boolean, nullable=False),
        Column("transport", String(10), nullable=False),
        Column("port", Text, nullable=False),
        Column("link", String(8), nullable=False),
        Column("heard_at", BigInteger, nullable=False),
        Column("status", Text),
        Column("problem", Text),
    )
    op.create_table(
        "events",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("journal", String(16), nullable=False),
        Column("seq", Integer, nullable=False),
        Column("table_no", Integer, nullable=False),
        Column("match", String(64)),
        Column("kind", String(20), nullable=False),
        Column("body", Text, nullable=False),
        Column("received_at", BigInteger, nullable=False),
        UniqueConstraint("journal", "seq"),
    )
    op.create_index("events_of_table", "events", ["table_no", "id"])
    op.create_table(
        "conflicts",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("journal", String(16), nullable=False),
        Column("seq", Integer, nullable=False),
        Column("table_no", Integer, nullable=False),
        Column("body", Text, nullable=False),
        Column("received_at", BigInteger, nullable=False),
    )
    op.create_index("conflicts_of_journal", "conflicts", ["journal", "seq"])
    _matches(op)
    op.create_table(
        "commands",
        Column("id", String(16), primary_key=True),
        Column("table_no", Integer, nullable=False),
        Column("body", Text, nullable=False),
        Column("state", String(10), nullable=False),
        Column("code", String(20)),
        Column("message", Text),
        Column("created_at", BigInteger, nullable=False),
        Column("expires_at", BigInteger),
        Column("answered_at", BigInteger),
    )
    op.create_index("commands_open", "commands", ["state", "table_no"])
    op.create_table(
        "collectors",
        Column("id", String(16), primary_key=True),
        Column("pid", Integer, nullable=False),
        Column("host", Text, nullable=False),
        Column("started_at", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
    )


def _matches(op: Operations) -> None:
    op.create_table(
        "matches",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("journal", String(16), nullable=False),
        Column("first_seq", Integer, nullable=False),
        Column("last_seq", Integer, nullable=False),
        Column("match", String(64)),
        Column("table_no", Integer, nullable=False),
        Column("title", Text),
        Column("stage", String(40)),
        Column("ruleset", String(40)),
        Column("doubles", Boolean, nullable=False),
        Column("names", Text, nullable=False),
        Column("phase", String(20), nullable=False),
        Column("official", Text),
        Column("winner", String(1)),
        Column("confirmed", Boolean, nullable=False),
        Column("agrees", Boolean),
        Column("problem", Text),
        Column("started_at", BigInteger, nullable=False),
        Column("updated_at", BigInteger, nullable=False),
        UniqueConstraint("journal", "first_seq"),
    )
    op.create_index("matches_of_table", "matches", ["table_no", "id"])
