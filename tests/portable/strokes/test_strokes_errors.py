"""What cannot be: each kind of error has its own reason, and the situation is left as it was."""

from portable import raises
from stroke_desk import RULES, board, rule

from boardside.game import dicts, rule_fields, strokes
from boardside.game.copies import fields_of
from boardside.game.errors import GameError
from boardside.table.ruling_words import text_of


def refused(code, words, function):
    error = raises(GameError, function)
    assert error.code == code, error.code
    assert words in str(error), error


def test_more_c_m_than_there_are():
    situation = board(own=2, opponent=3)
    for name, value, most, side in (("own", 3, 2, "a"), ("opponent", 4, 3, "b"), ("own", -1, 2, "a")):
        facts = "field=%s most=%d side=%s value=%d" % (name, most, side, value)
        refused("impossible", "more_than_on_board " + facts, lambda: rule(situation, **{name: value}))  # noqa: B023


def test_the_queen_twice():
    refused("impossible", "queen_covered side=b", lambda: rule(board(queen="b"), queen=True))
    refused("impossible", "queen_to_be_covered", lambda: rule(board(queen="covering"), queen=True))


def test_not_a_number():
    refused("malformed", "not_whole field=own", lambda: rule(board(), own=True))
    refused("malformed", "not_whole field=opponent", lambda: rule(board(), opponent="2"))


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
        refused("not_now", "board_over", act)
    refused("not_now", "dues_written_off", lambda: strokes.place(over))


def test_not_now_when_the_board_is_to_be_replayed():
    situation = board()
    for _ in range(6):
        situation, _ = strokes.skip(situation)
    refused("not_now", "board_to_replay kind=stroke law=137", lambda: rule(situation))


def test_not_now_while_c_m_are_to_be_placed():
    situation, _ = rule(board(), striker=True)
    refused("not_now", "place_first count=1 kind=stroke side=a", lambda: rule(situation))
    refused("not_now", "place_first count=1 kind=pass", lambda: strokes.skip(situation))


def test_lost_by_what():
    refused(
        "unknown",
        "not_a_choice allowed=('51', '91', '121b', '126b') field=law",
        lambda: strokes.lost(board(), "a", "143a"),
    )
    refused("unknown", "not_a_choice", lambda: strokes.lost(board(), "c", "91"))


def test_set_up_refuses_what_cannot_be():
    start = strokes.begin(RULES, "a")
    set_up = strokes.set_up
    refused("impossible", "out_of_range field=left.a high=9 low=1 value=0", lambda: set_up(start, 0, (0, 9)))
    refused("impossible", "out_of_range field=left.b high=9 low=1", lambda: set_up(start, 0, (9, 10)))
    refused("impossible", "out_of_range field=owes.b", lambda: set_up(start, 0, (9, 9), "board", (0, -1)))
    refused("unknown", "not_a_choice", lambda: set_up(start, 0, (9, 9), "pocket"))
    refused("impossible", "out_of_range field=seat high=1 low=0 value=2", lambda: set_up(start, 2, (9, 9)))
    refused("impossible", "queen_without_own_piece side=a", lambda: set_up(start, 0, (9, 5), "a"))
    refused("impossible", "queen_without_own_piece side=b", lambda: set_up(start, 1, (5, 9), "covering"))


def test_a_situation_is_never_changed():
    situation = board(own=5, opponent=9, opponent_owes=1)
    before = dicts.situation_dict(situation)
    rule(situation, own=1, opponent=1, queen=True)
    rule(situation, striker=True, improper=True)
    rule(situation, own=5)
    strokes.foul(situation, "b")
    strokes.skip(situation)
    strokes.lost(situation, "a", "51")
    strokes.turn_to(situation, 1)
    assert dicts.situation_dict(situation) == before


def test_a_copy_has_every_field():
    situation, _ = rule(
        board(own=5, opponent=9, opponent_owes=1, doubles=True), own=1, opponent=1, striker=True
    )
    copy = situation.copy()
    for name in ("rules",) + fields_of(strokes.Situation):
        assert getattr(copy, name) == getattr(situation, name), name


def test_an_unknown_rulebook_cannot_slip_in():
    """The engine knows these two (engine.stroke), and no rules name another."""
    assert rule_fields.FIELDS["strokes"][:2] == ("word", ("icf", "vaishali"))


def test_texts_fit_and_say_whose_turn():
    _, ruling = rule(board(own=9), own=2, opponent=3, queen=True, striker=True, improper=True)
    assert text_of(ruling.clauses) == "A: B 3 down, 2 back, due 1, penalty 1, Queen back; B's turn"
    assert len(text_of(ruling.clauses)) <= 60
    _, ruling = rule(board(queen="covering"), own=1)
    assert text_of(ruling.clauses) == "A: 1 down, Queen covered; A goes on"
    _, ruling = rule(board(own=1, queen="covering"), own=1)
    assert text_of(ruling.clauses) == "Board to A: 9"
