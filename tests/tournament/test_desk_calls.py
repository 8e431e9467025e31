"""Matches to tables: the call and its report clock, the next one, recall, walk-over.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import pytest
from desk_hall import Hall, event_with, ids_of

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, Recall, WalkOver
from host_tools.tournament.acts.rounds import CallNext
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import remarks
from host_tools.tournament.model.model import StagePlan
from tests.refusals import noted, refused


def test_a_call_brings_the_match_to_the_table_and_starts_the_report_clock(desk: Desk, hall: Hall) -> None:
    singles = event_with(desk, 2)
    drawn = desk.do(Draw(), singles).fixtures[0]
    called = desk.do(Call(table=2, umpire="Rita", report_ms=60_000), drawn)
    command = hall.store.command(called.command)
    assert command is not None
    event = command["event"]
    assert (command["table"], event["match"], event["stage"]) == (2, drawn.id, "final")
    assert event["rules"] == {"games": 1, "points": 10, "clocks": {"report": 60_000}}
    assert event["title"] == "Men's Singles, final"
    fixture = desk.fixture(drawn.id)
    assert (fixture.state, fixture.table, fixture.umpire) == ("called", 2, "Rita")
    assert fixture.report_by == hall.at + 60_000
    assert desk.overdue() == []
    hall.at += 5_000
    hall.take()  # the table was away for a moment: its clock starts now
    desk.settle()
    assert desk.fixture(drawn.id).report_by == hall.at + 60_000
    hall.at += 60_000
    assert [late.id for late in desk.overdue()] == [drawn.id]


def test_the_clock_of_143i_is_the_rulebooks(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    assert desk.do(Call(table=1), desk.do(Draw(), event).fixtures[0]).fixture.report_by == hall.at + 900_000
    other = event_with(desk, 2, key="cr", ruleset="wcc", rules=None)
    hall.take()
    desk.do(WalkOver(winner="a", early=True), desk.fixtures(event)[0])
    assert desk.do(Call(table=2), desk.do(Draw(), other).fixtures[0]).fixture.report_by is None


def test_only_a_free_table_and_free_players_are_called(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    with refused("table_unheard", table=9):
        desk.do(Call(table=9), first)
    with refused("waits_for_players"):
        desk.do(Call(table=1), final)
    desk.do(Call(table=1), first)
    with refused("table_not_free", table=1):
        desk.do(Call(table=1), second)
    with refused("at_a_table_already", table=1):
        desk.do(Call(table=2), first)
    hall.hear(3, link="stale")
    with refused("table_not_free", table=3):
        desk.do(Call(table=3), second)
    assert desk.free_tables() == [2]
    other = event_with(desk, 4, key="ws")
    desk.do(Draw(), other)
    busy = {first.a, first.b}
    for fixture in desk.fixtures(other, "ready"):
        # The same people entered both events: entries 5 to 8 are players 1 to 4.
        if {(fixture.a or 0) - 4, (fixture.b or 0) - 4} & busy:
            with refused("player_at_table", table=1):
                desk.do(Call(table=2), fixture)
            assert desk.do(Call(table=2, force=True), fixture).remarks
            break
    else:
        pytest.fail("nobody at table 1 plays in the other event")


def test_the_note_of_a_refused_call_has_the_table_s_reason_and_no_sentence(desk: Desk, hall: Hall) -> None:
    drawn = desk.do(Draw(), event_with(desk, 2)).fixtures[0]
    hall.refuse(desk.do(Call(table=1), drawn).command, "in play: x", "in_play_here", match="x")
    desk.settle()
    fixture = desk.fixture(drawn.id)
    answer = {"code": "not_now", "message": "in play: x", "reason": "in_play_here", "facts": {"match": "x"}}
    assert noted(fixture) == ("refused", {"table": 1, "answer": answer})
    assert remarks.note(fixture.note_code, fixture.note_facts) == (
        "Table 1 refuses it: match x is in play at this table. Recall it, or call it to another table."
    )
    assert desk.settle() == []


def test_a_call_that_the_table_refuses_says_why(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    drawn = desk.do(Draw(), event).fixtures[0]
    called = desk.do(Call(table=1), drawn)
    hall.refuse(called.command, "match x is in play")
    assert desk.settle() == [drawn.id]
    fixture = desk.fixture(drawn.id)
    assert fixture.state == "called"
    answer = {"code": "not_now", "message": "match x is in play", "reason": None, "facts": {}}
    assert noted(fixture) == ("refused", {"table": 1, "answer": answer})
    assert remarks.note(fixture.note_code, fixture.note_facts).startswith(
        "Table 1 refuses it: match x is in play. "
    )
    assert desk.settle() == []
    assert desk.do(Recall(), drawn).fixture.note_code is None
    desk.do(Call(table=2), drawn)
    hall.take()
    hall.win(2)
    assert desk.settle() == [drawn.id]
    assert desk.fixture(drawn.id).note_code is None


def test_the_next_match_is_the_earliest_whose_players_are_free(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"))
    desk.do(Draw(), event)
    fixture = desk.do(CallNext(tables=[1]), desk.tournament()).calls[0].fixture
    assert (fixture.round, fixture.number) == (1, 1)
    with refused("nothing_to_call"):
        desk.do(CallNext(tables=[2]), desk.tournament())  # with three there is nobody left to play
    hall.take()
    hall.win(1)
    desk.settle()
    assert desk.do(CallNext(tables=[2]), desk.tournament()).calls[0].fixture.round == 2


def test_a_recalled_match_is_ready_again_and_its_command_is_withdrawn(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    drawn = desk.do(Draw(), event).fixtures[0]
    called = desk.do(Call(table=1), drawn)
    desk.do(Recall(), drawn)
    assert hall.store.command(called.command) is None
    assert desk.fixture(drawn.id).state == "ready"
    desk.do(Call(table=1), drawn)
    hall.take()
    hall.begin(1)
    desk.settle()
    with refused("being_played", table=1):
        desk.do(Recall(), drawn)
    desk.do(Recall(force=True), drawn)
    desk.do(Call(table=2), drawn)
    assert desk.settle() == [drawn.id]  # what was begun at table 1 counts no more: people are told of it
    assert [view.reason for view in desk.reports()] == ["recalled"]
    assert desk.settle() == []
    hall.take()
    hall.win(2, "b")
    desk.settle()
    fixture = desk.fixture(drawn.id)
    assert (fixture.state, fixture.table) == ("done", 2)


def test_a_walk_over_scores_as_the_laws_have_it(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4, rules=None)
    first, second, final = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), first)
    hall.at += 900_000 - 60_001
    with refused("report_clock_runs", minutes=2):
        desk.do(WalkOver(winner="b"), first)
    hall.at += 60_001
    assert ids_of(desk.done(WalkOver(winner="b"), first)) == [first.id, final.id]
    result = desk.fixture(first.id).result
    assert result is not None
    assert (result.how, result.winner, result.games) == ("walk_over", "b", ((0, 25), (0, 25)))
    assert hall.store.open_commands() == []
    desk.do(WalkOver(winner=None, early=True), second)  # neither came: the other half's winner goes through
    assert desk.fixture(final.id).state == "bye"
    with refused("no_walk_over", state="bye"):
        desk.do(WalkOver(winner="a"), final)


def test_a_match_of_no_tournament_takes_no_place_of_a_planned_one(desk: Desk, hall: Hall) -> None:
    first, second, _ = desk.do(Draw(), event_with(desk, 4)).fixtures
    event = {"kind": "match", "match": second.id, "ruleset": "icf", "stage": "round", "a": ["X"], "b": ["Y"]}
    with refused("match_planned", match="open-ms-1-1-2", table=2):
        hall.store.queue_command(2, event)
    desk.do(Call(table=1), first)
    with refused("table_has_match", table=1, match="open-ms-1-1-1"):
        hall.store.queue_command(1, {**event, "match": "friendly"})
    hall.store.queue_command(2, {**event, "match": "friendly"})
    desk.do(Recall(), first)
    hall.store.queue_command(1, {**event, "match": "friendly-2"})


def test_a_match_set_up_at_the_table_gives_way_to_no_call(desk: Desk, hall: Hall) -> None:
    first, second, _ = desk.do(Draw(), event_with(desk, 4)).fixtures
    event = {
        "kind": "match",
        "match": "set-up-here",
        "ruleset": "icf",
        "stage": "round",
        "a": ["X"],
        "b": ["Y"],
    }
    hall.enter(1, event)
    with refused("table_not_free", table=1):
        desk.do(Call(table=1), first)
    forced = hall.store.command(desk.do(Call(table=1, force=True), first).command)
    assert forced is not None
    assert "replaces" not in forced["event"], "the table itself refuses it, and the desk is told"

    desk.do(Call(table=2), second)
    hall.take()
    desk.do(Recall(), second)
    anew = hall.store.command(desk.do(Call(table=2), second).command)
    assert anew is not None
    assert anew["event"]["replaces"] == second.id, "the desk's own match gives way"
