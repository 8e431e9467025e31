"""The tables of the database, version 1. Times are UTC in milliseconds since 1970, by the host's clock."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

#: Stands in `meta`; a database of another version is refused, not guessed at.
SCHEMA_VERSION = 1

metadata = MetaData()

#: SQLite numbers rows by itself only for INTEGER; other databases get 64 bits.
_Serial = BigInteger().with_variant(Integer, "sqlite")

meta = Table(
    "meta",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

#: One row for each table number ever heard: who it was, and when a collector heard it last.
tables = Table(
    "tables",
    metadata,
    Column("table_no", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("journal", String(16), nullable=False),
    Column("boot", Integer, nullable=False),
    Column("firmware", String(40), nullable=False),
    Column("keyed", Boolean, nullable=False),
    Column("transport", String(10), nullable=False),
    Column("port", Text, nullable=False),
    Column("link", String(8), nullable=False),  # up, stale, down: as the collector saw it at `heard_at`
    Column("heard_at", BigInteger, nullable=False),
    Column("status", Text),  # the table's last `st`, JSON
    Column("problem", Text),
)

#: Every event the host acknowledged. `body` is the event as it came over the wire, word for word.
events = Table(
    "events",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("journal", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("table_no", Integer, nullable=False),
    Column("match", String(64)),
    Column("kind", String(20), nullable=False),
    Column("body", Text, nullable=False),
    Column("received_at", BigInteger, nullable=False),
    UniqueConstraint("journal", "seq"),
    Index("events_of_table", "table_no", "id"),
)

#: A second, different event under a number that is taken: kept for whoever must find out why.
conflicts = Table(
    "conflicts",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("journal", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("table_no", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("received_at", BigInteger, nullable=False),
    Index("conflicts_of_journal", "journal", "seq"),
)

#: The host's own fold of each match, and whether the table's own score agreed. Can be made again from
#: `events`.
matches = Table(
    "matches",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("journal", String(16), nullable=False),
    Column("first_seq", Integer, nullable=False),  # of its `match` event
    Column("last_seq", Integer, nullable=False),
    Column("match", String(64)),
    Column("table_no", Integer, nullable=False),
    Column("title", Text),
    Column("stage", String(40)),
    Column("ruleset", String(40)),
    Column("doubles", Boolean, nullable=False),
    Column("names", Text, nullable=False),  # JSON: {"a": [...], "b": [...]}
    Column("phase", String(20), nullable=False),
    Column("official", Text),  # JSON: boardside.game.match.official
    Column("winner", String(1)),
    Column("confirmed", Boolean, nullable=False),
    Column("agrees", Boolean),
    Column("problem", Text),
    Column("started_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    UniqueConstraint("journal", "first_seq"),
    Index("matches_of_table", "table_no", "id"),
)

#: The outbox: what the host wants of a table. `state`: pending, sent, done, refused. After `expires_at` (if
#: set) it is not sent any more: a hall clock that was started an hour ago.
commands = Table(
    "commands",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("table_no", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("state", String(10), nullable=False),
    Column("code", String(20)),
    Column("message", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
    Column("answered_at", BigInteger),
    Index("commands_open", "state", "table_no"),
)

#: Who collects into this database: lets `boardside assign` know whether somebody will deliver.
collectors = Table(
    "collectors",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("pid", Integer, nullable=False),
    Column("host", Text, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)
