"""Acts of the desk are taken back, each by its own way; the record keeps both.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

from typing import Any

from desk_hall import GROUPS, Hall, event_with, play

from host_tools.tournament.acts.draws import Draw, Swap, Undraw
from host_tools.tournament.acts.entries import Return, Withdraw
from host_tools.tournament.acts.events import AddEvent, SetEvent
from host_tools.tournament.acts.matches import Call, ClearResult, EnterResult, LineUp, Recall, WalkOver
from host_tools.tournament.acts.rounds import CallNext
from host_tools.tournament.acts.tournament import NewTournament, RemoveRuleset, SaveRuleset, Set
from host_tools.tournament.commands import undoing_lines
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.model.model import Competition, Fixture, StagePlan
from host_tools.tournament.undo.undoing import Effects
from tests.refusals import refused

WHY = "it was the wrong one"
RULES = '{"base": "icf", "name": "Club", "points": 21}'


def given(desk: Desk, fixture: Fixture, winner: str = "a") -> None:
    """Enter 10-3, or 3-10, by hand."""
    desk.do(EnterResult(games=["10-3" if winner == "a" else "3-10"], reason="from paper"), fixture)


def last(desk: Desk) -> int:
    """The number of the last act of the desk."""
    return desk.acts(1)[0].act.number


def undone(desk: Desk, number: int | None = None, **how: Any) -> list[str]:
    """Take an act back (None: the last one), and return the names of what was taken back."""
    return [act.name for act in desk.take_back(last(desk) if number is None else number, WHY, **how)]


def lines(desk: Desk, event: Competition, seen: Effects) -> list[str]:
    entries = {entry.id: entry for entry in desk.entries(event)}
    return undoing_lines.lines(seen, entries, desk.stages(event), "command_line")


def test_the_last_acts_are_listed_with_what_taking_each_back_would_change(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    given(desk, first)
    given(desk, second)
    before = desk.fixtures(event)
    of_second, of_first, of_draw, *_ = desk.acts()
    assert [each.act.name for each in (of_second, of_first, of_draw)] == [
        "match result",
        "match result",
        "event draw",
    ]
    assert (of_second.act.reason, of_second.act.match) == ("from paper", second.id)
    assert [change.before.id for change in of_second.changes] == [second.id, final.id]
    assert [act.number for act in of_draw.later] == [of_second.act.number, of_first.act.number]
    assert any("final" in line and " becomes " in line for line in lines(desk, event, of_second))
    assert lines(desk, event, of_draw)[0].startswith(
        f"Act {of_second.act.number} (match result of {second.id}"
    )
    assert desk.fixtures(event) == before
    assert [row["what"] for row in desk.store.admins.acts(limit=2)] == ["match result", "match result"]
    assert desk.acts(1, before=of_second.act.number)[0].act == of_first.act


def test_taking_back_is_an_act_and_nothing_is_erased(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, _, final = desk.do(Draw(), event).fixtures
    given(desk, first)
    number = last(desk)
    with refused("undo_needs_reason"):
        desk.take_back(number, " ")
    desk.take_back(number, WHY, actor="anna")
    assert (desk.fixture(first.id).state, desk.fixture(final.id).a) == ("ready", None)
    row, old = desk.store.admins.acts(limit=2)
    assert (row["who"], row["what"]) == ("anna", "act taken back")
    assert row["detail"] == {"act": number, "what": "match result", "match": first.id, "reason": WHY}
    assert old["id"] == number
    assert desk.act(number).by == row["id"]
    with refused("act_taken_back", number=number, by=row["id"]):
        desk.take_back(number, WHY)
    with refused("act_of_taking_back"):
        desk.take_back(row["id"], WHY)
    with refused("no_act"):
        desk.take_back(row["id"] + 1, WHY)


def test_calls_and_recalls(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, _, _ = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1, umpire="Uma"), first)
    assert undone(desk) == ["match call"]
    assert desk.fixture(first.id).state == "ready"
    assert desk.store.open_commands() == []
    desk.do(Call(table=2, umpire="Uma"), first)
    called = last(desk)
    desk.do(Recall(), first)
    with refused("later_act_stands", number=called):
        desk.take_back(called, WHY)
    assert undone(desk) == ["match recall"]
    fixture = desk.fixture(first.id)
    assert (fixture.state, fixture.table, fixture.umpire) == ("called", 2, "Uma")
    assert undone(desk, called) == ["match call"]
    desk.do(CallNext(tables=[1]), desk.tournament())
    called = last(desk)
    hall.take()
    match = next(each for each in desk.fixtures(event) if each.state == "called")
    hall.win(1, "b")
    desk.settle()
    with refused("result_of_table", match=match.id, table=1):
        desk.take_back(called, WHY)
    assert desk.act(called).refused is not None


def test_results_walk_overs_and_corrections(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    given(desk, first)
    given(desk, first, "b")
    assert undone(desk) == ["match result"]
    fixture = desk.fixture(first.id)
    assert fixture.result is not None
    assert (fixture.result.winner, fixture.by_hand) == ("a", "corrected")
    desk.do(ClearResult(reason="not played"), first)
    assert undone(desk) == ["match clear"]
    assert desk.fixture(final.id).a == first.a
    desk.do(WalkOver(winner="b", early=True), second)
    given(desk, second)
    assert undone(desk) == ["match result"]
    fixture = desk.fixture(second.id)
    assert fixture.result is not None
    assert (fixture.result.how, fixture.result.winner, fixture.by_hand) == ("walk_over", "b", None)
    desk.do(Call(table=1), final)
    of_walk_over = next(each.act for each in desk.acts() if each.act.name == "match walk-over")
    with refused("later_act_stands", number=of_walk_over.number):
        desk.take_back(of_walk_over.number, WHY)
    assert desk.fixture(final.id).state == "called"
    assert undone(desk, of_walk_over.number, with_later=True) == ["match call", "match walk-over"]
    assert (desk.fixture(final.id).state, desk.fixture(second.id).state) == ("waiting", "ready")
    play(desk, hall, second, 1, "a")
    given(desk, second, "b")
    undone(desk)
    fixture = desk.fixture(second.id)
    assert fixture.result is not None
    assert (fixture.result.winner, fixture.by_hand) == ("a", None)  # the table's counts again


def test_a_draw_and_its_undoing(desk: Desk) -> None:
    event = event_with(desk, 5)
    desk.do(Draw(seed="SEED"), event)
    number = last(desk)
    desk.do(Swap(a=desk.entry(event, "Asha").id, b=desk.entry(event, "Esha").id, reason="same train"), event)
    before = [(each.a, each.b) for each in desk.fixtures(event)]
    desk.do(Undraw(), event)
    assert undone(desk) == ["event undraw"]
    assert [(each.a, each.b) for each in desk.fixtures(event)] == before
    assert [each.reason for each in desk.stages(event)[0].swaps] == ["same train"]
    called = next(each for each in desk.fixtures(event) if each.state == "ready")
    desk.do(Call(table=1), called)
    assert undone(desk, number, with_later=True) == ["match call", "event swap", "event draw"]
    assert desk.fixtures(event) == []
    assert desk.stages(event)[0].swaps == ()
    desk.do(Draw(seed="SEED"), event)
    desk.do(Undraw(), event)
    desk.add_entry(event, [Person("Zoe")])
    undrawn = next(each.act for each in desk.acts() if each.act.name == "event undraw")
    with refused("later_act_stands", number=undrawn.number):
        desk.take_back(undrawn.number, WHY)
    assert desk.fixtures(event) == []
    assert undone(desk, undrawn.number, with_later=True) == ["entry add", "event undraw"]
    assert [(each.a, each.b) for each in desk.fixtures(event)]


def test_withdrawals_and_returns(desk: Desk) -> None:
    event = event_with(desk, 4, *GROUPS[:1])
    asha = desk.entry(event, "Asha")
    desk.do(Withdraw(), asha)
    early = last(desk)
    desk.do(Draw(), event)
    with refused("later_act_stands", number=early):
        desk.take_back(early, WHY)
    assert undone(desk, early, with_later=True) == ["event draw", "entry withdraw"]
    desk.do(Draw(), event)
    desk.do(Withdraw(), asha)
    assert desk.entry(event, asha.id).withdrawn
    assert any("Asha" in line for line in lines(desk, event, desk.acts(1)[0]))
    undone(desk)
    assert not desk.entry(event, asha.id).withdrawn
    assert {each.state for each in desk.fixtures(event)} == {"ready"}
    desk.do(Withdraw(), asha)
    desk.do(Return(reason="came after all"), asha)
    assert undone(desk) == ["entry return"]
    assert desk.entry(event, asha.id).withdrawn
    desk.do(SetEvent(withdrawals="all"), event)
    undone(desk)
    assert desk.withdrawals_of(event) == ""


def test_halls_rulesets_line_ups_and_decisions(desk: Desk) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"))
    owner = desk.tournament()
    desk.do(Set(hall="North", tables=[1, 2]), owner)
    first = last(desk)
    desk.do(Set(hall="South", tables=[3]), desk.tournament())
    with refused("later_act_stands", number=first):
        desk.take_back(first, WHY)
    undone(desk)
    assert desk.tournament().settings.get("halls") == {"North": [1, 2]}
    undone(desk, first)
    assert "halls" not in desk.tournament().settings
    desk.do(SaveRuleset(key="club", file=RULES), None)
    desk.do(SaveRuleset(key="club", file=RULES.replace("21", "23"), replace=True), None)
    undone(desk)
    assert desk.ruleset("club").text == RULES
    desk.do(RemoveRuleset(), desk.ruleset("club"))
    undone(desk)
    assert desk.ruleset("club").text == RULES
    for fixture in desk.do(Draw(), event).fixtures:
        given(desk, fixture, "a")
    assert desk.act(last(desk)).standings


def test_a_line_up_is_the_one_of_before(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open 2026"), None)
    event = desk.do(
        AddEvent(key="te", name="Teams", kind="team", stages=[StagePlan("knockout")]), owner
    ).event
    for team in "AB":
        desk.add_entry(event, [Person(f"{team}{number}") for number in range(1, 6)], f"Team {team}")
    match = desk.do(Draw(), event).fixtures[0]
    team = desk.entry(event, match.a or 0)
    desk.do(LineUp(side="a", players=[team.players[n].name for n in (3, 4)]), match)
    named = desk.fixture(match.id).line_up
    desk.do(LineUp(side="a", players=[team.players[n].name for n in (1, 2)]), match)
    assert undone(desk) == ["match line-up"]
    assert desk.fixture(match.id).line_up == named
    [act] = [each.act for each in desk.acts() if each.act.name == "match line-up" and each.by is None]
    assert undone(desk, act.number) == ["match line-up"]
    assert desk.fixture(match.id).line_up is None


def test_two_entries_of_a_bracket_are_exchanged_byes_included(desk: Desk) -> None:
    event = event_with(desk, 5)
    desk.do(Draw(), event)
    bye = next(each for each in desk.fixtures(event) if each.state == "bye")
    match = next(each for each in desk.fixtures(event) if each.state == "ready" and each.round == 1)
    free = desk.entry(event, bye.a or bye.b or 0)
    plays = desk.entry(event, match.a or 0)
    with refused("swap_needs_reason"):
        desk.do(Swap(a=free.id, b=plays.id, reason=""), event)
    changed = desk.do(Swap(a=free.id, b=plays.id, reason="the train is late"), event, actor="anna").ids
    assert {bye.id, match.id} < set(changed)
    assert desk.fixture(match.id).a == free.id
    assert plays.id in (desk.fixture(bye.id).a, desk.fixture(bye.id).b)
    second = [each for each in desk.fixtures(event) if each.round == 2]
    assert any(plays.id in (each.a, each.b) for each in second)
    [swap] = desk.stages(event)[0].swaps
    assert (swap.a, swap.b, swap.reason, swap.actor) == (free.id, plays.id, "the train is late", "anna")
    with refused("swap_changes_nothing"):
        desk.do(Swap(a=free.id, b=desk.entry(event, match.b or 0).id, reason="no"), event)
    desk.do(Call(table=1), desk.fixture(match.id))
    with refused("swap_round_begun", matches=[match.id]):
        desk.do(Swap(a=free.id, b=plays.id, reason="back"), event)
    act = next(each.act for each in desk.acts() if each.act.name == "event swap")
    with refused("later_act_stands", number=act.number):
        desk.take_back(act.number, WHY)
    assert undone(desk, act.number, with_later=True) == ["match call", "event swap"]
    assert desk.fixture(match.id).a == plays.id
    assert desk.stages(event)[0].swaps == ()


def test_only_entries_of_one_draw_can_be_exchanged(desk: Desk) -> None:
    event = event_with(desk, 4)
    a, b = desk.entries(event)[:2]
    with refused("swap_not_drawn"):
        desk.do(Swap(a=a.id, b=b.id, reason="no"), event)
    desk.do(Draw(), event)
    with refused("swap_changes_nothing"):
        desk.do(Swap(a=a.id, b=a.id, reason="no"), event)


def test_entries_of_two_groups_and_the_places_of_a_bracket_after_them_are_exchanged(desk: Desk) -> None:
    event = event_with(desk, 6, *GROUPS)
    drawn = desk.do(Draw(), event).fixtures
    of_group = {group: [each for each in drawn if each.group == group] for group in (1, 2)}
    a, b = (desk.entry(event, of_group[group][0].a or 0) for group in (1, 2))
    desk.do(Swap(a=a.id, b=b.id, reason="two of one family"), event)
    for fixture in desk.fixtures(event):
        before = next(each for each in drawn if each.id == fixture.id)
        other = {a.id: b.id, b.id: a.id, None: None}
        assert fixture.a == other.get(before.a, before.a)
    for fixture in desk.fixtures(event):
        if fixture.stage == 1:
            given(desk, fixture)
    ready = [each for each in desk.fixtures(event) if each.stage == 2 and each.state == "ready"]
    winner, runner_up = desk.entry(event, ready[0].a or 0), desk.entry(event, ready[1].b or 0)
    desk.do(Swap(a=winner.id, b=runner_up.id, reason="they met in the group"), event)
    assert desk.fixture(ready[0].id).a == runner_up.id
    assert desk.fixture(ready[1].id).b == winner.id
    assert desk.settle() == []
    given(desk, ready[1], "b")
    assert desk.fixture(ready[0].id).a == runner_up.id
    with refused("swap_round_begun", matches=[ready[1].id]):
        desk.do(Swap(a=winner.id, b=runner_up.id, reason="no"), event)
