"""Reports of tables: a fixture is decided by the table to which it was called, or by the desk.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import pytest
from desk_hall import Hall, event_with, play
from sqlalchemy import update
from table_reports import called, decided, drawn, forge, names_of, only, says

from host_tools.store.database import writing
from host_tools.store.schema import commands
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult, Recall
from host_tools.tournament.desk.desk import Desk

# What does not count by itself


def test_d335_another_table_decides_nothing_and_moves_nothing(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    before = desk.fixture(fixture.id)
    forge(hall, fixture, 2, confirm=False)
    desk.settle()
    assert desk.fixture(fixture.id) == before
    assert only(desk).reason == "other_table"
    assert not only(desk).can_take
    hall.enter(2, {"kind": "confirm"})
    assert desk.settle() == [fixture.id]
    assert desk.settle() == []
    assert desk.fixture(fixture.id) == before
    report = only(desk)
    assert says(report) == "Table 2 reports a result; it is called to table 1."
    assert (report.match, report.table, report.score, report.winner) == (fixture.id, 2, "0-10", "b")
    assert report.names == "Mallory - Nobody"
    assert [table.fixture and table.fixture.id for table in desk.tables()] == [fixture.id, None, None]
    # The table that was called goes on, and its result counts.
    hall.win(1, "a")
    desk.settle()
    done = desk.fixture(fixture.id)
    assert (done.state, done.table, done.result and done.result.winner) == ("done", 1, "a")
    assert only(desk).state == "open"


def test_another_table_that_quotes_the_call_decides_nothing(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2, **names_of(hall, 1))
    desk.settle()
    assert desk.fixture(fixture.id).state == "called"
    assert only(desk).reason == "other_table"


@pytest.mark.parametrize("entries", [2, 4])
def test_a_match_that_is_called_nowhere_is_decided_by_no_table(desk: Desk, hall: Hall, entries: int) -> None:
    fixture = drawn(desk, entries)
    last = desk.fixtures()[-1]  # of four entries: the final, which waits for its players
    forge(hall, last, 2)
    desk.settle()
    assert desk.fixture(last.id) == last
    assert desk.fixture(fixture.id).state == "ready"
    assert only(desk).reason == "not_called"


def test_a_match_that_the_called_table_began_itself_decides_nothing(desk: Desk, hall: Hall) -> None:
    fixture = drawn(desk)
    desk.do(Call(table=1), fixture)  # on its way
    forge(hall, fixture, 1)
    desk.settle()
    assert desk.fixture(fixture.id).state == "called"
    assert only(desk).reason == "other_call"


def test_an_assignment_under_the_same_id_is_not_the_call(desk: Desk, hall: Hall) -> None:
    fixture = drawn(desk)
    desk.do(Call(table=1), fixture)
    hall.store.queue_command(2, {"kind": "hall", "do": "start", "ms": 60_000})
    [other] = [command["id"] for command in hall.store.open_commands() if command["table"] == 2]
    forge(hall, fixture, 1, cmd=other)
    desk.settle()
    assert only(desk).reason == "other_call"


def test_a_recalled_match_that_is_played_all_the_same_is_put_before_the_organiser(
    desk: Desk, hall: Hall
) -> None:
    fixture = called(desk, hall, 1)
    desk.do(Recall(), fixture)
    hall.win(1, "a", confirm=False)
    desk.settle()
    assert desk.fixture(fixture.id).state == "ready"
    assert only(desk).reason == "recalled"
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    assert says(only(desk)) == (
        "Table 1 reports a result; it was called there once, and that call was taken back: "
        "it is called to none."
    )
    desk.do(Call(table=2), fixture)
    desk.settle()
    assert says(only(desk)).endswith("it is called to table 2.")


def test_other_names_at_the_table_are_told_at_once_and_their_result_waits(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    sent = hall.states[1].names
    hall.begin(1)
    hall.enter(1, {"kind": "names", "a": ["Mallory"], "b": sent["b"]})
    desk.settle()
    assert desk.fixture(fixture.id).state == "playing"  # it is the match that was called
    report = only(desk)
    assert (report.reason, report.can_take) == ("other_names", True)
    assert says(report) == (
        f"Table 1 reports a match in play; it was called with other names: {sent['a'][0]} - {sent['b'][0]}, "
        f"there Mallory - {sent['b'][0]}."
    )
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(fixture.id).state == "playing"
    decided(desk, only(desk).number, "take", "she plays for him")
    assert desk.fixture(fixture.id).state == "done"


def test_names_that_were_found_right_during_the_match_hold_nothing_up(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    hall.begin(1)
    hall.enter(1, {"kind": "names", "a": ["Ashaa"], "b": hall.states[1].names["b"]})
    desk.settle()
    number = only(desk).number
    assert decided(desk, number, "take", "that is how she writes it", actor="anna") == []
    assert desk.reports() == []
    hall.win(1, "a")
    desk.settle()
    done = desk.fixture(fixture.id)
    assert (done.state, done.by_hand, done.taken) == ("done", None, False)
    # Other names once more are another question.
    hall.undo_confirmation(1)
    hall.enter(1, {"kind": "names", "a": ["Mallory"], "b": hall.states[1].names["b"]})
    desk.settle()
    assert "It was taken before" in says(only(desk))
    assert desk.fixture(fixture.id).state == "playing"


@pytest.mark.parametrize("spelt", ["ASHA", " asha ", "Ashá"])
def test_capitals_spaces_and_accents_are_no_other_name(desk: Desk, hall: Hall, spelt: str) -> None:
    fixture = called(desk, hall, 1)
    names = {
        side: [spelt if name == "Asha" else name for name in hall.states[1].names[side]] for side in "ab"
    }
    hall.begin(1)
    hall.enter(1, {"kind": "names", **names})
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"


def test_sides_that_are_exchanged_are_other_names(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    names = hall.states[1].names
    hall.begin(1)
    hall.enter(1, {"kind": "names", "a": names["b"], "b": names["a"]})
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(fixture.id).state == "playing"
    assert only(desk).reason == "other_names"


def test_another_player_on_side_b_is_another_name(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    hall.begin(1)
    hall.enter(1, {"kind": "names", "a": hall.states[1].names["a"], "b": ["Mallory"]})
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(fixture.id).state == "playing"
    assert only(desk).reason == "other_names"


def test_the_call_of_another_match_is_none_of_this_one(desk: Desk, hall: Hall) -> None:
    first, second, _ = desk.do(Draw(), event_with(desk, 4)).fixtures
    play(desk, hall, first, 1)
    desk.do(Call(table=1), second)  # on its way
    forge(hall, second, 1, **{**names_of(hall, 1), "match": second.id})
    desk.settle()
    assert desk.fixture(second.id).state == "called"
    assert only(desk).reason == "other_call"


def test_names_that_the_desk_has_sent_since_are_the_matchs(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    names = {"a": ["Asha Kulkarni"], "b": ["Bela Sen"]}
    hall.store.queue_command(1, {"kind": "names", **names})
    hall.take()
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"


def test_two_boards_with_one_call_count_neither_when_their_results_differ(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    hall.win(1, "a")
    hall.clone(1, "spare")
    hall.win(1, "b")
    desk.settle()
    assert desk.fixture(fixture.id).state == "called"
    assert [report.reason for report in desk.reports()] == ["twice", "twice"]
    second = next(report for report in desk.reports() if report.winner == "b")
    decided(desk, second.number, "take", "the first board was broken")
    done = desk.fixture(fixture.id)
    assert done.result is not None
    assert (done.state, done.result.winner) == ("done", "b")


def test_the_board_that_counted_first_goes_on_counting(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    hall.win(1, "a")
    desk.settle()
    hall.clone(1, "spare")
    hall.win(1, "b")
    desk.settle()
    done = desk.fixture(fixture.id)
    assert done.result is not None
    assert done.result.winner == "a"
    assert only(desk).reason == "twice"


# What costs nothing


def test_recalled_and_called_again_to_the_same_table_the_match_goes_on(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    hall.win(1, "a", confirm=False)
    desk.settle()
    desk.do(Recall(force=True), fixture)
    desk.settle()
    assert only(desk).reason == "recalled"
    again = desk.do(Call(table=1, force=True), fixture)
    hall.answer(again.command, "already")  # the table has it in play
    desk.settle()
    assert desk.fixture(fixture.id).state == "playing"
    assert desk.reports() == []
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"


def test_what_was_confirmed_before_it_was_called_again_is_asked_for(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    desk.do(Recall(), fixture)
    hall.win(1, "a")
    desk.settle()
    again = desk.do(Call(table=1), fixture)
    hall.answer(again.command, "already")
    desk.settle()
    assert desk.fixture(fixture.id).state == "called"
    assert "before the match was called there once more" in says(only(desk))


def test_a_table_that_was_away_when_its_call_was_taken_back_and_given_again(desk: Desk, hall: Hall) -> None:
    fixture = drawn(desk)
    first = desk.do(Call(table=1), fixture)
    with writing(hall.store.engine) as connection:  # it has got the call, and its answer was lost
        connection.execute(update(commands).where(commands.c.id == first.command).values(state="sent"))
    event = hall.store.open_commands()[0]["event"]
    desk.do(Recall(), fixture)
    assert hall.store.open_commands() == []
    desk.do(Call(table=1), fixture)
    hall.enter(1, {**event, "cmd": first.command})
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"
    assert desk.reports() == []


def test_called_to_another_table_while_the_first_still_plays(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    hall.begin(1)
    desk.settle()
    desk.do(Recall(force=True), fixture)
    desk.do(Call(table=2, anyway=True), fixture)
    hall.take()
    hall.win(2, "b")
    hall.win(1, "a")  # reported hours later
    desk.settle()
    done = desk.fixture(fixture.id)
    assert done.result is not None
    assert (done.table, done.result.winner) == (2, "b")
    assert (only(desk).table, only(desk).reason) == (1, "recalled")


def test_a_spare_board_with_the_tables_number_and_the_call_counts(desk: Desk, hall: Hall) -> None:
    fixture = drawn(desk)
    desk.do(Call(table=1), fixture)
    hall.clone(1, "spare")
    hall.take()
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(fixture.id).state == "done"


def test_a_match_in_play_that_is_taken_back_at_the_table_needs_no_decision(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2, confirm=False)
    desk.settle()
    assert len(desk.reports()) == 1
    hall.enter(2, {**names_of(hall, 2), "match": "own"})
    desk.settle()
    assert [report.state for report in desk.reports(only_open=False)] == ["settled"]


def test_the_organisers_own_result_needs_no_question_about_the_same_one(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    desk.do(Recall(), fixture)
    desk.do(EnterResult(games=["10-0"], reason="played at table 1, which is away"), fixture)
    hall.win(1, "a")
    desk.settle()
    assert desk.reports() == []


def test_a_table_that_plays_alone_is_none_of_the_tournaments(desk: Desk, hall: Hall) -> None:
    drawn(desk)
    hall.enter(1, {"kind": "match", "match": "m1", "stage": "round", "doubles": False, "a": ["X"], "b": ["Y"],
                   "ruleset": "icf", "rules": {"games": 1, "points": 10}})  # fmt: skip
    hall.win(1)
    assert desk.settle() == []
    assert desk.reports(only_open=False) == []
