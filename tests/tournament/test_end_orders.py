"""What the desk decides while the match stands at a table: the table is asked to end it (D296)."""

import json
from typing import Any

from desk_hall import Hall, event_with

from host_tools.store.database import reading
from host_tools.store.schema import commands
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult, WalkOver
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import Fixture


def orders(hall: Hall) -> list[tuple[int, str | None]]:
    """(table, winner) of each order that was ever sent, the oldest first."""
    with reading(hall.store.engine) as connection:
        rows = connection.execute(commands.select().order_by(commands.c.created_at)).all()
    rows_read: list[tuple[int, dict[str, Any]]] = [(row.table_no, json.loads(row.body)) for row in rows]
    return [(table, event.get("winner")) for table, event in rows_read if event["kind"] == "decided"]


def playing(desk: Desk, hall: Hall) -> Fixture:
    """The one match of an event, begun at table 1."""
    fixture = desk.do(Draw(), event_with(desk, 2)).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    hall.begin(1)
    hall.enter(1, {"kind": "board", "winner": "a", "left": 3, "queen": "a"})
    desk.settle()
    assert desk.fixture(fixture.id).state == "playing"
    return fixture


def test_d296_a_result_by_hand_asks_the_table_once_and_its_end_is_no_other_result(
    desk: Desk, hall: Hall
) -> None:
    called = playing(desk, hall)
    desk.do(EnterResult(games=["3-10"], reason="B's umpire says so"), called)
    assert orders(hall) == [(1, "b")]
    assert desk.settle() == []
    assert orders(hall) == [(1, "b")]
    hall.take()
    hall.enter(1, {"kind": "ended", "winner": "b"})
    assert desk.settle() == []
    hall.enter(1, {"kind": "confirm"})
    assert desk.settle() == []
    fixture = desk.fixture(called.id)
    assert (fixture.state, fixture.by_hand, fixture.note_code) == ("done", "entered", None)
    assert fixture.result is not None
    assert fixture.result.games == ((3, 10),)
    assert orders(hall) == [(1, "b")]


def test_a_walk_over_asks_the_table_that_waits_for_the_players(desk: Desk, hall: Hall) -> None:
    fixture = desk.do(Draw(), event_with(desk, 2)).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    desk.do(WalkOver(winner="b", early=True), fixture)
    assert orders(hall) == [(1, "b")]
    desk.settle()
    assert orders(hall) == [(1, "b")]


def test_of_a_match_that_its_table_never_got_nothing_is_said(desk: Desk, hall: Hall) -> None:
    fixture = desk.do(Draw(), event_with(desk, 2)).fixtures[0]
    desk.do(Call(table=1), fixture)  # on its way
    desk.do(WalkOver(winner=None, early=True), fixture)
    desk.settle()
    assert orders(hall) == []
    assert hall.store.open_commands() == []


def test_a_table_whose_link_was_lost_is_asked_with_its_first_report(desk: Desk, hall: Hall) -> None:
    fixture = desk.do(Draw(), event_with(desk, 2)).fixtures[0]
    desk.do(Call(table=1), fixture)
    before = hall.store.open_commands()
    desk.do(EnterResult(games=["10-3"], reason="table 1 cannot be reached"), fixture)
    assert orders(hall) == []
    for command in before:  # it had the match all the same, and has been played on
        hall.enter(1, command["event"])
    hall.begin(1)
    desk.settle()
    assert orders(hall) == [(1, "a")]
    desk.settle()
    assert orders(hall) == [(1, "a")]


def test_a_correction_asks_again_only_when_another_side_has_it(desk: Desk, hall: Hall) -> None:
    fixture = playing(desk, hall)
    desk.do(EnterResult(games=["3-10"], reason="misread"), fixture)
    hall.take()
    desk.do(EnterResult(games=["4-10"], reason="read again"), fixture)
    assert orders(hall) == [(1, "b")]
    hall.at += 1_000
    desk.do(EnterResult(games=["10-4"], reason="sides mixed up"), fixture)
    assert sorted(orders(hall), key=str) == [(1, "a"), (1, "b")]


def test_a_match_that_has_ended_at_its_table_or_left_it_is_not_asked_for(desk: Desk, hall: Hall) -> None:
    fixture = playing(desk, hall)
    hall.win(1, "a")
    desk.settle()
    desk.do(EnterResult(games=["3-10"], reason="wrong players"), fixture)
    desk.settle()
    assert orders(hall) == []


def test_undone_at_the_table_after_a_result_by_hand_it_is_asked_to_end_again(desk: Desk, hall: Hall) -> None:
    fixture = playing(desk, hall)
    desk.do(EnterResult(games=["3-10"], reason="B's umpire says so"), fixture)
    hall.take()
    before = hall.states[1]
    hall.enter(1, {"kind": "ended", "winner": "b"})
    hall.states[1] = before
    hall.enter(1, {"kind": "board", "winner": "a", "left": 2, "queen": "a"})  # played on
    desk.settle()
    assert orders(hall) == [(1, "b")]  # the table knows
    assert desk.fixture(fixture.id).note_code is None
