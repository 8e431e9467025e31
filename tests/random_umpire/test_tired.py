"""The tired umpire, every score held against the Laws; `python -m tests.random_umpire` presses a million
keys."""

import pytest

from tests.random_umpire.rounds import TABLES, play


def test_nothing_is_found_in_a_short_evening() -> None:
    for number in (1, 6):
        play(20_261_121, number, 2_000)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(1, TABLES))])
def test_nothing_is_found_in_a_long_day(number: int) -> None:
    tired = play(5, number, 100_000 // TABLES)
    assert tired.undone > 0
    assert tired.decided > 0
