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
    false,
)

#: The version in `meta`. A database of a newer version is refused, an older one is upgraded.
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

#: One row for each table number ever heard: the device that used it, and when a collector heard it last.
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

#: Every event that the host acknowledged. `body` is the event's JSON text, unchanged from the wire.
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

#: A second, different event under a number that another event has, kept so that the cause can be found.
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

#: The host's fold of each match, and whether the table's score agreed. The rows can be computed again from
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
    Column("soft", Boolean, nullable=False, server_default=false()),  # of a table without hardware
    Column("started_at", BigInteger, nullable=False),
    Column("updated_at", BigInteger, nullable=False),
    UniqueConstraint("journal", "first_seq"),
    Index("matches_of_table", "table_no", "id"),
)

#: The outbox: commands for tables. `state`: pending, sent, done, refused. A table answers with `code`,
#: `message` (its own line), `reason` and `facts` (a JSON object). After
#: `expires_at` (if set) a command is no longer sent, such as the start of a hall clock an hour ago.
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
    Column("reason", Text),
    Column("facts", Text),
    Index("commands_open", "state", "table_no"),
)

#: The collectors on this database: `boardside assign` reads here whether one is running to deliver commands.
collectors = Table(
    "collectors",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("pid", Integer, nullable=False),
    Column("host", Text, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
)

#: The tables' keys, including old ones: results sealed with them must stay verifiable. `state`: new (made by
#: `boardside provision`, not yet used), current, replaced (a newer key is in use), revoked.
keys = Table(
    "keys",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("table_no", Integer, nullable=False),
    Column("key", String(128), nullable=False),  # hex
    Column("state", String(10), nullable=False),
    Column("soft", Boolean, nullable=False, server_default=false()),  # of a table without hardware
    Column("note", Text),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),  # when a session first proved it
    Column("ended_at", BigInteger),  # when it was replaced or revoked
    Index("keys_of_table", "table_no", "id"),
)

#: The tables that a collector runs itself, without hardware: the code that opens each panel on a phone.
soft_tables = Table(
    "soft_tables",
    metadata,
    Column("table_no", Integer, primary_key=True),
    Column("code", String(20), nullable=False),
)

#: The keys that each journal belonged to, in order. The last one counts now (`store.ownership.Tenure`).
journal_owners = Table(
    "journal_owners",
    metadata,
    Column("journal", String(16), primary_key=True),
    Column("number", Integer, primary_key=True),  # 1, 2, ...: their order
    Column("table_no", Integer, nullable=False),
    Column("key_id", String(32), nullable=False),  # `ownership.key_id`; "": a table without a key
    Column("since", BigInteger, nullable=False),
    Column("stored", Integer, nullable=False),  # the newest event that the database had when it came,
    Column("held", Integer, nullable=False),  # and the newest that the table had
    Column("how", String(12), nullable=False),
    Index("journals_of_key", "key_id"),
)

#: The stops of journals: two different events arrived under one number. `state`: open (the organiser has not
#: decided), kept (the stored record counts), taking (the table's record is wanted), taken (it has replaced
#: the stored one from `seq` on).
journal_stops = Table(
    "journal_stops",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("journal", String(16), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("table_no", Integer, nullable=False),
    Column("state", String(10), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("decided_at", BigInteger),
    Column("who", Text),
    Column("why", Text),
    Index("stops_of_journal", "journal", "id"),
)

#: Every device, identified by its journal, that has connected under a table number.
devices = Table(
    "devices",
    metadata,
    Column("table_no", Integer, primary_key=True),
    Column("journal", String(16), primary_key=True),
    Column("first_at", BigInteger, nullable=False),
    Column("last_at", BigInteger, nullable=False),
)

#: The links that the running collectors have now. They reveal one table at two collectors, and two devices
#: with one number.
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

#: The halls' clocks, one row for each. A clock is in `state` (running, paused, ended, off) since `moment`
#: (UTC ms), when `left_ms` were left. `number` rises with each change.
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

#: The users of the organiser's pages; `password` is a hash that also contains its parameters.
admins = Table(
    "admins",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("password", Text, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)

#: The logins; `token` is the SHA-256 of the browser's token.
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

#: The tokens with which scripts use the JSON API; `token` is the SHA-256 of the script's token.
tokens = Table(
    "tokens",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("token", String(64), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
    UniqueConstraint("token"),
)

#: What people did on the pages and by commands: who, when, what.
acts = Table(
    "acts",
    metadata,
    Column("id", _Serial, primary_key=True, autoincrement=True),
    Column("at", BigInteger, nullable=False),
    Column("who", Text, nullable=False),
    Column("what", String(40), nullable=False),
    Column("detail", Text),  # JSON
)
