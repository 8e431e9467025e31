"""A computer's clock that must be wrong (host_tools/store/health.py)."""

import pytest
from store_records import event

from host_tools.store import Store

DAY = 86_400_000
NOON_2026 = 1_773_316_800_000  # 12 March 2026


def stored(store: Store, at: int) -> None:
    store.write([event(1, at_ms=at)])


@pytest.mark.parametrize(
    ("newest", "now", "reason"),
    [
        (None, NOON_2026, None),
        (None, 0, "clock_years_wrong"),
        (None, NOON_2026 - 365 * DAY, "clock_years_wrong"),
        (None, NOON_2026 + 40 * 365 * DAY, "clock_years_wrong"),
        (NOON_2026, NOON_2026, None),
        (NOON_2026, NOON_2026 + 300 * DAY, None),
        (NOON_2026, NOON_2026 - 1_000, None),
        (NOON_2026, NOON_2026 - 3_600_000, "clock_behind"),
        (NOON_2026, NOON_2026 - 3 * 365 * DAY, "clock_behind"),
        (NOON_2026, NOON_2026 + 3 * 365 * DAY, "clock_years_wrong"),
        (5_000, NOON_2026, None),
    ],
)
def test_a_clock_is_compared_with_what_is_stored(
    store: Store, newest: int | None, now: int, reason: str | None
) -> None:
    if newest is not None:
        stored(store, newest)
    found = store.health.clock(now)
    assert (found and found.reason) == reason


def test_what_the_desk_did_last_counts_too(store: Store) -> None:
    store.admins.act("organiser", "tournament new", at=NOON_2026)
    found = store.health.clock(NOON_2026 - DAY)
    assert found is not None
    assert found.reason == "clock_behind"


def test_it_is_told_also_after_an_event_was_stored_under_the_wrong_clock(store: Store) -> None:
    store.admins.act("organiser", "tournament new", at=NOON_2026)
    stored(store, NOON_2026 - DAY)
    assert store.health.clock(NOON_2026 - DAY + 1_000) is not None
