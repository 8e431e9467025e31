"""In a group nothing of an entry that withdraws counts, in whatever order the withdrawal, walk-overs and
results come; with `all`, everything does.
"""

from collections.abc import Callable

import pytest
from desk_hall import Hall, event_with

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.entries import Return, Withdraw
from host_tools.tournament.acts.events import AddEvent, SetEvent
from host_tools.tournament.acts.matches import Call, ClearResult, EnterResult, Recall, WalkOver
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.model.model import Competition, Entry, Fixture, StagePlan

GROUP = StagePlan("groups", settings={"groups": 1, "advance": 2})
ROUND_ROBIN = StagePlan("round_robin")


class Group:
    """A group of four; Dan has lost one match and won one, and his last one is called to table 1."""

    def __init__(self, desk: Desk, hall: Hall, plan: StagePlan = GROUP) -> None:
        self.desk, self.hall = desk, hall
        self.event: Competition = event_with(desk, 4, plan, rules=None)
        desk.do(Draw(seed="X"), self.event)
        self.dan: Entry = desk.entries(self.event)[3]
        of_dan = [each for each in desk.fixtures(self.event) if self.dan.id in (each.a, each.b)]
        self.lost, self.won, self.last = of_dan
        for each in desk.fixtures(self.event):
            if each.id != self.last.id:
                hall.at += 1000
                winner = self.dan.id if each.id == self.won.id else min(each.a or 0, each.b or 0)
                self.enter(each, winner)
        hall.at += 1000
        desk.do(Call(table=1), self.last)

    def enter(self, fixture: Fixture, winner: int | None) -> None:
        games = ["25-20", "25-20"] if fixture.a == winner else ["20-25", "20-25"]
        self.desk.do(EnterResult(games=games, reason="from paper"), fixture)

    def other_side(self) -> str:
        return "b" if self.last.a == self.dan.id else "a"

    def withdraw(self) -> None:
        self.hall.at += 1000
        self.desk.do(Withdraw(), self.dan)

    def walk_over(self) -> None:
        self.hall.at += 1000
        self.desk.do(WalkOver(winner=self.other_side(), early=True), self.last)  # type: ignore[arg-type]

    def by_hand(self) -> None:
        """He gave up, and the desk enters it."""
        self.hall.at += 1000
        games = ["25-0", "25-0"] if self.other_side() == "a" else ["0-25", "0-25"]
        self.desk.do(EnterResult(games=games, reason="he has gone"), self.last)

    def dan_wins_by_hand(self) -> None:
        self.hall.at += 1000
        self.enter(self.desk.fixture(self.last.id), self.dan.id)

    def broken_off(self) -> None:
        self.hall.at += 1000
        typed = EnterResult(games=["8-8"], winner=self.other_side(), reason="gone")  # type: ignore[arg-type]
        self.desk.do(typed, self.last)

    def at_table(self) -> None:
        self.hall.at += 1000
        self.hall.take()
        self.hall.begin(1)
        self.desk.settle()
        gives_up = "b" if self.other_side() == "a" else "a"
        self.hall.enter(1, {"kind": "concede", "side": gives_up, "what": "match"})
        self.hall.enter(1, {"kind": "confirm"})
        self.desk.settle()

    def none_counts(self) -> bool:
        """Whether the standing is that of the other three alone, and Dan is last."""
        [lines] = self.desk.standings(self.event, 1).values()
        figures = {line.entry: (line.points, line.won, line.played, line.net) for line in lines[:3]}
        alone = {1: (4, 2, 2, 20), 2: (2, 1, 2, 0), 3: (0, 0, 2, -20)}
        return figures == alone and (lines[3].entry, lines[3].step) == (self.dan.id, "withdrawn")


ORDERS: list[tuple[str, ...]] = [
    ("withdraw", "walk_over"),
    ("walk_over", "withdraw"),
    ("withdraw", "by_hand"),
    ("withdraw", "broken_off"),
    ("withdraw", "dan_wins_by_hand"),
    ("withdraw", "at_table"),
    ("withdraw", "walk_over", "by_hand"),
    ("withdraw", "recall"),
    ("withdraw", "recall", "by_hand"),
    ("recall", "withdraw"),
    ("recall", "walk_over", "withdraw"),
    ("withdraw", "walk_over", "clear"),
]


def test_a_recalled_match_of_who_has_withdrawn_is_a_walk_over(desk: Desk, hall: Hall) -> None:
    group = Group(desk, hall)
    group.withdraw()
    recalled = desk.do(Recall(), desk.fixture(group.last.id)).fixture
    assert recalled.state == "done"
    assert recalled.result is not None
    assert (recalled.result.how, recalled.result.winner) == ("walk_over", group.other_side())


@pytest.mark.parametrize("how", ["usual", "none"])
@pytest.mark.parametrize("plan", [GROUP, ROUND_ROBIN], ids=["groups", "round robin"])
@pytest.mark.parametrize("order", ORDERS, ids=" ".join)
def test_nothing_of_who_withdraws_counts_in_any_order(
    desk: Desk, hall: Hall, order: tuple[str, ...], plan: StagePlan, how: str
) -> None:
    group = Group(desk, hall, plan)
    desk.do(SetEvent(withdrawals=how), group.event)
    acts: dict[str, Callable[[], object]] = {
        "recall": lambda: desk.do(Recall(), desk.fixture(group.last.id)),
        "clear": lambda: desk.do(ClearResult(reason="too early"), desk.fixture(group.last.id)),
    }
    is_gone = False
    for name in order:
        acts.get(name, lambda name=name: getattr(group, name)())()  # type: ignore[misc]
        is_gone = is_gone or name == "withdraw"
        assert group.none_counts() or not is_gone, f"after {name}"
    assert group.none_counts()


@pytest.mark.parametrize(
    "order", [("withdraw", "walk_over"), ("walk_over", "withdraw"), ("withdraw", "at_table")]
)
def test_with_all_the_matches_count_in_any_order(desk: Desk, hall: Hall, order: tuple[str, ...]) -> None:
    group = Group(desk, hall)
    desk.do(SetEvent(withdrawals="all"), group.event)
    for name in order:
        getattr(group, name)()
    [lines] = desk.standings(group.event, 1).values()
    assert [line.played for line in lines] == [3, 3, 3, 3]
    assert sum(line.points for line in lines) == 12
    assert (lines[3].entry, lines[3].step) == (group.dan.id, "withdrawn")


def test_who_has_played_all_matches_keeps_the_place(desk: Desk, hall: Hall) -> None:
    group = Group(desk, hall)
    group.by_hand()
    before = desk.standings(group.event, 1)
    group.withdraw()
    assert desk.standings(group.event, 1) == before


def test_a_walk_over_before_matches_that_were_played_is_no_withdrawal(desk: Desk, hall: Hall) -> None:
    """Dan came late to his first match, played the others, and goes home before the knockout."""
    event = event_with(desk, 3, ROUND_ROBIN, rules=None)
    desk.do(Draw(seed="X"), event)
    dan = desk.entries(event)[2]
    first, _ = [each for each in desk.fixtures(event) if dan.id in (each.a, each.b)]
    desk.do(Call(table=1), first)
    hall.at += 1000
    desk.do(WalkOver(winner="a" if first.b == dan.id else "b", early=True), first)
    for each in desk.fixtures(event, "ready"):
        hall.at += 1000
        desk.do(EnterResult(games=["25-20", "25-20"], reason="from paper"), each)
    before = desk.standings(event)
    desk.do(Withdraw(), dan)
    assert desk.standings(event) == before


@pytest.mark.parametrize("is_called", [True, False])
def test_who_comes_back_plays_the_match_that_was_given_away(desk: Desk, hall: Hall, is_called: bool) -> None:
    group = Group(desk, hall)
    if not is_called:
        desk.do(Recall(), group.last)
    group.withdraw()
    if is_called:
        group.walk_over()
    desk.do(Return(reason="he is here"), group.dan)
    fixture = desk.fixture(group.last.id)
    assert (fixture.state, fixture.result, fixture.note_code, fixture.table) == ("ready", None, None, None)
    group.by_hand()
    [lines] = desk.standings(group.event, 1).values()
    assert [line.played for line in lines] == [3, 3, 3, 3]


def test_a_withdrawal_that_is_taken_back_lets_all_count(desk: Desk, hall: Hall) -> None:
    group = Group(desk, hall)
    group.withdraw()
    act = next(each.act.number for each in desk.acts() if each.act.name == "entry withdraw")
    desk.take_back(act, "another Dan")
    assert desk.fixture(group.last.id).note_code is None
    group.walk_over()
    [lines] = desk.standings(group.event, 1).values()
    assert [line.played for line in lines] == [3, 3, 3, 3]


@pytest.mark.parametrize(("how", "changes"), [("none", False), ("all", True)])
def test_whoever_gives_a_walk_over_knows_which_standing_it_changes(
    desk: Desk, hall: Hall, how: str, changes: bool
) -> None:
    group = Group(desk, hall)
    desk.do(SetEvent(withdrawals=how), group.event)
    group.withdraw()
    given = WalkOver(winner=group.other_side(), early=True)  # type: ignore[arg-type]
    seen = desk.done(given, group.last, preview=True)
    assert [entry.id for entry in seen.value.gone] == [group.dan.id]
    assert [(each.stage, each.group) for each in seen.effects.standings] == [(1, 1)] * changes
    assert desk.fixture(group.last.id).state == "called"


@pytest.mark.parametrize("when", ["ready", "called"])
def test_what_is_announced_of_the_results_comes_true(desk: Desk, hall: Hall, when: str) -> None:
    group = Group(desk, hall)
    if when == "ready":
        desk.do(Recall(), group.last)
    assert [left.count for left in desk.done(Withdraw(), group.dan, preview=True).value.stages] == ["none"]
    group.withdraw()
    assert group.none_counts()


@pytest.mark.parametrize("between", [True, False])
def test_what_is_announced_of_a_swiss_comes_true(desk: Desk, hall: Hall, between: bool) -> None:
    """Who withdraws between two rounds is last; after the last one, with a bye in it or before, it is not."""
    plan = StagePlan("swiss", settings={"rounds": 3 if between else 2})
    event = event_with(desk, 5, plan, rules={"games": 1, "draws": True})
    for _ in range(2):
        drawn = desk.do(Draw(seed=None if desk.swiss(event) else "S"), event)
        for each in drawn.fixtures:
            if each.round == drawn.round and each.state == "ready":
                desk.do(EnterResult(games=["25-20"], reason="from paper"), each)
    for entry in desk.entries(event):
        [left] = desk.done(Withdraw(), entry, preview=True).value.stages
        assert left.count == ("all" if between else "")
    with_bye = next(each for each in desk.fixtures(event) if each.state == "bye")
    entry = next(each for each in desk.entries(event) if each.id == with_bye.a)
    before = desk.standings(event)[0]
    desk.do(Withdraw(), entry)
    after = desk.standings(event)[0]
    assert (after[-1].entry == entry.id and after[-1].step == "withdrawn") == between
    assert between or after == before


def test_a_team_that_withdraws_in_mid_tie_has_left(desk: Desk, hall: Hall) -> None:
    owner = desk.do(NewTournament(key="tarang", name="Tarang", ruleset="vaishali"), None)
    plan = [StagePlan("round_robin")]
    event = desk.do(
        AddEvent(key="t", name="Teams", kind="team", rules={"points": 10, "games": 1}, stages=plan), owner
    ).event
    for team in ("Civil", "Power", "Water"):
        desk.add_entry(event, [Person(f"{team} {number}") for number in range(1, 6)], team)
    desk.do(Draw(seed="X"), event)
    gone = desk.entries(event)[0]
    mine = [each for each in desk.fixtures(event) if gone.id in (each.a, each.b)]
    for each in mine[:-1]:
        hall.at += 1000
        desk.do(EnterResult(games=["10-3"], reason="from paper"), each)
    desk.do(Withdraw(), gone)
    lines = desk.standings(event)[0]
    assert (lines[-1].entry, lines[-1].step) == (gone.id, "withdrawn")
    assert all(line.played == 0 for line in lines[:2])
