"""Tables on Wi-Fi in a network namespace, the collector outside, and bad weather on the way."""

import asyncio
import contextlib
import json
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hall import Hall, hall

from host_tools.collector.announcer import Announcer
from tests.network.conftest import TESTS
from tests.network.play import PRESSED, Repeats, everything_is_there, require_same_books, stored_events
from tests.network.weather import FAIR, HOST, Network, Weather, command_inside, missing

TABLES = 4
SEED = 5
BAD = Weather(lose=0.1, delay_ms=50, jitter_ms=30, hurry=0.05, bits_per_s=500_000)
CUT = Weather(cut=True)
BAD_S, CUT_S, AFTER_S = 15.0, 20.0, 5.0
#: The network stays cut until so many presses were made at all tables together: a busy machine is slow.
CUT_PRESSES = TABLES * 10
#: What hangs is ended after so long.
PATIENCE_S = 600


class Driver:
    """The tables' process, and what it has said."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.pressed: dict[int, list[float]] = {}
        self.journals: dict[int, list[dict[str, Any]]] = {}
        self._said: dict[str, asyncio.Event] = {"ready": asyncio.Event(), "played": asyncio.Event()}

    async def listen(self) -> None:
        assert self._process.stdout is not None
        async for line in self._process.stdout:
            message = json.loads(line)
            if "press" in message:
                self.pressed.setdefault(message["table"], []).append(message["at"])
            elif "journal" in message:
                self.journals[message["table"]] = message["journal"]
            for name in message.keys() & self._said.keys():
                self._said[name].set()

    async def wait_for(self, name: str) -> None:
        await asyncio.wait_for(self._said[name].wait(), 120)

    def pressed_since(self, began: float) -> int:
        """The number of presses at all tables since a moment (time.monotonic)."""
        return sum(at >= began for presses in self.pressed.values() for at in presses)

    def tell(self, command: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(command.encode() + b"\n")


@asynccontextmanager
async def tables_inside(network: Network, folder: Path) -> AsyncIterator[Driver]:
    command = [sys.executable, "-m", "tests.network.driver", str(folder), str(TABLES), str(SEED)]
    process = await asyncio.create_subprocess_exec(
        *command_inside(network.name, *command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=TESTS.parent,
        limit=1 << 24,
    )
    driver = Driver(process)
    listening = asyncio.create_task(driver.listen())
    try:
        await driver.wait_for("ready")
        yield driver
    finally:
        assert process.stdin is not None
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), 60)
        except TimeoutError:
            process.kill()
            await process.wait()
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


class Commits:
    """When each press was durable at the collector (time.monotonic), looked at every 5 ms."""

    def __init__(self, collector: Hall) -> None:
        self._hall = collector
        self._at: dict[int, list[tuple[int, float]]] = {}

    async def watch(self) -> None:
        while True:
            for number, table in self._hall.collector.tables.items():
                committed = table.journal.committed if table.journal is not None else 0
                marks = self._at.setdefault(number, [])
                if committed and (not marks or committed > marks[-1][0]):
                    marks.append((committed, time.monotonic()))
            await asyncio.sleep(0.005)

    def of_presses(self, table: int) -> list[float]:
        times_s = []
        for event in stored_events(self._hall, table):
            if event["kind"] in PRESSED:
                times_s.append(next(at for seq, at in self._at[table] if seq >= event["seq"]))
        return times_s


def spread(values: list[float]) -> str:
    """p50, p90 and p99 in ms."""
    ordered = sorted(values)
    if not ordered:
        return "none"
    picks = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.9, 0.99)]
    return " / ".join(f"{pick * 1000:.0f}" for pick in picks) + f" ms of {len(ordered)}"


def report(
    driver: Driver, commits: Commits, weather: list[tuple[str, float, float]]
) -> dict[str, list[float]]:
    """Latency from press to commit, by the weather in which the press was made."""
    delays_s: dict[str, list[float]] = {name: [] for name, _, _ in weather}
    for table, presses in driver.pressed.items():
        for pressed, committed in zip(presses, commits.of_presses(table), strict=True):
            for name, begin, end in weather:
                if begin <= pressed < end:
                    delays_s[name].append(committed - pressed)
    return delays_s


@pytest.mark.slow
def test_tables_in_bad_weather_find_their_collector_and_lose_and_double_nothing(tmp_path: Path) -> None:
    reason = missing()
    if reason:
        pytest.skip(reason)

    async def scenario(network: Network) -> None:
        async with contextlib.AsyncExitStack() as stack:
            collector = await stack.enter_async_context(hall(tmp_path, host=HOST))
            announcer = Announcer(collector.collector.id, HOST, collector.port)
            announcer.start()
            stack.push_async_callback(announcer.stop)
            repeats, commits = Repeats(collector), Commits(collector)
            watching = asyncio.create_task(commits.watch())
            stack.callback(watching.cancel)
            driver = await stack.enter_async_context(tables_inside(network, tmp_path / "tables"))
            for number in range(1, TABLES + 1):
                await collector.view(number, lambda view: view["link"]["state"] == "up")
            driver.tell("play")
            weather = []
            for name, kind, seconds in (
                ("fair", FAIR, 5.0), ("bad", BAD, BAD_S), ("cut", CUT, CUT_S), ("bad again", BAD, AFTER_S),
            ):  # fmt: skip
                began = time.monotonic()
                network.weather = kind
                await asyncio.sleep(seconds)
                while kind is CUT and driver.pressed_since(began) < CUT_PRESSES:
                    await asyncio.sleep(0.1)
                weather.append((name, began, time.monotonic()))
            driver.tell("stop")
            await driver.wait_for("played")
            counts = {table: len(presses) for table, presses in driver.pressed.items()}
            took = await everything_is_there(collector, counts)  # in bad weather still
            driver.tell("journals")
            while len(driver.journals) < TABLES:
                await asyncio.sleep(0.05)
            for number, journal in driver.journals.items():
                require_same_books(collector, number, journal)
            delays_s = report(driver, commits, weather)
            print(f"seed {SEED}; frames carried {network.carried}, lost {network.lost}")
            for name, values in delays_s.items():
                print(f"press to commit, p50 / p90 / p99, {name}: {spread(values)}")
            print(f"{repeats.count} of {repeats.events} events came again; even {took:.1f} s after the end")
            assert len(delays_s["cut"]) >= CUT_PRESSES, "nobody played while the network was cut"
            assert statistics.median(delays_s["fair"]) < statistics.median(delays_s["cut"])
            assert network.lost > 100

    with Network(SEED) as network:
        asyncio.run(asyncio.wait_for(scenario(network), PATIENCE_S))
