"""The one owner of time: zero once, to the millisecond, at every phase of the tick counter's wrap."""

from portable import PERIOD, add, diff, raises

from boardside.table.core.clocks import (
    EXPIRED,
    HALL_WARN,
    HALL_ZERO,
    LENGTH_MAX_MS,
    OFF,
    PAUSED,
    PROTEST_ZERO,
    REST_MS,
    SECOND,
    WARN,
    ZERO,
    Clocks,
)

# Where a 15 s clock may meet the wrap: long before, at the start, warning, zero and around them, long after.
STARTS = (
    0,
    1,
    PERIOD - 1,
    PERIOD - 15_000,
    PERIOD - 15_001,
    PERIOD - 14_999,
    PERIOD - 10_000,
    PERIOD - 7_000,
)
STARTS += (PERIOD // 2, PERIOD // 2 - 8_000, PERIOD - 20_000)


def run(clocks, now, ms, step=1):
    """Tick for `ms`; the flags but SECOND that came, with the ms after which they did."""
    seen = []
    for passed in range(step, ms + 1, step):
        flags = clocks.tick(add(now, passed)) & ~SECOND
        if flags:
            seen.append((passed, flags))
    return seen


def test_warning_and_zero_come_once_and_to_the_millisecond_at_every_phase_of_the_wrap():
    for start in STARTS:
        clocks = Clocks(diff, add)
        clocks.start("stroke", 15_000, start)
        assert run(clocks, start, 15_100) == [(10_000, WARN), (15_000, ZERO)], start
        assert clocks.main.state == EXPIRED
        assert clocks.left(add(start, 15_100)) == 0


def test_longer_clocks_warn_at_fifteen_seconds():
    clocks = Clocks(diff, add)
    clocks.start("side_change", 120_000, PERIOD - 60_000)
    assert run(clocks, PERIOD - 60_000, 120_000, 10) == [(105_000, WARN), (120_000, ZERO)]


def test_a_clock_no_longer_than_its_warning_does_not_warn():
    clocks = Clocks(diff, add)
    clocks.start("stroke", 5_000, 0)
    assert run(clocks, 0, 6_000, 10) == [(5_000, ZERO)]


def test_zero_is_shown_exactly_from_expiry_on_and_never_before():
    clocks = Clocks(diff, add)
    start = PERIOD - 14_500
    clocks.start("stroke", 15_000, start)
    assert clocks.main.seconds(start) == 15
    for passed in range(1, 15_200):
        now = add(start, passed)
        zero = clocks.tick(now) & ZERO
        assert (clocks.main.seconds(now) == 0) == (passed >= 15_000)
        assert bool(zero) == (passed == 15_000)
        if passed < 15_000:
            assert clocks.main.seconds(now) == (15_000 - passed + 999) // 1000


def test_a_count_that_goes_to_rest_is_drawn_anew():
    for start in STARTS:
        clocks = Clocks(diff, add)
        clocks.start("stroke", 15_000, start)
        assert clocks.tick(add(start, 15_000)) & SECOND
        assert not clocks.tick(add(start, 15_000 + REST_MS - 1))
        assert clocks.wait(add(start, 15_000 + REST_MS - 1)) == 1
        assert clocks.tick(add(start, 15_000 + REST_MS)) == SECOND
        assert clocks.main.seconds(add(start, 15_000 + REST_MS)) == -1
        assert not clocks.tick(add(start, 15_000 + REST_MS + 1))


def test_until_tick_has_decided_nobody_sees_zero():
    clocks = Clocks(diff, add)
    clocks.start("stroke", 15_000, 100)
    late = 15_190  # a stall of 90 ms over the end: display and pause still find the clock running
    assert clocks.left(late) == 1
    assert clocks.main.seconds(late) == 1
    assert clocks.tick(late) & ZERO
    assert clocks.main.seconds(late) == 0
    assert not clocks.tick(late + 1) & (ZERO | WARN)


def test_a_stall_over_warning_and_zero_gives_zero_alone():
    for start in STARTS:
        clocks = Clocks(diff, add)
        clocks.start("stroke", 15_000, start)
        clocks.tick(add(start, 9_950))
        assert clocks.tick(add(start, 15_040)) & ~SECOND == ZERO


def test_a_pause_keeps_what_is_left_to_the_millisecond_however_long_it_lasts():
    for start in STARTS:
        clocks = Clocks(diff, add)
        clocks.start("stroke", 15_000, start)
        clocks.tick(add(start, 8_766))
        assert clocks.pause(add(start, 8_766)) == 6_234
        assert clocks.main.state == PAUSED
        later = add(start, PERIOD // 2 + 12_345)  # 6 days
        assert not run(clocks, later, 100)
        assert clocks.left(later) == 6_234
        clocks.resume(later)
        assert run(clocks, later, 6_300) == [(1_234, WARN), (6_234, ZERO)]


def test_a_pause_after_the_warning_does_not_warn_again():
    clocks = Clocks(diff, add)
    clocks.start("stroke", 15_000, 0)
    assert run(clocks, 0, 11_000) == [(10_000, WARN)]
    clocks.pause(11_000)
    clocks.resume(50_000)
    assert run(clocks, 50_000, 5_000) == [(4_000, ZERO)]


def test_pause_and_resume_mean_nothing_to_a_clock_that_does_not_run():
    clocks = Clocks(diff, add)
    assert clocks.pause(5) == 0
    clocks.resume(6)
    assert clocks.main.state == OFF
    assert clocks.main.seconds(7) == -1
    clocks.start("stroke", 1_000, 0)
    clocks.tick(1_000)
    clocks.pause(1_001)
    clocks.resume(1_002)
    assert clocks.main.state == EXPIRED


def test_three_clocks_run_side_by_side():
    clocks = Clocks(diff, add)
    start = PERIOD - 500
    clocks.start("protest", 2_000, start)
    clocks.start("hall", 16_000, start)
    clocks.start("stroke", 15_000, start)
    assert run(clocks, start, 20_000) == [
        (1_000, HALL_WARN),
        (2_000, PROTEST_ZERO),
        (10_000, WARN),
        (15_000, ZERO),
        (16_000, HALL_ZERO),
    ]


def test_a_second_is_announced_once_and_a_tenth_in_the_last_ten():
    clocks = Clocks(diff, add)
    clocks.start("stroke", 15_000, 0)
    announced = [passed for passed in range(0, 15_050, 10) if clocks.tick(passed) & SECOND]
    assert announced == list(range(0, 5_001, 1_000)) + list(range(5_100, 15_001, 100))


def test_tenths_go_from_9_9_to_0_1_and_end_with_the_zero():
    clocks = Clocks(diff, add)
    assert clocks.main.tenths(0) == -1
    clocks.start("stroke", 15_000, 0)
    shown = {}
    for passed in range(0, 15_050):
        clocks.tick(passed)
        shown.setdefault(clocks.main.tenths(passed), passed)
    assert sorted(shown) == [-1] + list(range(1, 100))
    assert [shown[99], shown[98], shown[1]] == [5_100, 5_200, 14_900]
    assert clocks.main.seconds(15_000) == 0
    clocks.start("stroke", 15_000, 20_000)
    clocks.pause(32_650)
    assert clocks.main.tenths(99_999) == 24, "a clock that stands keeps its tenths, rounded up"


def test_restore_lets_a_clock_run_on_as_if_nothing_had_been_pressed():
    clocks = Clocks(diff, add)
    start = PERIOD - 2_000
    clocks.start("stroke", 15_000, start)
    clocks.keep()
    clocks.stop()
    clocks.start("placing", 15_000, add(start, 3_000))
    clocks.restore()
    assert clocks.main.name == "stroke"
    assert clocks.left(add(start, 4_000)) == 11_000


def test_lengths_out_of_range_are_refused():
    clocks = Clocks(diff, add)
    for length in (0, -1, LENGTH_MAX_MS + 1):
        assert "1..536870911" in str(raises(ValueError, clocks.start, "hall", length, 0))
    clocks.start("hall", LENGTH_MAX_MS, 5)
    assert clocks.hall.left(5) == LENGTH_MAX_MS
