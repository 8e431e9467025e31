"""One stroke: every row of the table, proper and improper, each test named after its Law.

Side a is in turn with six c/m on the board, three pocketed, unless said. The expectations are written out
here; none is read from the table under test.
"""

from stroke_desk import board, holds, rule

from boardside.game import strokes


def ruled(situation, stroke, **expected):
    expected["queen"] = expected.get("queen", "board")  # on the board, unless the test says where
    after, ruling = rule(situation, **stroke)
    for name in ("down", "right"):
        if name in expected:
            assert getattr(after, name) == expected.pop(name), name
    holds(ruling, **expected)
    if ruling.act == "stroke":  # a due for the striker (13), a penalty for the foul (14)
        holds(ruling, dues=int("striker" in stroke), penalties=int("improper" in stroke))
    return after


def stays(own=0, opponent=0):
    return {
        "stays": own,
        "opponent_stays": opponent,
        "back": 0,
        "charged": 0,
        "placing": (),
        "clock": "stroke",
    }


def out(back, charged, opponent=0):
    """So many own c/m come back, so many are charged; the opponent (seat 1) places them all."""
    return {
        "stays": 0,
        "opponent_stays": opponent,
        "back": back,
        "charged": charged,
        "placing": (("a", back + charged, 1),),
        "owes": (0, 0),
        "clock": "placing",
    }


def test_48_nothing_proper():
    ruled(board(), {}, turn="b", laws="48", down=(3, 3), queen_move=None, **stays())


def test_64a_nothing_improper():
    ruled(board(), {"improper": True}, turn="b", laws="64a", **out(0, 1))


def test_48_own_proper():
    ruled(board(), {"own": 2}, turn="a", laws="48", down=(5, 3), **stays(2))


def test_77a_own_improper():
    ruled(board(), {"own": 2, "improper": True}, turn="b", laws="77a", down=(5, 3), **out(2, 1))


def test_48_opponent_proper():
    ruled(board(), {"opponent": 1}, turn="b", laws="48 125", down=(3, 4), **stays(0, 1))


def test_125_the_opponents_down_ends_the_turn_also_with_own_not_down():
    for count in (1, 2, 3):
        ruled(board(), {"opponent": count}, turn="b", laws="48 125", down=(3, 3 + count), **stays(0, count))


def test_76_opponent_improper():
    ruled(board(), {"opponent": 1, "improper": True}, turn="b", laws="76", down=(3, 4), **out(0, 1, 1))


def test_48_own_and_opponent_proper():
    ruled(board(), {"own": 1, "opponent": 2}, turn="a", laws="48", down=(4, 5), **stays(1, 2))


def test_64b_own_and_opponent_improper():
    stroke = {"own": 1, "opponent": 2, "improper": True}
    ruled(board(), stroke, turn="b", laws="64b 76 77a", down=(4, 5), **out(1, 1, 2))


def test_72a_striker_alone_proper():
    ruled(board(), {"striker": True}, turn="b", laws="72a", **out(0, 1))


def test_72b_striker_alone_improper():
    ruled(board(), {"striker": True, "improper": True}, turn="b", laws="72b", **out(0, 2))


def test_73_striker_and_own_proper():
    ruled(board(), {"own": 1, "striker": True}, turn="a", laws="73", **out(1, 1))


def test_77b_striker_and_own_improper():
    ruled(board(), {"own": 1, "striker": True, "improper": True}, turn="b", laws="77b", **out(1, 2))


def test_74_striker_and_opponent_proper():
    ruled(board(), {"opponent": 1, "striker": True}, turn="b", laws="74", **out(0, 1, 1))


def test_72b_striker_and_opponent_improper():
    stroke = {"opponent": 1, "striker": True, "improper": True}
    ruled(board(), stroke, turn="b", laws="72b 76", **out(0, 2, 1))


def test_75_striker_own_and_opponent_proper():
    ruled(board(), {"own": 2, "opponent": 1, "striker": True}, turn="a", laws="75", **out(2, 1, 1))


def test_76_striker_own_and_opponent_improper():
    stroke = {"own": 2, "opponent": 1, "striker": True, "improper": True}
    ruled(board(), stroke, turn="b", laws="76 77b", **out(2, 2, 1))


def test_48_queen_with_the_right_proper():
    stroke = {"queen": True}
    ruled(board(), stroke, turn="a", laws="48 15", queen="covering", queen_move="to cover", **stays())


def test_64b_queen_with_the_right_improper():
    stroke = {"queen": True, "improper": True}
    ruled(board(), stroke, turn="b", laws="64b", queen="board", queen_move="back", **out(0, 1))


def test_95a_queen_before_any_own_proper():
    situation = board(own=9)
    ruled(situation, {"queen": True}, turn="b", laws="95a", queen="board", queen_move="back", **stays())


def test_95b_queen_while_a_due_is_owed_proper():
    situation = board(own=9, owes=1, right=True)
    after = ruled(situation, {"queen": True}, turn="b", laws="95b", queen="board", queen_move="back")
    assert after.owes == (1, 0)


def test_64b_queen_without_the_right_improper():
    after = ruled(
        board(own=9), {"queen": True, "improper": True}, turn="b", laws="64b 72c", queen="board", charged=1
    )
    assert after.owes == (1, 0)


def test_95c_right_kept_after_dues_bring_all_nine_back():
    situation = board(own=8)
    after = ruled(situation, {"striker": True}, turn="b", laws="72a", placing=(("a", 1, 1),))
    after, _ = strokes.place(after)
    after, _ = rule(after)  # b misses: a's turn again
    assert after.left("a") == 9
    ruled(after, {"queen": True}, turn="a", laws="48 15 95c", queen="covering", queen_move="to cover")


def test_97a_queen_and_own_proper():
    stroke = {"queen": True, "own": 1}
    ruled(board(), stroke, turn="a", laws="97a", queen="a", queen_move="covered", **stays(1))


def test_64b_queen_and_own_improper():
    stroke = {"queen": True, "own": 1, "improper": True}
    ruled(board(), stroke, turn="b", laws="64b", queen="board", queen_move="back", **out(1, 1))


def test_97b_queen_and_one_own_with_all_nine_on_the_board():
    stroke = {"queen": True, "own": 1}
    situation = board(own=9)
    ruled(situation, stroke, turn="a", laws="97b", queen="covering", queen_move="to cover", **stays(1))


def test_97b_queen_and_two_own_with_all_nine_on_the_board():
    stroke = {"queen": True, "own": 2}
    ruled(board(own=9), stroke, turn="a", laws="97b", queen="a", queen_move="covered", **stays(2))


def test_97b_at_the_break():
    start = strokes.begin(board().rules, "a")
    ruled(start, {"queen": True, "own": 1}, turn="a", laws="97b", queen="covering", **stays(1))
    ruled(start, {"queen": True, "own": 2}, turn="a", laws="97b", queen="a", **stays(2))


def test_98a_queen_own_and_striker_proper():
    stroke = {"queen": True, "own": 1, "striker": True}
    ruled(board(), stroke, turn="a", laws="98a", queen="board", queen_move="back", **out(1, 1))


def test_98b_queen_own_and_striker_improper():
    stroke = {"queen": True, "own": 1, "striker": True, "improper": True}
    ruled(board(), stroke, turn="b", laws="98b", queen="board", queen_move="back", **out(1, 2))


def test_99a_queen_and_striker_proper():
    stroke = {"queen": True, "striker": True}
    ruled(board(), stroke, turn="a", laws="99a", queen="board", queen_move="back", **out(0, 1))


def test_95d_queen_and_striker_with_all_nine_on_the_board():
    stroke = {"queen": True, "striker": True}
    for right in (False, True):  # also when dues brought them back
        situation = board(own=9, right=right)
        after = ruled(
            situation, stroke, turn="b", laws="95d 72c", queen="board", queen_move="back", charged=1
        )
        assert after.owes == (1, 0)


def test_99b_queen_and_striker_improper():
    stroke = {"queen": True, "striker": True, "improper": True}
    ruled(board(), stroke, turn="b", laws="99b", queen="board", queen_move="back", **out(0, 2))


def test_100a_covering_striker_alone_proper():
    situation = board(queen="covering")
    ruled(situation, {"striker": True}, turn="b", laws="100a", queen="board", queen_move="back", **out(0, 1))


def test_100b_covering_striker_alone_improper():
    stroke = {"striker": True, "improper": True}
    ruled(board(queen="covering"), stroke, turn="b", laws="100b", queen="board", **out(0, 2))


def test_101a_covering_striker_and_own_proper():
    stroke = {"striker": True, "own": 1}
    situation = board(queen="covering")
    after = ruled(situation, stroke, turn="a", laws="101a", queen="covering", queen_move=None, **out(1, 1))
    after, _ = strokes.place(after)
    ruled(after, {}, turn="b", laws="96", queen="board", queen_move="back")
    ruled(after, {"own": 1}, turn="a", laws="15", queen="a", queen_move="covered")


def test_101b_covering_striker_and_own_improper():
    stroke = {"striker": True, "own": 1, "improper": True}
    ruled(
        board(queen="covering"), stroke, turn="b", laws="101b", queen="board", queen_move="back", **out(1, 2)
    )


def test_96_covering_no_own_down_proper():
    ruled(board(queen="covering"), {}, turn="b", laws="96", queen="board", queen_move="back", **stays())


def test_96_covering_no_own_down_improper():
    stroke = {"improper": True}
    ruled(
        board(queen="covering"),
        stroke,
        turn="b",
        laws="96 64a",
        queen="board",
        queen_move="back",
        **out(0, 1),
    )


def test_96_covering_own_down_proper():
    stroke = {"own": 1}
    ruled(board(queen="covering"), stroke, turn="a", laws="15", queen="a", queen_move="covered", **stays(1))


def test_96_covering_own_down_improper():
    stroke = {"own": 1, "improper": True}
    ruled(
        board(queen="covering"),
        stroke,
        turn="b",
        laws="77a 96",
        queen="board",
        queen_move="back",
        **out(1, 1),
    )


def test_d1_queen_and_opponent_proper():
    stroke = {"queen": True, "opponent": 1}
    ruled(board(), stroke, turn="a", laws="D1", queen="covering", **stays(0, 1))


def test_d2_queen_opponent_and_striker():
    stroke = {"queen": True, "opponent": 1, "striker": True}
    ruled(board(), stroke, turn="b", laws="D2 74", queen="board", queen_move="back", **out(0, 1, 1))
    stroke["improper"] = True
    ruled(board(), stroke, turn="b", laws="D2 99b 76", queen="board", queen_move="back", **out(0, 2, 1))


def test_d11_queen_and_own_while_a_due_is_owed():
    stroke = {"queen": True, "own": 2}
    situation = board(own=9, owes=1)
    after = ruled(
        situation,
        stroke,
        turn="b",
        laws="95b D11 78a",
        queen="board",
        queen_move="back",
        stays=2,
        placing=(("a", 1, 1),),
        clock="placing",
    )
    assert after.owes == (0, 0)
