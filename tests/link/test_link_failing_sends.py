"""The n-th write to a line fails, for every n over a match's events and a command: on either line, at either
end.

The real shells, sessions and reconnects, in virtual time. Whatever fails, every event reaches the host once
and in order, and the command is carried out once.
"""

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest

from boardside.link import tcp
from boardside.link.commands import Commands
from boardside.link.serial_port import serve
from boardside.link.session import Identity, TableSession
from boardside.link.tcp import TcpLink
from host_tools.collector.incoming import Answered, EventIn, Met
from host_tools.collector.outgoing import SERIAL_IN_FLIGHT
from host_tools.collector.session import HostSession
from tests.chaos.virtual import VirtualLoop, patched
from tests.memory_journal import MemoryJournal

EVENTS = 14
KEY = b"0123456789abcdef"
COMMAND = '{"kind":"names","a":["%s"]}' % ("x" * 400)
LONGEST_S = 40


class BrokenLineError(OSError):
    """A write raises it when the line is gone."""


class Book:
    """What the host has for good, and how many writes have been tried; write number `fails` fails."""

    def __init__(self, end: str, fails: int) -> None:
        self.end, self.fails = end, fails
        self.writes = 0
        self.has_failed = False
        self.events: list[int] = []
        self.done: list[str] = []
        self.answered = False

    def write(self, end: str) -> None:
        if end == self.end:
            self.writes += 1
            if self.writes == self.fails:
                self.has_failed = True
                raise BrokenLineError(104, "the line is gone")


def elapsed(later: int, earlier: int) -> int:
    return later - earlier


class World:
    """A table whose umpire makes an event every 300 ms, and its host."""

    def __init__(self, loop: VirtualLoop, book: Book) -> None:
        self.loop, self.book = loop, book
        self.dice = random.Random(5)
        self.flash = MemoryJournal()
        self.commands = Commands(self._apply)
        self.table: TableSession | None = None
        self.host: HostSession | None = None

    def ticks(self) -> int:
        return self.loop.ms

    def new_session(self) -> TableSession:
        identity = Identity(3, "Table 3", "0badcafe", 1, "0.1")
        status = {"phase": "ready"}
        self.table = TableSession(
            identity, self.flash, lambda _now: status, self.commands, KEY, self.dice.randbytes,
            elapsed,
        )  # fmt: skip
        return self.table

    def new_host(self, in_flight: int | None) -> HostSession:
        self.host = HostSession("host", lambda _table: [KEY], in_flight, self.dice.randbytes)
        return self.host

    def _apply(self, event: dict[str, Any], _now: int) -> tuple[bool, str, str]:
        self.book.done.append(event["cmd"])
        return True, "ok", ""

    def heard(self, host: HostSession, data: bytes) -> None:
        """Bytes reach the host's session: it commits what comes, and sends its one command in time."""
        for message in host.receive(data, self.loop.ms):
            if isinstance(message, Met):
                host.accept(message, max(1, len(self.book.events)))
            elif isinstance(message, EventIn):
                if message.seq > len(self.book.events):
                    self.book.events.append(message.seq)
                host.committed(message.seq)
            elif isinstance(message, Answered):
                self.book.answered = True
        if host.up and not host.busy and not self.book.answered and len(self.book.events) > EVENTS // 2:
            host.deliver("c1", COMMAND)

    async def umpire(self) -> None:
        for seq in range(1, EVENTS + 1):
            await asyncio.sleep(0.3)
            event = {"seq": seq, "kind": "play"}
            self.flash.events.append(event)
            if self.table is not None:
                self.table.event_stored(event)

    async def until_all_is_there(self) -> None:
        while len(self.book.events) < EVENTS or not self.book.answered:
            await asyncio.sleep(0.05)
            assert self.loop.ms < LONGEST_S * 1000 + 1_000_000, (
                f"write {self.book.fails} at the {self.book.end}"
            )


class Wire:
    """A TCP connection, from the table's side a StreamWriter; the host's end writes into `reader`."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.reader = asyncio.StreamReader(loop=world.loop)
        self.host = world.new_host(None)
        self.is_open = True
        self.pump = asyncio.ensure_future(self._host_writes())

    async def _host_writes(self) -> None:
        while self.is_open:
            data = self.host.send(self.world.loop.ms)
            if data:
                try:
                    self.world.book.write("host")
                except BrokenLineError:
                    self.close()
                    return
                self.reader.feed_data(data)
            await asyncio.sleep(0.02)

    def write(self, data: bytes) -> None:
        if not self.is_open:
            raise BrokenLineError(104, "reset by the host")
        self.world.book.write("table")
        self.world.heard(self.host, data)

    async def drain(self) -> None:
        await asyncio.sleep(0)

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.reader.feed_eof()

    async def wait_closed(self) -> None:
        pass


async def over_tcp(world: World) -> None:
    link = TcpLink(
        "10.0.0.1", 7580, world.new_session, lambda: True, world.ticks,
        elapsed, world.dice.randbytes,
    )  # fmt: skip
    running = [asyncio.ensure_future(link.run(lambda: None)), asyncio.ensure_future(world.umpire())]
    try:
        await world.until_all_is_there()
    finally:
        assert not running[0].done(), running[0]
        for task in running:
            task.cancel()


class Port:
    """The table's end of a cable."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.waiting = bytearray()

    def read(self) -> bytes:
        data = bytes(self.waiting)
        self.waiting.clear()
        return data

    def write(self, data: bytes) -> None:
        self.world.book.write("table")
        if self.world.host is not None:
            self.world.heard(self.world.host, data)


async def over_cable(world: World) -> None:
    """The supervisor starts a shell again that failed; a host whose port failed opens it anew."""
    port = Port(world)
    session = world.new_session()

    async def table() -> None:
        while True:
            try:
                await serve(session, port, world.ticks, elapsed, lambda: None)  # type: ignore[arg-type]
            except OSError:
                await asyncio.sleep(0.5)

    async def host() -> None:
        world.new_host(SERIAL_IN_FLIGHT)
        while True:
            assert world.host is not None
            data = world.host.send(world.loop.ms)
            try:
                if data:
                    world.book.write("host")
                port.waiting += data
            except BrokenLineError:
                world.new_host(SERIAL_IN_FLIGHT)
            await asyncio.sleep(0.02)

    running = [asyncio.ensure_future(each) for each in (table(), host(), world.umpire())]
    try:
        await world.until_all_is_there()
    finally:
        for task in running:
            task.cancel()


LINES = {"tcp": over_tcp, "cable": over_cable}


def play(line: str, end: str, fails: int) -> Book:
    """Plays the whole match with one failing write; returns the host's book."""
    loop = VirtualLoop()
    book = Book(end, fails)
    world = World(loop, book)

    async def open_connection(_address: str, _port: int) -> tuple[asyncio.StreamReader, Wire]:
        wire = Wire(world)
        return wire.reader, wire

    inside = SimpleNamespace(**{name: getattr(asyncio, name) for name in dir(asyncio)})
    inside.open_connection = open_connection
    asyncio.set_event_loop(loop)
    try:
        with patched((tcp, "asyncio", inside)):
            loop.run_until_complete(LINES[line](world))
    finally:
        loop.finish()
        asyncio.set_event_loop(None)
    return book


@pytest.mark.parametrize("end", ["table", "host"])
@pytest.mark.parametrize("line", LINES)
def test_every_write_may_fail(line: str, end: str) -> None:
    fails = 0
    while True:
        fails += 1
        book = play(line, end, fails)
        assert book.events == list(range(1, EVENTS + 1)), f"write {fails}"
        assert book.done == ["c1"], f"write {fails}: {book.done}"
        if not book.has_failed:
            break
    assert fails > EVENTS, "each event is a write of its own at the table, and an acknowledgement at the host"
