"""What the collector has written about events, matches and tables, as the store's records."""

import json

from host_tools.collector.live import JournalState, LiveTable, wall_ms
from host_tools.collector.messages import EventIn
from host_tools.store.records import EventRecord, MatchRecord, TableRecord


def event_record(table: LiveTable, journal: JournalState, message: EventIn, at_ms: int) -> EventRecord:
    """An event that came from `table` at `at_ms`; a new one is in the journal's chain already."""
    event = message.event
    is_repeated = message.seq <= journal.received
    match = event.get("match", journal.fold.match)
    command = event.get("cmd")
    return EventRecord(
        journal=journal.id,
        seq=message.seq,
        table_no=table.number,
        match=match[:64] if isinstance(match, str) else None,
        kind=str(event.get("kind"))[:20],
        body=message.text,
        at_ms=at_ms,
        repeated=is_repeated,
        command=command if isinstance(command, str) else None,
        chain=None if is_repeated else journal.chain.head,
    )


def match_record(table: LiveTable, journal: JournalState, at_ms: int) -> MatchRecord:
    """The fold of the journal's present match, as it stands."""
    fold = journal.fold
    state = fold.state
    official = fold.official()
    values = {
        "last_seq": journal.received,
        "match": state.match,
        "table_no": table.number,
        "title": state.title,
        "stage": state.stage,
        "ruleset": state.ruleset,
        "doubles": bool(state.doubles),
        "names": json.dumps(state.names),
        "phase": state.phase,
        "official": json.dumps(official) if official is not None else None,
        "winner": state.winner,
        "confirmed": state.confirmed,
        "agrees": table.agrees,
        "problem": fold.problem,
        "seal": journal.chain.seal if state.confirmed else None,
        "started_at": at_ms,
        "updated_at": at_ms,
    }
    return MatchRecord(journal.id, fold.first_seq, values)


def table_record(table: LiveTable, now: int) -> TableRecord | None:
    """How the table's link stands, for other processes; None when the database knows that already."""
    if table.elsewhere is not None:
        return None  # another collector says how it stands
    sign = (table.heard_at, table.link_state(now), table.problem())
    if table.journal is None or table.heard_at is None or table.written == sign:
        return None
    table.written = sign
    values = {
        "name": table.name,
        "journal": table.journal.id,
        "boot": table.boot,
        "firmware": table.firmware[:40],
        "keyed": table.keyed,
        "transport": table.transport,
        "port": table.port,
        "link": sign[1],
        "heard_at": table.heard_ms(),
        "status": json.dumps(table.status) if table.status is not None else None,
        "problem": sign[2],
    }
    return TableRecord(table.number, values, wall_ms(now))
