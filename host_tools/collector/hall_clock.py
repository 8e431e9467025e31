"""The hall's clock at the tables of this collector: it compares the wanted clock of each hall (`store.hall`)
with the clocks that the tables report, and sends a command only where they differ.

A command has its moment and its number, so a repeated command changes nothing, and a late one gives the same
display. Commands do not correct drifting crystals: the time sent by `tm` keeps the tables together.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable, Collection

from host_tools.collector.clocks import HostTime, monotonic_ms
from host_tools.collector.incoming import Answered
from host_tools.collector.live import Connection, LiveTable
from host_tools.laws import refusals
from host_tools.live_values import ClockView, Event, HallClockStatus, TableStatus
from host_tools.store import Store, StoreError
from host_tools.store.halls import Clocks, HallState

#: A clock with less than this left is not sent to a table that shows zero already.
NEARLY_OVER_MS = 1000


def needs_clock(clock: HallState, reported: HallClockStatus, at: int) -> bool:
    """Whether a table that reports `reported` as its hall clock lacks `clock`, at this host time."""
    state = reported.get("state")
    if clock.state == "off":
        return state != "off"
    if has_clock(clock, reported):
        return False
    if clock.state_at(at) == "ended":
        return state in ("running", "paused")
    return state != "expired" or clock.state != "running" or clock.left_at(at) >= NEARLY_OVER_MS


def has_clock(state: HallState, reported: HallClockStatus) -> bool:
    """Whether the table has taken exactly this change. A number alone could be from another database."""
    return reported.get("number") == state.number and reported.get("moment") == state.moment


def lacks_clock(state: HallState, status: TableStatus | None, at: int) -> bool:
    """Whether a table of this status does not have the wanted clock yet, at this host time."""
    reported = (status or {}).get("hall")
    if not isinstance(reported, dict):
        return True
    if state.state == "ended" and reported.get("state") in ("off", "expired"):
        return False
    return not has_clock(state, reported) and needs_clock(state, reported, at)


def is_lacking(clocks: Clocks, table: int, status: TableStatus | None, at: int) -> bool:
    """Whether this table does not have the clock of its hall yet, at this host time."""
    state = clocks.of_table(table)
    return state is not None and lacks_clock(state, status, at)


def command_of(state: HallState) -> Event:
    """The `hall` event that sets a table's clock to the wanted one."""
    event: Event = {"kind": "hall", "do": "end"}
    if state.state == "running":
        event.update(do="start" if state.left_ms == state.length_ms else "resume", ms=state.left_ms)
    elif state.state == "paused":
        event.update(do="pause", ms=state.left_ms)
    return {**event, "moment": state.moment, "number": state.number}


log = logging.getLogger(__name__)

POLL_S = 0.25
#: After an answer the table's next status tells whether it has the clock; until then no command is sent.
#: In the same session the pause doubles after each command that the table took, up to AGAIN_MOST times:
#: another host may want another clock, and the table writes each command to its flash. It does not write a
#: refused one.
AGAIN_MS, AGAIN_MOST = 3000, 5
#: Host time is compared with the database's clock once in this many polls; a difference below SHIFT_LEAST_MS
#: is the time of the query.
SHIFT_LOOKS, SHIFT_LEAST_MS = 8, 50
#: A difference of this much is told to the organiser: somebody, or the system, has set the computer's clock.
STEP_MS = 5000
_ACTOR = "collector"
#: The halls of the tables are read once in this many polls.
LAYOUT_LOOKS = 4

_COMMAND = "hall-"
_SHOWN = {"running": "running", "paused": "paused", "ended": "expired", "off": "off"}


class HallClock:
    """`on_change(clock, halls)`: the clock to show may have changed, for all tables and by hall;
    `on_taken()`: a table has taken its clock; `on_moved(table)`: the table is in another hall. `here`: the
    hall of the tables that this collector hears, unless a tournament assigns another; "": unknown.
    """

    def __init__(
        self,
        store: Store,
        tables: dict[int, LiveTable],
        host_time: HostTime,
        on_change: Callable[[ClockView | None, dict[str, ClockView | None]], None],
        on_taken: Callable[[], None],
        on_moved: Callable[[LiveTable], None] = lambda _table: None,
        here: str = "",
    ) -> None:
        self._store = store
        self._tables = tables
        self._host_time = host_time
        self._shift = 0  # host time minus the database's clock, as other processes know it
        self._looks = 0
        self._on_change = on_change
        self._on_taken = on_taken
        self._on_moved = on_moved
        self._here = here
        self.wanted = Clocks()
        self._placed: dict[int, object] = {}  # the sessions (by peer) that the database has
        self._sent: dict[int, tuple[str, Connection]] = {}
        self._not_before: dict[int, int] = {}
        self._tries: dict[int, tuple[object, int]] = {}  # (the session's peer, commands not refused)
        self._have: set[int] = set()

    def begin(self) -> None:
        """Take over the host time of running collectors and clocks; may block. Raises StoreError."""
        store = self._store.hall
        clocks, self._shift = store.clocks(), store.shift_ms()
        base, now = store.clock_ms(), monotonic_ms()
        is_on = clocks.is_counting(base + self._shift) or store.is_awaited()
        kept = self._shift if is_on or self._store.collectors() else 0
        self._host_time.set(now, base + kept)

    def _look(self, new: Collection[int] = ()) -> Clocks:
        """The wanted clocks, after the database has stored where the `new` tables are heard. Now and then it
        shares host time with other processes, when a clock was set. May block.
        """
        self._looks += 1
        if self._looks % SHIFT_LOOKS == 1:
            base = self._store.hall.clock_ms()
            shift = self._host_time.at(monotonic_ms()) - base
            if abs(shift - self._shift) >= SHIFT_LEAST_MS:
                self._store.hall.set_shift(shift)
                if abs(stepped := self._shift - shift) >= STEP_MS:
                    seconds = round(stepped / 1000)
                    self._store.admins.act(_ACTOR, "clock set", {"seconds": seconds})
                    log.warning("The computer's clock was set by %d s; the hall's time goes on.", seconds)
                self._shift = shift
        if not new and self._looks % LAYOUT_LOOKS != 1:
            return self._store.hall.clocks(self.wanted.layout)
        heard = self._store.hall.layout().heard
        if came := [number for number in new if heard.get(number, "") != self._here]:
            self._store.hall.stand(came, self._here)
        return self._store.hall.clocks()

    async def poll_forever(self) -> None:
        """Poll for the clocks that other processes set."""
        while True:
            new = self._arrived()
            try:
                clocks = await asyncio.to_thread(self._look, new)
                self._placed.update(new)
                self.take(clocks)
            except StoreError as error:
                log.debug("hall clock: %s", error)  # the writer reports it
            self.deliver(monotonic_ms())
            await asyncio.sleep(POLL_S)

    def _arrived(self) -> dict[int, object]:
        """The tables that have begun a session since the last call, with its peer. The database gets each
        once: if two collectors have a table, the one that the table called last counts.
        """
        arrived: dict[int, object] = {}
        for table in self._tables.values():
            if table.speaker is not None and not self._is_placed(table, table.speaker):
                arrived[table.number] = table.speaker.session.peer
        return arrived

    def _is_placed(self, table: LiveTable, connection: Connection) -> bool:
        return self._placed.get(table.number) is connection.session.peer

    def take(self, clocks: Clocks) -> None:
        """Set the wanted clocks, and abandon commands under way for older ones."""
        before, self.wanted = self.wanted, clocks
        for number, table in self._tables.items():
            if before.of_table(number) != clocks.of_table(number):
                self._forget(number)
            if table.hall != clocks.layout.hall_of(number):
                table.hall = clocks.layout.hall_of(number)
                self._on_moved(table)
        now = monotonic_ms()
        common = clocks.common(number for number, table in self._tables.items() if table.journal is not None)
        halls = {name: self.shown(clocks.clock_of(name), now) for name in clocks.layout.names}
        self._on_change(self.shown(common, now), halls)

    def _forget(self, number: int) -> None:
        """Reset the state of this table: it needs another clock."""
        if number in self._sent:
            command, connection = self._sent.pop(number)
            connection.session.abandon(command)
        self._not_before.pop(number, None)
        self._tries.pop(number, None)
        self._have.discard(number)

    def deliver(self, now: int) -> None:
        """Send the clock of its hall to each table that lacks it and can take a command now."""
        at = self._host_time.at(now)
        has_places = bool(self._here or self.wanted.layout.heard)
        for table in self._tables.values():
            state = self.wanted.of_table(table.number)
            if state is None or table.speaker is None:
                continue
            if has_places and not self._is_placed(table, table.speaker):
                continue
            reported = (table.status or {}).get("hall")
            if not isinstance(reported, dict):
                continue
            if needs_clock(state, reported, at):
                self._have.discard(table.number)
                self._send(table, table.speaker, command_of(state), now)
            elif table.number not in self._have:
                self._have.add(table.number)
                self._on_taken()

    def _send(self, table: LiveTable, connection: Connection, event: Event, now: int) -> bool:
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

    def answered(self, answer: Answered, table: LiveTable | None) -> bool:
        """Handle a table's answer; whether it was to a command of the hall's clock."""
        if not answer.command.startswith(_COMMAND):
            return False
        for number, (command, _) in list(self._sent.items()):
            if command == answer.command and table is not None and table.number == number:
                del self._sent[number]
                if not answer.ok:
                    self._refused(number)
                    why = refusals.of_answer(answer.code, answer.message, answer.reason, answer.facts)
                    log.warning("table %d does not take the hall's clock: %s", number, why)
        return True

    def _refused(self, number: int) -> None:
        """Do not count the last command to this table for the doubled pause."""
        peer, tries = self._tries[number]
        self._tries[number] = (peer, tries - 1)

    def shown(self, clock: HallState | None, now: int) -> ClockView | None:
        """A clock for a page, as a table's `hall` in `hub`; None when there is none."""
        state = "off" if clock is None else clock.state_at(self._host_time.at(now))
        if clock is None or state == "off":
            return None
        ends_at = clock.ends_at() if state == "running" else None
        return {
            "name": "hall",
            "state": _SHOWN[state],
            "end_ms": ends_at,
            "left": 0 if state == "ended" else clock.left_ms,
            "length": clock.length_ms,
            "number": clock.number,
        }
