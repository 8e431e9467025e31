"""Strokes by the rulebook of GEC Vaishali, V1 to V9 of docs/maintainer/strokes.md."""

from portable import raises
from stroke_desk import VAISHALI, board, holds, result, rule

from boardside.game import strokes
from boardside.game.errors import GameError


def at(**facts):
    return board(rules=VAISHALI, **facts)


def ruled(situation, stroke, **expected):
    after, ruling = rule(situation, **stroke)
    holds(ruling, **expected)
    return after, ruling


def test_v1_own_goes_on_nothing_passes():
    ruled(at(), {"own": 2}, turn="a", stays=2, penalties=0, laws="V1")
    ruled(at(), {}, turn="b", penalties=0, laws="V1")


def test_v2_striker_alone():
    ruled(at(), {"striker": True}, turn="b", penalties=1, placing=(("a", 1, 1),), laws="V2")


def test_v3_striker_with_a_piece():
    ruled(
        at(), {"striker": True, "own": 1}, turn="b", penalties=2, stays=1, placing=(("a", 2, 1),), laws="V3"
    )
    ruled(at(), {"striker": True, "opponent": 1}, turn="b", penalties=2, opponent_stays=1, laws="V3")
    ruled(
        at(),
        {"striker": True, "queen": True},
        turn="b",
        penalties=2,
        queen="board",
        queen_move="back",
        laws="V8 V3",
    )


def test_v4_an_opponents_piece():
    ruled(at(), {"opponent": 1}, turn="b", penalties=1, opponent_stays=1, placing=(("a", 1, 1),), laws="V4")
    after, _ = ruled(
        at(), {"opponent": 1, "own": 1}, turn="b", penalties=1, stays=1, opponent_stays=1, laws="V4"
    )
    assert after.down == (4, 4)


def test_v4_a_queen_pocketed_with_it_goes_back():
    stroke = {"opponent": 1, "queen": True, "own": 1}
    ruled(at(), stroke, turn="b", penalties=1, queen="board", queen_move="back", stays=1, laws="V4")


def test_v5_the_opponents_last_piece_comes_back():
    for queen in ("board", "a", "b"):
        situation = at(opponent=1, queen=queen)
        after, ruling = ruled(
            situation, {"opponent": 1}, turn="b", penalties=1, opponent_stays=0, laws="V4 V5", board=None
        )
        assert after.left("b") == 1
        assert ruling.centre == (0, 1)
    after, _ = ruled(at(opponent=3), {"opponent": 3}, turn="b", opponent_stays=2, penalties=1)
    assert after.left("b") == 1


def test_v6_d12_the_own_last_piece_with_the_queen_on_the_board():
    situation = at(own=1)
    placing = (("a", 3, 0), ("a", 2, 1))
    after, _ = ruled(situation, {"own": 1}, turn="b", penalties=5, placing=placing, laws="V6 D12", board=None)
    after, _ = strokes.place(after)
    assert after.left("a") == 5
    forgone, _ = rule(situation, own=1)
    forgone, _ = strokes.place(forgone, "forgone")  # the opponent renounces his two
    assert forgone.left("a") == 3


def test_v7_an_own_piece_before_the_queen():
    ruled(at(own=9), {"queen": True}, turn="b", queen="board", queen_move="back", laws="V7")
    ruled(at(own=9), {"queen": True, "own": 2}, turn="b", queen="board", stays=2, laws="V7")
    ruled(at(own=9, owes=1), {"queen": True}, turn="b", queen="board", laws="V7")


def test_v8_the_queen_is_covered_in_the_same_turn():
    after, _ = ruled(at(), {"queen": True}, turn="a", queen="covering", queen_move="to cover", laws="V8")
    ruled(after, {"own": 1}, turn="a", queen="a", queen_move="covered", laws="V8")
    ruled(after, {}, turn="b", queen="board", queen_move="back", laws="V8")
    ruled(after, {"own": 1, "striker": True}, turn="b", queen="board", penalties=2, laws="V8 V3")
    ruled(at(), {"queen": True, "own": 1}, turn="a", queen="a", queen_move="covered", laws="V8")


def test_v9_finish():
    for queen, points in (("a", 9), ("b", 4), ("covering", 9)):
        _, ruling = rule(at(own=1, opponent=4, queen=queen), own=1)
        assert result(ruling)[:3] == ("a", points, points)
        assert ruling.laws == ("V9",)
    _, ruling = rule(at(own=1, opponent=4), own=1, queen=True)
    assert result(ruling) == ("a", 9, 9, 4, "a")


def test_v9_the_queen_counts_up_to_23_and_a_board_gives_at_most_14():
    for points, worth in ((23, 9), (24, 4)):
        _, ruling = rule(at(own=1, opponent=4, queen="a", points=points), own=1)
        assert result(ruling)[1] == worth
    _, ruling = rule(at(own=1, opponent=9, queen="a"), own=1)
    assert result(ruling)[1] == 14


def test_v4_a_foul_with_the_own_last_piece_does_not_finish():
    after, _ = ruled(
        at(own=1, queen="a"), {"own": 1, "opponent": 1}, turn="b", penalties=1, stays=1, board=None
    )
    assert after.placing == (("a", 1, 1),)
    after, _ = ruled(at(own=1, queen="a"), {"own": 1, "striker": True}, turn="b", penalties=2, board=None)
    after, _ = ruled(at(own=1, opponent=1, queen="a"), {"own": 1, "opponent": 1}, turn="b", board=None)
    after, _ = strokes.place(after)
    assert (after.left("a"), after.left("b")) == (1, 1)


def test_d53_an_improper_stroke_is_ruled_as_by_the_icf():
    ruled(at(), {"own": 2, "improper": True}, turn="b", back=2, penalties=1, laws="64b")
    ruled(at(), {"improper": True}, turn="b", penalties=1, laws="64a")
    ruled(at(), {"striker": True, "improper": True}, turn="b", penalties=2, laws="64a")
    ruled(at(own=1), {"own": 1, "improper": True}, turn="b", back=1, penalties=1, board=None)


def test_the_penalties_are_data():
    rules = dict(VAISHALI)
    rules["foul_last"] = 4
    rules["foul_last_own"] = 0
    rules["foul_striker"] = 3
    situation = board(rules=rules, own=1)
    ruled(situation, {"own": 1}, penalties=4, placing=(("a", 4, 1),))
    ruled(board(rules=rules), {"striker": True}, penalties=3)


def test_d46_without_a_penalty_a_foul_with_the_own_last_piece_brings_it_back():
    rules = dict(VAISHALI)
    rules["foul_with_piece"] = rules["foul_opponent"] = 0
    for fouled in ({"own": 1, "striker": True}, {"own": 1, "opponent": 1}):
        situation = board(rules=rules, own=1, queen="a")
        after, ruling = ruled(
            situation, fouled, turn="b", penalties=0, back=1, placing=(("a", 1, 1),), board=None
        )
        assert ruling.laws[-1] == "D46"
        assert strokes.place(after)[0].left("a") == 1
        assert strokes.place(after, "forgone")[0].left("a") == 1
    ruled(board(rules=rules, own=2, queen="a"), {"own": 1, "striker": True}, penalties=0, back=0, placing=())


def test_d16_a_foul_ends_the_turn_also_before_its_first_stroke():
    for fresh in (True, False):
        _, ruling = strokes.foul(at(fresh=fresh), "a")
        holds(ruling, act="foul", turn="b", goes_on=False, penalties=1, dues=0, placing=(("a", 1, 1),))
        assert strokes.breach(at(fresh=fresh))[0] == "foul"
    _, ruling = strokes.foul(at(), "b")
    holds(ruling, act="foul", turn="a", goes_on=True, penalties=1, placing=(("b", 1, 0),))
    for technical, side in ((True, "a"), (True, "b")):
        assert raises(GameError, strokes.foul, at(), side, technical).reason == "no_technical_foul"


def test_d16_a_foul_at_an_untouched_break_is_one():
    start = strokes.begin(VAISHALI, "a")
    for fouled, owed in (
        ({"striker": True}, 1),
        ({"improper": True}, 1),
        ({"striker": True, "improper": True}, 2),
    ):
        after, ruling = rule(start, touched=False, **fouled)
        holds(ruling, turn="b", penalties=owed, dues=0, owes=(owed, 0))
        assert after.tries == 3, "the break is still to be made"
    after, ruling = rule(start, touched=False)
    holds(ruling, turn="a", penalties=0, laws="45a")


def test_d16_the_opponent_puts_the_queen_back():
    for stroke in ({"queen": True, "opponent": 1}, {"queen": True, "striker": True}):
        _, ruling = rule(at(), **stroke)
        assert ("queen_back_by", "b") in ruling.clauses
        assert ("queen_back",) not in ruling.clauses
    _, ruling = rule(board(), queen=True, striker=True)
    assert ("queen_back",) in ruling.clauses
