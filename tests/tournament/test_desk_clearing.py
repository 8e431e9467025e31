"""A result by hand and a walk-over are cleared: the match can be played, and what followed is taken back.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

from typing import Any

import pytest
from desk_hall import GROUPS, Hall, clearing, event_with, ids_of, play

from host_tools.tournament.acts.draws import Draw, Undraw
from host_tools.tournament.acts.entries import Withdraw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.matches import Call, ClearResult, EnterResult, Recall, WalkOver
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, Person
from host_tools.tournament.matches import stale_results
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Competition, Fixture, StagePlan
from tests.refusals import refused

ROUND_ROBIN = StagePlan("round_robin", settings={"advance": 3})


def given(desk: Desk, fixture: Fixture, winner: str = "a") -> None:
    """Enter 10-3, or 3-10, by hand."""
    desk.do(EnterResult(games=["10-3" if winner == "a" else "3-10"], reason="from paper"), fixture)


def states(desk: Desk, event: Competition) -> list[str]:
    return [fixture.state for fixture in desk.fixtures(event)]


def record_of(desk: Desk, act: str) -> list[Any]:
    """The acts of this kind, as the record has them."""
    return [row for row in desk.store.admins.acts() if row["what"] == act]


def test_a_result_by_hand_is_cleared_and_the_match_is_played(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    given(desk, first)
    cleared = desk.done(ClearResult(reason="it was the other match"), first, actor="anna")
    assert ids_of(cleared) == [first.id, final.id]
    fixture = desk.fixture(first.id)
    assert (fixture.state, fixture.result, fixture.by_hand) == ("ready", None, None)
    assert desk.fixture(final.id).a is None
    kept = desk.corrections(event)[-1]
    assert (kept.actor, kept.reason, kept.after) == ("anna", "it was the other match", None)
    assert kept.before is not None
    [act] = record_of(desk, "match clear")
    assert (act["who"], act["detail"]["reason"]) == ("anna", "it was the other match")
    assert act["detail"]["was"] == kept.before.to_json()
    play(desk, hall, first, 1, "b")
    fixture = desk.fixture(first.id)
    assert (fixture.state, fixture.by_hand, wording.mark(fixture)) == ("done", None, "")
    given(desk, second)
    desk.do(ClearResult(reason="not played yet"), second)
    given(desk, second, "b")
    assert desk.fixture(second.id).by_hand == "entered"  # what was cleared was not replaced


@pytest.mark.parametrize("winner", ["a", None])
def test_a_walk_over_is_cleared_and_the_match_is_called_again(desk: Desk, hall: Hall, winner: Any) -> None:
    event = event_with(desk, 4)
    first, _, final = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), first)
    hall.take()
    hall.at += 900_000
    desk.do(WalkOver(winner=winner), first)
    hall.take()  # the table ends it
    assert "ready" not in states(desk, event)[2:]
    desk.do(ClearResult(reason="they had waited at table 11"), first)
    assert desk.settle() == []
    fixture = desk.fixture(first.id)
    assert (fixture.state, fixture.table, fixture.called_at, fixture.result) == ("ready", None, None, None)
    assert desk.fixture(final.id).state == "waiting"
    hall.hear(1)
    play(desk, hall, first, 1, "b")
    assert desk.fixture(first.id).state == "done"
    assert desk.fixture(final.id).a == first.b
    assert desk.reports() == []


def test_what_would_follow_is_seen_before_and_nothing_has_changed(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    given(desk, first)
    given(desk, second)
    before = desk.fixtures(event)
    seen = clearing(desk, first)
    assert (seen.value.fixture.state, seen.value.fixture.result, seen.value.later) == ("ready", None, ())
    assert seen.effects.undrawn == ()
    assert [
        (change.before.id, change.before.state, change.after.state) for change in seen.effects.changes
    ] == [(first.id, "done", "ready"), (final.id, "ready", "waiting")]
    assert desk.fixtures(event) == before
    assert record_of(desk, "match clear") == []
    assert desk.corrections(event)[-1].after is not None
    with refused("nothing_to_clear", match=final.id):
        clearing(desk, final)


def test_a_match_that_follows_and_was_called_is_named_and_stays_marked_with_force(
    desk: Desk, hall: Hall
) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    given(desk, first)
    given(desk, second)
    desk.do(Call(table=1), final)
    seen = clearing(desk, first)
    assert [why.facts["match"] for why in seen.value.later] == [final.id]
    with refused("later_match", match=final.id):
        desk.do(ClearResult(reason="not played"), first)
    assert desk.fixture(first.id).state == "done"
    desk.do(ClearResult(reason="not played", force=True), first)
    assert desk.fixture(first.id).state == "ready"
    assert desk.fixture(final.id).note_code == "called_with"


def test_a_walk_over_that_followed_from_a_withdrawal_goes_with_it(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    given(desk, first)
    given(desk, second)
    withdrawn = desk.entry(event, desk.fixture(final.id).b or 0)
    desk.do(Withdraw(), withdrawn)
    assert desk.fixture(final.id).state == "done"
    desk.do(ClearResult(reason="not played"), first)
    fixture = desk.fixture(final.id)
    assert (fixture.state, fixture.a, fixture.b, fixture.note_code) == ("waiting", None, withdrawn.id, None)


def test_a_tie_of_teams_is_open_again(desk: Desk) -> None:
    owner = desk.do(NewTournament(key="open", name="Open 2026"), None)
    rules = {"games": 1, "points": 10}
    event = desk.do(
        AddEvent(key="te", name="Teams", kind="team", rules=rules, stages=[StagePlan("knockout")]), owner
    ).event
    for team in "ABCDEFGH":
        desk.add_entry(event, [Person(f"{team}{number}") for number in range(1, 6)], f"Team {team}")
    desk.do(Draw(), event)
    tie = [fixture for fixture in desk.fixtures(event) if fixture.tie == "open-te-1-1-1"]
    given(desk, tie[0])
    given(desk, tie[1])
    assert desk.fixture(tie[2].id).state == "off"
    follows = [fixture for fixture in desk.fixtures(event) if fixture.tie == "open-te-1-2-1"]
    assert all(fixture.a is not None for fixture in follows)
    desk.do(ClearResult(reason="not played"), tie[1])
    assert [desk.fixture(part.id).state for part in tie] == ["done", "ready", "ready"]
    assert all(desk.fixture(part.id).a is None for part in follows)


def test_a_group_stage_is_not_complete_any_more(desk: Desk) -> None:
    event = event_with(desk, 6, *GROUPS)
    drawn = desk.do(Draw(), event).fixtures
    for fixture in drawn:
        if fixture.stage == 1:
            given(desk, fixture)
    assert {fixture.state for fixture in desk.fixtures(event) if fixture.stage == 2} == {"ready", "waiting"}
    seen = clearing(desk, drawn[0])
    assert [(row.stage, row.group) for row in seen.effects.standings] == [(1, 1)]
    desk.do(ClearResult(reason="not played"), drawn[0])
    assert [stage.state for stage in desk.stages(event)] == ["drawn", "drawn"]
    semis = [fixture for fixture in desk.fixtures(event) if fixture.stage == 2 and fixture.round == 1]
    assert [fixture.state for fixture in semis] == ["waiting", "waiting"]


def test_a_later_stage_that_was_drawn_is_taken_back_unless_it_has_begun(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4, ROUND_ROBIN, StagePlan("round_robin"))
    drawn = desk.do(Draw(), event).fixtures
    for fixture in drawn:  # so that nobody is level
        given(desk, fixture, "a" if (fixture.a or 0) < (fixture.b or 0) else "b")
    later = [fixture for fixture in desk.fixtures(event) if fixture.stage == 2]
    seed = desk.stages(event)[1].seed
    assert len(later) == 3
    seen = clearing(desk, drawn[0])
    assert [stage.position for stage in seen.effects.undrawn] == [2]
    desk.do(ClearResult(reason="not played"), drawn[0])
    assert [stage.state for stage in desk.stages(event)] == ["drawn", "waiting"]
    assert all(fixture.stage == 1 for fixture in desk.fixtures(event))
    given(desk, drawn[0], "a" if (drawn[0].a or 0) < (drawn[0].b or 0) else "b")
    assert [fixture.id for fixture in desk.fixtures(event) if fixture.stage == 2] == [
        fixture.id for fixture in later
    ]
    assert desk.stages(event)[1].seed == seed
    desk.do(Call(table=1), desk.fixture(later[0].id))
    with refused("later_stage_begun", position=2):
        desk.do(ClearResult(reason="not played"), drawn[0])
    desk.do(Recall(), later[0])  # a table may still have it: its id is not given again
    with refused("later_stage_begun"):
        desk.do(ClearResult(reason="not played"), drawn[0])
    desk.do(ClearResult(reason="not played", force=True), drawn[0])
    assert desk.stages(event)[1].state == "drawn"
    assert desk.fixture(later[0].id).state == "ready"


def test_the_result_of_the_table_counts_again_when_the_one_by_hand_is_cleared(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, _, final = desk.do(Draw(), event).fixtures
    play(desk, hall, first, 1, "a")
    desk.do(EnterResult(games=["3-10"], reason="sides mixed up"), first)
    seen = clearing(desk, first)
    assert (seen.value.fixture.state, seen.value.fixture.result and seen.value.fixture.result.winner) == (
        "done",
        "a",
    )
    desk.do(ClearResult(reason="they were not"), first)
    fixture = desk.fixture(first.id)
    assert (fixture.state, fixture.table, fixture.by_hand, fixture.note_code) == ("done", 1, None, None)
    assert fixture.result is not None
    assert fixture.result.winner == "a"
    assert desk.fixture(final.id).a == first.a
    assert desk.settle() == []


def test_a_match_that_is_still_played_goes_on_when_the_wrong_result_is_cleared(
    desk: Desk, hall: Hall
) -> None:
    event = event_with(desk, 4)
    first, second, _ = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), first)
    desk.do(Call(table=2), second)
    hall.take()
    hall.begin(1)
    hall.begin(2)
    desk.settle()
    given(desk, first)
    desk.do(ClearResult(reason="the other match"), first)
    assert hall.store.open_commands() == []  # the table is not asked to end it any more
    assert desk.fixture(first.id).state == "playing"
    hall.win(1, "b")
    desk.settle()
    assert desk.fixture(first.id).by_hand is None
    given(desk, second)
    [order] = hall.store.open_commands()
    hall.answer(order["id"], "ok")  # its umpire was asked to end it, and has not yet
    desk.do(ClearResult(reason="the other match"), second)
    assert desk.fixture(second.id).state == "ready"
    desk.settle()
    assert [view.reason for view in desk.reports()] == ["recalled"]


def test_only_what_the_desk_has_given_can_be_cleared(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    with refused("nothing_to_clear", match=first.id):
        desk.do(ClearResult(reason="why not"), first)
    play(desk, hall, first, 1)
    with refused("result_of_table", match=first.id, table=1):
        desk.do(ClearResult(reason="why not"), first)
    with refused("result_of_table"):
        clearing(desk, first)
    entry = desk.entry(event, second.b or 0)
    desk.do(Withdraw(), entry)
    with refused("walk_over_of_withdrawn", match=second.id, entries=[entry.title]):
        desk.do(ClearResult(reason="he is here"), second)
    given(desk, final)
    with refused("clearing_needs_reason"):
        desk.do(ClearResult(reason=" "), final)
    with refused("cleared_another", match=final.id):
        desk.do(ClearResult(reason="why", known="0123456789ab"), final)
    desk.do(ClearResult(reason="why", known=stale_results.version(desk.fixture(final.id).result)), final)
    with refused("nothing_to_clear"):
        desk.do(ClearResult(reason="why"), final)


def test_the_draw_is_taken_back_after_the_only_result_was_cleared(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), first)
    hall.take()
    desk.do(WalkOver(winner="a", early=True), first)
    with refused("played_draw_stands"):
        desk.do(Undraw(), event)
    desk.do(ClearResult(reason="wrong match"), first)
    desk.do(Undraw(), event)
    # A table may have the match that was called: its id is not given again.
    assert desk.do(Draw(), event).fixtures[0].id != first.id


def test_a_walk_over_of_a_match_that_nobody_called_is_asked_for(desk: Desk) -> None:
    event = event_with(desk, 4)
    first = desk.do(Draw(), event).fixtures[0]
    with refused("not_called_yet", match=first.id):
        desk.do(WalkOver(winner="a"), first)
    assert desk.fixture(first.id).state == "ready"
    desk.do(WalkOver(winner="a", early=True), first)
    assert desk.fixture(first.id).state == "done"
