"""How late a press is at an open page, by what the pages' readers noted."""

import pytest

from tests.bench.serving import HALL, TABLE, Streams, late_at_pages

#: Messages 10, 11 and 12 have events 4 and 5 of table 3, and event 2 of table 7.
CHANGES = [(10, 3, 4), (11, 3, 5), (12, 7, 2)]
PRESSES = [(3, 4, 1000.0), (3, 5, 1100.0), (7, 2, 1200.0)]


def streams(*seen: tuple[str, list[tuple[float, int]]]) -> Streams:
    return {"changes": CHANGES, "seen": list(seen), "lost": 0, "loading": 0}


def test_a_press_is_late_until_the_page_has_it_or_something_newer() -> None:
    assert late_at_pages(PRESSES, streams((HALL[0], [(1010.0, 10), (1115.0, 11), (1220.0, 12)]))) == [
        10,
        15,
        20,
    ]
    assert late_at_pages(PRESSES, streams((HALL[0], [(1300.0, 12)]))) == [300, 200, 100]


def test_a_page_of_one_table_waits_for_its_own_presses_only() -> None:
    assert late_at_pages(PRESSES, streams((TABLE[2], [(1010.0, 10), (1115.0, 11)]))) == [10, 15]


def test_a_page_that_misses_the_last_press_is_wrong_not_slow() -> None:
    with pytest.raises(AssertionError, match="a page of /live never had event 5 of table 3"):
        late_at_pages(PRESSES, streams((HALL[0], [(1010.0, 10)])))
    with pytest.raises(AssertionError, match="event 6 of table 3 was never in a view"):
        late_at_pages([(3, 6, 1000.0)], streams((HALL[0], [(1300.0, 12)])))
