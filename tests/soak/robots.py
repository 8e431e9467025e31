"""Robots at the pace of people: one at each table, match after match."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from host_tools.demo.recorded import PlayOff, RecordedMatch, championship, play_offs
from host_tools.demo.umpire import DisplayError, RoundUmpire, StrokeUmpire, Umpire
from host_tools.laws import refusals
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.store import Store
from tests.recorded_events import assignment_of

ASSIGN_S = 60.0
SHORT_CROKINOLE = 3
#: A match by strokes ends by time after so many boards, but for one of LONG: so matches begin often, and
#: their beginnings are what is compared.
BOARDS = 2
LONG = 4


class Robots:
    """A robot at each table. pace_s: seconds between two presses, on the average. begun(table): awaited when
    a match was assigned, before its first press. The sheets are repeated; each match has a name of its own.
    """

    def __init__(
        self,
        tables: list[SimTable],
        store: Store,
        pace_s: float,
        seed: int,
        begun: Callable[[SimTable], Awaitable[None]],
    ) -> None:
        self._tables, self._store, self._pace_s = tables, store, pace_s
        self._dice = random.Random(seed)
        self._begun = begun
        self._sheets = [match for match in championship() if not match.walk_over]
        self._rounds = play_offs()[1 : 1 + SHORT_CROKINOLE]
        self.presses = 0
        self.matches = 0
        self.troubles: list[str] = []

    async def play(self) -> None:
        """Plays until cancelled. A fault is added to `troubles`, and its table stands still then."""
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
            return
        sheet = self._sheets[(table.number * 7 + number) % len(self._sheets)]
        by_strokes = turn % 2 == 1 or table.number % 4 == 0
        if by_strokes and (number // 2) % LONG != LONG - 1:
            sheet = shortened(sheet)
        await self._assign(table, sheet, number)
        kind = StrokeUmpire if by_strokes else Umpire
        await kind(table, self._pause, _nothing).conduct(sheet)

    async def _pause(self) -> None:
        self.presses += 1
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
            raise DisplayError(f"the match was refused: {refusals.of_row(answer)}")
        await asyncio.sleep(0.8)
        await self._begun(table)


def shortened(sheet: RecordedMatch) -> RecordedMatch:
    """The same match, ended by time after BOARDS boards, or after the next one that leaves no tie."""
    for count in range(BOARDS, len(sheet.boards)):
        short = replace(sheet, boards=sheet.boards[:count])
        if short.added_up[0] != short.added_up[1]:
            return short
    return sheet


def _nothing() -> None:
    """A board is over."""
