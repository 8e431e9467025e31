"""The tables that other collectors on this database have: shown here as they are stored there.

So each of several halls has its own collector, and the pages of any of them show all tables (D234). A table
that calls here is ours again at once.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from host_tools.collector.live import Elsewhere, LiveTable, monotonic_ms, wall_ms
from host_tools.collector.loading import Loader
from host_tools.store import Store, StoreError

log = logging.getLogger(__name__)

POLL_S = 0.4
#: The rows of the tables (link, status) are written every 2 s; events are looked for with each poll.
ROWS_EVERY = 4
#: Nobody else collects: it is looked for so often whether somebody has begun.
ALONE_S = 3.0
GONE_MS = 10_000
#: The time of a status in the database is known to this much; a clock that runs on is not moved by less.
CLOCK_MS = 3000


class Neighbours:
    """`table(number)` gives (makes) a table of the collector with the id `me`; `changed` publishes it,
    `heard(number, ms)` tells when it was heard.
    """

    def __init__(
        self,
        store: Store,
        me: str,
        loader: Loader,
        table: Callable[[int], LiveTable],
        changed: Callable[[LiveTable], None],
        heard: Callable[[int, int], None],
    ) -> None:
        self._store = store
        self._me = me
        self._loader = loader
        self._table = table
        self._changed = changed
        self._heard = heard
        self._polls = 0
        self._seen = 0
        self._pulses = Pulses()

    async def poll_forever(self) -> None:
        """Follow the others as long as there are any."""
        while True:
            try:
                pause_s = await self._poll()
            except StoreError as error:
                log.debug("tables of other collectors: %s", error)  # the writer says it aloud
                pause_s = ALONE_S
            await asyncio.sleep(pause_s)

    async def _poll(self) -> float:
        due_for_rows = self._polls % ROWS_EVERY == 0
        self._polls += 1
        if due_for_rows:
            rows = await asyncio.to_thread(self._store.collectors, also_silent=True)
            at_work = [self._is_at_work(row) for row in rows]  # each is looked at, every time
            if not any(at_work):
                self._polls = 0
                return ALONE_S
        newest = await asyncio.to_thread(self._store.last_event)
        if newest != self._seen or due_for_rows:
            ends = await asyncio.to_thread(self._store.journal_ends, min(self._seen, newest))
            self._seen = newest
            for row in await asyncio.to_thread(self._store.tables):
                await self._take(row, ends.get(row["journal"], 0))
        return POLL_S

    def _is_at_work(self, row: dict[str, Any]) -> bool:
        """Whether this is another collector that has given a sign of life lately."""
        now = monotonic_ms()
        age = self._pulses.age(row["id"], row["seen_at"], wall_ms(now), now)
        return row["id"] != self._me and age is not None and age < GONE_MS

    async def _take(self, row: dict[str, Any], last_seq: int) -> None:
        table = self._table(row["table_no"])
        now = monotonic_ms()
        age = self._pulses.age(row["table_no"], row["heard_at"], wall_ms(now), now)
        if table.speaker is not None or age is None or age > GONE_MS or row["link"] == "down":
            return
        heard = wall_ms(now) - age  # by the clock of this computer
        journal = table.journal
        if journal is None or journal.id != row["journal"] or journal.received < last_seq:
            journal = await self._loader.current(row["journal"], table.number)
            if table.speaker is not None:  # it has called here meanwhile
                return
        table.journal = journal
        table.name, table.firmware, table.boot = row["name"], row["firmware"], row["boot"]
        table.transport, table.port, table.keyed = row["transport"], row["port"], row["keyed"]
        table.heard_at, table.heard_wall = None, heard
        self._take_status(table, row["status"], now - age)
        table.elsewhere = Elsewhere(row["link"], now - age + GONE_MS, row["problem"])
        table.compare()
        self._changed(table)
        self._heard(table.number, heard)

    @staticmethod
    def _take_status(table: LiveTable, status: dict[str, Any] | None, at: int) -> None:
        """`at`: when the table was heard last, which is when it made its status, or a little later. Of two
        that tell of the same clock the earlier end is the better one.
        """
        before, before_at = table.status, table.status_at
        table.status, table.status_at = status, at
        old, new = _clock(before), _clock(status)
        if old is not None and new is not None and abs(before_at + old - at - new) < CLOCK_MS:
            table.status_at = min(at, before_at + old - new)


class Pulses:
    """How old what others write into the database is. Another computer's clock may be wrong by minutes: then
    what goes on is alive, from the moment at which it was seen to go on.
    """

    def __init__(self) -> None:
        self._seen: dict[object, tuple[int, int | None]] = {}  # (its time, monotonic ms when it changed)

    def age(self, who: object, at: int, wall: int, now: int) -> int | None:
        """For how many ms nothing has come of `who`, whose last sign says that it was made at `at` (UTC ms);
        `wall`: the same clock's time here at `now` (monotonic ms). None: for longer than anybody looks.
        """
        before, changed_at = self._seen.get(who, (at, None))
        if before != at:
            changed_at = now
        self._seen[who] = (at, changed_at)
        if -CLOCK_MS <= wall - at <= GONE_MS:
            return max(0, wall - at)
        return None if changed_at is None else now - changed_at


def _clock(status: dict[str, Any] | None) -> int | None:
    """What is left on a clock that runs, in ms."""
    for name in ("clock", "hall"):
        clock = (status or {}).get(name)
        if isinstance(clock, dict) and clock.get("state") == "running" and isinstance(clock.get("left"), int):
            return int(clock["left"])
    return None
