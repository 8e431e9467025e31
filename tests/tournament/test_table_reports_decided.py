"""The organiser takes a report of a table, or leaves it; the list of reports, their words and the command.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

from pathlib import Path
from typing import Any

import pytest
from desk_hall import Hall, desk_of, event_with, play
from desk_line import Line
from table_reports import called, decided, forge, only, says

from host_tools.collector import status_report
from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult
from host_tools.tournament.acts.tournament import Close
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import remarks
from tests.refusals import noted, refused

# Taken, or left


def test_d336_a_report_that_is_taken_counts_as_the_tables_own(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    hall.seal = "sealed"
    forge(hall, fixture, 2)
    desk.settle()
    with refused("report_needs_reason"):
        decided(desk, only(desk).number, "take", " ")
    number = only(desk).number
    assert decided(desk, number, "take", "played there", actor="anna") == [fixture.id]
    done = desk.fixture(fixture.id)
    assert done.result is not None
    assert (done.state, done.table, done.result.winner, done.result.how) == ("done", 2, "b", "played")
    assert (done.taken, done.by_hand) == (True, None)
    [kept] = desk.corrections(desk.event_of(fixture))
    assert (kept.actor, kept.reason, kept.before, kept.after) == ("anna", "played there", None, done.result)
    [report] = desk.reports(only_open=False)
    assert (report.state, report.actor, report.why, report.seal) == (
        "taken",
        "anna",
        "played there",
        "sealed",
    )
    assert hall.store.admins.acts()[0]["what"] == "report decide"
    assert decided(desk, number, "take", "played there", actor="anna") == []
    assert desk.settle() == []
    # The table that was called is asked to end its match, and what it says later is noted as ever.
    hall.begin(1)
    desk.settle()
    assert [command["event"]["kind"] for command in hall.store.open_commands()] == ["decided"]
    hall.win(1, "a")
    desk.settle()
    assert noted(desk.fixture(fixture.id)) == ("other_result", {"score": "10-0", "table": 1})
    assert desk.fixture(fixture.id).result == done.result


def test_a_taken_result_that_changes_at_its_table_asks_again(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2)
    desk.settle()
    decided(desk, only(desk).number, "take", "played there")
    before = desk.fixture(fixture.id)
    hall.undo_confirmation(2)
    hall.enter(2, {"kind": "lost", "side": "b", "law": "143c"})
    desk.settle()
    assert desk.reports() == []
    hall.enter(2, {"kind": "confirm"})
    desk.settle()
    assert desk.fixture(fixture.id).result == before.result
    assert "It was taken before" in says(only(desk))


def test_what_was_left_asks_again_only_with_another_result(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2)
    desk.settle()
    assert decided(desk, only(desk).number, "leave", "not theirs", actor="anna") == []
    assert desk.reports() == []
    assert desk.fixture(fixture.id).state == "called"
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
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2, confirm=False)
    desk.settle()
    with refused("not_confirmed"):
        decided(desk, only(desk).number, "take", "why not")
    decided(desk, only(desk).number, "leave", "children")
    assert desk.settle() == []
    hall.enter(2, {"kind": "confirm"})
    desk.settle()
    assert "It was left before" in says(only(desk))
    assert desk.fixture(fixture.id).state == "called"


def test_taking_is_taken_back_by_leaving_and_leaving_by_taking(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    hall.win(1, "a")
    desk.settle()
    own = desk.fixture(fixture.id)
    forge(hall, fixture, 2, "b")
    desk.settle()
    number = only(desk).number
    decided(desk, number, "leave", "wrong table")
    decided(desk, number, "take", "it was right")
    taken = desk.fixture(fixture.id)
    assert taken.result is not None
    assert taken.result.winner == "b"
    decided(desk, number, "leave", "it was not")
    back = desk.fixture(fixture.id)
    assert (back.state, back.result, back.table, back.taken) == ("done", own.result, 1, False)
    assert desk.settle() == []
    assert desk.reports() == []


def test_leaving_what_was_taken_of_a_match_without_a_result_has_it_called_again(
    desk: Desk, hall: Hall
) -> None:
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2)
    desk.settle()
    number = only(desk).number
    decided(desk, number, "take", "played there")
    decided(desk, number, "leave", "no, it was not")
    back = desk.fixture(fixture.id)
    assert (back.state, back.result, back.table, back.corrected) == ("ready", None, None, False)
    play(desk, hall, back, 3)
    done = desk.fixture(fixture.id)
    assert (done.state, done.table) == ("done", 3)


def test_what_was_decided_since_is_not_taken_back(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2)
    desk.settle()
    number = only(desk).number
    decided(desk, number, "take", "played there")
    desk.do(EnterResult(games=["10-3"], reason="the paper card"), fixture)
    assert [report.state for report in desk.reports(only_open=False)] == ["left"]
    assert decided(desk, number, "leave", "no") == []
    corrected = desk.fixture(fixture.id)
    assert (corrected.by_hand, corrected.taken) == ("corrected", False)


def test_a_winner_who_was_called_since_holds_a_report_back(desk: Desk, hall: Hall) -> None:
    first, second, final = desk.do(Draw(), event_with(desk, 4)).fixtures
    play(desk, hall, first, 1, "a")
    play(desk, hall, second, 2, "a")
    desk.do(Call(table=3), final)
    forge(hall, first, 2, "b")
    desk.settle()
    with refused("later_match_called"):
        decided(desk, only(desk).number, "take", "right")
    assert only(desk).state == "open"
    decided(desk, only(desk).number, "take", "right", force=True)
    assert desk.fixture(final.id).note_code == "called_with"


def test_a_result_that_came_meanwhile_is_not_taken_unseen(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2, "b")
    desk.settle()
    seen = only(desk)
    hall.undo_confirmation(2)
    hall.enter(2, {"kind": "lost", "side": "b", "law": "143c"})
    hall.enter(2, {"kind": "confirm"})
    with refused("report_changed"):
        decided(desk, seen.number, "take", "played there", known=seen.version)
    assert desk.fixture(fixture.id).state == "called"


def test_a_report_that_is_not_there(desk: Desk) -> None:
    with refused("no_report", number=7):
        desk.report(7)


def test_a_closed_tournament_decides_nothing_more(desk: Desk, hall: Hall) -> None:
    fixture = called(desk, hall, 1)
    forge(hall, fixture, 2)
    desk.settle()
    number = only(desk).number
    desk.do(Close(anyway=True), desk.tournament())
    assert desk.reports() == []
    with refused("tournament_closed"):
        decided(desk, number, "leave", "over")


def test_a_broken_seal_is_taken_only_by_people(store: Store) -> None:
    hall = Hall(store, 2)
    hall.seal = "broken"
    desk = desk_of(hall)
    fixture = called(desk, hall, 1)
    hall.win(1)
    desk.settle()
    assert desk.fixture(fixture.id).state != "done"
    decided(desk, only(desk).number, "take", "both sides have signed the card")
    assert desk.fixture(fixture.id).state == "done"
    assert desk.settle() == []


# Words


@pytest.mark.parametrize("reason", remarks.REPORTS)
def test_every_reason_has_its_sentence(reason: Any) -> None:
    sentence = remarks.of_report(reason, 6, {}, is_confirmed=False)
    assert sentence.startswith("Table 6 reports a match in play; ")
    assert sentence.endswith(".")
    assert "{" not in sentence


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
    fixture = Desk(store).fixtures()[0]
    forge(hall, fixture, 2)
    assert "other_table" not in line.ok("reports")
    [row] = line.json("reports")
    assert (row["reason"], row["table"], row["can_take"]) == ("not_called", 2, True)
    output = " ".join(line.ok("reports").split())
    assert "boardside reports NUMBER take" in output
    assert "wait for the organiser: 1" in " ".join(status_report.remarks(status_report.gather(store)))
    assert "for a reason (--reason)" in line.fails("reports", "1", "take")
    assert "take|leave" in line.fails("reports", "1", "--reason", "x")
    assert "is left" in line.ok("reports", "1", "leave", "--reason", "children")
    assert line.json("reports") == []
    assert "is taken: it counts." in line.ok("reports", "1", "take", "--reason", "played")
    assert [row["state"] for row in line.json("reports", "--all")] == ["taken"]
    assert "0-10" in line.ok("result", "ms-1-1-1")
    assert status_report.gather(store)["reports"] == 0
    store.close()
