"""A tired umpire: random keys, held or not, with power cuts, a failing flash and the host in between.

Whatever is pressed: no exception, every screen legible and left again by UNDO, and the state is always the
fold of what is stored. A failure prints the seed and the number of the press.
"""

import sys

from table_kit import PERIOD, Umpire, add

from boardside.table.panel import KEYS

PRESSES = 20_000 if sys.implementation.name == "cpython" else 2_500


class Dice:
    """A small generator of random numbers, the same on every interpreter."""

    def __init__(self, seed):
        self._state = seed

    def below(self, limit):
        self._state = (self._state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
        return (self._state >> 12) % limit


# Half of the presses are blind; the others are what an umpire would do, so that matches get on.
STROKES = ("CC", "CWC", "CWWC", "CBC", "CBBC", "CWBC", "CSC", "CQC", "CQWC", "CWSC", "CFC", "D+", "CDQO")
USEFUL = (
    "C",
    "CC",
    "OBBBQOO",
    "OWWQOO",
    "OW+QOO",
    "OB+QQOO",
    "O" + "B" * 9 + "QOO",
    "O" + "W" * 9 + "QOO",
    "WO",
    "O",
)


def one_press(umpire, dice, matches):
    """Something happens at the table."""
    what = dice.below(100)
    if what < 50:
        umpire.now = add(umpire.now, 20 + dice.below(400))
        key = KEYS[dice.below(10)]
        umpire.table.take_sound()
        umpire.table.press(key, False, umpire.now)
        assert umpire.table.take_sound() is not None
        if dice.below(5) == 0:
            umpire.now = add(umpire.now, 700)
            umpire.table.press(KEYS[dice.below(10)] if dice.below(4) == 0 else key, True, umpire.now)
    elif what < 80:
        keys = STROKES if umpire.state.situation is not None and dice.below(5) else USEFUL
        umpire.press(keys[dice.below(len(keys))])
    elif what < 90:
        umpire.wait((50, 1_000, 9_000, 16_000, 130_000)[dice.below(5)], 250)
    elif what < 94:
        umpire.memory.refuses = dice.below(3) == 0
    elif what < 96:
        umpire.memory.refuses = False
        umpire.power_on()
    elif what < 98:
        umpire.assign(
            "m%d" % matches,
            stage=("round", "final")[dice.below(2)],
            breaks=("a", None)[dice.below(2)],
            doubles=dice.below(2) == 1,
        )
    else:
        umpire.table.command(
            ({"kind": "time"}, {"kind": "hall", "do": "start", "ms": 5_000})[dice.below(2)], umpire.now
        )


def leave(umpire):
    """UNDO leaves every screen, in no more presses than the longest entry has."""
    umpire.memory.refuses = False
    for _ in range(45):
        if not umpire.table.panel.is_busy:
            return
        umpire.press("U")
    raise AssertionError("UNDO does not leave %r" % umpire.table.panel.mode)


def run(seed, presses, **settings):
    dice = Dice(seed)
    umpire = Umpire(PERIOD - 100_000, **settings)
    decided = 0
    number = 0
    try:
        for number in range(presses):
            one_press(umpire, dice, number)
            umpire.show()
            umpire.table.status(umpire.now)
            if number % 40 == 0:
                assert umpire.is_fold()
            if number % 97 == 0:
                leave(umpire)
            if umpire.state.phase == "over":
                decided += 1
                if dice.below(2):
                    umpire.press("O")
            if umpire.state.phase == "confirmed":
                leave(umpire)
                umpire.assign("n%d" % number)
                umpire.memory.events[:] = [event for event in umpire.memory.events if _counts(event, umpire)]
        assert umpire.is_fold()
    except Exception:
        print("seed", seed, "press", number)
        raise
    return decided


def _counts(event, umpire):
    return event.get("match") == umpire.state.match


def test_random_presses():
    decided = run(20_250_517, PRESSES)
    assert decided > PRESSES // 500, decided


def test_random_presses_stroke_by_stroke():
    decided = run(20_261_121, PRESSES, strokes=1)
    assert decided > 0


def test_random_presses_of_other_seeds():
    for seed in range(1, 9):
        run(seed, PRESSES // 20, strokes=seed & 1, struck=seed >> 1 & 1)
