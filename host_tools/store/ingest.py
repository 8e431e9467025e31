"""Writing what the tables sent: a list of records in, one transaction, each event once whatever comes
twice.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, and_, bindparam, insert, select, update

from host_tools.store import links, strangers
from host_tools.store.records import (
    AnswerRecord,
    CollectorRecord,
    Conflict,
    EventRecord,
    LinksRecord,
    MatchRecord,
    StrangersRecord,
    TableRecord,
    Write,
)
from host_tools.store.schema import collectors, commands, conflicts, events, matches, tables
from host_tools.store.upserts import insert_new, make_fit, upsert


def write(connection: Connection, records: Sequence[Write]) -> list[Conflict]:
    """Write the records; of several about the same match, table or collector only the last counts."""
    found = write_events(connection, [record for record in records if isinstance(record, EventRecord)])
    folded: dict[tuple[str, int], dict[str, Any]] = {}
    heard: dict[int, dict[str, Any]] = {}
    alive: dict[str, dict[str, Any]] = {}
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
            strangers.write(connection, record)
    upsert(connection, matches, list(folded.values()), ["journal", "first_seq"], ["started_at"], "last_seq")
    if latest:
        _give_way(connection, heard, latest + links.GONE_MS)
    upsert(connection, tables, list(heard.values()), ["table_no"], newer="heard_at")
    upsert(connection, collectors, list(alive.values()), ["id"], keep=["started_at"])
    return found


def _give_way(connection: Connection, numbers: Iterable[int], latest: int) -> None:
    """Let rows of these tables be replaced that were heard after `latest`, which is still to come: the clock
    was put back, or the one of another computer, which had them before, is ahead.
    """
    # As text: it goes with nearly every commit, and to build it took three times as long.
    value = "?" if connection.dialect.name == "sqlite" else "%s"
    statement = f"update tables set heard_at = 0 where table_no = {value} and heard_at > {value}"
    connection.exec_driver_sql(statement, [(number, latest) for number in numbers])


def write_events(connection: Connection, records: Sequence[EventRecord]) -> list[Conflict]:
    """Insert the events not yet there; whatever is there already is compared, and a difference kept and
    returned.
    """
    if not records:
        return []
    to_compare = [record for record in records if record.repeated]
    new = [record for record in records if not record.repeated]
    if new:
        rows = [_row(record) for record in new]
        # When some were there: find out whether they are the same.
        if insert_new(connection, events, rows) != len(rows):
            to_compare = list(records)
    found = [conflict for record in to_compare if (conflict := _compare(connection, record)) is not None]
    done_commands = [record for record in records if record.command is not None]
    for record in done_commands:
        assert record.command is not None
        answer(connection, AnswerRecord(record.command, "done", None, None, record.at_ms), proven=True)
    return found


def _row(record: EventRecord) -> dict[str, Any]:
    row = {
        "journal": record.journal,
        "seq": record.seq,
        "table_no": record.table_no,
        "match": record.match,
        "kind": record.kind,
        "body": record.body,
        "received_at": record.at_ms,
        "chain": record.chain,
    }
    make_fit(events, row)
    return row


#: Made once: after a start each table sends an event that is there already.
_STORED = select(events.c.body).where(
    events.c.journal == bindparam("journal"), events.c.seq == bindparam("seq")
)


def _compare(connection: Connection, record: EventRecord) -> Conflict | None:
    stored = connection.execute(_STORED, {"journal": record.journal, "seq": record.seq}).scalar()
    if stored is None:
        connection.execute(insert(events), _row(record))
        return None
    # Compared as values: MicroPython writes the fields of one and the same event in any order.
    if stored == record.body or json.loads(stored) == json.loads(record.body):
        return None
    if "erased" in json.loads(stored):
        return None  # the table still has what was erased here (D226)
    of_event = and_(conflicts.c.journal == record.journal, conflicts.c.seq == record.seq)
    kept = connection.execute(select(conflicts.c.body).where(of_event)).scalars()
    if not any(json.loads(body) == json.loads(record.body) for body in kept):
        row = _row(record)
        connection.execute(
            insert(conflicts), {key: row[key] for key in row if key not in ("match", "kind", "chain")}
        )
    return Conflict(record.journal, record.seq, record.table_no, stored, record.body)


def answer(connection: Connection, record: AnswerRecord, proven: bool = False) -> None:
    """Record what became of a command. One that is done or refused stays so, but a refusal gives way to the
    event that it led to (`proven`; it expired here while the table carried it out).
    """
    changeable = ("pending", "sent", "refused") if proven else ("pending", "sent")
    connection.execute(
        update(commands)
        .where(commands.c.id == record.command, commands.c.state.in_(changeable))
        .values(
            state=record.state,
            code=record.code,
            message=record.message,
            answered_at=None if record.state == "sent" else record.at_ms,
        )
    )
