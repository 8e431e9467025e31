"""Reports of tables: a fixture is decided by the table to which it was called, or by the desk (D335-D338).

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

from pathlib import Path
from typing import Any

import pytest
from desk_hall import Hall, desk_of, event_with, play
from desk_line import Line
from sqlalchemy import update

from host_tools.collector.status_report import gather, remarks
from host_tools.store import Store
from host_tools.store.database import writing
from host_tools.store.schema import commands
from host_tools.tournament import results, views
from host_tools.tournament.desk import Desk, ReportView
from host_tools.tournament.model import REPORT_REASONS, Fixture, TableReport
from host_tools.words import reports as report_words
from tests.refusals import noted, refused


def says(report: ReportView) -> str:
    return str(views.report(report)["says"])


def drawn(desk: Desk, count: int = 2) -> Fixture:
    """A match that is ready; with two entries the only one."""
    return desk.draw(event_with(desk, count)).fixtures[0]


def called(desk: Desk, hall: Hall, table: int = 1) -> Fixture:
    """That match, called to a table, which has taken it."""
    one = drawn(desk)
    desk.call(one, table)
    hall.take()
    return one


def forge(
    hall: Hall, one: Fixture, number: int, winner: str = "b", confirm: bool = True, **other: Any
) -> None:
    """A table plays a match with this fixture's id, from a `match` event of its own."""
    event = {
        "kind": "match", "match": one.id, "stage": "final", "doubles": False,
        "a": ["Mallory"], "b": ["Nobody"], "ruleset": "icf", "rules": {"games": 1, "points": 10},
    }  # fmt: skip
    hall.enter(number, {**event, **other})
    hall.win(number, winner, confirm)


def only(desk: Desk) -> ReportView:
    """The one report that waits for the organiser."""
    [report] = desk.reports()
    return report


def names_of(hall: Hall, table: int) -> dict[str, Any]:
    """The `match` event that came to a table last, without its number."""
    events = [row["event"] for row in hall.store.events(table=table) if row["event"]["kind"] == "match"]
    return {name: value for name, value in events[-1].items() if name != "seq"}


# What does not count by itself


def test_d335_another_table_decides_nothing_and_moves_nothing(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    before = desk.fixture(one.id)
    forge(hall, one, 2, confirm=False)
    desk.settle()
    assert desk.fixture(one.id) == before
    assert only(desk).reason == "other_table"
    assert not only(desk).can_take
    hall.enter(2, {"kind": "confirm"})
    assert desk.settle() == [one.id]
    assert desk.settle() == []
    assert desk.fixture(one.id) == before
    report = only(desk)
    assert says(report) == "Table 2 reports a result; it is called to table 1."
    assert (report.match, report.table, report.score, report.winner) == (one.id, 2, "0-10", "b")
    assert report.names == "Mallory - Nobody"
    assert [table.fixture and table.fixture.id for table in desk.tables()] == [one.id, None, None]
    # The table that was called goes on, and its result counts.
    hall.win(1, "a")
    desk.settle()
    done = desk.fixture(one.id)
    assert (done.state, done.table, done.result and done.result.winner) == ("done", 1, "a")
    assert only(desk).state == "open"


def test_another_table_that_quotes_the_call_decides_nothing(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2, **names_of(hall, 1))
    desk.settle()
    assert desk.fixture(one.id).state == "called"
    assert only(desk).reason == "other_table"


@pytest.mark.parametrize("entries", [2, 4])
def test_a_match_that_is_called_nowhere_is_decided_by_no_table(desk: Desk, hall: Hall, entries: int) -> None:
    one = drawn(desk, entries)
    last = desk.fixtures()[-1]  # of four entries: the final, which waits for its players
    forge(hall, last, 2)
    desk.settle()
    assert desk.fixture(last.id) == last
    assert desk.fixture(one.id).state == "ready"
    assert only(desk).reason == "not_called"


def test_a_match_that_the_called_table_began_itself_decides_nothing(desk: Desk, hall: Hall) -> None:
    one = drawn(desk)
    desk.call(one, 1)  # on its way
    forge(hall, one, 1)
    desk.settle()
    assert desk.fixture(one.id).state == "called"
    assert only(desk).reason == "other_call"


def test_an_assignment_under_the_same_id_is_not_the_call(desk: Desk, hall: Hall) -> None:
    one = drawn(desk)
    desk.call(one, 1)
    hall.store.queue_command(2, {"kind": "hall", "do": "start", "ms": 60_000})
    [other] = [command["id"] for command in hall.store.open_commands() if command["table"] == 2]
    forge(hall, one, 1, cmd=other)
    desk.settle()
    assert only(desk).reason == "other_call"


def test_a_recalled_match_that_is_played_all_the_same_is_put_before_the_organiser(
    desk: Desk, hall: Hall
) -> None:
    one = called(desk, hall, 1)
    desk.recall(one)
    hall.win(1, "a", confirm=False)
    desk.settle()
    assert desk.fixture(one.id).state == "ready"
    assert only(desk).reason == "recalled"
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    assert says(only(desk)) == (
        "Table 1 reports a result; it was called there once, and that call was taken back: "
        "it is called to none."
    )
    desk.call(one, 2)
    desk.settle()
    assert says(only(desk)).endswith("it is called to table 2.")


def test_other_names_at_the_table_are_told_at_once_and_their_result_waits(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    sent = hall.states[1].names
    hall.begin(1)
    hall.enter(1, {"kind": "names", "a": ["Mallory"], "b": sent["b"]})
    desk.settle()
    assert desk.fixture(one.id).state == "playing"  # it is the match that was called
    report = only(desk)
    assert (report.reason, report.can_take) == ("other_names", True)
    assert says(report) == (
        f"Table 1 reports a match in play; it was called with other names: {sent['a'][0]} - {sent['b'][0]}, "
        f"there Mallory - {sent['b'][0]}."
    )
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(one.id).state == "playing"
    desk.take_report(only(desk).number, "she plays for him")
    assert desk.fixture(one.id).state == "done"


def test_names_that_were_found_right_during_the_match_hold_nothing_up(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.begin(1)
    hall.enter(1, {"kind": "names", "a": ["Ashaa"], "b": hall.states[1].names["b"]})
    desk.settle()
    number = only(desk).number
    assert desk.take_report(number, "that is how she writes it", actor="anna") == [one.id]
    assert desk.reports() == []
    hall.win(1, "a")
    desk.settle()
    done = desk.fixture(one.id)
    assert (done.state, done.by_hand, done.taken) == ("done", None, False)
    # Other names once more are another question.
    hall.undo_confirmation(1)
    hall.enter(1, {"kind": "names", "a": ["Mallory"], "b": hall.states[1].names["b"]})
    desk.settle()
    assert "It was taken before" in says(only(desk))
    assert desk.fixture(one.id).state == "playing"


@pytest.mark.parametrize("spelt", ["ASHA", " asha ", "Ashá"])
def test_capitals_spaces_and_accents_are_no_other_name(desk: Desk, hall: Hall, spelt: str) -> None:
    one = called(desk, hall, 1)
    names = {
        side: [spelt if name == "Asha" else name for name in hall.states[1].names[side]] for side in "ab"
    }
    hall.begin(1)
    hall.enter(1, {"kind": "names", **names})
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(one.id).state == "done"


def test_sides_that_are_exchanged_are_other_names(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    names = hall.states[1].names
    hall.begin(1)
    hall.enter(1, {"kind": "names", "a": names["b"], "b": names["a"]})
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(one.id).state == "playing"
    assert only(desk).reason == "other_names"


def test_another_player_on_side_b_is_another_name(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.begin(1)
    hall.enter(1, {"kind": "names", "a": hall.states[1].names["a"], "b": ["Mallory"]})
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(one.id).state == "playing"
    assert only(desk).reason == "other_names"


def test_the_call_of_another_match_is_none_of_this_one(desk: Desk, hall: Hall) -> None:
    first, second, _ = desk.draw(event_with(desk, 4)).fixtures
    play(desk, hall, first, 1)
    desk.call(second, 1)  # on its way
    forge(hall, second, 1, **{**names_of(hall, 1), "match": second.id})
    desk.settle()
    assert desk.fixture(second.id).state == "called"
    assert only(desk).reason == "other_call"


def test_names_that_the_desk_has_sent_since_are_the_matchs(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    names = {"a": ["Asha Kulkarni"], "b": ["Bela Sen"]}
    hall.store.queue_command(1, {"kind": "names", **names})
    hall.take()
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(one.id).state == "done"


def test_two_boards_with_one_call_count_neither_when_their_results_differ(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.win(1, "a")
    hall.clone(1, "spare")
    hall.win(1, "b")
    desk.settle()
    assert desk.fixture(one.id).state == "called"
    assert [report.reason for report in desk.reports()] == ["twice", "twice"]
    second = next(report for report in desk.reports() if report.winner == "b")
    desk.take_report(second.number, "the first board was broken")
    done = desk.fixture(one.id)
    assert done.result is not None
    assert (done.state, done.result.winner) == ("done", "b")


def test_the_board_that_counted_first_goes_on_counting(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.win(1, "a")
    desk.settle()
    hall.clone(1, "spare")
    hall.win(1, "b")
    desk.settle()
    done = desk.fixture(one.id)
    assert done.result is not None
    assert done.result.winner == "a"
    assert only(desk).reason == "twice"


# What costs nothing


def test_recalled_and_called_again_to_the_same_table_the_match_goes_on(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.win(1, "a", confirm=False)
    desk.settle()
    desk.recall(one, force=True)
    desk.settle()
    assert only(desk).reason == "recalled"
    again = desk.call(one, 1, force=True)
    hall.answer(again.command, "already")  # the table has it in play
    desk.settle()
    assert desk.fixture(one.id).state == "playing"
    assert desk.reports() == []
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    assert desk.fixture(one.id).state == "done"


def test_what_was_confirmed_before_it_was_called_again_is_asked_for(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    desk.recall(one)
    hall.win(1, "a")
    desk.settle()
    again = desk.call(one, 1)
    hall.answer(again.command, "already")
    desk.settle()
    assert desk.fixture(one.id).state == "called"
    assert "before the match was called there once more" in says(only(desk))


def test_a_table_that_was_away_when_its_call_was_taken_back_and_given_again(desk: Desk, hall: Hall) -> None:
    one = drawn(desk)
    first = desk.call(one, 1)
    with writing(hall.store.engine) as connection:  # it has got the call, and its answer was lost
        connection.execute(update(commands).where(commands.c.id == first.command).values(state="sent"))
    event = hall.store.open_commands()[0]["event"]
    desk.recall(one)
    assert hall.store.open_commands() == []
    desk.call(one, 1)
    hall.enter(1, {**event, "cmd": first.command})
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(one.id).state == "done"
    assert desk.reports() == []


def test_called_to_another_table_while_the_first_still_plays(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.begin(1)
    desk.settle()
    desk.recall(one, force=True)
    desk.call(one, 2, anyway=True)
    hall.take()
    hall.win(2, "b")
    hall.win(1, "a")  # reported hours later
    desk.settle()
    done = desk.fixture(one.id)
    assert done.result is not None
    assert (done.table, done.result.winner) == (2, "b")
    assert (only(desk).table, only(desk).reason) == (1, "recalled")


def test_a_spare_board_with_the_tables_number_and_the_call_counts(desk: Desk, hall: Hall) -> None:
    one = drawn(desk)
    desk.call(one, 1)
    hall.clone(1, "spare")
    hall.take()
    hall.win(1, "a")
    desk.settle()
    assert desk.fixture(one.id).state == "done"


def test_a_match_in_play_that_is_taken_back_at_the_table_needs_no_decision(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2, confirm=False)
    desk.settle()
    assert len(desk.reports()) == 1
    hall.enter(2, {**names_of(hall, 2), "match": "own"})
    desk.settle()
    assert [report.state for report in desk.reports(only_open=False)] == ["settled"]


def test_the_organisers_own_result_needs_no_question_about_the_same_one(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    desk.recall(one)
    desk.enter_result(one, results.typed_in(["10-0"]), "played at table 1, which is away")
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


# Taken, or left


def test_d336_a_report_that_is_taken_counts_as_the_tables_own(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.seal = "sealed"
    forge(hall, one, 2)
    desk.settle()
    with refused("report_needs_reason"):
        desk.take_report(only(desk).number, " ")
    number = only(desk).number
    assert desk.take_report(number, "played there", actor="anna") == [one.id]
    done = desk.fixture(one.id)
    assert done.result is not None
    assert (done.state, done.table, done.result.winner, done.result.how) == ("done", 2, "b", "played")
    assert (done.taken, done.by_hand) == (True, None)
    [kept] = desk.corrections(desk.competition_of(one))
    assert (kept.actor, kept.reason, kept.before, kept.after) == ("anna", "played there", None, done.result)
    [report] = desk.reports(only_open=False)
    assert (report.state, report.actor, report.why, report.seal) == (
        "taken",
        "anna",
        "played there",
        "sealed",
    )
    assert hall.store.admins.acts()[0]["what"] == "report taken"
    assert desk.take_report(number, "played there", actor="anna") == []
    assert desk.settle() == []
    # The table that was called is asked to end its match, and what it says later is noted as ever (D211).
    hall.begin(1)
    desk.settle()
    assert [command["event"]["kind"] for command in hall.store.open_commands()] == ["decided"]
    hall.win(1, "a")
    desk.settle()
    assert noted(desk.fixture(one.id)) == ("other_result", {"score": "10-0", "table": 1})
    assert desk.fixture(one.id).result == done.result


def test_a_taken_result_that_changes_at_its_table_asks_again(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2)
    desk.settle()
    desk.take_report(only(desk).number, "played there")
    before = desk.fixture(one.id)
    hall.undo_confirmation(2)
    hall.enter(2, {"kind": "lost", "side": "b", "law": "143c"})
    desk.settle()
    assert desk.reports() == []
    hall.enter(2, {"kind": "confirm"})
    desk.settle()
    assert desk.fixture(one.id).result == before.result
    assert "It was taken before" in says(only(desk))


def test_what_was_left_asks_again_only_with_another_result(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2)
    desk.settle()
    assert desk.leave_report(only(desk).number, "not theirs", actor="anna") == [one.id]
    assert desk.reports() == []
    assert desk.fixture(one.id).state == "called"
    hall.undo_confirmation(2)
    hall.enter(2, {"kind": "confirm"})
    desk.settle()
    assert desk.reports() == []
    hall.undo_confirmation(2)
    hall.enter(2, {"kind": "lost", "side": "b", "law": "143c"})
    hall.enter(2, {"kind": "confirm"})
    desk.settle()
    assert "It was left before" in says(only(desk))


def test_a_match_in_play_that_was_left_asks_again_when_it_is_confirmed(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2, confirm=False)
    desk.settle()
    with refused("not_confirmed"):
        desk.take_report(only(desk).number, "why not")
    desk.leave_report(only(desk).number, "children")
    assert desk.settle() == []
    hall.enter(2, {"kind": "confirm"})
    desk.settle()
    assert "It was left before" in says(only(desk))
    assert desk.fixture(one.id).state == "called"


def test_taking_is_taken_back_by_leaving_and_leaving_by_taking(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.win(1, "a")
    desk.settle()
    own = desk.fixture(one.id)
    forge(hall, one, 2, "b")
    desk.settle()
    number = only(desk).number
    desk.leave_report(number, "wrong table")
    desk.take_report(number, "it was right")
    taken = desk.fixture(one.id)
    assert taken.result is not None
    assert taken.result.winner == "b"
    desk.leave_report(number, "it was not")
    back = desk.fixture(one.id)
    assert (back.state, back.result, back.table, back.taken) == ("done", own.result, 1, False)
    assert desk.settle() == []
    assert desk.reports() == []


def test_leaving_what_was_taken_of_a_match_without_a_result_has_it_called_again(
    desk: Desk, hall: Hall
) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2)
    desk.settle()
    number = only(desk).number
    desk.take_report(number, "played there")
    desk.leave_report(number, "no, it was not")
    back = desk.fixture(one.id)
    assert (back.state, back.result, back.table, back.corrected) == ("ready", None, None, False)
    play(desk, hall, back, 3)
    done = desk.fixture(one.id)
    assert (done.state, done.table) == ("done", 3)


def test_what_was_decided_since_is_not_taken_back(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2)
    desk.settle()
    number = only(desk).number
    desk.take_report(number, "played there")
    desk.enter_result(one, results.typed_in(["10-3"]), "the paper card")
    assert [report.state for report in desk.reports(only_open=False)] == ["left"]
    assert desk.leave_report(number, "no") == []
    corrected = desk.fixture(one.id)
    assert (corrected.by_hand, corrected.taken) == ("corrected", False)


def test_a_winner_who_was_called_since_holds_a_report_back(desk: Desk, hall: Hall) -> None:
    first, second, final = desk.draw(event_with(desk, 4)).fixtures
    play(desk, hall, first, 1, "a")
    play(desk, hall, second, 2, "a")
    desk.call(final, 3)
    forge(hall, first, 2, "b")
    desk.settle()
    with refused("later_match_called"):
        desk.take_report(only(desk).number, "right")
    assert only(desk).state == "open"
    desk.take_report(only(desk).number, "right", force=True)
    assert desk.fixture(final.id).note_code == "called_with"


def test_a_result_that_came_meanwhile_is_not_taken_unseen(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2, "b")
    desk.settle()
    seen = only(desk)
    hall.undo_confirmation(2)
    hall.enter(2, {"kind": "lost", "side": "b", "law": "143c"})
    hall.enter(2, {"kind": "confirm"})
    with refused("report_changed"):
        desk.take_report(seen.number, "played there", known=seen.version)
    assert desk.fixture(one.id).state == "called"


def test_a_report_that_is_not_there(desk: Desk) -> None:
    with refused("no_report", number=7):
        desk.take_report(7, "x")


def test_a_closed_tournament_decides_nothing_more(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    forge(hall, one, 2)
    desk.settle()
    number = only(desk).number
    desk.close_tournament(desk.tournament(), anyway=True)
    assert desk.reports() == []
    with refused("tournament_closed"):
        desk.leave_report(number, "over")


def test_a_broken_seal_is_taken_only_by_people(store: Store) -> None:
    hall = Hall(store, 2)
    hall.seal = "broken"
    desk = desk_of(hall)
    one = called(desk, hall, 1)
    hall.win(1)
    desk.settle()
    assert desk.fixture(one.id).state != "done"
    desk.take_report(only(desk).number, "both sides have signed the card")
    assert desk.fixture(one.id).state == "done"
    assert desk.settle() == []


# Of an older database


def test_a_result_of_before_stands_until_it_is_left(desk: Desk, hall: Hall) -> None:
    one = called(desk, hall, 1)
    hall.win(1, "a")
    desk.settle()
    as_migrated(hall, desk, one)
    assert desk.settle() == []
    assert desk.fixture(one.id).state == "done"
    assert "an older Boardside has taken it, and the result counts" in says(only(desk))
    number = only(desk).number
    desk.take_report(number, "it was right")
    assert desk.reports() == []
    assert desk.fixture(one.id).state == "done"
    desk.leave_report(number, "it was not")
    assert desk.fixture(one.id).state == "ready"


def as_migrated(hall: Hall, desk: Desk, one: Fixture) -> None:
    """As host_tools/store/migrations/v4.py leaves a result that came from a table which was not called."""
    from host_tools.tournament.book import Book

    with writing(hall.store.engine) as connection:
        book = Book(connection)
        key = book.reported([one.id])[one.id]
        result = desk.fixture(one.id).result
        detail = {"rule": "other_table"}
        book.put_table_report(TableReport(0, one.id, *key, 1, "before", detail, result, "open", 1))


# Words


@pytest.mark.parametrize("reason", REPORT_REASONS)
def test_every_reason_has_its_sentence(reason: Any) -> None:
    said = report_words.say(reason, 6, {}, is_confirmed=False)
    assert said.startswith("Table 6 reports a match in play; ")
    assert said.endswith(".")
    assert "{" not in said


# On the command line


def test_reports_are_listed_and_decided_by_command(tmp_path: Path) -> None:
    line = Line(tmp_path)
    line.ok("tournament", "new", "open", "Spring Open")
    line.ok("event", "add", "ms", "Singles")
    (tmp_path / "list.csv").write_text("name\nAsha\nBela\n", encoding="utf-8")
    line.ok("entries", "import", str(tmp_path / "list.csv"))
    line.ok("draw")
    assert "No report waits" in line.ok("reports")
    store = Store.open(line.url)
    hall = Hall(store)
    one = Desk(store).fixtures()[0]
    forge(hall, one, 2)
    assert "other_table" not in line.ok("reports")
    [told] = line.json("reports")
    assert (told["reason"], told["table"], told["can_take"]) == ("not_called", 2, True)
    shown = " ".join(line.ok("reports").split())
    assert "boardside reports NUMBER take" in shown
    assert "wait for the organiser: 1" in " ".join(remarks(gather(store)))
    assert "for a reason (--why)" in line.fails("reports", "1", "take")
    assert "What is decided?" in line.fails("reports", "1")
    assert "is left" in line.ok("reports", "1", "leave", "--why", "children")
    assert line.json("reports") == []
    assert "is taken: it counts. Changed: open-ms-1-1-1" in line.ok("reports", "1", "take", "--why", "played")
    assert [told["state"] for told in line.json("reports", "--all")] == ["taken"]
    assert "0-10" in line.ok("result", "ms-1-1-1")
    assert gather(store)["reports"] == 0
    store.close()
