"""The table's TCP link and its search in virtual time: who is called, how long, what goes on meanwhile."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from boardside.link import shell, tcp
from boardside.link.finding import Finder, announcement
from boardside.link.tcp import CALL_S, PROVE_MS, TcpLink
from tests.chaos.virtual import VirtualLoop, patched

GOOD, FALSE, BUSY, GONE, SHUT = "10.0.0.1", "10.0.0.2", "10.0.0.3", "10.0.0.4", "10.0.0.5"


class Session:
    """A session, as far as a link needs one: a host proves itself by sending "proof"."""

    def __init__(self) -> None:
        self.up = False
        self._say = b""

    def receive(self, data: bytes, _now: int) -> None:
        if b"proof" in data:
            self.up = True
        if b"lost" in data:
            self.up = False
        self._say = b"id" if b"hi" in data else b""

    def widen(self, _window_most: int) -> None:
        pass

    def prepare(self, _now: int) -> bool:
        return False

    def send(self, _now: int, _most: int) -> bytes:
        data, self._say = self._say, b""
        return data

    def close(self) -> None:
        self.up = False


class Writer:
    """Takes everything until the test is over; `answer` is what the host does with it."""

    def __init__(self, answer: Callable[[bytes], None], world: "World") -> None:
        self.write = answer
        self._world = world

    async def drain(self) -> None:
        # `wait_for` of Python 3.11 forgets that it is cancelled when what it waits for is just done.
        await asyncio.sleep(3600 if self._world.is_over else 0.001)

    def close(self) -> None:
        pass

    async def wait_closed(self) -> None:
        pass


class Search:
    """Hears what the test says, without sockets."""

    def __init__(self) -> None:
        self.finder = Finder("auto", 7580, bytes, lambda later, earlier: later - earlier)
        self.heard: list[str] = []
        self.problem = ""
        self.is_open = False
        self.looks = 0

    def step(self, now: int) -> None:
        self.is_open = True
        self.looks += 1
        for address in self.heard:
            self.finder.announced(announcement("host", 7580), address, now)

    def close(self) -> None:
        self.is_open = False


class World:
    """The hosts of the network, and one table's link."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.search = Search()
        self.calls: list[tuple[int, str]] = []
        self.readers: list[asyncio.StreamReader] = []
        self.is_online = True
        self.is_over = False
        self.checks: list[int] = []
        self.link = TcpLink(
            "auto", 7580, Session, lambda: self.is_online, lambda: loop.ms,
            lambda later, earlier: later - earlier, bytes, self.search,  # type: ignore[arg-type]
        )  # fmt: skip

    async def open_connection(self, address: str, _port: int) -> Any:
        self.calls.append((self.loop.ms, address))
        if address == GONE:
            await asyncio.sleep(3600)
        if address == SHUT:
            raise ConnectionRefusedError(111, "refused")
        reader = asyncio.StreamReader(loop=self.loop)
        self.readers.append(reader)

        def answer(_data: bytes) -> None:
            if address == BUSY:
                reader.feed_data(b"hi")

        if address == GOOD:
            reader.feed_data(b"proof")
        if address == BUSY:
            reader.feed_data(b"hi")
        return reader, Writer(answer, self)

    def run(self, scenario: Callable[[], Coroutine[Any, Any, None]]) -> None:
        async def whole() -> None:
            task = asyncio.create_task(self.link.run(lambda: self.checks.append(self.loop.ms)))
            await scenario()
            assert not task.done()
            task.cancel()

        self.loop.run_until_complete(whole())

    async def until_up(self, most_s: float) -> int:
        """Milliseconds until the link is up."""
        began = self.loop.ms
        while self.link.state != tcp.UP:
            await asyncio.sleep(0.01)
            assert self.loop.ms - began < most_s * 1000, self.calls
        return self.loop.ms - began

    def called(self) -> list[str]:
        return [address for _, address in self.calls]


@pytest.fixture
def world() -> Iterator[World]:
    loop = VirtualLoop()
    made = World(loop)
    names = ("wait_for", "create_task", "TimeoutError", "sleep")
    inside = SimpleNamespace(
        **{name: getattr(asyncio, name) for name in names}, open_connection=made.open_connection
    )
    with patched((tcp, "asyncio", inside), (tcp, "sleep_ms", shell._sleep_ms)):
        yield made
        made.is_over = True
        loop.run_until_complete(asyncio.sleep(0.1))
        loop.finish()


def test_a_host_that_announces_itself_is_called_and_then_nobody_searches(world: World) -> None:
    async def scenario() -> None:
        await asyncio.sleep(5)
        assert world.calls == []
        assert "looking for the host" in world.link.problem
        world.search.heard = [GOOD]
        assert await world.until_up(1) < 1000
        await asyncio.sleep(0.1)
        looks = world.search.looks
        assert not world.search.is_open
        await asyncio.sleep(60)
        assert world.search.looks == looks

    world.run(scenario)


@pytest.mark.parametrize("false", [FALSE, BUSY, GONE])
def test_who_cannot_prove_itself_is_left_after_ten_seconds(world: World, false: str) -> None:
    async def scenario() -> None:
        world.search.heard = [false]
        while not world.calls:
            await asyncio.sleep(0.01)
        world.search.heard = [false, GOOD]
        took = await world.until_up(12)
        assert PROVE_MS - 100 <= took <= PROVE_MS + 600
        assert world.called() == [false, GOOD]

    world.run(scenario)


def test_a_refused_call_costs_no_time(world: World) -> None:
    async def scenario() -> None:
        world.search.heard = [SHUT, GOOD]
        assert await world.until_up(1) < 1000
        assert world.called() == [SHUT, GOOD]

    world.run(scenario)


def test_after_a_loss_the_proven_host_is_called_first(world: World) -> None:
    async def scenario() -> None:
        world.search.heard = [SHUT, FALSE, GOOD]
        await world.until_up(15)
        world.calls.clear()
        world.readers[-1].feed_eof()
        while world.link.state == tcp.UP:
            await asyncio.sleep(0.01)
        assert await world.until_up(6) < 5500
        assert world.called() == [GOOD]

    world.run(scenario)


def test_when_the_proven_host_is_gone_the_next_one_is_found(world: World) -> None:
    async def scenario() -> None:
        world.search.heard = [GOOD]
        await world.until_up(2)
        world.search.finder.next()
        world.search.finder._candidates[0].address = GONE  # its address is somebody's who does not answer
        world.search.heard = [GOOD]  # and it has another one
        world.readers[-1].feed_eof()
        await asyncio.sleep(0.1)
        assert await world.until_up(20) <= CALL_S * 1000 + 6000
        assert world.called()[-1] == GOOD

    world.run(scenario)


def test_one_round_calls_each_once_and_then_waits(world: World) -> None:
    async def scenario() -> None:
        world.search.heard = [SHUT, "10.0.0.5"]
        await asyncio.sleep(30)
        at = [moment for moment, _ in world.calls]
        gaps = [later - earlier for earlier, later in pairwise(at)]
        assert all(gap >= 2000 for gap in gaps)
        assert max(gaps) >= 4000

    world.run(scenario)


def test_without_a_network_nothing_is_open_and_nobody_is_called(world: World) -> None:
    async def scenario() -> None:
        world.search.heard = [SHUT]
        await asyncio.sleep(1)
        assert world.search.is_open
        world.is_online = False
        await asyncio.sleep(6)
        assert not world.search.is_open
        count = len(world.calls)
        await asyncio.sleep(30)
        assert len(world.calls) == count
        world.is_online = True
        world.search.heard = [GOOD]
        await world.until_up(10)

    world.run(scenario)


def test_a_search_that_failed_is_begun_again(world: World) -> None:
    async def scenario() -> None:
        def fails(_now: int) -> None:
            raise RuntimeError("a fault in the search")

        works = world.search.step
        world.search.step = fails  # type: ignore[method-assign]
        await asyncio.sleep(1)
        world.search.step = works  # type: ignore[method-assign]
        world.search.heard = [GOOD]
        await world.until_up(2)

    world.run(scenario)


@pytest.mark.slow
def test_the_watchdog_hears_from_it_whatever_the_hosts_do(world: World) -> None:
    async def scenario() -> None:
        world.search.heard = [FALSE, BUSY, GONE, SHUT]
        await asyncio.sleep(120)

    world.run(scenario)
    checks = world.checks
    assert max(later - earlier for earlier, later in pairwise(checks)) <= 11_000
