"""What a collector lets the other processes on its database see: that it lives, how its tables' links stand,
whom it turned away.
"""

import os
import platform
from collections.abc import Callable, Mapping

from host_tools.collector.linkbook import LinkBook
from host_tools.collector.live import LiveTable, monotonic_ms, wall_ms
from host_tools.collector.rows import table_record
from host_tools.store.records import CollectorRecord, StrangersRecord, Write

SIGN_OF_LIFE_MS = 2000
#: The tables' part of it is written in so many turns, one each tick, so that a thousand do not come at the
#: same moment.
TURNS = 10


class LifeSigns:
    """Of the collector with this id; `submit` takes what is to be written."""

    def __init__(
        self, collector: str, tables: Mapping[int, LiveTable], submit: Callable[[Write], None]
    ) -> None:
        self._collector = collector
        self._tables = tables
        self._submit = submit
        self._links = LinkBook()
        self._untold: set[int] = set()  # tables of which the others shall know at the next tick
        self._turn = 0
        self._at: int | None = None  # None: everything is due
        self._strangers: dict[int, str] = {}
        self._started_at = wall_ms(monotonic_ms())

    def of_all_soon(self) -> None:
        """The others shall know at the next tick how each table stands."""
        self._at = None

    def of_one_soon(self, table: int) -> None:
        """... how this one stands."""
        self._untold.add(table)

    def tick(self, now: int) -> None:
        """Write what is due at `now` (monotonic ms); to be called a few times a second."""
        self._turn = (self._turn + 1) % TURNS
        if self._at is not None and now - self._at < SIGN_OF_LIFE_MS:
            self._write_tables(now, self._turn)
            return
        self._write_tables(now, None if self._at is None else self._turn)
        self._at = now
        self._write_rest(now, self._now_strangers(), self.sign(now))

    def leaving(self, now: int) -> None:
        """Write that the collector ends, and its last word on each table."""
        self._write_tables(now, None)
        self._write_rest(now, {}, self.sign(None))

    def sign(self, now: int | None) -> CollectorRecord:
        """That it lives at `now` (monotonic ms); None: that it does not any more."""
        values = {"pid": os.getpid(), "host": platform.node(), "started_at": self._started_at}
        return CollectorRecord(self._collector, {**values, "seen_at": 0 if now is None else wall_ms(now)})

    def _write_rest(self, now: int, strangers: dict[int, str], sign: CollectorRecord) -> None:
        self._submit(sign)
        changes = self._links.changes(self._collector, self._tables.values(), wall_ms(now))
        if changes is not None:
            self._submit(changes)
        if strangers != self._strangers:
            self._strangers = strangers
            self._submit(StrangersRecord(self._collector, strangers))

    def _now_strangers(self) -> dict[int, str]:
        """Who was turned away and has no row in the database."""
        found = {number: table.refused for number, table in self._tables.items() if table.journal is None}
        return {number: refused for number, refused in found.items() if refused is not None}

    def _write_tables(self, now: int, turn: int | None) -> None:
        for number, table in self._tables.items():
            if turn is None or number % TURNS == turn or number in self._untold:
                record = table_record(table, now)
                if record is not None:
                    self._submit(record)
        self._untold.clear()
