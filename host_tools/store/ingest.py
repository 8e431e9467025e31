"""Write what the tables sent: a list of records in one transaction. An event that arrives twice is stored
once.

Two different events under one number stop their journal. The order of arrival does not decide which one
counts: the organiser does, and until then no later event of the journal is stored.
"""

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update

from host_tools.store import links, stops
from host_tools.store.links import write_strangers
from host_tools.store.rows import (
    STOPPED,
    TAKEN,
    AnswerRecord,
    AnyRow,
    CollectorRecord,
    EventRecord,
    HeldBack,
    LinksRecord,
    MatchRecord,
    StrangersRecord,
    TableRecord,
    Write,
    facts_text,
)
from host_tools.store.schema import collectors, commands, conflicts, events, matches, tables
from host_tools.store.upserts import insert_new, make_fit, upsert


def write(connection: Connection, records: Sequence[Write]) -> list[HeldBack]:
    """Write the records. Of several records about the same match, table or collector only the last is
    written. Returns the journals of which events were held back.
    """
    held_back = write_events(connection, [record for record in records if isinstance(record, EventRecord)])
    folded: dict[tuple[str, int], AnyRow] = {}
    heard: dict[int, AnyRow] = {}
    alive: dict[str, AnyRow] = {}
    latest = 0  # by the clock of the tables' records
    for record in records:
        if isinstance(record, MatchRecord):
            key = (record.journal, record.first_seq)
            folded[key] = {"journal": record.journal, "first_seq": record.first_seq, **record.values}
        elif isinstance(record, TableRecord):
            heard[record.table_no] = {"table_no": record.table_no, **record.values}
            latest = max(latest, record.at_ms or 0)
        elif isinstance(record, CollectorRecord):
            alive[record.collector] = {"id": record.collector, **record.values}
        elif isinstance(record, AnswerRecord):
            answer(connection, record)
        elif isinstance(record, LinksRecord):
            links.write_changes(connection, record)
        elif isinstance(record, StrangersRecord):
            write_strangers(connection, record)
    upsert(connection, matches, list(folded.values()), ["journal", "first_seq"], ["started_at"], "last_seq")
    if latest:
        _give_way(connection, heard, latest + links.GONE_MS)
    upsert(connection, tables, list(heard.values()), ["table_no"], newer="heard_at")
    upsert(connection, collectors, list(alive.values()), ["id"], keep=["started_at"])
    return held_back


def _give_way(connection: Connection, numbers: Iterable[int], latest: int) -> None:
    """Allow rows of these tables to be replaced if their `heard_at` is after `latest`, a time in the future.
    Such a row exists after the clock was put back, or when another collector's computer has a fast clock.
    """
    # As text: nearly every commit executes this statement, and building it took three times as long.
    value = "?" if connection.dialect.name == "sqlite" else "%s"
    statement = f"update tables set heard_at = 0 where table_no = {value} and heard_at > {value}"
    connection.exec_driver_sql(statement, [(number, latest) for number in numbers])


def write_events(connection: Connection, records: Sequence[EventRecord]) -> list[HeldBack]:
    """Insert new events, and compare the others with the stored ones. Returns the journals of which events
    were held back.
    """
    if not records:
        return []
    turn = _Turn(connection)
    new = turn.compared([record for record in records if record.repeated])
    new += turn.without_held([record for record in records if not record.repeated])
    turn.insert(new)
    for record in turn.without_held(records):
        if record.command is not None:
            done = AnswerRecord(record.command, "done", None, None, record.at_ms, record.table_no)
            answer(connection, done, proven=True)
    return list(turn.held.values())


class _Turn:
    """The events of one transaction. `held`: the journals of which this transaction stores nothing more."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._standing = stops.standing(connection)
        self.held: dict[str, HeldBack] = {}

    def without_held(self, records: Sequence[EventRecord]) -> list[EventRecord]:
        """The records whose journals are not held back."""
        return [record for record in records if not self._is_held(record)]

    def _is_held(self, record: EventRecord) -> bool:
        stop = self._standing.get(record.journal)
        if stop is not None and record.journal not in self.held:
            self.held[record.journal] = HeldBack(record.journal, stop.seq, record.table_no, STOPPED)
        return record.journal in self.held

    def compared(self, records: Sequence[EventRecord]) -> list[EventRecord]:
        """Compare the records with the stored events. Returns the records that are not stored yet."""
        missing: list[EventRecord] = []
        for record in records:
            stop = self._standing.get(record.journal)
            is_wanted = stop is not None and stop.state == stops.TAKING and record.journal not in self.held
            if not is_wanted and self._is_held(record):
                continue
            stored = self._connection.execute(_STORED, _name(record)).first()
            if stored is None:
                self._is_missing(record, missing)
            elif not _same(stored.body, record.body):
                self._differs(record, stop)
            elif stop is not None and stored.is_last:  # the table has the last stored event, unchanged
                stops.end(self._connection, stop, stops.KEPT, stop.seq)
                del self._standing[record.journal]
        return self.without_held(missing)

    def _is_missing(self, record: EventRecord, missing: list[EventRecord]) -> None:
        """Accept an event that is not stored. If the journal's events were set aside, the table must send
        them again in order, from the first one on. A later event is held back: if it were acknowledged, the
        earlier ones would be lost.
        """
        first = None
        if not any(other.journal == record.journal for other in missing):
            first = stops.awaited(self._connection, record.journal, record.seq)
        if first is None:
            missing.append(record)
        else:
            self.held[record.journal] = HeldBack(record.journal, first, record.table_no, TAKEN)

    def insert(self, records: Sequence[EventRecord]) -> None:
        """Store events that are not in the database yet."""
        if not records:
            return
        rows = [_row(record) for record in records]
        newest = self._connection.exec_driver_sql("select max(id) from events").scalar() or 0
        if insert_new(self._connection, events, rows) == len(rows):
            return
        # Another collector has stored some of them meanwhile. If one of those differs, the events that this
        # transaction has inserted after it must be deleted again.
        for record in records:
            if self._is_held(record):
                made = and_(events.c.journal == record.journal, events.c.seq == record.seq)
                self._connection.execute(delete(events).where(made, events.c.id > newest))
            else:
                self.compared([record])

    def _differs(self, record: EventRecord, stop: stops.Stop | None) -> None:
        """Another event is stored under this number."""
        journal, seq, why = record.journal, record.seq, STOPPED
        if stop is not None:  # the organiser decided for the table's event
            stops.set_aside(self._connection, stop, seq)
            why = TAKEN
        else:
            _keep(self._connection, record)
            made = stops.begin(self._connection, journal, seq, record.table_no, record.at_ms)
            self._standing[journal] = made
        self.held[journal] = HeldBack(journal, seq, record.table_no, why)


def _row(record: EventRecord) -> AnyRow:
    row: AnyRow = {
        **_name(record),
        "table_no": record.table_no,
        "match": record.match,
        "kind": record.kind,
        "body": record.body,
        "received_at": record.at_ms,
        "chain": record.chain,
    }
    make_fit(events, row)
    return row


def _name(record: EventRecord) -> AnyRow:
    return {"journal": record.journal, "seq": record.seq}


#: Built once: after a start each table sends an event that is stored already.
_of_journal = events.c.journal == bindparam("journal")
_LAST = select(func.max(events.c.seq)).where(_of_journal).scalar_subquery()
_STORED = select(events.c.body, (bindparam("seq") == _LAST).label("is_last")).where(
    _of_journal, events.c.seq == bindparam("seq")
)


def _same(stored: str, body: str) -> bool:
    """Whether two texts are the same event. The values are compared, because MicroPython writes the fields of
    an event in any order. An erased event equals any: the table may still have its text.
    """
    if stored == body:
        return True
    value = json.loads(stored)
    return value == json.loads(body) or "erased" in value


def _keep(connection: Connection, record: EventRecord) -> None:
    """Store the second event, once, so that the organiser can find the cause."""
    of_event = and_(conflicts.c.journal == record.journal, conflicts.c.seq == record.seq)
    kept = connection.execute(select(conflicts.c.body).where(of_event)).scalars()
    if not any(_same(body, record.body) for body in kept):
        row = _row(record)
        del row["match"], row["kind"], row["chain"]
        connection.execute(insert(conflicts), row)


def answer(connection: Connection, record: AnswerRecord, proven: bool = False) -> None:
    """Record the answer to a command. Only the table to which the command was given can answer it. A command
    that is done or refused stays so, with one exception: an event that results from the command (`proven`)
    makes a refused one done. This happens when the command expired here while the table carried it out.
    """
    changeable = ("pending", "sent", "refused") if proven else ("pending", "sent")
    connection.execute(
        update(commands)
        .where(
            commands.c.id == record.command,
            commands.c.table_no == record.table_no,
            commands.c.state.in_(changeable),
        )
        .values(
            state=record.state,
            code=record.code,
            message=record.message,
            reason=record.reason,
            facts=None if record.reason is None else facts_text(record.facts or {}),
            answered_at=None if record.state == "sent" else record.at_ms,
        )
    )
