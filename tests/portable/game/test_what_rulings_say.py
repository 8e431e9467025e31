"""What a ruling says is codes with values; the table's line is made of them, and made short where need be."""

from matches import begin, board, kind, play, rule

from boardside.game.state import Ruling
from boardside.table.ruling_words import LONGEST, shortened, text_of


def test_a_ruling_is_clauses_of_a_reason_and_its_values():
    ruling = rule([begin(), board("a", 5, "winner")])[1]
    assert ruling.clauses == (("board_won", 1, "a"), ("board_points", 8, 5, 3, 0))
    assert rule([begin(), kind("hall", do="end")])[1].clauses == ()
    assert rule([begin(), kind("hall", do="end")])[1].is_silent
    assert not rule([begin(), kind("names", a=["Ann"])])[1].is_silent, (
        "it rests on no Law, and says something"
    )


def test_what_a_stroke_says_is_made_when_it_is_asked_for():
    ruling = rule([begin(), kind("play", strokes=True), kind("stroke", own=2)])[1]
    assert ruling._clauses == ()
    assert not ruling.is_silent
    assert ruling._clauses == (), "to be silent or not needs no words"
    assert ruling.clauses == (("stroke", "a"), ("down", 2), ("goes_on", "a"))
    assert ruling.clauses is ruling.clauses


def test_d296_the_organisers_decision_names_whom_it_is_for():
    assert rule([begin(), kind("ended", winner="b")])[1].clauses == (("decided_by_desk", "b"),)
    ruling = rule([begin(), kind("ended", winner=None)])[1]
    assert text_of(ruling.clauses) == "Decided by the organiser: match to nobody"


def test_d160_a_clock_set_by_hand_is_distinguished_from_an_appeal():
    ruling = rule([begin(), kind("pause", clock="side_change", left=11001, by_hand=True)])[1]
    assert ruling.clauses == (("clock_set", "side_change", 12),)
    assert text_of(ruling.clauses) == "The umpire sets the side change clock to 12 s"


def test_56b_an_extra_board_lost_by_ruling():
    level = [board("ab"[number % 2], 2) for number in range(8)]
    state = play([begin()] + level + [kind("toss", breaks="a")])
    ruling = rule([board("b", 4, law="91")], state)[1]
    assert ruling.clauses[0] == ("extra_board_won_by_ruling", 9, "b")
    assert text_of(ruling.clauses) == "Extra board 9 to B by ruling: 4; game 1 to B, 8-12"


def test_a_confirmed_match_of_crokinole_may_be_level():
    state = play([begin("group", ruleset="wcc")])
    while state.phase == "ready":
        state = play([kind("round", winner="level")], state)
    ruling = rule([kind("confirm")], state)[1]
    assert ruling.clauses == (("confirmed_level",),)


def test_a_line_that_is_too_long_leaves_out_what_is_shown_elsewhere():
    clauses = (
        ("stroke", "a"),
        ("down", 3),
        ("other_down", "b", 3),
        ("due", 2),
        ("queen_covered",),
        ("to_centre", "b"),
        ("owes", "b", 3),
        ("turn", "b"),
    )
    assert text_of(clauses) == "A: 3 down, B 3 down, Queen covered, B 1 to centre; B's turn"
    assert len(text_of(clauses)) <= LONGEST
    kept = [clause[0] for clause in shortened(clauses, 2)]
    assert kept == ["stroke", "down", "other_down", "queen_covered", "to_centre", "turn"]
    assert shortened(clauses, 0) == clauses


def test_what_cannot_be_made_short_is_cut_and_seen_to_be():
    text = text_of((("clock_zero", "stroke"), ("breach", "foul"), ("clock_zero", "side_change")))
    assert len(text) == LONGEST
    assert text[-3:] == "..."


def test_a_reason_that_a_table_does_not_know_says_nothing():
    assert text_of((("ceiling_fell", 3),)) == ""
    assert Ruling(()).is_silent
