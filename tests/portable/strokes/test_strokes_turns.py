"""The break, fouls, passes, the turn, boards lost by ruling, time run out."""

from portable import raises
from stroke_desk import RULES, board, holds, result, rule

from boardside.game import dicts, strokes
from boardside.game.errors import GameError

ONE_TRY = {"queen": 3, "queen_until": 21, "most": 12, "tries": 1}


def test_42_43_the_breaker_has_white_and_the_turn():
    for side in ("a", "b"):
        start = strokes.begin(RULES, side)
        assert (start.turn, start.white, start.left("a"), start.left("b")) == (side, side, 9, 9)
        assert (start.queen, start.right, start.fresh, start.tries) == ("board", (False, False), True, 3)


def test_49b_the_break_of_a_seat_in_doubles():
    start = strokes.begin(RULES, "b", True, 3)
    assert (start.turn, start.seat) == ("b", 3)
    after, _ = rule(start)
    assert after.seat == 0
    assert raises(GameError, strokes.begin, RULES, "a", True, 3).code == "impossible"
    assert raises(GameError, strokes.begin, RULES, "a", True, 4).code == "impossible"


def test_45a_two_more_tries():
    situation = strokes.begin(RULES, "a")
    for left in (2, 1):
        situation, ruling = rule(situation, touched=False)
        holds(ruling, turn="a", goes_on=True, charged=0, laws="45a", act="no break")
        assert situation.tries == left


def test_45b_the_right_to_break_is_lost_after_three():
    situation = strokes.begin(RULES, "a")
    for _ in range(2):
        situation, _ = rule(situation, touched=False)
    situation, ruling = rule(situation, touched=False)
    holds(ruling, turn="b", owes=(0, 0), laws="45b")
    assert (situation.tries, situation.white) == (3, "a")  # b, still black, breaks with all its tries
    situation, ruling = rule(situation, own=1)
    holds(ruling, turn="b", stays=1)
    assert situation.tries == 0


def test_45_spandan_allows_one_try():
    _, ruling = rule(strokes.begin(ONE_TRY, "a"), touched=False)
    holds(ruling, turn="b", laws="45b")


def test_45c_striker_down_untouched_or_improper_try():
    for extra in ({"striker": True}, {"improper": True}, {"striker": True, "improper": True}):
        after, ruling = rule(strokes.begin(RULES, "a"), touched=False, **extra)
        holds(ruling, turn="b", charged=0, owes=(0, 0), laws="45c")
        assert after.tries == 3


def test_d41_a_break_that_touched_is_ruled_as_any_stroke():
    after, ruling = rule(strokes.begin(RULES, "a"), improper=True)
    holds(ruling, turn="b", charged=1, owes=(1, 0), laws="64a D41 72c")
    assert after.tries == 0
    _, ruling = rule(strokes.begin(RULES, "a"), striker=True)
    holds(ruling, turn="b", charged=1, owes=(1, 0), laws="72a 72c")


def test_44_an_untouched_break_pockets_nothing():
    start = strokes.begin(RULES, "a")
    for extra in ({"own": 1}, {"opponent": 1}, {"queen": True}):
        error = raises(GameError, lambda: rule(start, touched=False, **extra))  # noqa: B023
        assert error.code == "impossible"


def test_47_break_before_play():
    start = strokes.begin(RULES, "a")
    after, ruling = rule(start, own=2, opponent=1, queen=True, before_play=True)
    holds(ruling, turn="b", back=2, opponent_stays=1, queen="board", queen_move="back", charged=1)
    assert ruling.laws[0] == "47"
    assert (after.placing, after.owes) == ((("a", 2, 1),), (1, 0))
    _, ruling = rule(start, touched=False, before_play=True)
    holds(ruling, turn="b", charged=0, laws="45c")
    situation, _ = rule(start)
    assert raises(GameError, lambda: rule(situation, before_play=True)).code == "not_now"


def test_63a_technical_foul_before_the_first_stroke_of_the_turn():
    after, ruling = strokes.foul(board(), "a")
    holds(ruling, act="technical foul", turn="a", charged=1, placing=(("a", 1, 1),), laws="63a")
    assert after.fresh


def test_63b_technical_foul_by_the_side_not_in_turn():
    for fresh in (True, False):
        _, ruling = strokes.foul(board(fresh=fresh), "b")
        holds(ruling, act="technical foul", turn="a", placing=(("b", 1, 0),), laws="63b")


def test_64a_foul_after_the_first_stroke_loses_the_turn():
    situation, _ = rule(board(), own=1)
    after, ruling = strokes.foul(situation, "a")
    holds(ruling, act="foul", turn="b", charged=1, placing=(("a", 1, 1),), laws="64a")
    assert after.fresh


def test_64a_foul_while_the_queen_is_being_covered():
    _, ruling = strokes.foul(board(queen="covering"), "a")
    holds(ruling, turn="b", queen="board", queen_move="back", laws="64a 96")
    _, ruling = strokes.foul(board(queen="covering"), "a", True)
    holds(ruling, turn="a", queen="covering", queen_move=None, laws="63a")


def test_63_64_the_umpire_may_say_which():
    _, ruling = strokes.foul(board(), "a", False)
    holds(ruling, act="foul", turn="b")
    assert raises(GameError, strokes.foul, board(), "b", False).code == "impossible"
    assert raises(GameError, strokes.foul, board(), "c").code == "unknown"


def test_63_a_foul_while_c_m_are_being_placed():
    situation, _ = rule(board(), striker=True)
    after, ruling = strokes.foul(situation, "b")  # b placed wrongly, before its own first stroke (85, 86)
    holds(ruling, turn="b", placing=(("a", 1, 1), ("b", 1, 0)), laws="63a")
    after, _ = strokes.place(after)
    assert (after.left("a"), after.left("b")) == (7, 7)


def test_137_three_passes_in_a_row_by_each_side():
    situation = board()
    for count in range(5):
        situation, ruling = strokes.skip(situation)
        holds(ruling, replay=None, turn="ba"[count & 1], clock="stroke")
    after, ruling = strokes.skip(situation)
    holds(ruling, replay="137", laws="137", clock=None)
    assert after.over
    assert after.result is None


def test_d52_a_stroke_breaks_the_row_of_passes():
    situation = board()
    for _ in range(5):
        situation, _ = strokes.skip(situation)
    situation, _ = rule(situation)
    for _ in range(5):
        situation, ruling = strokes.skip(situation)
        assert ruling.replay is None
    _, ruling = strokes.skip(situation)
    assert ruling.replay == "137"


def test_96_a_pass_leaves_the_queen_uncovered():
    _, ruling = strokes.skip(board(queen="covering"))
    holds(ruling, queen="board", queen_move="back", laws="137 96")


def test_51_out_of_turn_loses_the_board():
    for law in ("51", "91", "121b", "126b"):
        _, ruling = strokes.lost(board(own=4, opponent=5), "b", law)
        assert result(ruling) == ("a", 8, 8, 5, "board")
        holds(ruling, laws=law, clock=None, act="lost")
        assert ruling.board["law"] == law


def test_91_high_gets_the_c_m_only():
    _, ruling = strokes.lost(board(own=4, points=0, opponent_points=22), "a", "91")
    assert result(ruling)[:2] == ("b", 4)
    holds(ruling, laws="91 54")


def test_d21_d51_where_the_queen_is_when_a_board_is_lost_by_ruling():
    _, ruling = strokes.lost(board(own=4, queen="a"), "a", "91")
    assert result(ruling) == ("b", 4, 4, 4, "a")
    _, ruling = strokes.lost(board(own=4, queen="b"), "a", "91")
    assert result(ruling) == ("b", 7, 7, 4, "b")
    holds(ruling, laws="91 53b D21")
    _, ruling = strokes.lost(board(own=4, queen="covering"), "a", "91")
    assert result(ruling) == ("b", 7, 7, 4, "board")
    holds(ruling, laws="91 D51")
    _, ruling = strokes.lost(board(own=9), "a", "91")
    assert result(ruling)[:2] == ("b", 12)


def test_51_unnoticed_the_turn_is_allowed():
    situation = board(doubles=True)
    after, ruling = strokes.turn_to(situation, 3)
    holds(ruling, turn="b", seat=3, laws="51", clock="stroke")
    after, _ = rule(after)
    assert after.seat == 0
    assert raises(GameError, strokes.turn_to, situation, 0).code == "not_now"
    assert raises(GameError, strokes.turn_to, situation, 4).code == "impossible"


def test_46_50_time_run_out_names_the_breach_and_imposes_nothing():
    situation = board()
    before = dicts.situation_dict(situation)
    assert strokes.breach(situation) == ("technical foul", ("50", "63a"))
    assert dicts.situation_dict(situation) == before
    situation, _ = rule(situation, own=1)
    assert strokes.breach(situation) == ("foul", ("50", "64a"))
    assert strokes.breach(strokes.begin(RULES, "a")) == ("technical foul", ("46", "63a"))
    situation, _ = rule(situation, striker=True)
    assert strokes.breach(situation) == ("right to place lapses", ("87a", "88a"))


def test_48_the_turn_goes_round_four_seats():
    situation = board(doubles=True)
    seen = []
    for _ in range(5):
        seen.append(situation.seat)
        situation, _ = rule(situation)
    assert seen == [0, 1, 2, 3, 0]
