"""A hall in virtual time for what must happen together: the firmware's tables and sessions, real collectors
on one database, cables at 115200 baud and Wi-Fi with uneven delays, crystals that drift. Nothing is lost on
the lines but what a test cuts; `tests/chaos` has the rest.
"""

import asyncio
import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boardside.link.commands import Commands
from boardside.link.serial_port import WRITE_MOST
from boardside.link.session import Identity, TableSession
from boardside.link.shell import LOOK_MS
from boardside.table.table import Table
from host_tools.collector import clocks, live
from host_tools.collector.live import Connection
from host_tools.collector.outgoing import SERIAL_IN_FLIGHT
from host_tools.collector.session import HostSession
from host_tools.store import Store, database
from host_tools.store.halls import LEAD_MS, HallState
from tests.chaos.host import Host, Trouble
from tests.chaos.lines import BAUD_BYTES_MS
from tests.chaos.virtual import VirtualLoop, everywhere, patched
from tests.memory_journal import MemoryJournal

PERIOD = 1 << 30
MINUTE = 60_000


def diff(later: int, earlier: int) -> int:
    """`time.ticks_diff` of the ESP32."""
    return ((later - earlier + PERIOD // 2) & (PERIOD - 1)) - PERIOD // 2


def add(ticks: int, ms: int) -> int:
    """`time.ticks_add` of the ESP32."""
    return (ticks + ms) & (PERIOD - 1)


class NoError(Exception):
    """An error that no journal of this module raises."""


class Paper(MemoryJournal):
    """A table's journal: it survives a power cut."""

    boot = 0

    def read_match(self, from_seq: int = 0) -> Iterator[dict[str, Any]]:
        begins = max((event["seq"] for event in self.events if event["kind"] == "match"), default=1 << 30)
        return self.read(max(begins, from_seq))

    def store(self, event: dict[str, Any]) -> dict[str, Any]:
        return self.append(**event, boot=self.boot, at=0)


class Line:
    """One direction of a cable or a connection: bytes stay in order; `delay_ms()` for each piece."""

    def __init__(
        self, loop: VirtualLoop, deliver: Callable[[bytes], None], delay_ms: Callable[[], float], rate: float
    ) -> None:
        self._loop, self._deliver, self._delay_ms, self._rate = loop, deliver, delay_ms, rate
        self._free_at = self._last_at = 0.0
        self.is_cut = False

    def put(self, data: bytes) -> None:
        self._free_at = max(self._loop.time() * 1000, self._free_at) + len(data) / self._rate
        # Never the same moment: asyncio does not keep the order of what is due at once.
        self._last_at = max(self._last_at + 0.001, self._free_at + self._delay_ms())
        self._loop.call_at(self._last_at / 1000, self._arrive, data)

    def _arrive(self, data: bytes) -> None:
        if not self.is_cut:
            self._deliver(data)


class World:
    """The loop, the database, the collectors (`hosts`), the tables by number."""

    def __init__(self, seed: int, folder: Path, loop: VirtualLoop, collectors: int) -> None:
        self.seed, self.loop = seed, loop
        self.dice = random.Random(f"{seed}/world")
        trouble = Trouble(str(folder / "hall.sqlite3"), random.Random(f"{seed}/disk"))
        self.hosts = [Host(f"h{at}", loop, str(seed), trouble, {}) for at in range(collectors)]
        self.store = Store.open(f"sqlite:///{trouble.path}")
        self.tables: dict[int, Bench] = {}
        for host in self.hosts:
            self.start(host)

    def start(self, host: Host) -> None:
        async def start() -> None:
            assert host.start()

        self.loop.run_until_complete(start())

    def add(self, number: int, host: int = 0, is_wired: bool = False, ppm: int = 0) -> "Bench":
        bench = Bench(self, number, self.hosts[host], is_wired, ppm)
        self.tables[number] = bench
        return bench

    def run(self, ms: float) -> None:
        """Lets time pass, and raises the error of any task that failed meanwhile."""
        self.loop.pass_ms(ms)  # type: ignore[arg-type]
        for fault in self.loop.faults:
            raise fault.get("exception") or RuntimeError(fault["message"])

    def change(self, do: str, ms: int | None = None, lead_ms: int = LEAD_MS) -> HallState:
        """Changes the clock as `boardside hall` does."""
        return self.store.hall.change(do, ms, "test", self.store.hall.now() + lead_ms)

    @property
    def now(self) -> float:
        """True time in ms, by the clock that no part has; `HallState.moment` counts in it too."""
        return self.loop.wall_ms(0) + self.loop.time() * 1000


class Bench:
    """One table with its own crystal, `ppm` fast. `sounds`: (true time in ms, name) of each hall signal."""

    def __init__(self, world: World, number: int, host: Host, is_wired: bool, ppm: int) -> None:
        self.world, self.number, self.host, self.is_wired, self.ppm = world, number, host, is_wired, ppm
        self.dice = random.Random(f"{world.seed}/table/{number}")
        self.paper = Paper(f"{number:08x}")
        self.sounds: list[tuple[float, str]] = []
        self.session: TableSession | None = None
        self._lines: list[Line] = []
        self._connection: Connection | None = None
        self._inbox = bytearray()
        self._life = 0
        self.is_on = False
        self.power_on()

    # Power and time

    def power_on(self) -> None:
        self._life += 1
        self._zero = PERIOD - self.dice.randrange(90 * MINUTE) - self.world.loop.time() * 1000
        self.paper.boot += 1
        settings = {"table": self.number, "journal": self.paper.id}
        self.table = Table(self.paper.store, self.paper.read_match, settings, diff, add, NoError)
        self.commands = Commands(self.table.command)
        self.table.on_event = lambda event: self.session and self.session.event_stored(event)
        self.table.boot(self.ticks(), "power")
        self._revision = self.table.status_revision
        self.is_on = True
        self._phase = self.dice.random() * LOOK_MS  # of its looks
        self._at_look(0, self._front, self._life)
        self.plug()

    def power_off(self) -> None:
        self._life += 1
        self.is_on = False
        self.unplug()

    def ticks(self) -> int:
        return int(self._zero + self.world.loop.time() * (1000 + self.ppm / 1000)) % PERIOD

    def left(self) -> float:
        """The time that this table has left on the hall's clock now."""
        self.table.tick(self.ticks())
        return self.table.clocks.hall.left(self.ticks())

    def state(self) -> str:
        return str(self.table.status(self.ticks())["hall"]["state"])

    def _front(self, life: int) -> None:
        """Every 10 ms on a device; here so often only when the hall's clock has something to do."""
        if life != self._life:
            return
        now = self.ticks()
        self.table.tick(now)
        while (sound := self.table.take_sound()) is not None:
            if sound in ("hall_start", "hall_end"):
                self.sounds.append((self.world.now, sound))
        near = self.table.hall.is_near(now, 250) or self.table.hall._owes_end
        self._at_look(0 if near else 9 * LOOK_MS, self._front, life)

    def _at_look(self, ms: float, function: Callable[..., None], *arguments: Any) -> None:
        """At the first look of asyncio on this device, every 10 ms, after `ms`."""
        now = self.world.loop.time() * 1000
        looks = int((now + ms - self._phase) / LOOK_MS + 0.001) + 1
        self.world.loop.call_at((self._phase + looks * LOOK_MS) / 1000, function, *arguments)

    # Its link

    def plug(self) -> None:
        """A cable; or Wi-Fi: 1 to 80 ms, quick there and slow back on the average, or the other way."""
        self.unplug()
        world, dice = self.world, self.dice
        identity = Identity(self.number, f"Table {self.number}", self.paper.id, self.paper.boot, "0.1")
        status = self.table.status
        self.session = TableSession(identity, self.paper, status, self.commands, b"", dice.randbytes, diff)
        self.session.on_time = self.table.set_host_time
        if self.is_wired:
            rate, outward, back = BAUD_BYTES_MS, _delay(dice, 0, 1, 1), _delay(dice, 0, 2, 1)
        else:
            rate, (quick, slow) = 1000.0, (_delay(dice, 1, 80, 3), _delay(dice, 1, 80, 1))
            outward, back = (quick, slow) if self.number % 2 else (slow, quick)
        self._looks = 0
        to_table = Line(world.loop, self._at_table, outward, rate)
        to_host = Line(world.loop, self._at_host, back, rate)
        self._lines = [to_table, to_host]
        limit = SERIAL_IN_FLIGHT if self.is_wired else None
        kind = "serial" if self.is_wired else "tcp"
        self._connection = self.host.open(kind, f"port{self.number}", to_table.put, limit, lambda: None)
        self._to_host = to_host
        self._look(self.session, 0)

    def unplug(self) -> None:
        for line in self._lines:
            line.is_cut = True
        self._inbox.clear()
        if self._connection is not None and self._connection in self.host.connections:
            self.host.connections.discard(self._connection)
            self._connection.closed()
        self.session = self._connection = None

    def replug(self, ms: float) -> None:
        """Cuts the link for a while."""
        self.unplug()
        self.world.loop.call_later(ms / 1000, lambda: self.plug() if self.is_on else None)

    @property
    def is_linked(self) -> bool:
        return self.session is not None and self.session.up

    def _at_host(self, data: bytes) -> None:
        if self._connection is not None and self._connection in self.host.connections:
            self._connection.data(data)

    def _at_table(self, data: bytes) -> None:
        if self.session is not None:
            self._inbox += data
            self._looks += 1
            self._at_look(0, self._look, self.session, self._looks)

    def _look(self, session: TableSession, number: int) -> None:
        """A look of the link's shell: every 10 ms where there is something to be seen."""
        if session is not self.session or number != self._looks:
            return
        now = self.ticks()
        if self._inbox:
            session.receive(bytes(self._inbox), now)
            self._inbox.clear()
        if self.table.status_revision != self._revision:
            self._revision = self.table.status_revision
            session.changed()
        out = session.send(now, WRITE_MOST)
        if out:
            self._to_host.put(out)
        self._looks += 1
        self._at_look(0 if out else 4 * LOOK_MS, self._look, session, self._looks)


def _delay(dice: random.Random, least: float, most: float, exponent: int) -> Callable[[], float]:
    return lambda: least + (most - least) * dice.random() ** exponent


@contextmanager
def world(seed: int, folder: Path, collectors: int = 1) -> Iterator[World]:
    """A hall without tables yet."""
    loop = VirtualLoop()
    dice = random.Random(f"{seed}/nonces")
    changes = [
        (live, "HostSession", lambda *given: HostSession(*given, random=dice.randbytes)),
        (secrets, "token_hex", lambda count: dice.randbytes(count).hex()),
        *everywhere(clocks.monotonic_ms, lambda: loop.ms),
        *everywhere(clocks.wall_ms, loop.wall_ms),
        *everywhere(database.now_ms, loop.wall_ms),
        *everywhere(database.computer_ms, loop.wall_ms),
    ]
    with patched(*changes):
        asyncio.set_event_loop(loop)
        world = World(seed, folder, loop, collectors)
        try:
            yield world
        finally:
            for host in world.hosts:
                host.crash()
            world.store.close()
            loop.finish()
            asyncio.set_event_loop(None)
