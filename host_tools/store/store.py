"""The database's interface for the rest of the host. Every method is one transaction and can be called from
any thread.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from sqlalchemy import Engine, Row, func, select

from host_tools.live_values import Event, TableStatus
from host_tools.store import ingest
from host_tools.store.admins import Admins, Tokens
from host_tools.store.at_work import AtWork
from host_tools.store.database import EXAMPLE_URL, file_of, open_engine, reading, writing
from host_tools.store.halls import Halls
from host_tools.store.health import Health, damage_of
from host_tools.store.journals import Audit, Journals
from host_tools.store.keys import Keys, SoftTables
from host_tools.store.links import GONE_MS as COLLECTOR_GONE_MS
from host_tools.store.links import Links
from host_tools.store.meta_values import Notes, SavedRulesets
from host_tools.store.outbox import Batches, command_row, queue, require_free
from host_tools.store.ownership import Owners
from host_tools.store.preparing import prepare
from host_tools.store.reasons import StoreDamaged, StoreError, StoreUnavailable
from host_tools.store.recovery import Recovery
from host_tools.store.rows import (
    CollectorRow,
    CommandRow,
    ConflictRow,
    EventRow,
    HeldBack,
    MatchRow,
    TableRow,
    Write,
)
from host_tools.store.schema import collectors, commands, conflicts, events, matches, tables
from host_tools.store.stops import Stops
from host_tools.store.troubles import shown


class Store:
    """An open database. Every method raises StoreError, or StoreUnavailable when a later attempt may
    succeed.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.hall = Halls(engine)
        self.journals = Journals(engine)
        self.keys = Keys(engine, self.hall.now)
        self.links = Links(engine, self.hall.now)
        self.soft = SoftTables(engine, self.keys)
        self.health = Health(engine)
        self.admins = Admins(engine)
        self.audit = Audit(engine)
        self.batches = Batches(engine)
        self.tokens = Tokens(engine)
        self.rulesets = SavedRulesets(engine)
        self.notes = Notes(engine)
        self.recovery = Recovery(engine)
        self.owners = Owners(engine, self.hall.now)
        self.stops = Stops(engine, self.hall.now)
        self.at_work = AtWork(engine)

    @classmethod
    def open(cls, url: str, create: bool = True) -> "Store":
        """Open the database at an SQLAlchemy URL. With `create` false, the database must exist, and opening
        it writes nothing.
        """
        engine = open_engine(url)
        if engine.dialect.name == "sqlite":
            path = engine.url.database
            if not path or path == ":memory:":
                raise StoreError("in_memory", example=EXAMPLE_URL)
            if not create and not Path(path).exists():
                raise StoreError("not_there", path=path)
        prepare(engine, create)
        return cls(engine)

    @classmethod
    def read_only(cls, url: str) -> "Store":
        """Open an existing database, of which nothing can be changed: the same file that a collector writes,
        a copy of it, or a server, where the user needs no right but SELECT.
        """
        engine = open_engine(url, is_read_only=True)
        path = engine.url.database
        if engine.dialect.name == "sqlite" and not (path and Path(path).exists()):
            raise StoreUnavailable("not_there", path=path or "")
        prepare(engine, create=False)
        return cls(engine)

    def follow(self) -> bool:
        """Whether another file has the database's name now (a newer copy): it is read from here on. For a
        read-only database.
        """
        file = file_of(self.engine)
        if file is None or not file.has_changed():
            return False
        self.close()
        return True

    @property
    def where(self) -> str:
        """The database's address without the password, for messages."""
        return shown(self.engine)

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def require_kept(self) -> None:
        """Raise StoreError unless all commits are in the file under the database's name. For a database on a
        server this does nothing.
        """
        file = file_of(self.engine)
        if file is not None:
            file.require(None)
            file.require_sound()

    def check(self) -> None:
        """Check the whole file. Damage is remembered, and stops all writing. Raises StoreError."""
        file = file_of(self.engine)
        if file is not None and file.missing() is None and (damage := damage_of(self.engine)) is not None:
            file.damage = StoreDamaged(damage.reason, **damage.facts)
            file.require_sound()

    # Writing

    def write(self, records: Sequence[Write]) -> list[HeldBack]:
        """Write all records in one transaction; they are durable when this returns. Returns the journals of
        which events were held back; these events are not stored.
        """
        with writing(self.engine) as connection:
            return ingest.write(connection, records)

    def queue_command(self, table_no: int, event: Event, expires_at: int | None = None) -> str:
        """Put an event into the outbox of a table; returns the command's id. A running collector delivers it.

        A command without an answer at `expires_at` (ms since 1970) is refused with the code `expired`. Raises
        MatchPlanned when the event would conflict with a tournament's match.
        """
        with writing(self.engine) as connection:
            if event["kind"] == "match":
                require_free(connection, table_no, event["match"])
            return queue(connection, table_no, event, expires_at)

    # Reading: what the collector needs

    def last_seq(self, journal: str) -> int:
        """The newest stored event number of this journal; 0 when there is none."""
        with reading(self.engine) as connection:
            newest = connection.execute(
                select(func.max(events.c.seq)).where(events.c.journal == journal)
            ).scalar()
        return int(newest or 0)

    def open_commands(self) -> list[CommandRow]:
        """The commands without an answer, oldest first. `event` is the command itself; it has the kind
        DAMAGED when it cannot be read.
        """
        with reading(self.engine) as connection:
            rows = connection.execute(
                select(commands)
                .where(commands.c.state.in_(("pending", "sent")))
                .order_by(commands.c.created_at, commands.c.id)
            ).all()
        return [command_row(row) for row in rows]

    # Reading: what people and pages need

    def command(self, command_id: str) -> CommandRow | None:
        """One command: id, table, event, state (pending, sent, done, refused), code, message, reason,
        facts, created_at, answered_at.
        """
        with reading(self.engine) as connection:
            row = connection.execute(select(commands).where(commands.c.id == command_id)).first()
        return command_row(row) if row is not None else None

    def table_status(self, number: int) -> TableStatus | None:
        """The last status of a table; None: it was never heard."""
        with reading(self.engine) as connection:
            text = connection.execute(select(tables.c.status).where(tables.c.table_no == number)).scalar()
        return json.loads(text) if text else None

    def tables(self) -> list[TableRow]:
        """Every table ever heard, by number: the columns of `schema.tables` (`status` decoded) and `pending`
        commands.
        """
        with reading(self.engine) as connection:
            rows = connection.execute(select(tables).order_by(tables.c.table_no)).all()
            counted = connection.execute(
                select(commands.c.table_no, func.count())
                .where(commands.c.state.in_(("pending", "sent")))
                .group_by(commands.c.table_no)
            ).all()
        waiting = {int(row[0]): int(row[1]) for row in counted}
        listed = []
        for row in rows:
            table = dict(row._mapping)
            table["status"] = json.loads(table["status"]) if table["status"] else None
            table["pending"] = waiting.get(table["table_no"], 0)
            listed.append(cast("TableRow", table))
        return listed

    def current_match(self, journal: str) -> MatchRow | None:
        """The last match of a journal, in the form that `matches` returns."""
        with reading(self.engine) as connection:
            row = connection.execute(
                select(matches)
                .where(matches.c.journal == journal)
                .order_by(matches.c.first_seq.desc())
                .limit(1)
            ).first()
        return _match(row) if row is not None else None

    def matches(self, *, table: int | None = None, after: int = 0, limit: int = 100) -> list[MatchRow]:
        """Matches with `id` above `after`, by `id`, at most `limit`: id, journal, first_seq, last_seq, match,
        table, title, stage, ruleset, doubles, names, phase, official, winner, confirmed, agrees, problem,
        started_at, updated_at.
        """
        query = select(matches).where(matches.c.id > after)
        if table is not None:
            query = query.where(matches.c.table_no == table)
        with reading(self.engine) as connection:
            rows = connection.execute(query.order_by(matches.c.id).limit(limit)).all()
        return [_match(row) for row in rows]

    def events(self, *, table: int | None = None, after: int = 0, limit: int = 100) -> list[EventRow]:
        """Events with `id` above `after`, by `id`, at most `limit`: id, journal, seq, table, match, kind,
        received_at, event (decoded).
        """
        query = select(events).where(events.c.id > after)
        if table is not None:
            query = query.where(events.c.table_no == table)
        with reading(self.engine) as connection:
            rows = connection.execute(query.order_by(events.c.id).limit(limit)).all()
        listed = []
        for row in rows:
            record = dict(row._mapping)
            record["table"] = record.pop("table_no")
            record["event"] = json.loads(record.pop("body"))
            listed.append(cast("EventRow", record))
        return listed

    def last_event(self) -> int:
        """The `id` of the newest event; 0 when there is none."""
        with reading(self.engine) as connection:
            return int(connection.execute(select(func.max(events.c.id))).scalar() or 0)

    def journal_ends(self, after: int) -> dict[str, int]:
        """The newest event number of each journal that has events with `id` above `after`."""
        query = select(events.c.journal, func.max(events.c.seq)).where(events.c.id > after)
        with reading(self.engine) as connection:
            rows = connection.execute(query.group_by(events.c.journal)).all()
        return {str(row[0]): int(row[1]) for row in rows}

    def conflicts(self, journal: str | None = None) -> list[ConflictRow]:
        """The events that arrived under a number that another event already has: journal, seq, table_no,
        body, received_at.
        """
        query = select(conflicts)
        if journal is not None:
            query = query.where(conflicts.c.journal == journal)
        with reading(self.engine) as connection:
            rows = connection.execute(query.order_by(conflicts.c.id)).all()
        return [cast("ConflictRow", dict(row._mapping)) for row in rows]

    def collectors(self, also_silent: bool = False) -> list[CollectorRow]:
        """The collectors with a sign of life within the last 10 seconds by host time: id, pid,
        host, started_at, seen_at. `also_silent`: all collectors that have not written that they end.
        """
        since = 0 if also_silent else self.hall.now() - COLLECTOR_GONE_MS
        with reading(self.engine) as connection:
            rows = connection.execute(select(collectors).where(collectors.c.seen_at > since)).all()
        return [cast("CollectorRow", dict(row._mapping)) for row in rows]


def _match(row: Row[Any]) -> MatchRow:
    match = dict(row._mapping)
    match["table"] = match.pop("table_no")
    match["names"] = json.loads(match["names"])
    match["official"] = json.loads(match["official"]) if match["official"] else None
    return cast("MatchRow", match)
