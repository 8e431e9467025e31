"""What follows from a commit, or from none: acknowledgements, second events under one number, records that no
database takes, and what ails the database.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from host_tools.collector import loading
from host_tools.collector.hub import Hub
from host_tools.collector.live import JournalState, LiveTable, monotonic_ms
from host_tools.store.records import Conflict, EventRecord, Write

log = logging.getLogger(__name__)

#: A database that has not answered for so long hangs: it did not even say that it is locked.
STUCK_S = 5.0


class Commits:
    """`journals` and `tables` are the collector's; `changed` publishes a table. Lives on the event loop that
    runs when `begin` is called; only `committed`, `troubled` and `rejected` are for the writer's thread.
    """

    def __init__(
        self,
        hub: Hub,
        journals: Mapping[str, JournalState],
        tables: Mapping[int, LiveTable],
        changed: Callable[[LiveTable], None],
    ) -> None:
        self._hub = hub
        self._journals = journals
        self._tables = tables
        self._changed = changed
        self._loop: asyncio.AbstractEventLoop | None = None

    def begin(self) -> None:
        """On the running loop."""
        self._loop = asyncio.get_running_loop()

    # From the writer's thread

    def committed(self, records: Sequence[Write], conflicts: Sequence[Conflict]) -> None:
        """These records are durable."""
        newest: dict[str, tuple[int, int]] = {}
        for record in records:
            if isinstance(record, EventRecord) and record.seq > newest.get(record.journal, (0, 0))[0]:
                newest[record.journal] = (record.seq, record.table_no)
        if newest or conflicts:
            self._call(self._acknowledge, newest, conflicts)

    def troubled(self, problem: str | None) -> None:
        """The database cannot be written, or can be again."""
        self._call(self.trouble, problem)

    def rejected(self, record: Write, message: str) -> None:
        """This record can never be written."""
        self._call(self._reject, record, message)

    def _call(self, function: Any, *arguments: Any) -> None:
        assert self._loop is not None
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    # On the loop

    def _acknowledge(self, newest: dict[str, tuple[int, int]], conflicts: Sequence[Conflict]) -> None:
        """`newest`: for each journal the highest number that is durable now, and the table that sent it."""
        for conflict in conflicts:
            self._on_conflict(conflict)
        now = monotonic_ms()
        for journal_id, (seq, table) in newest.items():
            journal = self._journals[journal_id]
            journal.committed = max(journal.committed, seq)
            for connection in list(self._tables[table].connections):
                peer = connection.session.peer
                if peer is not None and peer.journal == journal_id and connection.session.up:
                    connection.session.committed(journal.committed)
                    connection.flush(now)

    def _on_conflict(self, conflict: Conflict) -> None:
        journal = self._journals.get(conflict.journal)
        if journal is not None and journal.conflict is None:
            journal.conflict = loading.conflict(conflict.table_no, conflict.seq, conflict.journal)
            log.error("%s", journal.conflict)
            for table in self._tables.values():
                if table.journal is journal:
                    self._changed(table)

    def _reject(self, record: Write, message: str) -> None:
        """A record that no database would take: not acknowledged, so the table keeps it."""
        log.error("Not stored: %s (%.200r)", message, record)
        if isinstance(record, EventRecord):
            self._journals[record.journal].conflict = f"Event {record.seq} cannot be stored: {message}"
            self._changed(self._tables[record.table_no])

    def trouble(self, problem: str | None) -> None:
        """Show what ails the database; None when it is well again."""
        if problem != self._hub.problem:
            log.error("%s", problem) if problem else log.warning("The database can be written again.")
            self._hub.trouble(problem)

    def watch(self, stuck_s: float, where: str) -> None:
        """The database at `where` has not answered for `stuck_s`: a server that hangs says nothing, and
        raises nothing.
        """
        words = f"{where} does not answer: is its disk or its network gone?"
        is_stuck = stuck_s > STUCK_S
        if is_stuck and self._hub.problem is None:
            self.trouble(words)
        elif not is_stuck and self._hub.problem == words:
            self.trouble(None)
