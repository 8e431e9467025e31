"""The demonstration's play: matches are called from the desk to free tables, and conducted by robots.

One match of each round of the Swiss is played stroke by stroke, and the last table begins with crokinole;
otherwise the robots enter only the results of boards.
"""

import asyncio
from collections.abc import Callable, Iterable
from functools import partial

from host_tools.demo.programme import Played, Programme, carrom
from host_tools.demo.recorded import PlayOff
from host_tools.demo.report import Score
from host_tools.demo.umpire import DisplayError, RoundUmpire, StrokeUmpire, Umpire
from host_tools.laws import refusals
from host_tools.live_values import OfficialResult
from host_tools.orders import BadRequest
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.store import StoreError
from host_tools.tournament.acts.matches import Call
from host_tools.tournament.desk.desk import Called, Desk
from host_tools.tournament.model.model import Fixture
from host_tools.tournament.standings import results

#: Seconds between two presses of a brisk umpire.
BRISK_S = 0.4
ASSIGN_TIMEOUT_S = 20.0
ARRIVE_TIMEOUT_S = 60.0
_LOOK_S = 0.1
_LOOK_AGAIN_S = 0.3
#: Who conducts at each table.
UMPIRES = ("Rosa Kettler", "Dinesh Wadkar", "Maya Osei", "Tomás Ibarra")
#: Sheets that are played stroke by stroke: of each round of the Swiss the first.
_BY_STROKES = frozenset(match.id for match in carrom()[0][::8])


class Tournament:
    """Plays `count` matches of the programme at `tables`; rounds are drawn as the last ones end.

    actor: who calls them. speed: 1 is a brisk umpire, 20 is twenty times as fast (but never faster than keys
    can be told apart).
    on_step(title): called after each board and each confirmation.
    """

    def __init__(
        self,
        desk: Desk,
        programme: Programme,
        tables: Iterable[SimTable],
        count: int,
        actor: str,
        speed: float,
        on_step: Callable[[str], None],
    ) -> None:
        self._desk = desk
        self._programme = programme
        self._tables = list(tables)
        self._count = count
        self._actor = actor
        self._pause_s = BRISK_S / speed
        self._on_step = on_step
        self._calling = asyncio.Lock()
        self._called: list[str] = []
        self._at_work = 0
        self.troubles: dict[str, str] = {}
        self.presses = 0

    async def play(self) -> list[Played]:
        """Return the matches that were called, when all were conducted; failures are in `troubles` by the
        match's id.
        """
        async with asyncio.TaskGroup() as group:
            for table in self._tables:
                group.create_task(self._at_table(table))
        return await asyncio.to_thread(self._programme.played, self._called)

    async def collected(self) -> dict[str, Score]:
        """The official score of every confirmed match in the database, by the match's id, where the desk has
        the same result.

        Waits until all that were played are there, but not longer than a minute.
        """
        loop = asyncio.get_running_loop()
        until = loop.time() + ARRIVE_TIMEOUT_S
        while True:
            scores = await asyncio.to_thread(self._scores)
            if len(scores) >= len(self._called) - len(self.troubles) or loop.time() > until:
                return scores
            await asyncio.sleep(_LOOK_S)

    def _scores(self) -> dict[str, Score]:
        at_desk = {fixture.id: fixture.result for fixture in self._desk.fixtures(state="done")}
        scores = {}
        for match in self._desk.store.matches(limit=10_000):
            key, official = match["match"] or "", match["official"]
            if key not in self._programme.sheets or not match["confirmed"] or official is None:
                continue
            if at_desk.get(key) == results.from_table(dict(official)):
                scores[key] = score_of(official)
        return scores

    async def _at_table(self, table: SimTable) -> None:
        """Play until every match was called, or this table stands still."""
        loop = asyncio.get_running_loop()
        until = loop.time() + ARRIVE_TIMEOUT_S
        while len(self._called) < self._count:
            async with self._calling:
                is_free, called = await asyncio.to_thread(self._call_next, table)
            if called is not None:
                self._at_work += 1
                is_over = await self._conducted(table, called)
                self._at_work -= 1
                if not is_over:
                    return
            elif self.troubles and not self._at_work:  # the next round waits for a table that stands still
                return
            if is_free:
                until = loop.time() + ARRIVE_TIMEOUT_S
            elif loop.time() > until:
                trouble = f"table {table.number} does not become free; is its link up?"
                self.troubles[self._called[-1]] = trouble
                return
            if called is None:
                await asyncio.sleep(_LOOK_AGAIN_S)

    def _next(self, table: SimTable) -> Fixture | None:
        """The next match for this table: of crokinole only at the last one, and there first."""
        self._programme.draw_round()
        ready = [each for each in self._desk.fixtures(state="ready") if each.id in self._programme.sheets]
        of_crokinole = [each for each in ready if isinstance(self._programme.sheets[each.id], PlayOff)]
        if of_crokinole and table is self._tables[-1]:
            return of_crokinole[0]
        for event in self._programme.carrom:
            fixture = self._desk.next_for(table.number, event)
            if fixture is not None:
                return fixture
        return None

    def _call_next(self, table: SimTable) -> tuple[bool, Called | None]:
        """Whether the table is free; the match that was called to it. None: not free, or all who have a match
        to play are at other tables.
        """
        number = table.number
        if number not in self._desk.free_tables():
            return False, None
        fixture = self._next(table) if len(self._called) < self._count else None
        if fixture is None:
            return True, None
        try:
            call = Call(table=number, umpire=UMPIRES[number - 1])
            called = self._desk.do(call, fixture, actor=self._actor)
        except (BadRequest, StoreError):  # somebody else called to this table, or the disk is slow
            return False, None
        self._called.append(fixture.id)
        return True, called

    async def _conducted(self, table: SimTable, called: Called) -> bool:
        """Play the called match to its end; False: the table is not in the state the robot expects."""
        fixture = called.fixture
        match = self._programme.sheets[fixture.id]
        (played,) = await asyncio.to_thread(self._programme.played, [fixture.id])
        step = partial(self._on_step, played.title)
        try:
            await self._taken(called.command)
            if isinstance(match, PlayOff):
                rounds = RoundUmpire(table, self._pause, step)
                await rounds.toss(match.breaks)
                await rounds.conduct_rounds(match)
                self.presses += rounds.presses
            else:
                kind = StrokeUmpire if match.id in _BY_STROKES else Umpire
                umpire = kind(table, self._pause, step)
                await umpire.toss(match.breaks or "a")
                await umpire.conduct(match)
                self.presses += umpire.presses
            await self._until(
                "the desk has no result of it", ARRIVE_TIMEOUT_S, lambda: self._is_decided(fixture)
            )
        except (DisplayError, SimulatorError) as error:
            self.troubles[fixture.id] = f"table {table.number}: {error}"
            return False
        return True

    async def _pause(self) -> None:
        await asyncio.sleep(self._pause_s)

    async def _taken(self, command: str) -> None:
        """Wait until the table has taken the match."""

        def is_answered() -> bool:
            answer = self._desk.store.command(command)
            if answer is not None and answer["state"] == "refused":
                raise DisplayError(f"the match was refused: {refusals.of_row(answer)}")
            return answer is not None and answer["state"] == "done"

        await self._until("the table did not take it; is its link up?", ASSIGN_TIMEOUT_S, is_answered)

    def _is_decided(self, fixture: Fixture) -> bool:
        return self._desk.fixture(fixture.id).state == "done"

    async def _until(self, fault: str, patience_s: float, condition: Callable[[], bool]) -> None:
        """Wait for something in the database. Raises DisplayError with `fault` when it does not come."""
        loop = asyncio.get_running_loop()
        until = loop.time() + patience_s
        while not await asyncio.to_thread(condition):
            if loop.time() > until:
                raise DisplayError(fault)
            await asyncio.sleep(_LOOK_S)


def score_of(official: OfficialResult) -> Score:
    """The figures compared of a match: the points of its game; in crokinole of all games, and the 20s."""
    if "total" in official and "twenties" in official:
        return (*official["total"], *official["twenties"])
    return tuple(official["points"])
