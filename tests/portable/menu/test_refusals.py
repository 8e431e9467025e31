"""What the rules refuse is said at the panel in a whole sentence that fits, with what to do."""

import sys

sys.path.append("tests/portable/menu")

from menu_kit import equipped

from boardside.table import refusals
from boardside.table.show.segments import legible
from boardside.table.texts import LINE_MAX, REASONS

SEED = 20_261
PRESSES = 4_000
KEYS = "WWBBQQSFDCCCPUOOOOO"


def refused(umpire, event):
    """The line that answers an event that the rules refuse."""
    assert not umpire.table.commit(event, umpire.now), event
    assert umpire.table.take_sound() == "refuse"
    return umpire.line()


def begun(**fields):
    umpire = equipped()
    umpire.assign(**fields)
    return umpire


def test_every_row_is_whole_and_more_than_the_general_one():
    rows = [row[1:].split("|:") for row in refusals.LINES.split("\n")[:-1]]
    assert len(rows) > 60
    for reasons, words in rows:
        digits, line = words.split(":", 1)
        assert 2 <= len(digits) <= 8, reasons
        assert legible(digits), digits
        assert 10 < len(line) <= LINE_MAX, reasons
        for reason in reasons.split("|"):
            assert refusals.words_of(reason) == (digits, line), reason


def test_the_toss_is_made():
    assert refused(begun(), {"kind": "toss", "breaks": "b"}) == "The toss is made: UNDO it, or Edit"


def test_a_board_that_cannot_be():
    umpire = begun()
    line = refused(umpire, {"kind": "board", "winner": "a", "left": 0, "queen": "a", "law": "51"})
    assert line == "The loser has 1 to 9 c/m left"


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


def test_a_reason_that_no_key_leads_to_has_the_general_words():
    assert refusals.words_of("not_changes") == refusals.GENERAL
    assert refusals.words_of("board_on_fire") == refusals.GENERAL
    umpire = begun()
    line = refused(umpire, {"kind": "override", "set": {"games_a": 2, "games_b": 2}})
    assert line == "So many games cannot be: set them anew"
    assert umpire.shows("Count")


def test_after_any_keys_no_sentence_is_cut():
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
