"""The tournament of the demonstration: matches are assigned to free tables and conducted by robots."""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from host_tools.demo.recorded import RecordedMatch
from host_tools.demo.umpire import DisplayError, Umpire
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.store import Store

#: What the recorded championship played: one game of 25 points or eight boards, level games drawn (D20).
RULES = {"games": 1, "draws": True}
#: Seconds between two presses of a brisk umpire.
BRISK_S = 0.4
ASSIGN_TIMEOUT_S = 20.0
ARRIVE_TIMEOUT_S = 60.0
_LOOK_S = 0.1


class Tournament:
    """Plays `record` at `tables`, each free table taking the next match.

    speed: 1 is a brisk umpire, 20 is twenty times as fast (but never faster than keys can be told apart).
    on_step(match): called after each board and each confirmation.
    """

    def __init__(
        self,
        record: Iterable[RecordedMatch],
        tables: Iterable[SimTable],
        store: Store,
        speed: float,
        on_step: Callable[[RecordedMatch], None],
    ) -> None:
        self._waiting = list(record)
        self._tables = list(tables)
        self._store = store
        self._pause_s = BRISK_S / speed
        self._on_step = on_step
        self.troubles: dict[str, str] = {}
        self.presses = 0

    async def play(self) -> None:
        """Returns when every match was conducted; what went wrong is in `troubles` by match id."""
        async with asyncio.TaskGroup() as group:
            for table in self._tables:
                group.create_task(self._at_table(table))

    async def collected(self, expected: int) -> dict[str, tuple[int, int]]:
        """The official score of every confirmed match in the database, by match id.

        Waits until there are `expected` of them, but not longer than a minute.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + ARRIVE_TIMEOUT_S
        while True:
            scores = {
                match["match"]: (match["official"]["points"][0], match["official"]["points"][1])
                for match in await asyncio.to_thread(self._store.matches, limit=10_000)
                if match["confirmed"]
            }
            if len(scores) >= expected or loop.time() > until:
                return scores
            await asyncio.sleep(_LOOK_S)

    async def _at_table(self, table: SimTable) -> None:
        while self._waiting:
            match = self._waiting.pop(0)
            try:
                await self._assign(table, match)
                umpire = Umpire(table, self._pause, partial(self._on_step, match))
                await umpire.conduct(match)
                self.presses += umpire.presses
            except (DisplayError, SimulatorError) as error:
                # The table is not where the robot believes it to be: it plays no more here.
                self.troubles[match.id] = f"table {table.number}: {error}"
                return

    async def _pause(self) -> None:
        await asyncio.sleep(self._pause_s)

    async def _assign(self, table: SimTable, match: RecordedMatch) -> None:
        """Send the match to the table as `boardside assign` does, and wait for the table's answer."""
        command = await asyncio.to_thread(self._store.queue_command, table.number, assignment(match))
        loop = asyncio.get_running_loop()
        until = loop.time() + ASSIGN_TIMEOUT_S
        while True:
            answer = await asyncio.to_thread(self._store.command, command)
            if answer is not None and answer["state"] == "done":
                return
            if answer is not None and answer["state"] == "refused":
                raise DisplayError(f"the match was refused: {answer['message']}")
            if loop.time() > until:
                raise DisplayError("the table did not answer the assignment; is its link up?")
            await asyncio.sleep(_LOOK_S)


def assignment(match: RecordedMatch) -> dict[str, Any]:
    """The `match` event that brings a recorded match to a table; in a walk-over nobody was to break."""
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
