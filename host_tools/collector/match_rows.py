"""When the fold of a match goes to the database: at once, and while more events come at most every FOLDED_MS.

A table that catches up on a day sends hundreds of events a second; its row is written a few times. A row goes
into the queue before the first event of the match that follows, so a crash can leave at most the row of a
journal's last match behind its events, and that is made good when the journal is loaded (`is_unwritten`).
"""

import asyncio
from collections.abc import Callable, Mapping

from host_tools.collector.live import JournalState, LiveTable, monotonic_ms, wall_ms
from host_tools.collector.rows import match_record
from host_tools.store.records import MatchRecord

FOLDED_MS = 50


class MatchRows:
    """`submit` takes a row; `journals` is the collector's. Lives on its event loop."""

    def __init__(self, journals: Mapping[str, JournalState], submit: Callable[[MatchRecord], None]) -> None:
        self._journals = journals
        self._submit = submit
        self._waiting: dict[str, LiveTable] = {}  # by journal
        self._timer: asyncio.TimerHandle | None = None

    def changed(self, table: LiveTable, journal: JournalState) -> None:
        """The match in play, or what is to be said of it, has gone on."""
        if not journal.fold.first_seq:
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
        """Another match begins: what waits about the one before cannot wait any longer."""
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
            self._write(table, self._journals[journal_id])

    def _write(self, table: LiveTable, journal: JournalState) -> None:
        journal.is_unwritten = False
        journal.written_at = now = monotonic_ms()
        self._submit(match_record(table, journal, wall_ms(now)))
