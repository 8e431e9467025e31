"""What a board is worth: Laws 51-55, 87b, 91 and 102-112, slams (26), and boards that cannot be."""

from matches import begin, board, kind, play, points, refused, rule

from boardside.game import dicts, match
from boardside.table.ruling_words import text_of

LOW = [begin()]
# 21-0 and 22-0: the Queen's last point and the first without her.
AT_21 = [begin(), board("a", 9, "winner"), board("a", 9)]
AT_22 = [begin(), board("a", 9, "winner"), board("a", 9), board("a", 1)]


def worth(before, event):
    """(points, Laws) of one more board."""
    made = match.propose(play(before), event)
    state, ruling = rule([event], play(before))
    last = state.boards[-1] if state.boards else state.history[-1].boards[-1]
    assert (last.points, last.laws) == (made.points, made.laws), "the proposal is what is entered"
    assert ruling.laws[: len(made.laws)] == made.laws
    return made.points, made.laws


WORTH = (
    # The match before, the board, its points, and the Laws named.
    (LOW, board("a", 5, "winner"), 8, "53a 53b"),
    (LOW, board("b", 1, "winner"), 4, "53a 53b"),
    (LOW, board("a", 5, "loser"), 5, "53a 53c"),
    (LOW, board("b", 4, "board"), 7, "103 106"),
    (LOW, board("b", 0, "board"), 3, "105 107"),
    (AT_22, board("a", 0, "board"), 1, "105 107 54"),
    (LOW, board("a", 0, "winner"), 3, "102 104 112 D4"),
    (AT_22, board("a", 0, "winner"), 1, "102 104 112 D4 54"),
    (LOW, board("b", 0, "loser"), 1, "110 D5"),
    (AT_22, board("a", 0, None), 1, "54"),
    (LOW, board("b", 0, "board", demand=2), 5, "105 107 87b"),
    (LOW, board("a", 9, "winner"), 12, "53a 53b"),
    (LOW, board("a", 9, "winner", demand=1), 12, "53a 53b 87b 55"),
    (LOW, board("a", 8, "board", demand=2), 12, "103 106 87b 55"),
    (LOW, board("b", 6, "winner", law="91"), 9, "91 53b D21"),
)


def test_53_55_87_91_102_112_what_a_board_is_worth():
    for before, event, total, laws in WORTH:
        assert worth(before, event) == (total, tuple(laws.split())), event


def test_53_the_queen_is_asked_for_below_22():
    error = refused(play(LOW), board("a", 5, None))
    assert error.code == "impossible"
    assert (error.reason, error.facts) == ("queen_not_told", {"until": 21})


def test_54_queen_counts_up_to_21():
    state = play(AT_21 + [board("a", 3, "winner")])
    assert play(AT_21).points["a"] == 21
    assert state.history[0].boards[-1].points == 6


def test_54_queen_counts_nothing_from_22():
    assert play(AT_22).points["a"] == 22
    assert worth(AT_22, board("a", 5, "winner")) == (5, ("53a", "53b", "54"))
    assert worth(AT_22, board("a", 5, "board")) == (5, ("103", "106", "54"))
    assert worth(AT_22, board("a", 5, None)) == (5, ("53a", "54"))


def test_54_a_board_without_carrommen_names_it_where_a_club_counts_no_queen():
    club = [begin(rules={"queen": 0})]
    assert worth(club, board("a", 0, None)) == (1, ("54",))
    assert worth(club, board("a", 5, None)) == (5, ("53a",))


def test_54_is_the_winners_own_score_not_the_losers():
    assert worth(AT_22, board("b", 5, "winner")) == (8, ("53a", "53b"))
    assert refused(play(AT_22), board("b", 5, None)).code == "impossible"


def test_87b_demand_may_be_partial_or_none():
    for demand, total in ((0, 3), (1, 4), (2, 5)):
        assert worth(LOW, board("b", 0, "board", demand=demand))[0] == total


def test_51_91_121b_126b_board_lost_by_ruling():
    for law in ("51", "91", "121b", "126b"):
        assert worth(LOW, board("b", 6, "board", law=law)) == (9, (law,))
        assert worth(LOW, board("b", 6, "loser", law=law)) == (6, (law,))
        assert worth(AT_22, board("a", 2, "board", law=law)) == (2, (law, "54"))


def test_91_nine_and_the_queen_lost_by_ruling_give_12():
    assert worth(LOW, board("b", 9, "board", law="91"))[0] == 12


def test_d22_board_lost_by_ruling_leaves_carrommen_and_has_no_demand():
    state = play(LOW)
    assert refused(state, board("b", 0, "board", law="51")).reason == "ruling_with_none_left"
    assert refused(state, board("b", 3, "board", law="51", demand=1)).reason == "ruling_with_demand"
    assert refused(state, board("b", 3, "board", law="51", slam="black")).code == "impossible"


def test_26_slams_are_noted():
    state, ruling = rule([board("a", 9, "winner", slam="white")], play(LOW))
    assert state.boards[0].slam == "white"
    assert state.boards[0].laws == ("53a", "53b", "26a")
    assert text_of(ruling.clauses) == "Board 1 to A: 9 + Queen 3 = 12, white slam"
    state = play(LOW + [board("b", 4, "loser", slam="black")])
    assert state.boards[0].slam == "black"


def test_26_slam_is_the_colour_the_winner_has():
    state = play(LOW)  # a breaks and has white (43)
    for event in (
        board("b", 4, "winner", slam="white"),
        board("a", 4, "winner", slam="black"),
        board("a", 4, "loser", slam="white"),
        board("b", 4, "board", slam="black"),
        board("a", 0, "winner", slam="white"),
        board("a", 4, "winner", slam="white", demand=1),
    ):
        assert refused(state, event).code == "impossible"


def test_52_a_board_has_a_winner():
    state = play(LOW)
    for event in (kind("board", left=3, queen="a"), kind("board", winner=None, left=3, queen="a")):
        error = refused(state, event)
        assert error.code == "ambiguous"
        assert error.reason == "board_without_winner"


def test_impossible_boards_are_refused_by_name_value_and_range():
    state = play(LOW)
    for event, code, words in (
        (board("a", 10, "a"), "impossible", ("out_of_range field=left", "value=10", "high=9 low=0")),
        (board("a", -1, "a"), "impossible", ("out_of_range field=left", "value=-1", "high=9 low=0")),
        (board("a", "5", "a"), "malformed", ("not_whole field=left", "value=5", "high=9 low=0")),
        (board("a", 5.0, "a"), "malformed", ("not_whole field=left", "value=5.0", "high=9 low=0")),
        (board("a", True, "a"), "malformed", ("not_whole field=left", "value=True", "high=9 low=0")),
        (board("a", None, "a"), "malformed", ("null field=left",)),
        (board("a", 5, "c"), "impossible", ("queen_of_nobody", "value=c")),
        (board("a", 5, 3), "malformed", ("queen_of_nobody", "value=3")),
        (board("c", 5, "a"), "unknown", ("not_a_choice allowed=('a', 'b')", "field=winner", "value=c")),
        (
            board("a", 5, "a", demand=3),
            "impossible",
            ("out_of_range", "demand", "value=3", "high=2 low=0"),
        ),
        (
            board("a", 5, "a", demand=-1),
            "impossible",
            ("out_of_range", "demand", "value=-1", "high=2"),
        ),
        (board("a", 5, "a", points=13), "impossible", ("points_over_most most=12 points=13",)),
        (board("a", 5, "a", points=-1), "impossible", ("out_of_range field=points", "value=-1")),
        (
            board("a", 5, "a", law="52"),
            "unknown",
            ("not_a_choice", "('51', '91',", "=law", "=52"),
        ),
        (
            board("a", 5, "a", slam="red"),
            "unknown",
            ("not_a_choice", "('white', 'black')", "=slam", "=red"),
        ),
    ):
        error = refused(state, event)
        assert error.code == code, (event, error.code, error)
        for word in words:
            assert word in str(error), (word, error)


def test_143c_umpire_sets_other_points_and_the_record_says_so():
    state, ruling = rule(LOW + [board("a", 5, "winner", points=7)])
    made = state.boards[0]
    assert (made.points, made.computed, made.override) == (7, 8, True)
    assert points(state) == (7, 0)
    assert state.overridden
    assert "143c" in ruling.laws
    assert text_of(ruling.clauses) == "Board 1 to A: 7 by the umpire (computed 8)"


def test_143c_points_that_are_the_computed_ones_override_nothing():
    state = play(LOW + [board("a", 5, "winner", points=8)])
    assert not state.boards[0].override
    assert not state.overridden


def test_a_board_may_be_overridden_to_0_and_to_12():
    assert points(play(LOW + [board("a", 5, "winner", points=0)])) == (0, 0)
    assert points(play(LOW + [board("a", 5, "winner", points=12)])) == (12, 0)


def test_propose_enters_nothing():
    state = play(LOW)
    before = dicts.to_dict(state)
    made = match.propose(state, board("a", 5, "winner"))
    assert made.after == {"a": 8, "b": 0}
    assert dicts.to_dict(state) == before


def test_rulings_say_how_the_points_came_about():
    for before, event, text in (
        (LOW, board("a", 5, "winner"), "Board 1 to A: 5 + Queen 3 = 8"),
        (LOW, board("b", 5, "loser"), "Board 1 to B: 5"),
        (LOW, board("b", 0, "board"), "Board 1 to B: Queen 3"),
        (LOW, board("b", 0, "loser"), "Board 1 to B: 1"),
        (LOW, board("b", 0, "board", demand=1), "Board 1 to B: Queen 3 + demand 1 = 4"),
        (LOW, board("b", 9, "board", demand=1), "Board 1 to B: 9 + Queen 3 + demand 1 = 12 (at most)"),
        (LOW, board("b", 6, "board", law="91"), "Board 1 to B by ruling: 6 + Queen 3 = 9"),
        (AT_22, board("b", 2, "winner"), "Board 4 to B: 2 + Queen 3 = 5"),
        (AT_21, board("a", 9, "winner", points=1), "Board 3 to A: 1 by the umpire (computed 12)"),
        (AT_21, board("a", 0, "winner"), "Board 3 to A: Queen 3"),
        (AT_22, board("a", 5, "winner"), "Board 4 to A: 5; game 1 to A, 25-0"),
    ):
        assert text_of(rule([event], play(before))[1].clauses) == text
