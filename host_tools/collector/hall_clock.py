"""The hall's clock at the tables of this collector: what is wanted in the hall of each (`store.hall`) against
what it reports, and a command only where they differ.

A command names its moment and its number, so having it twice is having it once, and when it comes makes no
difference to what the table shows. Crystals that drift are no matter of commands: the time told by `tm` keeps
the tables together.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Collection
from typing import Any

from host_tools.collector.connection import Connection
from host_tools.collector.hall_wanted import command_of, needs
from host_tools.collector.host_time import HostTime
from host_tools.collector.live import LiveTable, monotonic_ms, wall_ms
from host_tools.collector.messages import Answered
from host_tools.store import Store, StoreError
from host_tools.store.halls import Clocks, HallState

log = logging.getLogger(__name__)

POLL_S = 0.25
#: After an answer the table's next status tells whether it has the clock; until then it is not asked again.
#: In the same session each further time that it was taken waits twice as long, up to AGAIN_MOST times:
#: another host may want another clock of it, and each command is written to its flash. What was refused was
#: not.
AGAIN_MS, AGAIN_MOST = 3000, 5
#: Host time is held against the database's clock with every so manieth look; less than SHIFT_LEAST_MS is
#: what asking takes.
SHIFT_LOOKS, SHIFT_LEAST_MS = 8, 50
#: Where the tables stand is looked up with every so manieth look.
LAYOUT_LOOKS = 4

#: A clock as the pages get it, in the shape of a table's `hall` in `hub`; None: none.
Shown = dict[str, Any] | None

_COMMAND = "hall-"
_SHOWN = {"running": "running", "paused": "paused", "ended": "expired", "off": "off"}


class HallClock:
    """`on_change(clock, halls)`: what is to be shown may be another now, for all tables and by hall;
    `on_taken()`: a table has taken its clock; `on_moved(table)`: it stands in another hall. `here`: the hall
    of the tables that this collector hears, as far as no tournament says otherwise; "": it knows of none.
    """

    def __init__(
        self,
        store: Store,
        tables: dict[int, LiveTable],
        host_time: HostTime,
        on_change: Callable[[Shown, dict[str, Shown]], None],
        on_taken: Callable[[], None],
        on_moved: Callable[[LiveTable], None] = lambda _table: None,
        here: str = "",
    ) -> None:
        self._store = store
        self._tables = tables
        self._host_time = host_time
        self._shift = 0  # what other processes know host time to be ahead of the database's clock
        self._looks = 0
        self._on_change = on_change
        self._on_taken = on_taken
        self._on_moved = on_moved
        self._here = here
        self.wanted = Clocks()
        self._placed: dict[int, object] = {}  # the sessions (by peer) of which the database knows
        self._sent: dict[int, tuple[str, Connection]] = {}
        self._not_before: dict[int, int] = {}
        self._tries: dict[int, tuple[object, int]] = {}  # (the session's peer, how often it was not refused)
        self._have: set[int] = set()
        self._told_plainly: dict[int, tuple[str, int, int]] = {}

    def begin(self) -> None:
        """Agree on host time with what runs already; may block. Raises StoreError."""
        store = self._store.hall
        wanted, self._shift = store.clocks(), store.shift_ms()
        base, now = store.clock_ms(), monotonic_ms()
        is_on = wanted.is_counting(base + self._shift)
        kept = self._shift if is_on or self._store.collectors() else 0
        self._host_time.set(now, base + kept)

    def _look(self, new: Collection[int] = ()) -> Clocks:
        """What is wanted, once the database knows where the `new` tables are heard; now and then tell the
        others about host time, when a clock was set. May block.
        """
        self._looks += 1
        if self._looks % SHIFT_LOOKS == 1:
            base = self._store.hall.clock_ms()
            shift = self._host_time.at(monotonic_ms()) - base
            if abs(shift - self._shift) >= SHIFT_LEAST_MS:
                self._store.hall.set_shift(shift)
                self._shift = shift
        if not new and self._looks % LAYOUT_LOOKS != 1:
            return self._store.hall.clocks(self.wanted.layout)
        heard = self._store.hall.layout().heard
        if came := [number for number in new if heard.get(number, "") != self._here]:
            self._store.hall.stand(came, self._here)
        return self._store.hall.clocks()

    async def poll_forever(self) -> None:
        """Follow what other processes want."""
        while True:
            new = self._arrived()
            try:
                wanted = await asyncio.to_thread(self._look, new)
                self._placed.update(new)
                self.take(wanted)
            except StoreError as error:
                log.debug("hall clock: %s", error)  # the writer says it aloud
            self.deliver(monotonic_ms())
            await asyncio.sleep(POLL_S)

    def _arrived(self) -> dict[int, object]:
        """The tables that have begun a session since they were asked for last, with its peer. The database is
        told once: of two collectors that have a table, the one that it called last is believed.
        """
        found: dict[int, object] = {}
        for table in self._tables.values():
            if table.speaker is not None and not self._is_placed(table, table.speaker):
                found[table.number] = table.speaker.session.peer
        return found

    def _is_placed(self, table: LiveTable, connection: Connection) -> bool:
        return self._placed.get(table.number) is connection.session.peer

    def take(self, wanted: Clocks) -> None:
        """What is wanted now. What is still on its way of something older is called back."""
        before, self.wanted = self.wanted, wanted
        for number, table in self._tables.items():
            if before.of_table(number) != wanted.of_table(number):
                self._forget(number)
            if table.hall != wanted.layout.of(number):
                table.hall = wanted.layout.of(number)
                self._on_moved(table)
        now = monotonic_ms()
        common = wanted.common(number for number, table in self._tables.items() if table.journal is not None)
        halls = {name: self.shown(wanted.of(name), now) for name in wanted.layout.names}
        self._on_change(self.shown(common, now), halls)

    def _forget(self, number: int) -> None:
        """Another clock is wanted of this table."""
        if number in self._sent:
            command, connection = self._sent.pop(number)
            connection.session.abandon(command)
        self._not_before.pop(number, None)
        self._tries.pop(number, None)
        self._have.discard(number)

    def deliver(self, now: int) -> None:
        """Send each table the clock of its hall that lacks it and can be told now."""
        at = self._host_time.at(now)
        has_places = bool(self._here or self.wanted.layout.heard)
        for table in self._tables.values():
            wanted = self.wanted.of_table(table.number)
            if wanted is None or table.speaker is None:
                continue
            if has_places and not self._is_placed(table, table.speaker):
                continue
            shown = (table.status or {}).get("hall")
            if not isinstance(shown, dict):
                continue
            if "number" not in shown:
                self._deliver_plainly(table, table.speaker, wanted, at, now)
            elif needs(wanted, shown, at):
                self._have.discard(table.number)
                self._send(table, table.speaker, command_of(wanted), now)
            elif table.number not in self._have:
                self._have.add(table.number)
                self._on_taken()

    def _deliver_plainly(
        self, table: LiveTable, connection: Connection, wanted: HallState, at: int, now: int
    ) -> None:
        """An older firmware knows no moments and no numbers: it gets it once, at the moment or later."""
        if table.journal is None or at < wanted.moment:
            return
        shown = (table.status or {})["hall"].get("state")
        is_on = shown in ("running", "paused")
        if wanted.state_at(at) in ("ended", "off") and not is_on:
            return
        said = (table.journal.id, table.boot, wanted.number)
        if self._told_plainly.get(table.number) != said:
            event = {name: value for name, value in command_of(wanted).items() if name in ("kind", "do")}
            if (left := wanted.left_at(at)) > 0:
                event["ms"] = left
            if self._send(table, connection, event, now):
                self._told_plainly[table.number] = said

    def _send(self, table: LiveTable, connection: Connection, event: dict[str, Any], now: int) -> bool:
        session = connection.session
        if not session.up or session.busy or not session.ticks.is_told:
            return False
        peer, tries = self._tries.get(table.number, (session.peer, 0))
        if peer is not session.peer:
            tries = 0
        elif now < self._not_before.get(table.number, now):
            return False
        command = _COMMAND + secrets.token_hex(5)
        self._sent[table.number] = (command, connection)
        self._tries[table.number] = (session.peer, tries + 1)
        self._not_before[table.number] = now + (AGAIN_MS << min(tries, AGAIN_MOST))
        session.deliver(command, json.dumps(event, separators=(",", ":")))
        connection.flush(now)
        return True

    def answered(self, answer: Answered) -> bool:
        """A table has answered; whether this was a command of the hall's clock."""
        if not answer.command.startswith(_COMMAND):
            return False
        for number, (command, _) in list(self._sent.items()):
            if command == answer.command:
                del self._sent[number]
                if not answer.ok:
                    self._told_plainly.pop(number, None)
                    self._refused(number)
                    log.warning("table %d does not take the hall's clock: %s", number, answer.message)
        return True

    def _refused(self, number: int) -> None:
        """What this table was sent last makes the next time wait no longer."""
        peer, tries = self._tries[number]
        self._tries[number] = (peer, tries - 1)

    def shown(self, wanted: HallState | None, now: int) -> Shown:
        """A clock for a page, as a table's `hall` in `hub`; None when there is none."""
        state = "off" if wanted is None else wanted.state_at(self._host_time.at(now))
        if wanted is None or state == "off":
            return None
        ends_at = wanted.ends_at() if state == "running" else None
        shift = wall_ms(now) - self._host_time.at(now)
        return {
            "name": "hall",
            "state": _SHOWN[state],
            "end_ms": None if ends_at is None else ends_at + shift,
            "left": 0 if state == "ended" else wanted.left_ms,
            "length": wanted.length_ms,
            "number": wanted.number,
        }
