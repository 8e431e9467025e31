"""A withdrawn entry is taken in again, and what becomes of its results in a group.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import pytest
from desk_hall import Hall, changed, event_with, play, title_of

from host_tools.tournament.acts.draws import Draw, Undraw
from host_tools.tournament.acts.entries import Return, Withdraw
from host_tools.tournament.acts.events import SetEvent
from host_tools.tournament.acts.matches import Call, EnterResult, Recall
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.model.model import Competition, Fixture, StagePlan
from tests.refusals import refused

ROUND_ROBIN = StagePlan("round_robin", settings={"advance": 2})


def given(desk: Desk, fixture: Fixture) -> None:
    """The entry that came first wins 10-3, by hand."""
    games = ["10-3" if (fixture.a or 0) < (fixture.b or 0) else "3-10"]
    desk.do(EnterResult(games=games, reason="from paper"), fixture)


def of_entry(desk: Desk, event: Competition, entry: int) -> list[Fixture]:
    return [fixture for fixture in desk.fixtures(event) if entry in (fixture.a, fixture.b)]


def test_the_unplayed_matches_of_an_entry_come_back_with_it(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4, StagePlan("round_robin"))
    drawn = desk.do(Draw(), event).fixtures
    entry = desk.entries(event)[0]
    mine = of_entry(desk, event, entry.id)
    play(desk, hall, mine[0], 1, "a")
    gone = list(desk.do(Withdraw(), entry).changed)
    assert set(gone) == {mine[1].id, mine[2].id}
    assert desk.standings(event)[0][-1].reason == "withdrawn"
    back = changed(desk, Return(reason="he had only gone to eat"), entry, actor="anna")
    assert set(back) == set(gone)
    assert not desk.entry(event, entry.id).withdrawn
    assert [fixture.state for fixture in of_entry(desk, event, entry.id)] == ["done", "ready", "ready"]
    assert desk.fixture(mine[1].id).note_code is None
    [act] = [row for row in desk.store.admins.acts() if row["what"] == "entry return"]
    assert act["who"] == "anna"
    del act["detail"]["undo"]
    assert act["detail"] == {"event": "ms", "entry": entry.title, "reason": "he had only gone to eat"}
    for fixture in drawn:
        if desk.fixture(fixture.id).state == "ready":
            given(desk, desk.fixture(fixture.id))
    assert desk.stages(event)[0].state == "done"


def test_an_entry_comes_back_before_the_draw_and_not_twice(desk: Desk) -> None:
    event = event_with(desk, 3)
    entry = desk.entries(event)[0]
    with refused("not_withdrawn", entry=entry.title):
        desk.do(Return(reason="why"), entry)
    desk.do(Withdraw(), entry)
    with refused("return_needs_reason"):
        desk.do(Return(reason=" "), entry)
    other = desk.add_entry(event, [Person(entry.title)])
    with refused("entered_already", player=entry.title):
        desk.do(Return(reason="why"), entry)
    desk.do(Withdraw(), other)
    assert changed(desk, Return(reason="why"), entry) == []
    assert any(entry.id in (each.a, each.b) for each in desk.do(Draw(), event).fixtures)


def test_who_was_left_out_of_the_draw_cannot_come_back_into_it(desk: Desk) -> None:
    event = event_with(desk, 5)
    entry = desk.entries(event)[0]
    desk.do(Withdraw(), entry)
    desk.do(Draw(), event)
    with refused("returned_not_drawn", entry=entry.title, key="ms"):
        desk.do(Return(reason="here"), entry)
    desk.do(Undraw(), event)
    desk.do(Return(reason="here"), entry)


def test_a_match_that_was_called_since_is_named(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    entry = desk.entry(event, title_of(desk, first.a))
    desk.do(Withdraw(), entry)
    given(desk, second)
    desk.do(Call(table=1), desk.fixture(final.id))
    with refused("later_match", match=final.id):
        desk.do(Return(reason="here"), entry)
    assert desk.entry(event, entry.id).withdrawn
    desk.do(Recall(), final)
    assert set(changed(desk, Return(reason="here"), entry)) == {first.id, final.id}
    assert (desk.fixture(first.id).state, desk.fixture(final.id).state) == ("ready", "waiting")


def test_a_stage_that_was_drawn_without_it_is_drawn_again(desk: Desk) -> None:
    event = event_with(desk, 4, ROUND_ROBIN, StagePlan("round_robin"))
    drawn = desk.do(Draw(), event).fixtures
    entry = desk.entries(event)[0]
    desk.do(Withdraw(), entry)
    for fixture in drawn:
        if desk.fixture(fixture.id).state == "ready":
            given(desk, fixture)
    assert desk.stages(event)[1].state == "drawn"
    desk.do(Return(reason="here"), entry)
    assert [stage.state for stage in desk.stages(event)] == ["drawn", "waiting"]
    for fixture in drawn:
        if desk.fixture(fixture.id).state == "ready":
            given(desk, fixture)
    assert of_entry(desk, event, entry.id)[-1].stage == 2


@pytest.mark.parametrize(("how", "points"), [("usual", 0), ("none", 0), ("all", 2)])
def test_the_results_of_who_withdraws_count_all_or_none_as_the_event_says(
    desk: Desk, hall: Hall, how: str, points: int
) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"))
    desk.do(Draw(), event)
    desk.do(SetEvent(withdrawals=how), event)
    entry = desk.entries(event)[0]
    lost, other = of_entry(desk, event, entry.id)
    play(desk, hall, lost, 1, "b" if lost.a == entry.id else "a")
    desk.do(Withdraw(), entry)
    winner = lost.b if lost.a == entry.id else lost.a
    places = {place.entry: place for place in desk.standings(event)[0]}
    assert places[winner or 0].points == points
    third = other.b if other.a == entry.id else other.a
    assert places[third or 0].points == points  # a walk-over
    assert places[entry.id].place == 3
    assert desk.withdrawals_of(event) == ("" if how == "usual" else how)


def test_how_results_count_is_one_of_three(desk: Desk) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"))
    with refused("value_unfit", value="some"):
        SetEvent.read({"withdrawals": "some"})
    assert desk.do(SetEvent(withdrawals="all"), event).withdrawals == "all"
    assert desk.withdrawals_of(event) == "all"
    desk.do(SetEvent(withdrawals="usual"), event)
    assert desk.withdrawals_of(event) == ""
    assert desk.tournament().settings == {"event_withdrawals": {}}
