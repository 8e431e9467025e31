"""Each way of pressing CLOCK leads to the recorded result, and nothing sounds over rolling c/m."""

from tests.bench.presses import pressed

BOARDS = 8


def test_one_press_a_stroke_saves_a_quarter_and_results_only_four_fifths() -> None:
    twice, once, results = (pressed(way, BOARDS).total() for way in (2, 1, 0))
    assert once < 0.75 * twice
    assert results < 0.2 * twice
