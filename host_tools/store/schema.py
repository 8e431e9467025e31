"""The tables of the database. Times are UTC in milliseconds since 1970, by the host's clock."""

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
SCHEMA_VERSION = 3

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
    Column("chain", String(64)),  # the match's hash chain up to and with this event, hex (boardside.chain)
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
    Column("seal", String(10)),  # of the confirmation: sealed by a key, open (without one), broken
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

#: The tables' keys, old ones too: what was sealed with them must stay verifiable. `state`: new (given out by
#: `boardside provision`, not yet used), current, replaced (a newer one is in use), revoked.
keys = Table(
    "keys",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("table_no", Integer, nullable=False),
    Column("key", String(128), nullable=False),  # hex
    Column("state", String(10), nullable=False),
    Column("note", Text),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),  # first proven with
    Column("ended_at", BigInteger),  # replaced or revoked
    Index("keys_of_table", "table_no", "id"),
)

#: Which device (its journal) has ever spoken under which table number.
devices = Table(
    "devices",
    metadata,
    Column("table_no", Integer, primary_key=True),
    Column("journal", String(16), primary_key=True),
    Column("first_at", BigInteger, nullable=False),
    Column("last_at", BigInteger, nullable=False),
)

#: The links that the running collectors have now: one table at two collectors, two devices with one number.
links = Table(
    "links",
    metadata,
    Column("collector", String(16), primary_key=True),
    Column("table_no", Integer, primary_key=True),
    Column("journal", String(16), primary_key=True),
    Column("transport", String(10), nullable=False),
    Column("port", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

#: The hall's clock, one row for each hall: `left_ms` were left at `moment` (UTC ms), when it came into
#: `state` (running, paused, ended). `number` rises with each change.
hall = Table(
    "hall",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("state", String(10), nullable=False),
    Column("length_ms", BigInteger, nullable=False),
    Column("left_ms", BigInteger, nullable=False),
    Column("moment", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("by", Text),
)

#: Who may act on the web pages; `password` is a hash that says itself how it was made.
admins = Table(
    "admins",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("password", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)

#: Who is logged in; `token` is the SHA-256 of what the browser holds.
logins = Table(
    "logins",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("admin", String(40), nullable=False),
    Column("csrf", String(64), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
)

#: What scripts act with on the JSON API; `token` is the SHA-256 of what the script holds.
tokens = Table(
    "tokens",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("token", String(64), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    UniqueConstraint("token"),
)

#: What people did, on the pages and by commands: who, when, what.
acts = Table(
    "acts",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", String(40), nullable=False),
    Column("detail", Text),  # JSON
)
