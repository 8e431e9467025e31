"""What cannot be: each kind of error has its own message, and the situation is left as it was."""

from portable import raises
from stroke_desk import RULES, board, rule

from boardside.game import strokes
from boardside.game.errors import GameError


def refused(code, words, function):
    error = raises(GameError, function)
    assert error.code == code, error.code
    assert words in error.message, error.message


def test_more_c_m_than_there_are():
    situation = board(own=2, opponent=3)
    refused(
        "impossible", "own: 3 c/m of a cannot go down, 2 are on the board", lambda: rule(situation, own=3)
    )
    refused("impossible", "opponent: 4 c/m of b", lambda: rule(situation, opponent=4))
    refused("impossible", "own: -1", lambda: rule(situation, own=-1))


def test_the_queen_twice():
    refused("impossible", "covered by b", lambda: rule(board(queen="b"), queen=True))
    refused("impossible", "to be covered", lambda: rule(board(queen="covering"), queen=True))


def test_not_a_number():
    refused("malformed", "own: ", lambda: rule(board(), own=True))
    refused("malformed", "opponent: ", lambda: rule(board(), opponent="2"))


def test_not_now_when_the_board_is_over():
    over, _ = rule(board(own=1, queen="a"), own=1)
    assert over.over
    for act in (
        lambda: rule(over),
        lambda: strokes.foul(over, "a"),
        lambda: strokes.skip(over),
        lambda: strokes.lost(over, "a", "91"),
        lambda: strokes.turn_to(over, 1),
    ):
        refused("not_now", "the board is over", act)
    refused("not_now", "written off", lambda: strokes.place(over))


def test_not_now_when_the_board_is_to_be_replayed():
    situation = board()
    for _ in range(6):
        situation, _ = strokes.skip(situation)
    refused("not_now", "replayed (137)", lambda: rule(situation))


def test_not_now_while_c_m_are_to_be_placed():
    situation, _ = rule(board(), striker=True)
    refused("not_now", "1 c/m of a are to be placed first", lambda: rule(situation))
    refused("not_now", "to be placed first", lambda: strokes.skip(situation))


def test_lost_by_what():
    refused("unknown", "51, 91, 121b or 126b", lambda: strokes.lost(board(), "a", "143a"))
    refused("unknown", "side: ", lambda: strokes.lost(board(), "c", "91"))


def test_set_up_refuses_what_cannot_be():
    start = strokes.begin(RULES, "a")
    set_up = strokes.set_up
    refused("impossible", "left of a: 0 must be 1 to 9", lambda: set_up(start, 0, (0, 9)))
    refused("impossible", "left of b: 10 must be 1 to 9", lambda: set_up(start, 0, (9, 10)))
    refused("impossible", "owes of b: -1", lambda: set_up(start, 0, (9, 9), "board", (0, -1)))
    refused("unknown", "queen: ", lambda: set_up(start, 0, (9, 9), "pocket"))
    refused("impossible", "seat: 2 must be 0 to 1", lambda: set_up(start, 2, (9, 9)))
    refused("impossible", "a has had no c/m down (92)", lambda: set_up(start, 0, (9, 5), "a"))
    refused("impossible", "b has had no c/m down (92)", lambda: set_up(start, 1, (5, 9), "covering"))


def test_a_situation_is_never_changed():
    situation = board(own=5, opponent=9, opponent_owes=1)
    before = strokes.to_dict(situation)
    rule(situation, own=1, opponent=1, queen=True)
    rule(situation, striker=True, improper=True)
    rule(situation, own=5)
    strokes.foul(situation, "b")
    strokes.skip(situation)
    strokes.lost(situation, "a", "51")
    strokes.turn_to(situation, 1)
    assert strokes.to_dict(situation) == before


def test_a_copy_has_every_field():
    situation, _ = rule(
        board(own=5, opponent=9, opponent_owes=1, doubles=True), own=1, opponent=1, striker=True
    )
    copy = situation.copy()
    for name in strokes.Situation.__slots__:
        assert getattr(copy, name) == getattr(situation, name), name


def test_an_unknown_rulebook_cannot_slip_in():
    assert set(strokes.RULEBOOKS) == {"icf", "vaishali"}


def test_texts_fit_and_say_whose_turn():
    _, ruling = rule(board(own=9), own=2, opponent=3, queen=True, striker=True, improper=True)
    assert ruling.text == "A: B 3 down, 2 back, due 2, Queen back, A owes 2; B's turn"
    assert len(ruling.text) <= 60
    _, ruling = rule(board(queen="covering"), own=1)
    assert ruling.text == "A: 1 down, Queen covered; A goes on"
    _, ruling = rule(board(own=1, queen="covering"), own=1)
    assert ruling.text == "A wins the board: 9"
