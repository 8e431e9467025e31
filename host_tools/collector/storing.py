"""Writes events, matches and tables into the database, and handles commits and failures."""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from host_tools.collector.clocks import monotonic_ms, wall_ms
from host_tools.collector.hub import Hub
from host_tools.collector.incoming import EventIn
from host_tools.collector.live import SOFT, JournalState, LiveTable
from host_tools.collector.reasons import Trouble
from host_tools.reasons import Cause
from host_tools.store.reasons import database_cause
from host_tools.store.rows import (
    EventRecord,
    HeldBack,
    MatchColumns,
    MatchRecord,
    TableColumns,
    TableRecord,
    Write,
)
from host_tools.store.writer import WhyRejected


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
    """The present fold of the journal's current match."""
    fold = journal.fold
    state = fold.state
    official = fold.official()
    values: MatchColumns = {
        "last_seq": journal.received,
        "match": state.setup.match,
        "table_no": table.number,
        "title": state.title,
        "stage": state.setup.stage,
        "ruleset": state.setup.tournament["ruleset"],
        "doubles": bool(state.setup.doubles),
        "names": json.dumps(state.names),
        "phase": state.phase,
        "official": json.dumps(official) if official is not None else None,
        "winner": state.winner,
        "confirmed": state.confirmed,
        "agrees": table.agrees,
        "problem": None if fold.problem is None else str(fold.problem),
        "seal": journal.chain.seal if state.confirmed else None,
        "soft": table.transport == SOFT,
        "started_at": at_ms,
        "updated_at": at_ms,
    }
    return MatchRecord(journal.id, fold.first_seq, values)


def table_record(table: LiveTable, now: int) -> TableRecord | None:
    """The state of the table's link for other processes; None when the database knows that already."""
    if table.other_link is not None:
        return None  # another collector writes its state
    problem = table.problem()
    link = table.link_state(now)
    sign = (table.heard_at, link, None if problem is None else problem.written())
    if table.journal is None or table.heard_at is None or table.written == sign:
        return None
    table.written = sign
    values: TableColumns = {
        "name": table.name,
        "journal": table.journal.id,
        "boot": table.boot,
        "firmware": table.firmware[:40],
        "keyed": table.keyed,
        "transport": table.transport,
        "port": table.port,
        "link": link,
        "heard_at": table.heard_ms(),
        "status": json.dumps(table.status) if table.status is not None else None,
        "problem": sign[2],
    }
    return TableRecord(table.number, values, wall_ms(now))


FOLDED_MS = 50


class MatchRows:
    """Writes the fold of a match to the database: at once, but while more events come at most every
    FOLDED_MS. `submit` takes a row; `journals` is the collector's. Lives on its event loop.

    A table that catches up on a day sends hundreds of events a second; its row is written a few times. A row
    enters the queue before the first event of the next match, so after a crash only the row of a journal's
    last match can lack events. That is made good when the journal is loaded (`is_unwritten`).
    """

    def __init__(self, journals: Mapping[str, JournalState], submit: Callable[[MatchRecord], None]) -> None:
        self._journals = journals
        self._submit = submit
        self._waiting: dict[str, LiveTable] = {}  # by journal
        self._timer: asyncio.TimerHandle | None = None

    def changed(self, table: LiveTable, journal: JournalState) -> None:
        """Note that the match in play, or its row, has changed."""
        if not journal.fold.first_seq or journal.is_outdated:
            return
        if monotonic_ms() - journal.written_at >= FOLDED_MS:
            self._waiting.pop(journal.id, None)
            self._write(table, journal)
            return
        journal.is_unwritten = True
        self._waiting[journal.id] = table
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(FOLDED_MS / 1000, self.flush)

    def ending(self, journal: JournalState) -> None:
        """Write the waiting row of this match at once: another match begins."""
        table = self._waiting.pop(journal.id, None)
        if table is not None:
            self._write(table, journal)

    def flush(self) -> None:
        """Write all that waits."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        waiting, self._waiting = self._waiting, {}
        for journal_id, table in waiting.items():
            journal = self._journals[journal_id]
            if not journal.is_outdated:
                self._write(table, journal)

    def _write(self, table: LiveTable, journal: JournalState) -> None:
        journal.is_unwritten = False
        journal.written_at = now = monotonic_ms()
        self._submit(match_record(table, journal, wall_ms(now)))


log = logging.getLogger(__name__)

#: A database that has not answered for this time hangs: it has not even reported a lock.
STUCK_S = 5.0


class Commits:
    """`journals` and `tables` are the collector's; `changed` publishes a table, `held_back` hears of journals
    of which nothing was stored. Lives on the event loop that runs when `begin` is called; only `committed`,
    `troubled` and `rejected` are for the writer's thread.
    """

    def __init__(
        self,
        hub: Hub,
        journals: Mapping[str, JournalState],
        tables: Mapping[int, LiveTable],
        changed: Callable[[LiveTable], None],
        held_back: Callable[[Sequence[HeldBack]], None],
    ) -> None:
        self._held_back = held_back
        self._hub = hub
        self._journals = journals
        self._tables = tables
        self._changed = changed
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        """On the running loop."""
        self._loop = asyncio.get_running_loop()

    # From the writer's thread

    def committed(self, records: Sequence[Write], held: Sequence[HeldBack]) -> None:
        """These records are durable, but for the events of journals that are held back."""
        newest: dict[str, tuple[int, int]] = {}
        for record in records:
            if isinstance(record, EventRecord) and record.seq > newest.get(record.journal, (0, 0))[0]:
                newest[record.journal] = (record.seq, record.table_no)
        for held_journal in held:
            newest.pop(held_journal.journal, None)
        if newest:
            self._call(self._acknowledge, newest)
        if held:
            self._call(self._held_back, held)

    def troubled(self, problem: Cause | None) -> None:
        """The database cannot be written, or can be again."""
        self._call(self.trouble, problem)

    def rejected(self, record: Write, why: WhyRejected) -> None:
        """This record can never be written."""
        self._call(self._reject, record, why)

    def _call(self, function: Any, *arguments: Any) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    # On the loop

    def _acknowledge(self, newest: dict[str, tuple[int, int]]) -> None:
        """`newest`: for each journal the highest number that is durable now, and the table that sent it.

        A state that was read again while events of the one before were still being written lacks these: they
        are not acknowledged, or the table would never send them and its match would be folded without them.
        """
        now = monotonic_ms()
        for journal_id, (seq, table) in newest.items():
            journal = self._journals[journal_id]
            journal.committed = max(journal.committed, min(seq, journal.received))
            for connection in list(self._tables[table].connections):
                peer = connection.session.peer
                if peer is not None and peer.journal == journal_id and connection.session.up:
                    connection.session.committed(journal.committed)
                    connection.flush(now)

    def _reject(self, record: Write, why: WhyRejected) -> None:
        """Note a record that no database takes: it is not acknowledged, so the table keeps it."""
        log.error("Not stored: %s (%.200r)", _words(why) or "an event before it was not stored", record)
        if isinstance(record, EventRecord):
            self._journals[record.journal].unstorable = _unstorable(record.seq, why)
            self._changed(self._tables[record.table_no])

    def trouble(self, problem: Cause | None) -> None:
        """Show the database's problem; None when it works again."""
        if problem != self._hub.problem:
            if problem is None:
                log.warning("The database can be written again.")
            else:
                log.error("%s", problem)
            self._hub.trouble(problem)

    def watch(self, stuck_s: float, where: str) -> None:
        """The database at `where` has not answered for `stuck_s`: a server that hangs raises no
        error.
        """
        hangs = database_cause("hangs", where=where)
        is_stuck = stuck_s > STUCK_S
        if is_stuck and self._hub.problem is None:
            self.trouble(hangs)
        elif not is_stuck and self._hub.problem == hangs:
            self.trouble(None)


def _words(why: WhyRejected) -> str | None:
    return why if why is None or isinstance(why, str) else str(why)


def _unstorable(seq: int, why: WhyRejected) -> Trouble:
    if why is None:
        return Trouble("event_before_not_stored", {"seq": seq})
    database = None if isinstance(why, str) else why.to_json()
    return Trouble("cannot_be_stored", {"seq": seq, "why": _words(why), "database": database})
