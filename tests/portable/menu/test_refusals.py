"""What the rules refuse is said at the panel in a whole sentence that fits, with what to do."""

import sys

sys.path.append("tests/portable/menu")

from menu_kit import equipped

from boardside.table.texts import REASONS

SEED = 20_261
PRESSES = 4_000
KEYS = "WWBBQQSFDCCCPUOOOOO"


def test_after_any_keys_no_sentence_is_cut():
    """Four rulebooks, by results and by strokes, keys at random; every line shown is whole."""
    cut = REASONS["flash"][1]
    for number, ruleset in enumerate(("icf", "wcc", "vaishali", "spandan")):
        umpire = equipped()
        umpire.assign(ruleset=ruleset, stage="group", category="adult" if ruleset == "wcc" else None)
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
