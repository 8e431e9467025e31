"""Two people act at once, a draw is made again, a player leaves in mid-match, a table is silent."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from desk_hall import Hall, desk_of, event_with, play

from host_tools.tournament.acts.draws import Draw, Undraw
from host_tools.tournament.acts.entries import Replace, Withdraw
from host_tools.tournament.acts.matches import Call, EnterResult, Recall
from host_tools.tournament.desk.desk import Desk, DeskError
from host_tools.tournament.model.model import StagePlan
from host_tools.tournament.reasons import cause
from tests.refusals import refused

DAY_MS = 86_400_000


def test_a_table_that_still_has_a_match_of_an_earlier_draw_plays_none_of_the_present_one(
    desk: Desk, hall: Hall
) -> None:
    event = event_with(desk, 4)
    first = desk.do(Draw(seed="one"), event).fixtures[0]
    desk.do(Call(table=1), first)
    hall.take()  # the table has it, and is not told that it was recalled
    desk.do(Recall(), first)
    desk.do(Undraw(), event)
    again = desk.do(Draw(seed="another"), event).fixtures
    assert [fixture.id for fixture in again] == ["open-ms.2-1-1-1", "open-ms.2-1-1-2", "open-ms.2-1-2-1"]
    hall.win(1)
    assert desk.settle() == []
    assert desk.fixture("1-1-1").state == "ready"
    play(desk, hall, again[0], 2)
    play(desk, hall, again[1], 3)
    assert [fixture.state for fixture in desk.fixtures(event)] == ["done", "done", "ready"]


def test_a_call_that_no_table_took_changes_the_ids_of_the_next_draw_too(desk: Desk, hall: Hall) -> None:
    event = event_with(
        desk, 6, StagePlan("groups", settings={"size": 3, "advance": 1}), StagePlan("knockout")
    )
    first = desk.do(Draw(seed="one"), event).fixtures[0]
    desk.do(Call(table=1), first)
    desk.do(Recall(), first)  # it was sent already, perhaps
    desk.do(Undraw(), event)
    ids = [fixture.id for fixture in desk.do(Draw(seed="one"), event).fixtures]
    assert {name.split("-")[1] for name in ids} == {"ms.2"}
    desk.do(Undraw(), event)
    assert [
        fixture.id for fixture in desk.do(Draw(seed="one"), event).fixtures
    ] == ids  # nothing was called in between
    other = event_with(desk, 4, key="ms-x")
    assert desk.do(Draw(), other).fixtures[0].id == "open-ms-x-1-1-1"


def test_later_stages_keep_the_ids_of_their_draw(desk: Desk, hall: Hall) -> None:
    plan = StagePlan("round_robin", settings={"advance": 2}), StagePlan("round_robin")
    event = event_with(desk, 3, *plan)
    first = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), first)
    desk.do(Recall(), first)
    desk.do(Undraw(), event)
    for fixture in desk.do(Draw(), event).fixtures:
        winner = "a" if (fixture.a or 0) < (fixture.b or 0) else "b"
        play(desk, hall, fixture, 1, winner)
    assert [fixture.id for fixture in desk.fixtures(event) if fixture.stage == 2] == ["open-ms.2-2-1-1"]


def test_two_directors_who_call_one_match_at_once_call_it_once(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]

    def call(number: int) -> tuple[str, Any]:
        try:
            return "called", desk_of(hall).do(
                Call(table=number), fixture, actor=f"anna {number}"
            ).fixture.table
        except DeskError as error:
            return error.reason, error.facts["table"]

    with ThreadPoolExecutor(2) as pool:
        outcomes = sorted(pool.map(call, (1, 2)))
    table = desk.fixture(fixture.id).table
    assert outcomes == [("at_a_table_already", table), ("called", table)]
    assert [command["table"] for command in hall.store.open_commands()] == [table]


def test_of_two_results_at_once_both_are_on_record_with_who_typed_them(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]

    def enter(name: str) -> None:
        desk_of(hall).do(EnterResult(games=[f"10-{len(name)}"], reason="from paper"), fixture, actor=name)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(enter, ("anna", "berta")))
    entered, corrected = desk.corrections(event)
    assert {entered.actor, corrected.actor} == {"anna", "berta"}
    assert (entered.before, corrected.before) == (None, entered.after)
    assert (desk.fixture(fixture.id).result, desk.fixture(fixture.id).by_hand) == (
        corrected.after,
        "corrected",
    )


def test_who_withdraws_in_mid_match_plays_it_to_its_end(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), first)
    hall.take()
    hall.begin(1)
    assert list(desk.do(Withdraw(), desk.entry(event, first.a or 0)).changed) == []
    assert desk.fixture(first.id).state == "playing"
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(first.id).state == "done"
    play(desk, hall, second, 2)  # the final is nobody's to play: he is gone
    result = desk.fixture(final.id).result
    assert (result and result.how, result and result.winner) == ("walk_over", "b")


def test_nobody_is_exchanged_in_mid_match(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), first)
    with refused("begun_no_exchange"):
        desk.do(Replace(out=str(first.a), name="Zoe"), desk.entry(event, first.a or 0))


def test_a_match_recalled_in_mid_board_may_go_on_at_its_table(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    hall.begin(1)
    desk.settle()
    desk.do(Recall(force=True), fixture)
    assert desk.fixture(fixture.id).state == "ready"
    with refused("match_in_play"):
        desk.do(Call(table=1), fixture)
    called = desk.do(Call(table=1, force=True), fixture)
    hall.refuse(called.command, "a match is in play")
    assert desk.settle() == [fixture.id]  # it is this one that is in play there
    assert (desk.fixture(fixture.id).state, desk.fixture(fixture.id).note_code) == ("playing", None)
    hall.win(1)
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"


def test_a_table_that_is_silent_or_has_an_unconfirmed_result_is_not_called_to(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, _ = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), first)
    hall.take()
    hall.win(1, confirm=False)
    with refused("has_match", match=first.id):
        desk.do(Call(table=1), second)
    hall.at += 60_000  # no collector has written since
    with refused("link_not_up", link="silent"):
        desk.do(Call(table=2), second)
    called = desk.do(Call(table=2, force=True), second)
    assert called.remarks == (
        cause("table_not_free", table=2, why=cause("link_not_up", link="silent").to_json()),
    )
    # It comes back much later: its time to report begins only then.
    hall.at += 1_200_000
    assert [late.id for late in desk.overdue()] == [second.id]
    hall.take()
    desk.settle()
    assert desk.overdue() == []
    assert desk.fixture(second.id).report_by == hall.at + 900_000


def test_the_time_to_report_goes_on_past_midnight_and_a_restart(desk: Desk, hall: Hall) -> None:
    hall.at = 20_000 * DAY_MS - 300_000  # 23:55 UTC
    hall.hear(1, 2, 3)
    event = event_with(desk, 2)
    fixture = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), fixture)
    hall.take()
    desk.settle()
    hall.at += 600_000
    other = desk_of(hall)  # the collector was started again meanwhile
    assert other.settle() == []
    assert other.overdue() == []
    hall.at += 300_000
    assert [late.report_by for late in other.overdue()] == [hall.at]
