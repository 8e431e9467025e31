"""One table as the device puts it together (app/device.py): journal, table, links and shells are the
firmware's; fingers, flash, ticks and wires are not.
"""

import asyncio
import inspect
import random
from collections.abc import Callable
from typing import Any, cast

from boardside.app.links import Links
from boardside.app.room import Room
from boardside.app.sealing import Sealing
from boardside.journal import Journal, JournalError
from boardside.journal.ring import Ring
from boardside.link.serial_port import READ_MOST, Stdio, serve
from boardside.link.session import Identity
from boardside.link.tcp import TcpLink
from boardside.table.table import Table
from tests.chaos.flash import Partition, Power, PowerCut
from tests.chaos.ledger import Ledger
from tests.chaos.lines import Pipe
from tests.chaos.virtual import VirtualLoop

PERIOD = 1 << 30
TICK_S = 0.1
RING_BYTES = 259


def diff(later: int, earlier: int) -> int:
    """`time.ticks_diff` of the ESP32."""
    return ((later - earlier + PERIOD // 2) & (PERIOD - 1)) - PERIOD // 2


def add(ticks: int, ms: int) -> int:
    """`time.ticks_add` of the ESP32."""
    return (ticks + ms) & (PERIOD - 1)


class Port:
    """The table's end of a cable: an input ring that drops in silence what it has no room for."""

    def __init__(self) -> None:
        self.ring = bytearray()
        self.dropped = 0
        self.wire: Pipe | None = None

    def arrive(self, data: bytes) -> None:
        room = RING_BYTES - len(self.ring)
        self.ring += data[:room]
        self.dropped += max(0, len(data) - room)

    def read(self) -> bytes:
        data = bytes(self.ring[:READ_MOST])
        del self.ring[:READ_MOST]
        return data

    def write(self, data: bytes) -> None:
        if self.wire is not None:
            self.wire.put(data)


class Device:
    """Table `number` with its flash. `call(device)` gets (reader, writer) to a collector, or raises OSError;
    None: it has no Wi-Fi. `ppm`: by how much its crystal is fast.
    """

    tick_s = TICK_S

    def __init__(
        self,
        number: int,
        loop: VirtualLoop,
        seed: str,
        ledger: Ledger,
        key: bytes,
        call: "Callable[[Device], Any] | None",
    ) -> None:
        self.number, self.key, self.ledger = number, key, ledger
        self.loop = loop
        self.dice = random.Random(f"{seed}/table/{number}")
        self.power = Power(random.Random(f"{seed}/flash/{number}"))
        self.partition = Partition(self.power, random.Random(f"{seed}/partition/{number}"))
        self.ppm = self.dice.randrange(-50, 51)
        self._offset = PERIOD - self.dice.randrange(600_000)  # ticks start again within ten minutes
        self._on_at = loop.ms
        self.port = Port()
        self.call = call
        self.is_away = False
        self.is_on = False
        self.reboots = 0
        self._work: list[Any] = []
        self._tasks: list[asyncio.Task[None]] = []
        self.power_on()

    # Its own time

    def ticks(self) -> int:
        return (self._offset + self.loop.ms * (1_000_000 + self.ppm) // 1_000_000) % PERIOD

    def _uptime(self) -> int:
        return self.loop.ms - self._on_at

    # Power

    def power_on(self) -> None:
        """Does what `Device.__init__` and `run` of the firmware do."""
        self.power.on()
        self._on_at = self.loop.ms
        # On the ESP32 ticks begin at 0; here anywhere, so that they start again early.
        self._offset = PERIOD - self.dice.randrange(600_000) - self.loop.ms % PERIOD
        self.reboots += 1
        try:
            self._start()
        except PowerCut:
            self._off()

    def _start(self) -> None:
        self.journal = Journal(Ring(self.partition), self._uptime, self.dice.randbytes)
        self.sealing = Sealing(self.journal, self.key)
        self.ledger.booted(self.number, self.journal)
        settings = {"table": self.number, "firmware": "0.1.0", "journal": self.journal.id}
        settings |= {"brightness": 8, "volume": 5, "strokes": self.number % 2}
        self.table = Table(self._store, self.journal.read_match, settings, diff, add, JournalError)
        name = f"Table {self.number}"
        identity = Identity(self.number, name, self.journal.id, self.journal.boot, "0.1.0")
        self.links = Links(identity, self.journal, self.table, self.key, self.dice.randbytes, diff)
        self.table.on_event = self.links.event_stored
        self.room = Room(self.journal, self.links, self.table, _nobody)
        self.is_on = True
        self._spawn(serve(self.links.serial, cast(Stdio, self.port), self.ticks, diff, _nothing))
        if self.call is not None:
            link = self.links.tcp = TcpLink(  # type: ignore[assignment]
                f"collector/{self.number}", 7580, self.links.new_session, lambda: not self.is_away,
                self.ticks, diff, self.dice.randbytes,
            )  # fmt: skip
            self._spawn(link.run(_nothing))
        self._spawn(self._upkeep())
        self.table.boot(self.ticks(), "power", self.journal.torn)

    def _store(self, event: dict[str, Any]) -> dict[str, Any]:
        self.power.alive()
        self.ledger.trying(self.journal.id, dict(event))
        try:
            stored = self.sealing.append(event)
        except PowerCut:
            self.loop.call_soon(self._off_once)
            raise
        self.ledger.accepted(self.journal.id, stored)
        return stored

    def power_cut(self) -> None:
        """Cuts the power."""
        self.power.is_off = True
        self._off()

    def _off_once(self) -> None:
        if self.is_on:
            self._off()

    def _off(self) -> None:
        self.power.is_off = True
        self.is_on = False
        for task in self._tasks:
            task.cancel()
        for work in self._work:
            if inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
                work.close()
        self._tasks.clear()
        self._work.clear()
        self.port.ring.clear()
        self.loop.call_later(self.dice.choice((0.3, 2, 20)), self._on_again)

    def _on_again(self) -> None:
        if not self.is_on:
            self.power_on()

    def _spawn(self, work: Any) -> None:
        self._work.append(work)
        self._tasks.append(self.loop.create_task(self._guarded(work)))

    async def _guarded(self, work: Any) -> None:
        try:
            await work
        except PowerCut:
            self._off_once()

    # What goes on in it

    def do(self, action: Callable[[], object]) -> None:
        """Does something at the table for its umpire; the power may go in the middle."""
        if not self.is_on:
            return
        try:
            action()
            self.links.follow()
        except PowerCut:
            self._off()

    async def _upkeep(self) -> None:
        turns = 0
        while True:
            now = self.ticks()
            self.table.tick(now)
            self.links.follow()
            turns += 1
            if turns % 10 == 0:
                self.table.set_link(*self.links.state(now, self._uptime()))
                self._tidy(now)
            self.ledger.acked(self.journal.id, self.links.acked())
            await asyncio.sleep(self.tick_s)

    def require_well(self) -> None:
        """Checks that no task of the table has ended by an error."""
        for task in self._tasks:
            if task.done() and not task.cancelled() and task.exception() is not None:
                raise task.exception() or AssertionError

    def _tidy(self, now: int) -> None:
        """Does what app/upkeep.py does in an idle moment."""
        if self.journal.tidy() or self.room.has_changed():
            self.ledger.let_go(self.journal.id, self.links.acked())
            self.room.look(now)
        else:
            self.sealing.step()
        self.ledger.dropped(self.journal.id, self.journal.first_seq)


def _nobody(_text: str) -> None:
    """Drops text on the cable that is no frame."""


def _nothing() -> None:
    """Does nothing: the watchdog has tests of its own."""
