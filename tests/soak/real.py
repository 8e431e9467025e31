"""The hall of the soak in real time: simulated tables, `boardside collect` in a process of its own, a reader
of its pages, and robots at the pace of people.
"""

import asyncio
import contextlib
import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from host_tools.demo.collector import CollectorProcess
from host_tools.demo.play_offs import PlayOff, play_offs
from host_tools.demo.recorded import RecordedMatch, championship
from host_tools.demo.round_umpire import RoundUmpire
from host_tools.demo.stroke_umpire import StrokeUmpire
from host_tools.demo.tournament import assignment_of
from host_tools.demo.umpire import DisplayError, Umpire
from host_tools.simulator.hall import Hall
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.store import Store, StoreUnavailable
from tests.soak.samples import Sampler

ASSIGN_S = 60.0
SHORT_CROKINOLE = 3


class Robots:
    """A robot at each table, match after match until `until` (of `time.monotonic`).

    pace_s: seconds between two presses, on the average. The sheets are repeated; each match has a name of
    its own.
    """

    def __init__(self, tables: list[SimTable], store: Store, pace_s: float, seed: int) -> None:
        self._tables, self._store, self._pace_s = tables, store, pace_s
        self._dice = random.Random(seed)
        self._sheets = [match for match in championship() if not match.walk_over]
        self._rounds = play_offs()[1 : 1 + SHORT_CROKINOLE]
        self.presses = 0
        self.matches = 0
        self.troubles: list[str] = []

    async def play(self) -> None:
        """Until cancelled; what goes wrong is in `troubles`, and its table stands still then."""
        async with asyncio.TaskGroup() as group:
            for table in self._tables:
                group.create_task(self._at(table))

    async def _at(self, table: SimTable) -> None:
        for number in range(1, 100_000):
            try:
                await self._match(table, number)
            except (DisplayError, SimulatorError) as error:
                self.troubles.append(f"table {table.number}, match {number}: {error}")
                return
            self.matches += 1

    async def _match(self, table: SimTable, number: int) -> None:
        """By strokes, by results, by strokes, ... and at every fourth table crokinole in between."""
        turn = number + table.number
        if table.number % 4 == 0 and turn % 2:
            play_off = self._rounds[turn % len(self._rounds)]
            await self._assign(table, play_off, number)
            rounds = RoundUmpire(table, self._pause, _nothing)
            await rounds.conduct_rounds(play_off)
            self.presses += rounds.presses
            return
        sheet = replace(self._sheets[(table.number * 7 + number) % len(self._sheets)])
        await self._assign(table, sheet, number)
        kind = StrokeUmpire if turn % 2 else Umpire
        umpire = kind(table, self._pause, _nothing)
        await umpire.conduct(sheet)
        self.presses += umpire.presses

    async def _pause(self) -> None:
        await asyncio.sleep(self._pace_s * (0.4 + 1.2 * self._dice.random()))

    async def _assign(self, table: SimTable, sheet: RecordedMatch | PlayOff, number: int) -> None:
        event = {**assignment_of(sheet), "match": f"{table.number}-{number}"}
        command = await asyncio.to_thread(self._store.queue_command, table.number, event)
        until = time.monotonic() + ASSIGN_S
        while time.monotonic() < until:
            answer = await asyncio.to_thread(self._store.command, command)
            if answer is not None and answer["state"] in ("done", "refused"):
                break
            await asyncio.sleep(0.3)
        else:
            raise DisplayError(f"the table did not answer the assignment within {ASSIGN_S:.0f} s")
        if answer["state"] == "refused":
            raise DisplayError(f"the match was refused: {answer['message']}")
        await asyncio.sleep(0.3)


class PageReader:
    """Somebody who looks at the pages all day: the stream of the API, and the front page now and then."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.changes = 0
        self.bytes = 0

    async def read(self) -> None:
        """Until cancelled. Raises OSError or RuntimeError when the stream ends by itself."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(b"GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            while data := await reader.read(65536):
                self.bytes += len(data)
                self.changes += data.count(b"event: table")
        finally:
            writer.close()
        raise RuntimeError("the collector ended the stream")

    async def look(self) -> None:
        """Load the front page once. Raises RuntimeError unless it is there."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            head = await reader.readline()
            while await reader.read(65536):
                continue
        finally:
            writer.close()
        if b" 200 " not in head:
            raise RuntimeError(f"the front page answered {head!r}")


async def play(
    tables: int,
    minutes: float,
    every_s: float,
    pace_s: float,
    seed: int,
    folder: Path,
    ports: tuple[int, int],
) -> tuple[Sampler, list[str]]:
    """Play, and measure every `every_s`; ports: of tables and pages. Returns the samples, and troubles."""
    tcp, web = ports
    async with contextlib.AsyncExitStack() as stack:
        hall = Hall(tables, folder=folder / "tables", collector=("127.0.0.1", tcp), panels_port=None)
        await stack.enter_async_context(hall)
        collector = CollectorProcess(folder / "collector.log")
        stack.push_async_callback(collector.stop)
        database = f"sqlite:///{folder / 'soak.sqlite3'}"
        arguments = ["--db", database, "--tcp", str(tcp), "--web", str(web)]
        for table in hall.tables:
            if table.transport == "serial":
                arguments += ["--serial", table.serial_path]
        await collector.start(arguments, f"http://127.0.0.1:{web}/")
        store = Store.open(database, create=False)
        stack.callback(store.close)
        robots, page = Robots(hall.tables, store, pace_s, seed), PageReader(web)
        assert collector.pid is not None
        sampler = Sampler(hall.tables, collector.pid, store, lambda: (robots.matches, page.changes))
        work = [asyncio.create_task(each) for each in (robots.play(), page.read())]
        try:
            await _measure(sampler, page, robots.troubles, minutes, every_s, work)
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
        return sampler, [*robots.troubles, *await asyncio.to_thread(wrong_with, store)]


async def _measure(
    sampler: Sampler,
    page: PageReader,
    troubles: list[str],
    minutes: float,
    every_s: float,
    work: list["asyncio.Task[None]"],
) -> None:
    begin = time.monotonic()
    for turn in range(1, int(minutes * 60 / every_s) + 1):
        await asyncio.sleep(max(0.0, begin + turn * every_s - time.monotonic()))
        for task in work:
            if task.done():
                task.result()
        try:
            await sampler.sample()
        except StoreUnavailable as error:
            troubles.append(str(error))
        await page.look()


def wrong_with(store: Store) -> list[str]:
    """What the database says of the whole run: gaps, conflicts, scores that differ."""
    found = [f"conflict: {conflict}" for conflict in store.conflicts()]
    last: dict[str, int] = {}
    after = 0
    while rows := store.events(after=after, limit=1000):
        after = rows[-1]["id"]
        for row in rows:
            if row["seq"] != last.get(row["journal"], 0) + 1:
                found.append(f"journal {row['journal']}: {row['seq']} follows {last.get(row['journal'])}")
            last[row["journal"]] = row["seq"]
    after = 0
    while matches := store.matches(after=after, limit=1000):
        after = matches[-1]["id"]
        found += [_of(match) for match in matches if match["agrees"] is False or match["problem"]]
    return found


def _of(match: dict[str, Any]) -> str:
    return f"match {match['match']}: agrees {match['agrees']}, problem {match['problem']}"


def _nothing() -> None:
    """A board is over."""
