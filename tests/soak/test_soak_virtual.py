"""Hours of play in virtual time: nothing grows, nothing is late (`python -m tests.soak --virtual`)."""

import pytest

from tests.soak.virtual import play


@pytest.mark.slow
def test_nothing_grows_in_an_hour_at_three_tables() -> None:
    series = play(3, 1.0, 4.0, seed=1, periods=10)
    assert series.complaints() == []
    assert series.events > 1000


@pytest.mark.long
@pytest.mark.slow
def test_nothing_grows_in_ten_hours() -> None:
    series = play(4, 10.0, 6.0, seed=2)
    assert series.complaints() == []
    assert series.events > 10_000
