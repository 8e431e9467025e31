"""Calls: no player is called to two tables at once unless the organiser insists, and players without rest are
named.
"""

from desk_hall import Hall, event_with, play

from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult, Recall, WalkOver
from host_tools.tournament.acts.rounds import CallNext
from host_tools.tournament.acts.tournament import Set
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.model import StagePlan
from host_tools.tournament.reasons import cause
from tests.refusals import causes, refused

MINUTE_MS = 60_000


def test_a_player_at_a_table_of_another_event_is_not_offered_and_called_only_anyway(
    desk: Desk, hall: Hall
) -> None:
    first = desk.do(Draw(), event_with(desk, 2)).fixtures[0]
    other = desk.do(Draw(), event_with(desk, 2, key="xd")).fixtures[0]  # the same two people
    desk.do(Call(table=1), first)
    assert desk.next_for(2) is None
    assert [(why.reason, why.facts["player"], why.facts["table"]) for why in desk.about_players(other)] == [
        ("player_at_table", "Asha", 1),
        ("player_at_table", "Bela", 1),
    ]
    assert desk.about_players(desk.fixture(first.id)) == []
    with refused("players_elsewhere") as caught:
        desk.do(Call(table=2), other)
    assert [cause.facts.get("player") for cause in causes(caught.value.cause)][1:] == ["Asha", "Bela"]
    with refused("nothing_to_call", elsewhere=[]):
        desk.do(CallNext(tables=[2]), desk.tournament())
    hall.hear(3, link="stale")
    with refused("link_not_up", link="stale"):
        desk.do(Call(table=3, anyway=True), other)  # of the table it says nothing
    called = desk.do(Call(table=2, anyway=True), other)
    assert [remark.facts["player"] for remark in called.remarks] == ["Asha", "Bela"]
    assert called.fixture.table == 2


def test_who_has_just_played_is_called_with_a_word_about_rest(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"))
    first, second, _ = desk.do(Draw(), event).fixtures
    play(desk, hall, first, 1)
    hall.at += 3 * MINUTE_MS
    hall.hear(1, 2, 3)
    [tired] = {first.a, first.b} & {second.a, second.b}
    name = next(entry.title for entry in desk.entries(event) if entry.id == tired)
    called = desk.do(Call(table=2), second)
    assert called.remarks == (cause("player_resting", player=name, minutes_ago=3, rest_minutes=5),)
    desk.do(Recall(), second)
    hall.at += 2 * MINUTE_MS
    hall.hear(1, 2, 3)
    assert desk.do(Call(table=2), second).remarks == ()


def test_the_rest_is_the_tournaments(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"))
    first, second, _ = desk.do(Draw(), event).fixtures
    owner = desk.tournament()
    with refused("value_unfit"):
        desk.do(Set.read({"rest_minutes": "121"}), owner)
    desk.do(Set(rest_minutes=10), owner)
    play(desk, hall, first, 1)
    hall.at += 9 * MINUTE_MS
    hall.hear(1, 2, 3)
    [remark] = desk.do(Call(table=2), second).remarks
    assert (remark.facts["minutes_ago"], remark.facts["rest_minutes"]) == (9, 10)
    desk.do(Recall(), second)
    desk.do(Set(rest_minutes=0), owner)
    assert desk.do(Call(table=2), second).remarks == ()


def test_next_takes_the_rested_first_and_a_correction_costs_nobody_his_rest(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4, StagePlan("round_robin"))
    drawn = desk.do(Draw(), event).fixtures
    earlier, later = drawn[0], drawn[1]
    play(desk, hall, earlier, 1)
    hall.at += 5 * MINUTE_MS
    hall.hear(1, 2, 3)
    play(desk, hall, later, 1)
    desk.do(EnterResult(games=["10-3"], reason="a board was missing"), earlier)
    # Everybody of the second match is tired, so what both can play is taken only when nothing else is there.
    fixture = desk.next_for(2)
    assert fixture is not None
    rested = {earlier.a, earlier.b}
    tired = {later.a, later.b}
    assert {fixture.a, fixture.b} & tired
    assert {fixture.a, fixture.b} & rested
    with_new = desk.do(Draw(), event_with(desk, 8, key="xd"))  # 5 to 8 have not played at all
    assert desk.next_for(2) in with_new.fixtures


def test_a_walk_over_is_no_match_to_rest_from(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    desk.do(WalkOver(winner="a", early=True), first)
    desk.do(WalkOver(winner="a", early=True), second)
    assert desk.do(Call(table=1), final).remarks == ()


def test_a_call_says_how_clock_is_pressed_if_the_tournament_does(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"))
    fixture = desk.do(Draw(), event).fixtures[0]
    for presses in (None, 0, 1, 2):
        desk.do(Set(presses=presses), desk.tournament())
        desk.do(Call(table=1), fixture)
        [command] = hall.store.open_commands()
        assert command["event"].get("presses") == presses
        desk.do(Recall(), fixture)
