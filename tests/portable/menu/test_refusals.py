"""What the rules refuse is said at the panel in a whole sentence that fits, with what to do."""

import sys

sys.path.append("tests/portable/menu")

from menu_kit import equipped

from boardside.table import refusals
from boardside.table.texts import LINE_MAX, REASONS

SEED = 20_261
PRESSES = 4_000
KEYS = "WWBBQQSFDCCCPUOOOOO"


def refused(umpire, event):
    """The line that answers an event that the rules refuse."""
    assert not umpire.table.commit(event, umpire.now), event
    assert umpire.shows("rEFUSEd")
    return umpire.line()


def begun(**fields):
    umpire = equipped()
    umpire.assign(**fields)
    return umpire


def test_every_line_fits_and_is_more_than_the_general_one():
    for part, line in refusals._LINES:
        assert 10 < len(line) <= LINE_MAX, part
    assert len(refusals._GENERAL) <= LINE_MAX


def test_the_toss_is_made():
    assert refused(begun(), {"kind": "toss", "breaks": "b"}) == "The toss is made: UNDO it, or Edit"


def test_a_board_that_cannot_be():
    umpire = begun()
    line = refused(umpire, {"kind": "board", "winner": "a", "left": 0, "queen": "a", "law": "51"})
    assert line == "The loser has 1 to 9 c/m left (D22)"


def test_a_sealed_match():
    umpire = begun()
    umpire.table.commit({"kind": "lost", "side": "b", "law": "143i"}, umpire.now)
    assert refused(umpire, {"kind": "pass"}) == "Decided: UNDO the last event first"
    umpire.press("O")
    assert refused(umpire, {"kind": "sides"}) == "Sealed: UNDO opens it first"


def test_a_stroke_that_cannot_be():
    umpire = begun()
    umpire.press("C")
    line = refused(umpire, {"kind": "stroke", "untouched": True, "own": 1})
    assert line == "Untouched: nothing can have gone down"
    assert refused(umpire, {"kind": "place", "how": "done"}) == "Nothing is to be placed now"
    for _ in range(3):
        umpire.press("CWWWC")
    umpire.wait(2_000)


def test_a_short_message_of_the_rules_stands_as_it_is():
    assert refusals.line_of("set: games 1-1 cannot be in a best of 1") == (
        "set: games 1-1 cannot be in a best of 1"
    )


def test_whatever_is_pressed_no_sentence_is_cut():
    """Four rulebooks, by results and by strokes, keys at random; every line shown is whole."""
    cut = REASONS["flash"][1]
    for number, ruleset in enumerate(("icf", "wcc", "vaishali", "spandan")):
        umpire = begun(ruleset=ruleset, stage="group", category="adult" if ruleset == "wcc" else None)
        umpire.settings["strokes"] = number % 2
        random = SEED + number
        for _ in range(PRESSES // 4):
            random = (random * 1_103_515_245 + 12_345) & 0x3FFFFFFF
            umpire.press(KEYS[(random >> 12) % len(KEYS)] + ("+" if random >> 24 & 7 == 0 else ""))
            line = umpire.line()
            if umpire.sounds and umpire.sounds[-1] == "refuse":
                assert not line.endswith("..") or line == cut, line
            umpire.sounds = []
        assert umpire.is_fold()
