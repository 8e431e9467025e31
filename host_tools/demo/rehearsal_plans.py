"""The rehearsed events: for each rulebook one from its preset, with invented names; and beside it the Swiss
of five entries, with acts that organisers take back. Its acts are steps that can fail: each checks what the
desk, or the score card, has afterwards.
"""

import io
from collections.abc import Callable
from dataclasses import dataclass

from pypdf import PdfReader

from host_tools.demo.recorded import NAMES
from host_tools.exports import card_sheet, scorecards
from host_tools.exports.card_making import result_text
from host_tools.exports.output import Choice, moment_now
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.entries import Return, Withdraw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import ClearResult, EnterResult, WalkOver
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.model.model import Competition, Fixture, Kind, Result, StagePlan, Tournament
from host_tools.tournament.standings import results, typed_results

_FIRST = (
    *("Asha", "Bela", "Chitra", "Dev", "Esha", "Farid", "Gita", "Hari", "Indu", "Jaya", "Kamal", "Lata"),
    *("Mohan", "Nila", "Om", "Priya", "Ravi", "Sita", "Tara", "Uma", "Vikram", "Yash", "Zara", "Anand"),
)
_LAST = ("Kulkarni", "Fernandes", "Iyer", "Bose", "Menon", "Rao", "Sen", "Naidu", "Pillai", "Gill")
_CLUBS = ("North", "South", "East", "West", "Harbour", "Hill", "River")


@dataclass(frozen=True, slots=True)
class Plan:
    """A rehearsed event. entries: how many; stages: None for those of the rulebook's preset."""

    name: str
    kind: Kind
    entries: int
    stages: tuple[StagePlan, ...] | None = None
    category: str | None = None


_THIRD = (StagePlan("knockout", "Knockout", {"third": True}),)

PLANS = {
    "icf": Plan("Men's Singles", "singles", 8, _THIRD),
    "vkk": Plan("Open Singles", "singles", 8),
    "spandan": Plan("Doubles", "doubles", 8),
    "vaishali": Plan("Teams", "team", 8),
    "wcc": Plan("Adult Singles", "singles", 5, category="adult"),
}
TEAM_SIZE = 5  # Vaishali: each team consists of 5 players


def person(number: int) -> Person:
    """The `number`-th invented person, from 0; all names differ."""
    block, at = divmod(number, len(_FIRST))
    first, last = _FIRST[at], _LAST[(at + block) % len(_LAST)]
    again = number // (len(_FIRST) * len(_LAST))
    return Person(f"{first} {last}{f' {again + 1}' if again else ''}", _CLUBS[number % len(_CLUBS)])


def entries(kind: Kind, count: int) -> list[NewEntry]:
    """The event's entries; the first four are seeded, each team or pair is of one club."""
    size = {"singles": 1, "doubles": 2, "team": TEAM_SIZE}[kind]
    entered = []
    for number in range(count):
        people = [person(number * size + seat) for seat in range(size)]
        club = f"{_CLUBS[number % len(_CLUBS)]} {number // len(_CLUBS) + 1}" if size > 1 else people[0].club
        members = tuple(Person(member.name, club) for member in people)
        entered.append(NewEntry(members, club if kind == "team" else "", number + 1 if number < 4 else None))
    return entered


# The Swiss

KEY = "sw"
ACTOR = "rehearsal"
ROUNDS = 2
ENTRIES = 5
#: Matches of one short game, by rulebook; crokinole's has four rounds.
SHORT = {"wcc": {"games": 1}}
SHORT_OF_OTHERS = {"games": 1, "points": 8}

SWISS = "Swiss"
CLEARED = "cleared walk-over"
WITHDRAWN = "withdrawal and return"
CARD = "score card of a corrected match"


class Swiss:
    """Draws the rounds, and does its steps between them. expected: the results that the desk should show,
    by match. say(text): reports each act.
    """

    def __init__(
        self, desk: Desk, seed: str, expected: dict[str, Result], say: Callable[[str], None]
    ) -> None:
        self._desk = desk
        self._seed = seed
        self._expected = expected
        self._say = say
        self._event: Competition | None = None
        #: What each step failed by; "": it went as it should.
        self.steps = dict.fromkeys((SWISS, CLEARED, WITHDRAWN, CARD), "it was not reached")

    def prepare(self, owner: Tournament) -> None:
        """Enter everybody, and draw the first round."""
        rules = SHORT.get(owner.ruleset, SHORT_OF_OTHERS)
        category = PLANS[owner.ruleset].category
        plan = [StagePlan("swiss", "", {"rounds": ROUNDS})]
        event = self._desk.do(
            AddEvent(key=KEY, name="Swiss", rules=rules, category=category, stages=plan), owner, actor=ACTOR
        ).event
        latin = [name for name in NAMES if name[0] < "\u0250"]  # a card's text is compared with them
        people = [NewEntry((Person(name),)) for name in latin[:ENTRIES]]
        self._desk.add_entries(event, people, actor=ACTOR)
        self._event = event
        self._clear_walk_over(self._drawn(event)[0])

    def goes_on(self) -> bool:
        """Draw the next round, or end after the last, when a round is decided; whether there is a new one."""
        event = self._event
        progress = None if event is None else self._desk.swiss(event)
        if event is None or progress is None or not progress.is_decided:
            return False
        if progress.round == ROUNDS:
            self._event = None
            self.steps[SWISS] = self._wrong_pairs(event)
            self._correct(event)
            return False
        self._withdraw_and_return(event, self._drawn(event)[0])
        return True

    def _drawn(self, event: Competition) -> list[Fixture]:
        drawn = self._desk.do(Draw(seed=None if self._desk.swiss(event) else self._seed), event, actor=ACTOR)
        ready = [fixture for fixture in drawn.fixtures if fixture.state == "ready"]
        self._say(f"Swiss, round {drawn.round or 1} is drawn: {len(ready)} matches and a bye.")
        return ready

    def _clear_walk_over(self, fixture: Fixture) -> None:
        self._desk.do(WalkOver(winner="a", early=True), fixture, actor=ACTOR)
        given = self._desk.fixture(fixture.id)
        self._desk.do(ClearResult(reason="it was the other match"), fixture, actor=ACTOR)
        cleared = self._desk.fixture(fixture.id)
        is_right = given.state == "done" and cleared.state == "ready" and cleared.result is None
        self.steps[CLEARED] = "" if is_right else f"{fixture.id} is {cleared.state} after it"
        self._say(f"{fixture.id}: a walk-over was given and cleared; the match will be played.")

    def _withdraw_and_return(self, event: Competition, fixture: Fixture) -> None:
        entry = next(entry for entry in self._desk.entries(event) if entry.id == fixture.a)
        self._desk.do(Withdraw(reason="taken ill"), entry, actor=ACTOR)
        gone = self._desk.fixture(fixture.id)
        self._desk.do(Return(reason="well again"), entry, actor=ACTOR)
        back = self._desk.fixture(fixture.id)
        is_right = (gone.state, gone.note_code, back.state) == ("done", "withdrawn", "ready")
        self.steps[WITHDRAWN] = "" if is_right else f"{fixture.id} was {gone.state}, then {back.state}"
        self._say(f"{fixture.id}: {entry.title} withdrew and came back; so did the match.")

    def _wrong_pairs(self, event: Competition) -> str:
        """What is wrong with the rounds: everybody is in each once, and nobody meets or rests twice."""
        everybody = sorted(entry.id for entry in self._desk.entries(event))
        fixtures = self._desk.fixtures(event)
        for number in range(1, ROUNDS + 1):
            sides = [side for each in fixtures if each.round == number for side in (each.a, each.b)]
            if sorted(side for side in sides if side is not None) != everybody:
                return f"not everybody is in round {number} once"
        pairs = {frozenset((each.a, each.b)) for each in fixtures}  # of a bye: of the entry and None
        if len(pairs) < len(fixtures):
            return "two met twice, or somebody had two byes"
        places = sum(map(len, self._desk.standings(event).values()))
        return "" if places == len(everybody) else f"the standing has {places} places"

    def _correct(self, event: Competition) -> None:
        """Give a match of the last round to the other side, and read its score card."""
        fixture = next(each for each in reversed(self._desk.fixtures(event)) if each.state == "done")
        old = fixture.result
        assert old is not None
        new = self._other_way(event, fixture, old)
        corrected = EnterResult(
            games=results.typed_games(new),
            twenties="{}-{}".format(*new.twenties),
            reason="the sides were mixed up",
        )
        self._desk.do(corrected, fixture, actor=ACTOR)
        self._expected[fixture.id] = new
        self._say(f"{fixture.id}: corrected from {results.shown(old)} to {results.shown(new)}.")
        winner, loser = fixture.a, fixture.b
        if new.winner == "b":
            winner, loser = loser, winner
        titles = {entry.id: entry.title for entry in self._desk.entries(event)}
        self.steps[CARD] = self._wrong_card(fixture, new, titles[winner or 0], titles[loser or 0])
        self._say(f"{fixture.id}: its score card was printed and read.")

    def _other_way(self, event: Competition, fixture: Fixture, old: Result) -> Result:
        """The result with the other winner; of a draw one with a winner."""
        a, b = old.games[0]
        if old.winner is None:
            a, b = a - 1, b + 1
        typed = results.typed_in([f"{b}-{a}"], "{1}-{0}".format(*old.twenties))
        return typed_results.judge(event, fixture, typed)

    def _wrong_card(self, fixture: Fixture, new: Result, winner: str, loser: str) -> str:
        """What the PDF of the score card lacks of the official result; "": nothing."""
        pdf, _ = card_sheet.render(scorecards.cards(self._desk.store, Choice(match=fixture.id)), moment_now())
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]
        text = " ".join(" ".join(pages).split())
        won = f"{winner} {result_text(new)}"
        expected = (
            f"Official result: corrected by the organiser {won}",
            f"Match won by {won}",
            f"Loser's signature: {loser}",
        )
        missing = [line for line in expected if line not in text]
        return f"the score card of {fixture.id} does not say {'; '.join(missing)}" if missing else ""
