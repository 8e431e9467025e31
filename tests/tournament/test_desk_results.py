"""Results by hand: from paper, corrections, and what is refused.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import re
from typing import Any

import pytest
from desk_hall import Hall, event_with, play

from host_tools.tournament import results, wording
from host_tools.tournament.desk import Desk, DeskError


def test_a_result_from_paper_is_entered_and_one_that_takes_anothers_place_is_corrected(
    desk: Desk, hall: Hall
) -> None:
    of = event_with(desk, 4)
    first, second, final = desk.draw(of).fixtures
    play(desk, hall, first, 1)
    desk.enter_result(second, results.typed_in(["10-7"]), "played on the table without a board")
    by_hand = [(one.by_hand, wording.mark(one)) for one in desk.fixtures(of)]
    assert by_hand == [(None, ""), ("entered", "*"), (None, "")]
    desk.correct(first, results.typed_in(["0-10"]), "the umpire's slip")
    desk.correct(second, results.typed_in(["10-2"]), "misread")
    assert [one.by_hand for one in desk.fixtures(of)] == ["corrected", "corrected", None]
    assert desk.fixture(final.id).by_hand is None


@pytest.mark.parametrize(
    ("ruleset", "rules", "typed", "said"),
    [
        ("vkk", None, (["25-10", "25-9"],), "has one game here, not 2 (25-10, 25-9)"),
        ("vkk", None, (["28-10"],), "28-10: a game goes to 25 points"),
        ("vkk", None, (["25-25"], None, "a"), "25-25: only one side reaches 25"),
        ("vkk", None, (["25-10"], "3-2"), "There are no 20s in carrom"),
        ("vkk", None, ([], None, None, True), "By these rules a match has a winner"),
        ("icf", None, (["25-1", "25-2", "25-3"],), "the match was over after 2 of them"),
    ],
)
def test_a_result_that_the_rules_do_not_know_is_refused(
    desk: Desk, ruleset: str, rules: dict[str, int] | None, typed: tuple[Any, ...], said: str
) -> None:
    of = event_with(desk, 2, ruleset=ruleset, rules=rules)
    one = desk.draw(of).fixtures[0]
    with pytest.raises(DeskError, match=re.escape(said)):
        desk.enter_result(one, results.typed_in(*typed), "from paper")
    assert desk.fixture(one.id).result is None


def test_a_match_of_crokinole_is_entered_with_its_20s_and_may_be_drawn(desk: Desk) -> None:
    of = event_with(desk, 2, ruleset="wcc", rules=None)
    one = desk.draw(of).fixtures[0]
    desk.enter_result(one, results.typed_in(["5-3", "3-5"], "12-9", None, True), "from paper")
    found = desk.fixture(one.id).result
    assert found is not None
    assert (found.winner, found.twenties) == (None, (12, 9))


def test_a_correction_is_marked_and_fills_the_later_slots_again(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    first, _, final = desk.draw(of).fixtures
    play(desk, hall, first, 1, "a")
    desk.correct(first, results.typed_in(["3-10"]), "sides mixed up", who="anna")
    fixture = desk.fixture(first.id)
    assert fixture.corrected
    assert desk.fixture(final.id).a == first.b
    [kept] = desk.corrections(of)
    assert (kept.fixture, kept.who, kept.reason) == (first.id, "anna", "sides mixed up")
    assert kept.before is not None
    assert kept.after is not None
    assert (kept.before.winner, kept.after.winner) == ("a", "b")
    assert desk.settle() == []  # the organiser's word stands
    assert desk.fixture(first.id).result == kept.after
    hall.undo_confirmation(1)  # another result of the table's is noted beside it
    hall.enter(1, {"kind": "lost", "side": "a", "law": "143c"})
    hall.enter(1, {"kind": "confirm"})
    desk.settle()
    fixture = desk.fixture(first.id)
    assert fixture.result == kept.after
    assert fixture.note.startswith("The table reports another result: ")
    assert desk.settle() == []
    act = hall.store.admins.acts()[0]
    assert (act["who"], act["what"]) == ("anna", "result")


def test_a_correction_that_changes_a_called_match_is_refused_unless_forced(desk: Desk, hall: Hall) -> None:
    of = event_with(desk, 4)
    first, second, final = desk.draw(of).fixtures
    play(desk, hall, first, 1, "a")
    play(desk, hall, second, 2, "a")
    desk.call(final, 3)
    other = results.typed_in(["3-10"])
    with pytest.raises(DeskError, match="Recall or decide that match first"):
        desk.correct(first, other, "sides mixed up")
    assert not desk.fixture(first.id).corrected
    desk.correct(first, results.typed_in(["10-3"]), "a board was missing")  # the same winner: nothing follows
    assert final.id in desk.correct(first, other, "sides mixed up", force=True)
    assert desk.fixture(final.id).note.startswith("It was called with")


@pytest.mark.parametrize(
    ("scores", "winner", "message"),
    [
        (["25-10", "12;25"], None, "'12;25' is not the points of a game"),
        (["25-10", "12-25"], None, "Who has won"),
        (["25-10"], "b", "side A has won, not B"),
    ],
)
def test_results_that_make_no_sense_are_refused(scores: list[str], winner: None, message: str) -> None:
    with pytest.raises(DeskError, match=message):
        results.typed_in(scores, winner=winner)


def test_a_result_needs_a_match_that_is_on_and_a_reason(desk: Desk) -> None:
    of = event_with(desk, 4)
    first, _, final = desk.draw(of).fixtures
    with pytest.raises(DeskError, match="waits for its players: it can have no result"):
        desk.enter_result(final, results.typed_in(["10-0"]), "why not")
    with pytest.raises(DeskError, match="needs a reason"):
        desk.enter_result(first, results.typed_in(["10-0"]), " ")
