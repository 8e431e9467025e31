"""The tournament of the demonstration: matches are assigned to free tables and conducted by robots.

The first table plays its first match stroke by stroke, the last table crokinole; after that they play like
the others, which enter only the results of boards.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

from host_tools.demo.play_offs import PlayOff
from host_tools.demo.recorded import RecordedMatch
from host_tools.demo.report import Recorded, Score
from host_tools.demo.round_umpire import RoundUmpire
from host_tools.demo.stroke_umpire import StrokeUmpire
from host_tools.demo.umpire import DisplayError, Umpire
from host_tools.live_values import Event, OfficialResult
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.store import Store
from host_tools.words import answers

#: The recorded championship's format: one game of 25 points or eight boards, level games drawn (D20).
RULES = {"games": 1, "draws": True}
#: Seconds between two presses of a brisk umpire.
BRISK_S = 0.4
ASSIGN_TIMEOUT_S = 20.0
ARRIVE_TIMEOUT_S = 60.0
_LOOK_S = 0.1


class Tournament:
    """Plays `record` at `tables`, each free table taking the next match.

    crokinole: matches for the last table. speed: 1 is a brisk umpire, 20 is twenty times as fast (but never
    faster than keys can be told apart).
    on_step(match): called after each board and each confirmation.
    """

    def __init__(
        self,
        record: Iterable[RecordedMatch],
        crokinole: Iterable[PlayOff],
        tables: Iterable[SimTable],
        store: Store,
        speed: float,
        on_step: Callable[[Recorded], None],
    ) -> None:
        self._waiting = list(record)
        self._tables = list(tables)
        by_strokes = next((match for match in self._waiting if not match.walk_over), None)
        if by_strokes is not None:
            self._waiting.remove(by_strokes)
        self._by_strokes = by_strokes
        self._crokinole = list(crokinole)
        self._store = store
        self._pause_s = BRISK_S / speed
        self._on_step = on_step
        self.troubles: dict[str, str] = {}
        self.presses = 0

    async def play(self) -> None:
        """Return when every match was conducted; failures are in `troubles` by match id."""
        async with asyncio.TaskGroup() as group:
            for table in self._tables:
                group.create_task(self._at_table(table))

    async def collected(self, expected: int) -> dict[str, Score]:
        """The official score of every confirmed match in the database, by match id.

        Waits until there are `expected` of them, but not longer than a minute.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + ARRIVE_TIMEOUT_S
        while True:
            scores = {
                match["match"]: score_of(match["official"])
                for match in await asyncio.to_thread(self._store.matches, limit=10_000)
                if match["confirmed"] and match["match"] is not None and match["official"] is not None
            }
            if len(scores) >= expected or loop.time() > until:
                return scores
            await asyncio.sleep(_LOOK_S)

    async def _at_table(self, table: SimTable) -> None:
        if table is self._tables[0] and self._by_strokes is not None:
            match = self._by_strokes
            if not await self._conducted(table, match, StrokeUmpire(table, self._pause, self._step(match))):
                return
        while table is self._tables[-1] and self._crokinole:
            play_off = self._crokinole.pop(0)
            umpire = RoundUmpire(table, self._pause, self._step(play_off))
            if not await self._conducted(table, play_off, umpire):
                return
        while self._waiting:
            match = self._waiting.pop(0)
            if not await self._conducted(table, match, Umpire(table, self._pause, self._step(match))):
                return

    def _step(self, match: Recorded) -> Callable[[], None]:
        return partial(self._on_step, match)

    async def _conducted(self, table: SimTable, match: RecordedMatch | PlayOff, umpire: Umpire) -> bool:
        """Assign the match and play it to its end; False: the table is not in the state the robot expects."""
        try:
            await self._assign(table, match)
            if isinstance(match, PlayOff):
                assert isinstance(umpire, RoundUmpire)
                await umpire.conduct_rounds(match)
            else:
                await umpire.conduct(match)
        except (DisplayError, SimulatorError) as error:
            self.troubles[match.id] = f"table {table.number}: {error}"
            return False
        self.presses += umpire.presses
        return True

    async def _pause(self) -> None:
        await asyncio.sleep(self._pause_s)

    async def _assign(self, table: SimTable, match: RecordedMatch | PlayOff) -> None:
        """Send the match to the table as `boardside assign` does, and wait for the table's answer."""
        command = await asyncio.to_thread(self._store.queue_command, table.number, assignment_of(match))
        loop = asyncio.get_running_loop()
        until = loop.time() + ASSIGN_TIMEOUT_S
        while True:
            answer = await asyncio.to_thread(self._store.command, command)
            if answer is not None and answer["state"] == "done":
                return
            if answer is not None and answer["state"] == "refused":
                raise DisplayError(f"the match was refused: {answers.of_row(answer)}")
            if loop.time() > until:
                raise DisplayError("the table did not answer the assignment; is its link up?")
            await asyncio.sleep(_LOOK_S)


def assignment_of(match: RecordedMatch | PlayOff) -> Event:
    """The `match` event that brings a recorded match of either sport to a table."""
    return match.events()[0] if isinstance(match, PlayOff) else assignment(match)


def score_of(official: OfficialResult) -> Score:
    """The figures compared of a match: the points of its game; in crokinole of all games, and the 20s."""
    if "total" in official and "twenties" in official:
        return (*official["total"], *official["twenties"])
    return tuple(official["points"])


def assignment(match: RecordedMatch) -> Event:
    """The `match` event that brings a recorded match to a table; a walk-over has no breaker."""
    return {
        "kind": "match",
        "match": match.id,
        "title": match.title,
        "ruleset": "icf",
        "rules": RULES,
        "stage": "group",
        "doubles": False,
        "a": [match.players[0]],
        "b": [match.players[1]],
        "breaks": match.breaks or "a",
    }
