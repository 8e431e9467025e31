"""The soak's judgement of a series: growth is found under noise, and what comes and goes is not growth."""

import random

from tests.soak.trend import Bound, complaint, growth, slope

KB = Bound("heap", "KB", 0.03, 6.0, min)


def sawtooth(step: int) -> float:
    """A heap that a match fills within 40 samples, and that its end empties."""
    return 400.0 + step % 40


def test_the_slope_is_not_moved_by_outliers() -> None:
    line = [(float(step), 2.0 * step) for step in range(20)]
    line[3] = (3.0, 900.0)
    line[17] = (17.0, -900.0)
    assert slope(line) == 2.0
    assert slope([(0.0, 5.0)]) == 0.0


def test_what_comes_and_goes_is_no_growth() -> None:
    assert complaint(KB, [sawtooth(step) for step in range(360)]) is None


def test_a_leak_under_it_is_found() -> None:
    leaking = [sawtooth(step) + step * 0.1 for step in range(360)]
    assert growth(leaking, min) > 12
    assert "heap has risen" in (complaint(KB, leaking) or "")


def test_what_was_taken_in_the_first_half_is_no_growth() -> None:
    assert complaint(KB, [min(step, 100) * 2.0 for step in range(360)]) is None


def test_a_noisy_level_is_judged_by_its_middle() -> None:
    dice = random.Random(3)
    lag = Bound("lag", "ms", 0.5, 60.0)
    quiet = [20.0 + dice.expovariate(1 / 10) for _ in range(360)]
    assert complaint(lag, quiet) is None
    assert complaint(lag, [value + step * 0.6 for step, value in enumerate(quiet)]) is not None


def test_too_few_samples_are_not_called_well() -> None:
    assert "only 2 samples" in (complaint(KB, [1.0, 1.0]) or "")
