"""Dues and penalties: outstanding, taken as soon as there are c/m, placed by whom, forgone, without room."""

from portable import raises
from stroke_desk import board, holds, rule

from boardside.game import strokes
from boardside.game.errors import GameError


def test_72c_outstanding_while_there_is_nothing_to_take():
    after, ruling = rule(board(own=9), striker=True)
    holds(ruling, placing=(), owes=(1, 0), clock="stroke", laws="72a 72c")
    assert after.down == (0, 3)


def test_72c_taken_as_far_as_there_are():
    after, ruling = rule(board(own=8), striker=True, improper=True)
    holds(ruling, placing=(("a", 1, 1),), owes=(1, 0), laws="72b 72c")
    after, _ = strokes.place(after)
    assert (after.left("a"), after.owes) == (9, (1, 0))


def test_78a_taken_in_the_offenders_own_turn():
    after, ruling = rule(board(own=9, owes=2), own=1)
    holds(ruling, turn="a", stays=1, placing=(("a", 1, 1),), owes=(1, 0), clock="placing", laws="48 78a")
    after, ruling = strokes.place(after)
    holds(ruling, turn="a", clock="stroke", goes_on=True)
    assert after.left("a") == 9


def test_78a_taken_when_the_opponent_pockets_them():
    _, ruling = rule(board(opponent=9, opponent_owes=1), opponent=2)
    holds(ruling, turn="b", placing=(("b", 1, 0),), owes=(0, 0), laws="48 125 78a")


def test_89a_not_set_off_against_each_other():
    situation = board(own=9, opponent=9, owes=1, opponent_owes=1)
    after, ruling = rule(situation, own=1, opponent=1)
    holds(ruling, placing=(("a", 1, 1), ("b", 1, 0)), owes=(0, 0))
    after, _ = strokes.place(after)
    assert (after.left("a"), after.left("b")) == (9, 9)


def test_78b_i_the_player_on_the_right_places():
    for seat in range(4):
        situation = board(seat=seat, doubles=True)
        _, ruling = rule(situation, striker=True)
        side = "ab"[seat & 1]
        holds(ruling, placing=((side, 1, (seat + 1) % 4),), seat=(seat + 1) % 4, laws="72a 78b")


def test_78b_ii_the_player_himself_places():
    for seat in range(4):
        situation = board(opponent=9, opponent_owes=1, seat=seat, doubles=True)
        _, ruling = rule(situation, own=1, opponent=1)
        other = "ba"[seat & 1]
        holds(ruling, placing=((other, 1, seat),), seat=seat, laws="48 78a 78b")


def test_d48_a_technical_foul_by_the_side_not_in_turn_is_placed_by_the_player_in_turn():
    for seat in range(4):
        situation = board(seat=seat, doubles=True)
        other = "ba"[seat & 1]
        _, ruling = strokes.foul(situation, other)
        holds(ruling, placing=((other, 1, seat),), seat=seat, laws="63b 78b D48")


def test_87a_forgone_whole():
    situation, _ = rule(board(), own=2, striker=True)
    after, ruling = strokes.place(situation, "forgone")
    holds(ruling, placing=(), turn="a", clock="stroke", laws="87a")
    assert (after.down, after.owes) == ((5, 3), (0, 0))
    assert situation.placing == (("a", 3, 1),)  # the situation before is as it was


def test_87a_88a_the_right_lapses():
    situation, _ = rule(board(), striker=True)
    after, ruling = strokes.place(situation, "lapsed")
    holds(ruling, laws="87a 88a", clock="stroke")
    assert after.left("a") == 6


def test_d47_forgone_whole_is_with_what_is_outstanding():
    situation, _ = rule(board(own=8), striker=True, improper=True)
    assert (situation.placing, situation.owes) == ((("a", 1, 1),), (1, 0))
    after, ruling = strokes.place(situation, "forgone")
    holds(ruling, owes=(0, 0), laws="87a D47")
    assert after.left("a") == 8


def test_88b_not_completed_is_a_technical_foul_of_the_side_that_places():
    situation, _ = rule(board(), striker=True)  # b places, and b is in turn, its first stroke to come
    after, ruling = strokes.place(situation, "not_completed")
    holds(ruling, turn="b", placing=(("b", 1, 0),), laws="88b D50 63a", clock="placing")
    after, _ = strokes.place(after)
    assert (after.left("a"), after.left("b")) == (6, 7)


def test_88b_not_completed_by_the_side_not_in_turn():
    situation, _ = rule(board(), own=1, striker=True)  # the turn goes on, b places
    after, ruling = strokes.place(situation, "not_completed")
    holds(ruling, turn="a", placing=(("b", 1, 0),), laws="88b D50 63b")
    assert after.left("a") == 5


def test_d50_not_completed_after_the_first_stroke_costs_the_turn():
    situation, _ = rule(
        board(opponent=9, opponent_owes=1), own=1, opponent=1
    )  # a places b's, a's turn goes on
    _, ruling = strokes.place(situation, "not_completed")
    holds(ruling, turn="b", placing=(("a", 1, 1),), laws="88b D50 64a")


def test_79_without_room_it_waits():
    situation, _ = rule(board(), striker=True)
    after, ruling = strokes.no_room(situation)
    holds(ruling, placing=(), owes=(1, 0), clock="stroke", laws="79a")
    after, _ = rule(after)  # b misses
    after, ruling = strokes.room(after)
    holds(ruling, placing=(("a", 1, 1),), owes=(0, 0), clock="placing", laws="79a 81")
    after, _ = strokes.place(after)
    assert after.left("a") == 7


def test_81_room_again_is_offered_at_once_also_out_of_turn():
    for misses in range(3):
        situation, _ = rule(board(), striker=True)
        situation, _ = strokes.no_room(situation)
        for _ in range(misses):
            situation, _ = rule(situation)
        after, ruling = strokes.room(situation)
        holds(ruling, placing=(("a", 1, 1),), owes=(0, 0), clock="placing", laws="79a 81")
        assert after.turn == situation.turn


def test_84a_placed_is_placed_and_nothing_more_of_it_is_owed():
    situation, _ = rule(board(own=7), own=1, striker=True)
    assert situation.placing == (("a", 2, 1),)
    after, ruling = strokes.place(situation)
    holds(ruling, placing=(), owes=(0, 0), clock="stroke")
    assert after.left("a") == 8


def test_79a_room_for_a_part():
    situation, _ = rule(board(), own=2, striker=True)
    after, ruling = strokes.no_room(situation, "a", 1)
    holds(ruling, owes=(2, 0))
    assert after.left("a") == 5


def test_79b_in_doubles_the_right_to_place_goes_round_with_the_turn():
    situation, _ = rule(board(doubles=True), striker=True)
    assert situation.placing == (("a", 1, 1),)
    situation, _ = strokes.no_room(situation)
    for seat, places in ((1, 1), (2, 3), (3, 3), (0, 1)):
        assert situation.seat == seat
        _, ruling = strokes.room(situation)
        holds(ruling, placing=(("a", 1, places),))
        situation, _ = rule(situation)


def test_d49_what_waits_is_offered_again_with_new_dues():
    situation, _ = rule(board(), striker=True)
    situation, _ = strokes.no_room(situation)
    situation, _ = rule(situation)
    _, ruling = rule(situation, striker=True)
    holds(ruling, placing=(("a", 2, 1),), owes=(0, 0), laws="72a 78a")


def test_d46_a_side_keeps_a_c_m_on_the_board():
    situation, _ = rule(board(own=1, queen="a"), own=1, striker=True)
    assert situation.placing == (("a", 2, 1),)
    for how in ("forgone", "lapsed"):
        after, ruling = strokes.place(situation, how)
        assert after.left("a") == 1
        assert not after.over
        assert ruling.centre == (1, 0)
        assert "D46" in ruling.laws
    after, ruling = strokes.no_room(situation)
    assert (after.left("a"), after.waiting, ruling.centre) == (1, (1, 0), (1, 0))


def test_forgoing_must_name_the_side():
    situation, _ = rule(board(own=9, opponent=9, owes=1, opponent_owes=1), own=1, opponent=1)
    for how in ("forgone", "lapsed", "not_completed"):
        error = raises(GameError, strokes.place, situation, how)
        assert error.code == "ambiguous"
    assert raises(GameError, strokes.no_room, situation).code == "ambiguous"
    after, ruling = strokes.place(situation, "forgone", "b")
    holds(ruling, placing=(("a", 1, 1),), clock="placing", side="b")
    after, _ = strokes.place(after)
    assert (after.left("a"), after.left("b")) == (9, 8)


def test_nothing_to_place():
    for function in (strokes.place, strokes.no_room, strokes.room):
        assert raises(GameError, function, board()).code == "not_now"
    situation, _ = rule(board(), striker=True)
    assert raises(GameError, strokes.place, situation, "done", "b").code == "not_now"
    assert raises(GameError, strokes.place, situation, "thrown").code == "unknown"
    assert raises(GameError, strokes.no_room, situation, "a", 1).code == "impossible"
