"""The demonstration's programme: a tournament that Boardside draws, in which recorded boards are played.

Whoever is paired plays the next sheet of the record: a Swiss of four rounds, each drawn when the last one has
ended, and doubles in a bracket. Four recorded pairs of crokinole play their own games against each other.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from host_tools.demo.recorded import PEOPLE, RULES, PlayOff, RecordedMatch, championship, play_offs
from host_tools.live_values import Rules
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament, Set
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Competition, Kind, StageKind, StagePlan

OPEN, DOUBLES = "open", "doubles"
ROUNDS = 4
PAIRS = 7
#: The sheets of the bracket, its final last: each decided by 25 points.
BRACKET = ("R1-3", "R3-8", "R5-8", "R1-8", "R5-3", "R4-4")
#: The crokinole pairs that play each other, as the record numbers them.
ROBINS = frozenset(("P0003", "P0004", "P0005", "P0006"))
#: Of each draw, so that every demonstration is the same.
SEED = "DEMO"

Sheet = RecordedMatch | PlayOff


@dataclass(frozen=True, slots=True)
class Played:
    """A match of the tournament, and the recorded one whose boards or rounds are played in it. id: the
    match's; title: its number for people.
    """

    id: str
    title: str
    players: tuple[str, str]
    sheet: Sheet

    @property
    def official(self) -> tuple[int, ...]:
        """The published score of the sheet."""
        return self.sheet.official

    @property
    def added_up(self) -> tuple[int, ...]:
        """The sum of the sheet's boards or rounds."""
        return self.sheet.added_up

    @property
    def contradicts_itself(self) -> bool:
        """Whether the sheet's boards do not add up to its published score."""
        return self.sheet.contradicts_itself


def carrom() -> tuple[list[RecordedMatch], list[RecordedMatch]]:
    """The sheets of the Swiss, in the order in which they are played, and those of the bracket. Walk-overs
    have no boards, and are left out.
    """
    played = {match.id: match for match in championship() if not match.walk_over}
    return [match for key, match in played.items() if key not in BRACKET], [played[key] for key in BRACKET]


def crokinole() -> list[PlayOff]:
    """The play-offs that are played: the final, and the games of four pairs."""
    return [match for match in play_offs() if not match.doubles or ROBINS.issuperset(match.players)]


class Programme:
    """The tournament at the desk. sheets: of each match that is drawn, by the match's id. actor: who draws.
    Everything is entered and drawn, of the Swiss the first round, when it is made. carrom: the events of
    carrom, the one that is played first before the others.
    """

    def __init__(self, desk: Desk, actor: str) -> None:
        self._desk = desk
        self._actor = actor
        self._rounds = 0
        self._swiss, bracket = carrom()
        self.sheets: dict[str, Sheet] = {}
        tournament = desk.do(NewTournament(key="demo", name="Demonstration Open"), None, actor=actor)
        self._owner = desk.do(Set(rest_minutes=0), tournament, actor=actor)  # robots do not tire
        people = [Person(name, club, latin=latin) for name, club, latin in PEOPLE]
        self._open = self._event(OPEN, "Open Singles", "swiss", ((person,) for person in people), RULES)
        self.draw_round()
        pairs = zip(people[:PAIRS], reversed(people), strict=False)
        doubles = self._event(DOUBLES, "Doubles", "knockout", pairs, {"games": 1})
        self.sheets |= zip(self._drawn(doubles), bracket, strict=True)
        self.carrom = (self._open, doubles)
        self._enter_crokinole("final", "Crokinole", "knockout")
        self._enter_crokinole("robin", "Crokinole Doubles", "round_robin")

    def draw_round(self) -> bool:
        """Draw the next round of the Swiss when the last one has ended; whether there is a new one."""
        progress = self._desk.swiss(self._open)
        if self._rounds == ROUNDS or (progress is not None and not progress.is_decided):
            return False
        drawn = self._drawn(self._open)
        first = len(drawn) * self._rounds
        self.sheets |= zip(drawn, self._swiss[first : first + len(drawn)], strict=True)
        self._rounds += 1
        return True

    def played(self, ids: Iterable[str]) -> list[Played]:
        """These matches (ids) with the players whom they have by now, in their order in the events."""
        matches, played = frozenset(ids), []
        for event in self._desk.competitions(self._owner):
            fixtures = self._desk.fixtures(event)
            titles = {entry.id: entry.title for entry in self._desk.entries(event)}
            numbers = wording.numbers(event, fixtures)
            for fixture in fixtures:
                if fixture.id in matches:
                    players = titles.get(fixture.a or 0, ""), titles.get(fixture.b or 0, "")
                    played.append(Played(fixture.id, numbers[fixture.id], players, self.sheets[fixture.id]))
        return played

    def steps(self, count: int) -> int:
        """How many boards, rounds and results there are in about `count` matches."""
        swiss, bracket = carrom()
        sheets: list[Sheet] = [*crokinole(), *bracket, *swiss]
        return sum(sheet.steps for sheet in sheets[:count])

    def _enter_crokinole(self, key: str, name: str, stage: StageKind) -> None:
        is_doubles = stage == "round_robin"
        record = [match for match in crokinole() if match.doubles == is_doubles]
        sides = dict.fromkeys(tuple(match.names(side)) for match in record for side in (0, 1))
        rules = {"games": 1} if is_doubles else None  # as recorded
        event = self._event(key, name, stage, (map(Person, names) for names in sides), rules, "wcc", "adult")
        drawn = self._drawn(event)
        by_title = {tuple(" / ".join(match.names(side)) for side in (0, 1)): match for match in record}
        titles = {entry.id: entry.title for entry in self._desk.entries(event)}
        for fixture in self._desk.fixtures(event):
            if fixture.id in drawn:
                a, b = titles[fixture.a or 0], titles[fixture.b or 0]
                self.sheets[fixture.id] = by_title[a, b] if (a, b) in by_title else by_title[b, a].turned()

    def _event(
        self,
        key: str,
        name: str,
        stage: StageKind,
        entries: Iterable[Iterable[Person]],
        rules: Rules | None,
        ruleset: str = "icf",
        category: str | None = None,
    ) -> Competition:
        people = [tuple(each) for each in entries]
        kind: Kind = "doubles" if len(people[0]) > 1 else "singles"
        plan = [StagePlan(stage, "", {"rounds": ROUNDS} if stage == "swiss" else {})]
        event = self._desk.do(
            AddEvent(
                key=key, name=name, kind=kind, ruleset=ruleset, category=category, rules=rules, stages=plan
            ),
            self._owner,
            actor=self._actor,
        ).event
        self._desk.add_entries(event, [NewEntry(each) for each in people], actor=self._actor)
        return event

    def _drawn(self, event: Competition) -> list[str]:
        """The matches (ids) of a draw that are to be played: all but byes."""
        drawn = self._desk.do(
            Draw(seed=None if self._rounds and event is self._open else SEED), event, actor=self._actor
        )
        return [fixture.id for fixture in drawn.fixtures if fixture.state != "bye"]


#: How many matches are played.
MATCHES = sum(map(len, carrom())) + len(crokinole())
