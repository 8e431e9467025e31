"""Version 2: keys, devices and links, the hall's clock, admins, a match's chain and seal.

Events of version 1 have no chain and confirmations no seal: those columns stay empty for them.
"""

from alembic.operations import Operations
from sqlalchemy import BigInteger, Column, Integer, String, Text

_SERIAL = BigInteger().with_variant(Integer, "sqlite")


def upgrade(op: Operations) -> None:
    """From version 1."""
    op.add_column("events", Column("chain", String(64)))
    op.add_column("matches", Column("seal", String(10)))
    op.create_table(
        "keys",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("table_no", Integer, nullable=False),
        Column("key", String(128), nullable=False),
        Column("state", String(10), nullable=False),
        Column("note", Text),
        Column("made_at", BigInteger, nullable=False),
        Column("used_at", BigInteger),
        Column("ended_at", BigInteger),
    )
    op.create_index("keys_of_table", "keys", ["table_no", "id"])
    op.create_table(
        "devices",
        Column("table_no", Integer, primary_key=True),
        Column("journal", String(16), primary_key=True),
        Column("first_at", BigInteger, nullable=False),
        Column("last_at", BigInteger, nullable=False),
    )
    op.create_table(
        "links",
        Column("collector", String(16), primary_key=True),
        Column("table_no", Integer, primary_key=True),
        Column("journal", String(16), primary_key=True),
        Column("transport", String(10), nullable=False),
        Column("port", Text, nullable=False),
        Column("since", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
    )
    op.create_table(
        "hall",
        Column("name", String(40), primary_key=True),
        Column("state", String(10), nullable=False),
        Column("length_ms", BigInteger, nullable=False),
        Column("left_ms", BigInteger, nullable=False),
        Column("moment", BigInteger, nullable=False),
        Column("number", Integer, nullable=False),
        Column("by", Text),
    )
    _people(op)


def _people(op: Operations) -> None:
    op.create_table(
        "admins",
        Column("name", String(40), primary_key=True),
        Column("password", Text, nullable=False),
        Column("changed_at", BigInteger, nullable=False),
    )
    op.create_table(
        "logins",
        Column("token", String(64), primary_key=True),
        Column("admin", String(40), nullable=False),
        Column("csrf", String(64), nullable=False),
        Column("made_at", BigInteger, nullable=False),
        Column("seen_at", BigInteger, nullable=False),
        Column("expires_at", BigInteger, nullable=False),
    )
    op.create_table(
        "acts",
        Column("id", _SERIAL, primary_key=True, autoincrement=True),
        Column("at", BigInteger, nullable=False),
        Column("who", Text, nullable=False),
        Column("what", String(40), nullable=False),
        Column("detail", Text),
    )
