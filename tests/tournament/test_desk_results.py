"""Results by hand: from paper, corrections, and what is refused.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

from typing import Any

import pytest
from desk_hall import Hall, event_with, ids_of, play

from host_tools.reasons import Cause
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.matches import Call, EnterResult, WalkOver
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.matches import stale_results
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import StagePlan
from host_tools.tournament.reasons import cause
from host_tools.tournament.standings import results
from tests.refusals import noted, refused


def entering(
    games: list[str], twenties: str | None = None, winner: Any = None, draw: bool = False
) -> EnterResult:
    """The act that enters it."""
    return EnterResult(games=games, twenties=twenties, winner="draw" if draw else winner, reason="from paper")


def test_a_result_from_paper_is_entered_and_one_that_takes_anothers_place_is_corrected(
    desk: Desk, hall: Hall
) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    play(desk, hall, first, 1)
    desk.do(EnterResult(games=["10-7"], reason="played on the table without a board"), second)
    by_hand = [(fixture.by_hand, wording.mark(fixture)) for fixture in desk.fixtures(event)]
    assert by_hand == [(None, ""), ("entered", "*"), (None, "")]
    desk.do(EnterResult(games=["0-10"], reason="the umpire's slip"), first)
    desk.do(EnterResult(games=["10-2"], reason="misread"), second)
    assert [fixture.by_hand for fixture in desk.fixtures(event)] == ["corrected", "corrected", None]
    assert desk.fixture(final.id).by_hand is None


@pytest.mark.parametrize(
    ("ruleset", "rules", "typed", "why"),
    [
        ("vkk", None, (["25-10", "25-9"],), cause("too_many_games", most=1, count=2)),
        ("vkk", None, (["28-10"],), cause("game_points_over", points=[28, 10], top=25)),
        ("vkk", None, (["31-10"], None, "a"), cause("game_points_over", points=[31, 10], top=25)),
        ("vkk", None, (["25-25"], None, "a"), cause("only_one_reaches", points=[25, 25], top=25)),
        ("vkk", None, (["25-10"], "3-2"), cause("no_twenties")),
        ("vkk", None, ([], None, None, True), cause("winner_needed")),
        ("vkk", None, (["3-2"],), cause("game_too_short", points=[3, 2], top=25, boards=6)),
        ("vkk", None, (["25-10"], None, "b"), cause("other_winner", by_games="a", winner="b")),
        ("icf", None, (["25-10"],), cause("games_missing", most=3, needed=2)),
        ("icf", None, (["25-10"],), cause("no_whole_match")),
        ("icf", None, (["25-10", "12-25"],), cause("games_missing", needed=2)),
        ("icf", None, (["25-10", "20-10"],), cause("game_unfinished", points=[20, 10], top=25)),
        ("icf", None, (["25-1", "25-2", "25-3"],), cause("over_before", count=2)),
        ("icf", None, (["25-1", "25-2", "25-3"], None, "a"), cause("over_before", count=2)),
        ("wcc", None, (["5-3", "3-5"], None, None, True), cause("winner_needed")),
        ("wcc", None, (["5-3", "3-5"],), cause("games_missing", sport="crokinole")),
    ],
)
def test_a_result_that_the_rules_do_not_know_is_refused(
    desk: Desk, ruleset: str, rules: dict[str, int] | None, typed: tuple[Any, ...], why: Cause
) -> None:
    event = event_with(desk, 2, ruleset=ruleset, rules=rules)
    fixture = desk.do(Draw(), event).fixtures[0]
    with refused(why.reason, **why.facts):
        desk.do(entering(*typed), fixture)
    assert desk.fixture(fixture.id).result is None


@pytest.mark.parametrize(("typed", "won"), [("12-20", (0, 0)), ("20-12", (1, 0)), ("12-12", (0, 0))])
def test_a_game_short_of_its_points_may_have_been_broken_off_where_boards_are_limited(
    desk: Desk, typed: str, won: tuple[int, int]
) -> None:
    """12-20 can be the lead after the last board, and can be where B gave up: who was given it decides."""
    fixture = desk.do(Draw(), event_with(desk, 2, ruleset="vkk", rules=None)).fixtures[0]
    desk.do(EnterResult(games=[typed], winner="a", reason="B was taken ill"), fixture)
    result = desk.fixture(fixture.id).result
    assert result is not None
    assert (result.winner, result.games_won) == ("a", won)


def test_a_match_of_crokinole_is_entered_with_its_20s_and_may_be_drawn(desk: Desk) -> None:
    event = event_with(desk, 3, StagePlan("round_robin"), ruleset="wcc", rules=None)
    first, second, third = desk.do(Draw(), event).fixtures
    level = ["5-3", "3-5", *["4-4"] * 8]
    desk.do(EnterResult(games=level, twenties="12-9", reason="from paper"), first)
    desk.do(EnterResult(games=["8-0", *["3-5"] * 2, *["4-4"] * 7], reason="from paper"), second)
    entered = [desk.fixture(fixture.id).result for fixture in (first, second)]
    # All ten games are played, and their points decide (D83): one game to two is enough.
    assert [(result.winner, result.games_won) for result in entered if result] == [
        (None, (1, 1)),
        ("a", (1, 2)),
    ]
    assert entered[0] is not None
    assert entered[0].twenties == (12, 9)
    with refused("all_games_needed", most=10, count=2):
        desk.do(EnterResult(games=["5-3", "5-3"], reason="from paper"), third)
    desk.do(EnterResult(games=["5-3", "3-5"], winner="draw", reason="the hall's time was over"), third)
    # Another number of 20s is another result, and people see that it is.
    other = EnterResult(games=level, twenties="12-8", reason="from paper", known=stale_results.NONE)
    with refused("result_changed") as caught:
        desk.do(other, first)
    assert "20s 12-9" in str(caught.value)
    assert "20s 12-8" in str(caught.value)


@pytest.mark.parametrize(
    ("ruleset", "typed", "won"),
    [
        # Broken off: the unfinished game is nobody's.
        ("icf", (["25-10", "3-4"], None, "a"), (1, 0)),
        ("icf", (["25-10", "3-4"], None, "b"), (1, 0)),
        # Time was called: by its lead the second game is A's, and so is the match.
        ("icf", (["25-10", "4-3"], None, "a"), (2, 0)),
        ("icf", (["10-25"], None, "a"), (0, 1)),
        ("icf", ([], None, "b"), (0, 0)),
        # A game of three boards that B conceded (D26).
        ("spandan", (["25-10"], None, "a"), (1, 0)),
    ],
)
def test_a_match_that_was_broken_off_is_given_to_somebody(
    desk: Desk, ruleset: str, typed: tuple[Any, ...], won: tuple[int, int]
) -> None:
    event = event_with(desk, 16, ruleset=ruleset, rules=None)
    fixture = desk.do(Draw(), event).fixtures[0]
    desk.do(entering(*typed), fixture)
    result = desk.fixture(fixture.id).result
    assert result is not None
    assert (result.winner, result.how, result.games_won) == (typed[2], "entered", won)


def test_a_correction_is_marked_and_fills_the_later_slots_again(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, _, final = desk.do(Draw(), event).fixtures
    play(desk, hall, first, 1, "a")
    desk.do(EnterResult(games=["3-10"], reason="sides mixed up"), first, actor="anna")
    fixture = desk.fixture(first.id)
    assert fixture.corrected
    assert desk.fixture(final.id).a == first.b
    [kept] = desk.corrections(event)
    assert (kept.fixture, kept.actor, kept.reason) == (first.id, "anna", "sides mixed up")
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
    assert fixture.note_code == "other_result"
    assert desk.settle() == []
    act = hall.store.admins.acts()[0]
    assert (act["who"], act["what"]) == ("anna", "match result")


def test_a_result_is_put_only_in_the_place_of_the_one_that_was_seen(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, *_ = desk.do(Draw(), event).fixtures
    play(desk, hall, first, 1, "a")
    other = ["3-10"]
    with refused("was_reported"):
        desk.do(EnterResult(games=other, reason="sides mixed up", known=stale_results.NONE), first)
    seen = stale_results.version(desk.fixture(first.id).result)
    desk.do(EnterResult(games=other, reason="sides mixed up", known=seen), first, actor="anna")
    with refused("was_entered", who="anna") as caught:
        desk.do(EnterResult(games=["10-0"], reason="checked", known=seen), first)
    now = stale_results.version(desk.fixture(first.id).result)
    assert (caught.value.reason, caught.value.facts["version"]) == ("result_changed", now)
    assert [each.actor for each in desk.corrections(event)] == ["anna"]
    desk.do(EnterResult(games=other, reason="sides mixed up", known=seen), first, actor="anna")  # said twice


def test_a_result_does_not_replace_a_walk_over_unseen(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, *_ = desk.do(Draw(), event).fixtures
    desk.do(Call(table=1), first)
    desk.do(WalkOver(winner="a", early=True), desk.fixture(first.id))
    with refused("has_ended"):
        desk.do(EnterResult(games=["3-10"], reason="they came", known=stale_results.NONE), first)


def test_a_correction_that_changes_a_called_match_is_refused_unless_forced(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 4)
    first, second, final = desk.do(Draw(), event).fixtures
    play(desk, hall, first, 1, "a")
    play(desk, hall, second, 2, "a")
    desk.do(Call(table=3), final)
    other = ["3-10"]
    with refused("later_match_called"):
        desk.do(EnterResult(games=other, reason="sides mixed up"), first)
    assert not desk.fixture(first.id).corrected
    desk.do(EnterResult(games=["10-3"], reason="a board was missing"), first)
    forced = EnterResult(games=other, reason="sides mixed up", force=True)
    assert final.id in ids_of(desk.done(forced, first))
    assert desk.fixture(final.id).note_code == "called_with"


@pytest.mark.parametrize(
    ("scores", "winner", "reason"),
    [
        (["25-10", "12;25"], None, "no_points_of_game"),
        ([], None, "who_has_won"),
    ],
)
def test_results_that_make_no_sense_are_refused(scores: list[str], winner: None, reason: str) -> None:
    with refused(reason):
        results.typed_in(scores, winner=winner)
    with refused("won_or_nobody"):
        results.typed_in(["4-4"], winner="a", draws=True)


def test_games_are_taken_as_lists_show_them() -> None:
    expected = ((25, 10), (3, 25), (25, 8))
    for scores in (["25-10, 3-25, 25-8"], ["25-10,", "3-25,", "25-8"], ["25-10,3-25", "25-8"]):
        assert results.typed_in(scores).games == expected


def test_a_result_needs_a_match_that_is_on_and_a_reason(desk: Desk) -> None:
    event = event_with(desk, 4)
    first, _, final = desk.do(Draw(), event).fixtures
    with refused("no_result_possible", state="waiting"):
        desk.do(EnterResult(games=["10-0"], reason="why not"), final)
    with refused("result_needs_reason"):
        desk.do(EnterResult(games=["10-0"], reason=" "), first)


def test_a_result_that_the_table_confirmed_a_moment_before_is_corrected_not_entered(
    desk: Desk, hall: Hall
) -> None:
    event = event_with(desk, 2)
    drawn = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), drawn)
    hall.take()
    hall.win(1, "a")  # confirmed, and nobody has settled since
    desk.do(EnterResult(games=["3-10"], reason="sides mixed up"), drawn, actor="anna")
    fixture = desk.fixture(drawn.id)
    assert (fixture.by_hand, fixture.table) == ("corrected", 1)
    [kept] = desk.corrections(event)
    assert kept.before is not None
    assert (kept.before.how, kept.before.games) == ("played", ((10, 0),))
    assert desk.settle() == []


def test_what_the_table_seals_after_a_result_by_hand_stays_visible_beside_it(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    drawn = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), drawn)
    hall.take()
    hall.begin(1)
    desk.do(EnterResult(games=["3-10"], reason="read off the board"), drawn, actor="anna")
    assert desk.fixture(drawn.id).by_hand == "entered"
    hall.at += 1_000
    hall.win(1, "a")
    assert desk.settle() == [drawn.id]
    fixture = desk.fixture(drawn.id)
    assert (fixture.by_hand, fixture.result and fixture.result.winner) == ("corrected", "b")
    assert noted(fixture) == ("other_result", {"score": "10-0", "table": 1})
    typed, played = desk.corrections(event)
    assert (typed.actor, typed.before) == ("anna", None)
    assert (typed.code, played.code, played.reason) == (None, "as_played", "")
    assert (played.actor, played.before and played.before.games, played.after) == (
        "table 1",
        ((10, 0),),
        typed.after,
    )
    assert desk.settle() == []
    desk.do(EnterResult(games=["10-0"], reason="the table is right"), drawn)
    assert desk.settle() == []
    assert desk.fixture(drawn.id).note_code is None


def test_the_same_result_by_hand_and_from_the_table_is_one(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    drawn = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), drawn)
    hall.take()
    hall.begin(1)
    desk.do(EnterResult(games=["10-0"], reason="read off the board"), drawn)
    hall.win(1, "a")
    assert desk.settle() == []
    fixture = desk.fixture(drawn.id)
    assert (fixture.by_hand, fixture.note_code, len(desk.corrections(event))) == ("entered", None, 1)


def test_a_walk_over_by_the_desk_does_not_hide_what_was_played(desk: Desk, hall: Hall) -> None:
    event = event_with(desk, 2)
    drawn = desk.do(Draw(), event).fixtures[0]
    desk.do(Call(table=1), drawn)
    hall.take()
    desk.do(WalkOver(winner="b", early=True), drawn)
    hall.win(1, "a")
    assert desk.settle() == [drawn.id]
    fixture = desk.fixture(drawn.id)
    assert (fixture.result and fixture.result.how, fixture.by_hand) == ("walk_over", "corrected")
    assert noted(fixture) == ("other_result", {"score": "10-0", "table": 1})
    assert desk.settle() == []


def test_what_is_entered_twice_is_entered_once(desk: Desk) -> None:
    event = event_with(desk, 4)
    first = desk.do(Draw(), event).fixtures[0]
    for reason in ("on paper", "on paper", "on paper", "misread"):
        desk.do(EnterResult(games=["10-7"], reason=reason), first)
    assert [correction.reason for correction in desk.corrections(event)] == ["on paper", "misread"]
    desk.do(EnterResult(games=["7-10"], reason="misread"), first)
    assert len(desk.corrections(event)) == 3
