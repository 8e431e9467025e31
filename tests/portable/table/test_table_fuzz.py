"""The tired umpire for a while, on both interpreters; see tired_umpire.py."""

import sys

from portable import WHOLE
from tired_umpire import Tired

PRESSES = 2_500 if sys.implementation.name == "micropython" else 20_000 if WHOLE else 5_000


def test_random_presses():
    tired = Tired(20_250_517, strokes=0)
    tired.run(PRESSES)
    assert tired.decided > PRESSES // 2_000, tired.decided


def test_random_presses_stroke_by_stroke():
    tired = Tired(20_261_121, strokes=1)
    tired.run(PRESSES)
    assert tired.decided > 0
    assert tired.undone > 0


def test_random_presses_of_other_seeds():
    for seed in range(1, 9):
        Tired(seed, strokes=seed & 1, struck=seed >> 1 & 1).run(PRESSES // 20)
