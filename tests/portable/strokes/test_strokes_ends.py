"""The end of a board: every row of the table, proper and otherwise, low and high, with points on demand.

P is side a (seat 0), O side b. A row's points are given as the specification gives them, low and high;
whatever the demand, no board is above 12.
"""

from stroke_desk import board, result, rule

from boardside.game import strokes

STRIKER, IMPROPER, BOTH = {"striker": True}, {"improper": True}, {"striker": True, "improper": True}
OTHERWISE = ((STRIKER, 1), (IMPROPER, 1), (BOTH, 2))


def finish(last, queen, extra, high, own_left=4, opponent_left=5):
    """The ruling on a stroke that pockets the last c/m named by `last` while the Queen is as told."""
    points = 22 if high else 21
    situation = board(
        own=own_left if last == "opponent" else 1,
        opponent=opponent_left if last == "own" else 1,
        queen="board" if queen == "stroke" else queen,
        points=points,
        opponent_points=points,
    )
    stroke = {"own": 0 if last == "opponent" else 1, "opponent": 0 if last == "own" else 1}
    stroke["queen"] = queen == "stroke"
    stroke.update(extra)
    return rule(situation, **stroke)


def row(last, queen, proper, otherwise, laws, recorded):
    """proper, otherwise: (winner, low, high); otherwise may be None: the board goes on.

    laws: first Law named when proper, with the striker, when improper, with both. recorded: where the Queen
    is said to be in the result, when proper and otherwise.
    """
    laws = laws.split()
    recorded = recorded.split()
    for high in (False, True):
        after, ruling = finish(last, queen, {}, high)
        winner, low, top = proper
        assert result(ruling)[:3] == (winner, top if high else low, top if high else low), ruling.clauses
        assert last != "both" or ruling.board["left"] == 0
        assert ruling.laws[0] == laws[0], ruling.laws
        assert ruling.board["queen"] == recorded[0]
        assert after.over
        assert ruling.clock is None
        assert after.owes == (0, 0)
        for at in range(3):
            extra, demand = OTHERWISE[at]
            after, ruling = finish(last, queen, extra, high)
            if otherwise is None:
                assert (ruling.board, ruling.back) == (None, 1), ruling.clauses
                continue
            winner, low, top = otherwise
            assert last == "opponent" or ruling.board["left"] == 0
            points = top if high else low
            assert result(ruling)[:3] == (winner, points, min(points + demand, 12)), ruling.clauses
            assert ruling.board["demand"] == demand
            assert ruling.laws[0] == laws[1 + at], ruling.laws
            assert ruling.board["queen"] == recorded[1]
            assert "87b" in ruling.laws


ROWS = (
    # What went down last, where the Queen was, (winner, low, high) when proper and otherwise, the Laws, and
    # where she is recorded.
    ("own", "a", ("a", 8, 5), None, "53a", "a -"),
    ("own", "stroke", ("a", 8, 5), None, "53a", "a -"),
    ("own", "covering", ("a", 8, 5), None, "53a", "a -"),
    ("own", "b", ("a", 5, 5), None, "53a", "b -"),
    ("own", "board", ("b", 3, 1), ("b", 3, 1), "107a 108a 107b 108b", "board board"),
    ("opponent", "a", ("b", 4, 4), ("b", 4, 4), "53a 53a 53a 53a", "a a"),
    ("opponent", "b", ("b", 7, 4), ("b", 7, 4), "53a 53a 53a 53a", "b b"),
    ("opponent", "board", ("b", 7, 4), ("b", 7, 4), "106a 111a 106b 111b", "board board"),
    ("opponent", "covering", ("b", 7, 4), ("b", 7, 4), "103a 111a 103b 111b", "board board"),
    ("opponent", "stroke", ("b", 7, 4), ("b", 7, 4), "103a 111a 103b 111b", "board board"),
    ("both", "covering", ("a", 3, 1), ("b", 3, 1), "102a 109a 102b 109b", "a board"),
    ("both", "stroke", ("a", 3, 1), ("b", 3, 1), "104a 109a 104b 109b", "a board"),
    ("both", "board", ("b", 3, 1), ("b", 3, 1), "105a 109a 105b 109b", "board board"),
    ("both", "a", ("a", 3, 1), ("b", 1, 1), "D4 110a 110 110b", "a a"),
    ("both", "b", ("a", 1, 1), ("b", 3, 1), "D5 112a 112 112b", "b b"),
)


def test_every_row_of_the_table():
    for values in ROWS:
        row(*values)


def test_d450_a_stroke_with_the_striker_rests_on_the_nearest_law():
    for last, queen, proper, improper in (
        ("opponent", "covering", "111a D450", "111b D450"),
        ("opponent", "stroke", "111a D450", "111b D450"),
        ("both", "covering", "109a D450", "109b D450"),
        ("both", "board", "109a 112a D450", "109b 112b D450"),
    ):
        for extra, laws in ((STRIKER, proper.split()), (BOTH, improper.split())):
            _, ruling = finish(last, queen, extra, False)
            assert list(ruling.laws[: len(laws)]) == laws, (last, queen, ruling.laws)
        for otherwise in ({}, IMPROPER):
            assert "D450" not in finish(last, queen, otherwise, False)[1].laws


def test_own_c_m_brought_back_count_again():
    situation = board(own=4, opponent=1, queen="b")
    assert result(rule(situation, own=2, opponent=1)[1])[:3] == ("b", 5, 5)
    assert result(rule(situation, own=2, opponent=1, striker=True)[1])[:3] == ("b", 7, 8)
    assert result(rule(situation, own=2, opponent=1, improper=True)[1])[:3] == ("b", 7, 8)


def test_55_never_more_than_12():
    situation = board(own=9, opponent=1, queen="b")
    _, ruling = rule(situation, opponent=1, striker=True, improper=True)
    assert result(ruling) == ("b", 12, 12, 9, "b")
    situation = board(own=8, opponent=1, queen="b")
    _, ruling = rule(situation, opponent=1, striker=True, improper=True)
    assert result(ruling) == ("b", 11, 12, 8, "b")
    assert "55" in ruling.laws


def test_54_high_is_the_winners_score():
    situation = board(own=1, opponent=5, queen="a", points=22, opponent_points=0)
    _, ruling = rule(situation, own=1)
    assert result(ruling)[1] == 5
    assert "54" in ruling.laws
    situation = board(own=1, opponent=5, queen="a", points=21, opponent_points=24)
    _, ruling = rule(situation, own=1)
    assert result(ruling)[1] == 8
    assert "54" not in ruling.laws


def test_d3_a_due_owed_does_not_hold_up_the_finish():
    situation = board(own=1, opponent=5, queen="a", owes=1)
    after, ruling = rule(situation, own=1)
    assert result(ruling)[:2] == ("a", 8)
    assert ruling.laws == ("53a", "53b", "D3")
    assert after.owes == after.waiting == (0, 0)  # 55: written off


def test_26a_white_slam():
    start = strokes.begin(board().rules, "a")
    situation, _ = rule(start, own=6, queen=True)
    _, ruling = rule(situation, own=3)
    assert ruling.board["slam"] == "white"
    assert "26a" in ruling.laws
    assert result(ruling)[:2] == ("a", 12)
    # not in the first turn
    situation, _ = rule(situation)
    situation, _ = rule(situation)
    _, ruling = rule(situation, own=3)
    assert ruling.board["slam"] is None


def test_26b_black_slam_with_and_without_the_queen():
    for covers in (True, False):
        start = strokes.begin(board().rules, "a")
        situation, _ = rule(start, own=3, opponent=1, queen=not covers)
        situation, _ = rule(situation)  # white misses
        situation, _ = rule(situation, own=4, queen=covers)
        _, ruling = rule(situation, own=4)
        assert ruling.board["slam"] == "black"
        assert "26b" in ruling.laws
        assert result(ruling)[1] == (9 if covers else 6)


def test_26b_no_slam_when_the_board_is_lost_with_it():
    start = strokes.begin(board().rules, "a")
    situation, _ = rule(start)
    _, ruling = rule(situation, own=9)  # the Queen is left: 107
    assert ruling.board["winner"] == "a"
    assert ruling.board["slam"] is None


def test_the_result_is_what_a_board_event_says():
    """c/m left + Queen when the winner's or on the board, at least 1, + demand, at most 12."""
    for last in ("own", "opponent", "both"):
        for queen in ("a", "b", "board", "covering", "stroke"):
            for extra in ({}, STRIKER, IMPROPER, BOTH):
                for high in (False, True):
                    result = finish(last, queen, extra, high)[1].board
                    if result is None:
                        continue
                    counts = result["queen"] in (result["winner"], "board") and not high
                    points = max(result["left"] + (3 if counts else 0), 1)
                    assert result["points"] == min(points, 12)
                    assert result["most"] == min(points + result["demand"], 12)


def test_97b_all_nine_and_the_queen_in_one_stroke():
    _, ruling = rule(board(own=9, opponent=3, right=True), own=9, queen=True)
    assert (result(ruling)[:2], ruling.laws[:3]) == (("a", 6), ("53a", "53b", "97b"))


def test_15_the_last_own_covers_the_queen():
    _, ruling = rule(board(own=1, opponent=3, queen="covering"), own=1)
    assert ruling.laws == ("53a", "53b", "15")


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
