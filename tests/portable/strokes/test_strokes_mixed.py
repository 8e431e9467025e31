"""Strokes of several kinds at once, which the table names only by its parts."""

from stroke_desk import board, holds, result, rule

from boardside.game import strokes


def ruled(situation, stroke, **expected):
    after, ruling = rule(situation, **stroke)
    holds(ruling, **expected)
    return after, ruling


def test_97a_queen_own_and_opponent():
    stroke = {"queen": True, "own": 1, "opponent": 1}
    ruled(board(), stroke, turn="a", queen="a", stays=1, opponent_stays=1, charged=0, laws="97a")
    ruled(board(own=9), stroke, turn="a", queen="covering", stays=1, opponent_stays=1, laws="97b")
    stroke["improper"] = True
    ruled(board(), stroke, turn="b", queen="board", back=1, opponent_stays=1, charged=1, laws="64b 76")


def test_98a_queen_own_opponent_and_striker():
    stroke = {"queen": True, "own": 1, "opponent": 1, "striker": True}
    ruled(board(), stroke, turn="a", queen="board", back=1, opponent_stays=1, charged=1, laws="98a 75")
    stroke["improper"] = True
    ruled(board(), stroke, turn="b", queen="board", back=1, opponent_stays=1, charged=2, laws="98b 76")


def test_98a_with_all_nine_on_the_board():
    stroke = {"queen": True, "own": 1, "striker": True}
    after, _ = ruled(board(own=9), stroke, turn="a", queen="board", back=1, charged=1, laws="98a 72c")
    assert (after.placing, after.owes) == ((("a", 1, 1),), (1, 0))


def test_96_covering_opponent_only():
    situation = board(queen="covering")
    ruled(
        situation,
        {"opponent": 1},
        turn="b",
        queen="board",
        queen_move="back",
        opponent_stays=1,
        laws="96 125",
    )
    ruled(situation, {"opponent": 1, "improper": True}, turn="b", queen="board", charged=1, laws="96 76")


def test_96_covering_own_and_opponent():
    situation = board(queen="covering")
    ruled(situation, {"own": 1, "opponent": 1}, turn="a", queen="a", queen_move="covered", laws="15")
    stroke = {"own": 1, "opponent": 1, "improper": True}
    ruled(situation, stroke, turn="b", queen="board", back=1, opponent_stays=1, charged=1, laws="77a 76 96")


def test_96_covering_striker_and_opponent():
    situation = board(queen="covering")
    stroke = {"striker": True, "opponent": 1}
    ruled(situation, stroke, turn="b", queen="board", queen_move="back", charged=1, laws="96 74")
    stroke["improper"] = True
    ruled(situation, stroke, turn="b", queen="board", queen_move="back", charged=2, laws="96 72b 76")


def test_101a_covering_striker_own_and_opponent():
    situation = board(queen="covering")
    stroke = {"striker": True, "own": 1, "opponent": 1}
    ruled(situation, stroke, turn="a", queen="covering", back=1, opponent_stays=1, charged=1, laws="101a 75")
    stroke["improper"] = True
    ruled(situation, stroke, turn="b", queen="board", back=1, opponent_stays=1, charged=2, laws="101b 76")


def test_95a_queen_and_opponent_without_the_right():
    stroke = {"queen": True, "opponent": 1}
    ruled(board(own=9), stroke, turn="b", queen="board", queen_move="back", opponent_stays=1, laws="95a 125")
    ruled(board(own=9, owes=2), stroke, turn="b", queen="board", queen_move="back", laws="95b 125")


def test_d2_with_all_nine_on_the_board():
    stroke = {"queen": True, "opponent": 1, "striker": True}
    ruled(board(own=9), stroke, turn="b", queen="board", charged=1, opponent_stays=1, laws="D2 74 72c")


def test_d40_the_right_comes_with_a_c_m_that_the_opponent_pocketed():
    start = strokes.begin(board().rules, "a")
    situation, _ = rule(start, opponent=1)
    ruled(situation, {"queen": True}, turn="b", queen="covering", laws="48 15")


def test_92_no_right_before_any_own_c_m():
    start = strokes.begin(board().rules, "a")
    ruled(start, {"queen": True}, turn="b", queen="board", queen_move="back", laws="95a")


def test_d42_a_due_owed_takes_the_turn_with_queen_own_and_striker():
    situation = board(own=9, owes=1)
    stroke = {"queen": True, "own": 1, "striker": True}
    laws = "98a 95b D42 72c"
    after, _ = ruled(
        situation, stroke, turn="b", queen="board", queen_move="back", back=1, charged=1, laws=laws
    )
    assert (after.placing, after.owes) == ((("a", 1, 1),), (2, 0))
    stroke["opponent"] = 1
    ruled(situation, stroke, turn="b", queen="board", back=1, laws="98a 75 95b D42 72c")


def test_d42_a_due_waiting_for_room_is_owed():
    situation = board(own=6, owes=1)
    assert situation.waiting == (1, 0)
    ruled(situation, {"queen": True}, turn="b", queen="board", queen_move="back", laws="95b")
    ruled(situation, {"queen": True, "striker": True}, turn="b", queen="board", laws="95b D42 78a")


def test_d44_the_last_of_the_opponent_while_covering_with_an_own_c_m():
    situation = board(own=4, opponent=1, queen="covering")
    _, ruling = rule(situation, own=1, opponent=1)
    assert result(ruling) == ("b", 6, 6, 3, "board")
    assert ruling.laws == ("103a", "D44")


def test_d13_the_queen_with_the_last_own_while_a_due_waits():
    for points, worth in ((21, 3), (22, 1)):
        situation = board(own=1, opponent=4, owes=1, opponent_points=points)
        _, ruling = rule(situation, own=1, queen=True)
        assert result(ruling) == ("b", worth, worth, 0, "board")
        assert ruling.laws[:3] == ("107a", "95b", "D13")
    _, ruling = rule(board(own=1, opponent=1, owes=1), own=1, opponent=1, queen=True)
    assert (result(ruling)[:3], ruling.laws) == (("b", 3, 3), ("105a", "95b", "D13"))
    _, ruling = rule(board(own=4, opponent=1, owes=1), opponent=1, queen=True)
    assert (result(ruling)[:3], ruling.laws) == (("b", 7, 7), ("106a", "95b", "D13"))


def test_d13_is_about_what_stays_down():
    for otherwise in ({"improper": True}, {"striker": True}):
        _, ruling = rule(board(own=1, opponent=4, owes=1), own=1, queen=True, **otherwise)
        assert (ruling.board, ruling.back, ruling.queen) == (None, 1, "board")


def test_d3_a_due_does_not_hold_up_the_finish():
    _, ruling = rule(board(own=1, opponent=4, owes=1, queen="a"), own=1)
    assert result(ruling) == ("a", 7, 7, 4, "a")
    assert ruling.laws == ("53a", "53b", "D3")


def test_d11_queen_own_and_opponent_while_a_due_is_owed():
    stroke = {"queen": True, "own": 1, "opponent": 1}
    laws = "95b D11 78a"
    ruled(board(own=9, owes=1), stroke, turn="b", queen="board", stays=1, opponent_stays=1, laws=laws)


def test_d2_while_a_due_is_owed():
    stroke = {"queen": True, "opponent": 1, "striker": True}
    ruled(
        board(own=9, owes=1), stroke, turn="b", queen="board", opponent_stays=1, charged=1, laws="D2 74 72c"
    )


def test_64b_improper_strokes_with_the_queen():
    """Whatever the right to the Queen: she comes out, own c/m come out, the turn passes."""
    for own_left, owes in ((6, 0), (9, 0), (9, 1)):
        situation = board(own=own_left, owes=owes)
        outstanding = " 72c" if own_left == 9 else ""
        for stroke, laws in (
            ({}, "64b"),
            ({"opponent": 1}, "64b 76"),
            ({"own": 1}, "64b"),
            ({"own": 1, "opponent": 1}, "64b 76"),
            ({"own": 1, "striker": True}, "98b"),
            ({"own": 1, "opponent": 1, "striker": True}, "98b 76"),
            ({"striker": True}, "99b"),
            ({"opponent": 1, "striker": True}, "D2 99b 76"),
        ):
            own = stroke.get("own", 0)
            charged = 2 if stroke.get("striker") else 1
            ruled(
                situation,
                dict(stroke, queen=True, improper=True),
                turn="b",
                queen="board",
                queen_move="back",
                stays=0,
                back=own,
                opponent_stays=stroke.get("opponent", 0),
                charged=charged,
                laws=laws + outstanding,
            )


def test_a_covered_queen_stays_covered():
    for queen in ("a", "b"):
        for stroke in ({}, {"own": 1}, {"opponent": 1}, {"own": 1, "opponent": 1}):
            for striker in (False, True):
                for improper in (False, True):
                    more = dict(stroke, striker=striker, improper=improper)
                    ruled(board(queen=queen), more, queen=queen, queen_move=None)
