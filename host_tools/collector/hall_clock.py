"""The hall's clock at the tables of this collector: what is wanted (`store.hall`) against what each of them
reports, and a command only where they differ.

A command names its moment and its number, so having it twice is having it once, and when it comes makes no
difference to what the table shows. Crystals that drift are no matter of commands: the time told by `tm` keeps
the tables together.
"""

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from typing import Any

from host_tools.collector.connection import Connection
from host_tools.collector.host_time import HostTime
from host_tools.collector.live import LiveTable, monotonic_ms, wall_ms
from host_tools.collector.messages import Answered
from host_tools.store import Store, StoreError
from host_tools.store.halls import HallState

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
#: A clock with less than this left is not brought to a table that has it at zero already.
NEARLY_OVER_MS = 1000

_COMMAND = "hall-"
_SHOWN = {"running": "running", "paused": "paused", "ended": "expired", "off": "off"}


class HallClock:
    """`on_change(clock)`: what is to be shown may be another now; `on_taken()`: a table has taken it."""

    def __init__(
        self,
        store: Store,
        tables: dict[int, LiveTable],
        host_time: HostTime,
        on_change: Callable[[dict[str, Any] | None], None],
        on_taken: Callable[[], None],
    ) -> None:
        self._store = store
        self._tables = tables
        self._host_time = host_time
        self._shift = 0  # what other processes know host time to be ahead of the database's clock
        self._looks = 0
        self._on_change = on_change
        self._on_taken = on_taken
        self.wanted: HallState | None = None
        self._sent: dict[int, tuple[str, Connection]] = {}
        self._not_before: dict[int, int] = {}
        self._tries: dict[int, tuple[object, int]] = {}  # (the session's peer, how often it was not refused)
        self._have: set[int] = set()
        self._told_plainly: dict[int, tuple[str, int, int]] = {}

    def begin(self) -> None:
        """Agree on host time with what runs already; may block. Raises StoreError."""
        store = self._store.hall
        wanted, self._shift = store.get(), store.shift_ms()
        base, now = store.clock_ms(), monotonic_ms()
        is_on = wanted is not None and wanted.state_at(base + self._shift) in ("running", "paused")
        kept = self._shift if is_on or self._store.collectors() else 0
        self._host_time.set(now, base + kept)

    def _look(self) -> HallState | None:
        """What is wanted; now and then tell the others about host time, when a clock was set. May block."""
        self._looks += 1
        if self._looks % SHIFT_LOOKS == 1:
            base = self._store.hall.clock_ms()
            shift = self._host_time.at(monotonic_ms()) - base
            if abs(shift - self._shift) >= SHIFT_LEAST_MS:
                self._store.hall.set_shift(shift)
                self._shift = shift
        return self._store.hall.get()

    async def poll_forever(self) -> None:
        """Follow what other processes want."""
        while True:
            try:
                self.take(await asyncio.to_thread(self._look))
            except StoreError as error:
                log.debug("hall clock: %s", error)  # the writer says it aloud
            self.deliver(monotonic_ms())
            await asyncio.sleep(POLL_S)

    def take(self, wanted: HallState | None) -> None:
        """What is wanted now. What is still on its way of something older is called back."""
        if wanted != self.wanted:
            self.wanted = wanted
            for command, connection in self._sent.values():
                connection.session.abandon(command)
            self._sent.clear()
            self._not_before.clear()
            self._tries.clear()
            self._have.clear()
        self._on_change(self.shown(monotonic_ms()))

    def deliver(self, now: int) -> None:
        """Send it to each table that lacks it and can be told now."""
        if self.wanted is None:
            return
        at = self._host_time.at(now)
        for table in self._tables.values():
            shown = (table.status or {}).get("hall")
            if table.speaker is None or not isinstance(shown, dict):
                continue
            if "number" not in shown:
                self._deliver_plainly(table, table.speaker, at, now)
            elif needs(self.wanted, shown, at):
                self._have.discard(table.number)
                self._send(table, table.speaker, command_of(self.wanted), now)
            elif table.number not in self._have:
                self._have.add(table.number)
                self._on_taken()

    def _deliver_plainly(self, table: LiveTable, connection: Connection, at: int, now: int) -> None:
        """An older firmware knows no moments and no numbers: it gets it once, at the moment or later."""
        wanted = self.wanted
        if wanted is None or table.journal is None or at < wanted.moment:
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

    def shown(self, now: int) -> dict[str, Any] | None:
        """The clock for a page, as a table's `hall` in `hub`; None when there is none."""
        wanted = self.wanted
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


def needs(wanted: HallState, shown: dict[str, Any], at: int) -> bool:
    """Whether a table that reports `shown` as its hall clock lacks the wanted one, at this host time."""
    state = shown.get("state")
    if wanted.state == "off":
        return state != "off"
    if has(wanted, shown):
        return False
    if wanted.state_at(at) == "ended":
        return state in ("running", "paused")
    return state != "expired" or wanted.state != "running" or wanted.left_at(at) >= NEARLY_OVER_MS


def has(wanted: HallState, shown: dict[str, Any]) -> bool:
    """Whether the table has taken this very change. A number alone might be another database's."""
    return shown.get("number") == wanted.number and shown.get("moment") == wanted.moment


def lacks(wanted: HallState, status: dict[str, Any] | None, at: int) -> bool:
    """Whether a table of this status does not have the wanted clock yet, at this host time."""
    shown = (status or {}).get("hall")
    if not isinstance(shown, dict):
        return True
    if "number" not in shown:  # an older firmware: its state has to do
        expected = {"running": ("running", "expired"), "paused": ("paused",)}.get(wanted.state)
        return expected is not None and shown.get("state") not in expected
    if wanted.state == "ended" and shown.get("state") in ("off", "expired"):
        return False
    return not has(wanted, shown) and needs(wanted, shown, at)


def command_of(wanted: HallState) -> dict[str, Any]:
    """The `hall` event that brings a table to what is wanted."""
    event: dict[str, Any] = {"kind": "hall", "do": "end"}
    if wanted.state == "running":
        event.update(do="start" if wanted.left_ms == wanted.length_ms else "resume", ms=wanted.left_ms)
    elif wanted.state == "paused":
        event.update(do="pause", ms=wanted.left_ms)
    return {**event, "moment": wanted.moment, "number": wanted.number}
