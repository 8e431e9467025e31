"""A rehearsal: a whole tournament of one rulebook at simulated tables, from the entry list to the last match.

The rehearsal uses the desk as an organiser does: entries, draw, calls, a walk-over, a protest and its ruling,
a correction, shoot-outs that are owed; beside the event a Swiss, with acts that are taken back. The tables
run the real firmware; the collector is the real one, and keeps the tournament up to date by itself.
"""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from boardside.game import match as game
from boardside.game import rulesets
from boardside.game.rules import sport_of
from host_tools.demo.rehearsal_plans import ACTOR, TEAM_SIZE, Plan, Swiss, entries
from host_tools.demo.tournament import ASSIGN_TIMEOUT_S, BRISK_S
from host_tools.demo.umpire import DisplayError, RehearsalUmpire
from host_tools.laws import refusals
from host_tools.live_values import Event
from host_tools.orders import BadRequest
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable
from host_tools.store import StoreError
from host_tools.store.rows import CommandRow
from host_tools.tournament.acts.draws import Decide, Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, EnterResult, LineUp, WalkOver
from host_tools.tournament.acts.rulings import Rule
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Called, Desk, DeskError
from host_tools.tournament.model.model import Competition, Decision, Fixture, Result
from host_tools.tournament.standings import results, stage_standings, typed_results

#: The key of the rehearsed event.
EVENT = "ev"
#: How long a side has to report in the match of the walk-over.
REPORT_MS = 1000
SETTLE_TIMEOUT_S = 30.0
UMPIRES = ("A. Fernando", "R. Iyer", "L. Schmidt", "N. Perera", "S. Begum", "T. Nakamura")
_LOOK_S = 0.05


class RehearsalError(Exception):
    """The rehearsal stopped early; the message says where."""


@dataclass
class Played:
    """What was done, and what the desk should show. troubles: at tables, by match id."""

    expected: dict[str, Result] = field(default_factory=dict)
    troubles: dict[str, str] = field(default_factory=dict)
    presses: int = 0
    special: dict[str, str] = field(default_factory=dict)  # acts that happen once: match id


class Rehearsal:
    """Plays `plan` at the tables. say(text): reports each act."""

    def __init__(
        self,
        desk: Desk,
        tables: list[SimTable],
        ruleset: str,
        plan: Plan,
        seed: str,
        speed: float,
        say: Callable[[str], None],
    ) -> None:
        self._desk = desk
        self._tables = tables
        self._ruleset = ruleset
        self._plan = plan
        self._seed = seed
        self._pause_s = BRISK_S / speed
        self._say = say
        self._calling = asyncio.Lock()
        self._at_work = 0
        self._failed = False
        self.played = Played()
        self.swiss = Swiss(desk, seed, self.played.expected, say)

    async def play(self) -> Competition:
        """Play from the entries to the last match; return the event as it is then. Raises RehearsalError."""
        competition = await asyncio.to_thread(self._prepare)
        try:
            async with asyncio.TaskGroup() as group:
                for table in self._tables:
                    group.create_task(self._at_table(competition, table))
        except* (BadRequest, StoreError) as refused:
            first = next(error for error in refused.exceptions if isinstance(error, Exception))
            why = str(first)
            raise RehearsalError(f"The desk refused: {why}") from refused
        competition = await asyncio.to_thread(self._fresh, competition)
        if competition.state != "done":
            open_ = [
                fixture.id
                for fixture in self._desk.fixtures(competition)
                if fixture.state not in stage_standings.ENDED
            ]
            raise RehearsalError(f"{competition.name} did not come to its end; open are {', '.join(open_)}.")
        return competition

    def _prepare(self) -> Competition:
        owner = self._desk.do(
            NewTournament(key="rehearsal", name="Rehearsal", ruleset=self._ruleset), None, actor=ACTOR
        )
        plan = self._plan
        competition = self._desk.do(
            AddEvent(key=EVENT, name=plan.name, kind=plan.kind, stages=plan.stages, category=plan.category),
            owner,
            actor=ACTOR,
        ).event
        self._desk.add_entries(competition, entries(plan.kind, plan.entries), actor=ACTOR)
        drawn = self._desk.do(Draw(seed=self._seed), competition, actor=ACTOR)
        self._say(f"{plan.entries} entries are drawn with seed {drawn.seed}: {len(drawn.fixtures)} matches.")
        self.swiss.prepare(owner)
        return self._fresh(competition)

    # At the tables

    async def _at_table(self, competition: Competition, table: SimTable) -> None:
        """Play matches until none is left and none can follow."""
        while not self._failed:
            called = None
            async with self._calling:
                fixture = await asyncio.to_thread(self._next_for, table.number, competition)
                if fixture is not None:
                    called = await self._call(fixture, table.number)
                    self._at_work += 1
                elif not self._at_work and await asyncio.to_thread(self._is_over, competition):
                    return
            if called is None:
                await asyncio.sleep(_LOOK_S)
                continue
            try:
                await self._conducted(competition, table, called)
            except (DisplayError, SimulatorError, TimeoutError) as error:
                self.played.troubles[called.fixture.id] = f"table {table.number}: {error}"
                self._failed = True
            finally:
                self._at_work -= 1

    def _next_for(self, number: int, competition: Competition) -> Fixture | None:
        """The next match of the event, which takes longer; without one, of the Swiss."""
        fixture = self._desk.next_for(number, competition) or self._desk.next_for(number)
        return self._desk.next_for(number) if fixture is None and self.swiss.goes_on() else fixture

    async def _call(self, fixture: Fixture, number: int) -> Called:
        if fixture.tie is not None:
            await asyncio.to_thread(self._name_players, fixture)
        is_late = self._wants("walk-over at the desk", fixture)
        report_ms = REPORT_MS if is_late else None
        call = Call(table=number, umpire=UMPIRES[number % len(UMPIRES)], report_ms=report_ms)
        return await asyncio.to_thread(self._desk.do, call, fixture, actor=ACTOR)

    def _name_players(self, fixture: Fixture) -> None:
        """Two doubles and a singles: each player of a team of five once."""
        competition = self._desk.event_of(fixture)
        by_id = {entry.id: entry for entry in self._desk.entries(competition)}
        seats = {"doubles 2": (2, 3), "singles": (TEAM_SIZE - 1,)}.get(fixture.part or "", (0, 1))
        for side, entry in (("a", fixture.a), ("b", fixture.b)):
            names = [by_id[entry or 0].players[seat].name for seat in seats]
            named = LineUp(side="a" if side == "a" else "b", players=names)
            self._desk.do(named, fixture, actor=ACTOR)

    async def _conducted(self, competition: Competition, table: SimTable, called: Called) -> None:
        fixture = called.fixture
        event = await self._taken(table, called)
        umpire = RehearsalUmpire(table, self._pause, _nothing, random.Random(f"{self._seed}|{fixture.id}"))
        if self._wants("walk-over at the desk", fixture):
            await self._late(fixture)
        elif self._wants("walk-over at the table", fixture):
            await umpire.give_walk_over(event, "b")
            await umpire.confirm()
            self._expect(fixture, umpire)
        else:
            holds = self._wants("protest", fixture)
            await umpire.conduct_match(event, protests=holds)
            if holds:
                await self._rule(fixture, umpire)
            await umpire.confirm()
            self._expect(fixture, umpire)
        self.played.presses += umpire.presses
        await self._until(
            f"the desk has match {fixture.id}", lambda: self._desk.fixture(fixture.id).state == "done"
        )
        if self._wants("correction", fixture):
            await asyncio.to_thread(self._correct, fixture)

    def _wants(self, act: str, fixture: Fixture) -> bool:
        """Whether `act` happens in this match: the first suitable one, and only one such act in a match."""
        special = self.played.special
        if special.get(act) == fixture.id:
            return True
        if act in special or fixture.id in special.values() or not self._has(act):
            return False
        if self._desk.event_of(fixture).key != EVENT:
            return False
        if fixture.tie is None and fixture.laws_stage in ("final", "semi_final") and fixture.stage > 1:
            return False
        special[act] = fixture.id
        return True

    def _has(self, act: str) -> bool:
        """Whether the rehearsed sport has this act."""
        return act not in _NEEDS or _NEEDS[act] in sport_of(rulesets.load(self._ruleset)).phases

    async def _taken(self, table: SimTable, called: Called) -> Event:
        """Wait until the table has the match; return its event. The table then shows it."""
        store = self._desk.store

        await self._until(
            f"table {table.number} takes the match",
            lambda: _state_of(store.command(called.command)) in ("done", "refused"),
        )
        command = await asyncio.to_thread(store.command, called.command)
        if command is None or command["state"] != "done":
            why = "" if command is None else refusals.of_row(command)
            raise DisplayError(f"the match was refused: {why}")
        return command["event"]

    async def _late(self, fixture: Fixture) -> None:
        await self._until(
            "the time to report is over", lambda: fixture.id in {late.id for late in self._desk.overdue()}
        )
        # Early, because the table's reports of its report clock may postpone the end meanwhile.
        await asyncio.to_thread(self._desk.do, WalkOver(winner="a", early=True), fixture, actor=ACTOR)
        competition = self._desk.event_of(fixture)
        self.played.expected[fixture.id] = results.walk_over(competition, fixture, "a")
        self._say(f"{fixture.id}: B did not report in time; walk-over by the desk (143i).")

    def _expect(self, fixture: Fixture, umpire: RehearsalUmpire) -> None:
        """The desk is to show what was played, unless it was corrected as soon as the match had ended."""
        self.played.expected.setdefault(fixture.id, results.from_table(game.official(umpire.state)))

    async def _rule(self, fixture: Fixture, umpire: RehearsalUmpire) -> None:
        """The result is held until the committee has ruled; the ruling reaches the table by the outbox."""
        await self._until("the result is held", lambda: self._desk.fixture(fixture.id).state == "held")
        protests = await asyncio.to_thread(self._desk.protests)
        protest = next((view for view in protests if view.match == fixture.id), None)
        if protest is None:
            raise DisplayError("the protest is not at the desk")
        ruled = await asyncio.to_thread(self._desk.do, Rule(ruling="overrule"), protest, actor=ACTOR)
        store = self._desk.store
        await self._until("the ruling is taken", lambda: _state_of(store.command(ruled.command)) == "done")
        umpire.ruled(False)
        self._say(f"{fixture.id}: a protest was lodged, the result held, the protest overruled (151b).")

    def _correct(self, fixture: Fixture) -> None:
        """Correct the score for the same winner, so that no later match changes."""
        old = self._desk.fixture(fixture.id).result
        assert old is not None
        new = self._a_little_less(fixture, old)
        if new is None:
            del self.played.special["correction"]  # another match will do
            return
        corrected = EnterResult(
            games=results.typed_games(new),
            twenties="{}-{}".format(*new.twenties),
            reason="a board was counted twice",
        )
        self._desk.do(corrected, fixture, actor=ACTOR)
        self.played.expected[fixture.id] = new
        self._say(f"{fixture.id}: corrected from {results.shown(old)} to {results.shown(new)}.")

    def _a_little_less(self, fixture: Fixture, old: Result) -> Result | None:
        """The result with one point (crokinole: two) less for the loser of the last game; None if that is not
        possible.
        """
        competition = self._desk.event_of(fixture)
        a, b = old.games[-1]
        for fewer in (1, 2):
            games = [f"{x}-{y}" for x, y in old.games[:-1]]
            games.append(f"{a}-{max(0, b - fewer)}" if a > b else f"{max(0, a - fewer)}-{b}")
            with contextlib.suppress(DeskError):
                new = typed_results.judge(
                    competition, fixture, results.typed_in(games, "{}-{}".format(*old.twenties))
                )
                if a != b and new.winner == old.winner and new.games != old.games:
                    return new
        return None

    # What follows

    def _is_over(self, competition: Competition) -> bool:
        """Nothing is in play or ready: decide what is owed, or end."""
        self._desk.settle()
        competition = self._fresh(competition)
        if competition.state == "done" or self._desk.fixtures(competition, "ready"):
            return competition.state == "done"
        for stage in self._desk.stages(competition):
            most = stage_standings.goes_on(stage)
            if stage.state == "waiting" or not most:
                continue
            for group, lines in self._desk.standings(competition, stage.position).items():
                owed = [line for line in lines if line.open]
                if owed:
                    level = [line.entry for line in lines if line.place == owed[0].place]
                    order = tuple((entry, 12 - number) for number, entry in enumerate(level))
                    self._desk.do(
                        Decide.of(Decision("shoot_out", order, group), stage=stage.position),
                        competition,
                        actor=ACTOR,
                    )
                    self._say(f"Stage {stage.position}: {len(level)} are level; a shoot-out decides.")
                    return False
        return True

    async def _until(self, goal: str, condition: Callable[[], bool]) -> None:
        until = time.monotonic() + max(SETTLE_TIMEOUT_S, ASSIGN_TIMEOUT_S)
        while not await asyncio.to_thread(condition):
            if time.monotonic() > until:
                raise DisplayError(f"waited in vain until {goal}")
            await asyncio.sleep(_LOOK_S)

    def _fresh(self, competition: Competition) -> Competition:
        return self._desk.competition(self._desk.tournament("rehearsal"), competition.key)

    async def _pause(self) -> None:
        await asyncio.sleep(self._pause_s)


#: The kind of event that these acts need; not every sport has it.
_NEEDS = {"protest": "protest", "walk-over at the table": "lost"}


def _state_of(command: CommandRow | None) -> str:
    return "" if command is None else str(command["state"])


def _nothing() -> None:
    pass
