"""All free tables called at once, a round's results from paper, and when the rest is likely to begin."""

import pytest
from desk_hall import Hall, event_with

from host_tools.store.database import reading
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.rounds import CallNext, EnterResults
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model.book import Book
from host_tools.tournament.model.hall_tables import was_called_id
from host_tools.tournament.model.model import StagePlan
from host_tools.tournament.rounds import pace
from host_tools.web.admin import programme
from tests.refusals import refused

MINUTE_MS = 60_000


def test_each_free_table_gets_one_match_and_nobody_two(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 6, StagePlan("round_robin"))
    desk.do(Draw(seed="seed"), event)
    hall.hear(1, 2, 3, 4)
    called = desk.do(CallNext(), desk.tournament())
    assert [each.fixture.table for each in called.calls] == [1, 2, 3]
    assert called.waiting == 1, "six people make three matches"
    sides = [side for call in called.calls for side in (call.fixture.a, call.fixture.b)]
    assert len(set(sides)) == 6
    with refused("nothing_to_call"):
        desk.do(CallNext(), desk.tournament())
    act = next(each.act.number for each in desk.acts() if each.act.name == "tournament call-next")
    desk.take_back(act, "too early")
    assert {each.state for each in desk.fixtures(event)} == {"ready"}
    with reading(desk.store.engine) as connection:
        known = [was_called_id(Book(connection), call.fixture.id) for call in called.calls]
    assert known == [True] * 3, "a table may have it, so no other match gets its id"


def test_only_matches_of_the_tournament_that_is_meant_are_called(desk: Desk, hall: Hall) -> None:
    desk.do(Draw(seed="seed"), event_with(desk, 4))
    second = desk.do(NewTournament(key="second", name="Second"), None)
    hall.hear(1, 2)
    with refused("nothing_to_call"):
        desk.do(CallNext(), second)
    with refused("nothing_to_call"):
        desk.do(CallNext(tables=[1]), second)


def test_the_results_of_a_round_are_entered_together_or_not_at_all(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(seed="seed"), event).fixtures
    lines = [f"{first.id} 10-4", "MS 2: 4 − 10"]
    for wrong, reason in (
        ("MS3 10-1", "no_result_possible"),
        ("MS2 10-x", "no_points_of_game"),
        ("MS1 10-1", "has_result"),
        ("MS9 10-1", "no_match"),
    ):
        with pytest.raises(Exception, match=r".") as caught:
            desk.do(EnterResults(results=[lines[0], wrong], reason="paper"), event)
        assert reason in repr(caught.value.facts) + caught.value.reason  # type: ignore[attr-defined]
        assert desk.fixture(first.id).result is None
    entered = desk.do(EnterResults(results=lines, reason="paper"), event)
    assert entered.count == 2
    after = desk.fixture(final.id)
    assert (after.state, after.a, after.b) == ("ready", first.a, second.b)
    assert {each.reason for each in desk.corrections(event)} == {"paper"}
    with refused("value_unfit"):
        EnterResults.read({"results": "", "reason": "paper"})
    with refused("result_needs_reason"):
        EnterResults.read({"results": "MS1 25-1 25-1", "reason": " "})


def test_what_is_to_come_begins_when_tables_and_players_are_free(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4, StagePlan("round_robin"))
    desk.do(Draw(seed="seed"), event)
    begun = hall.at
    for _round in range(2):
        hall.hear(1, 2)
        for call in desk.do(CallNext(), desk.tournament()).calls:
            assert call.fixture.table
        hall.take()
        hall.at += 20 * MINUTE_MS
        for table in (1, 2):
            hall.win(table)
        desk.settle()
    planned = desk.fixtures(event)
    length = pace.pace_ms(planned)
    assert length is not None
    assert 19 * MINUTE_MS <= length <= 21 * MINUTE_MS
    left = sorted(each.id for each in planned if each.state == "ready")
    now = hall.at
    assert now > begun
    assert pace.expected(planned, 2, now) == dict.fromkeys(left, now)
    assert sorted(pace.expected(planned, 1, now).values()) == [now, now + length]
    assert pace.expected(planned, 0, now) == {}
    assert pace.pace_ms(planned[:2]) is None


def test_a_final_with_a_match_for_the_third_place_beside_it_is_called_the_final(desk: Desk) -> None:
    event = event_with(desk, 4, StagePlan("knockout", "", {"third": True}))
    desk.do(Draw(seed="seed"), event)
    page = programme.round_page(desk, event, 0)
    assert [(key, name) for key, name, _ in page["rounds"]] == [("1-1", "semi-final"), ("1-2", "final")]


def test_who_has_a_bye_stands_on_the_round_s_page(desk: Desk) -> None:
    event = event_with(desk, 5, StagePlan("swiss", "", {"rounds": 2}))
    drawn = desk.do(Draw(seed="seed"), event).fixtures
    [bye] = [each.a for each in drawn if each.state == "bye"]
    page = programme.round_page(desk, event, 0)
    assert page["byes"] == [desk.entry(event, bye or 0).title]
    assert len(page["rows"]) == 2
