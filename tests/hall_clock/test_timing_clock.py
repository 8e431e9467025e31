"""What ticks mean in the host's time: bounds that hold whatever the delays, and what a table is told."""

import json
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardside.link.auth import Signer
from boardside.link.commands import Commands
from boardside.link.session import Agreed, Identity, TableSession
from boardside.table.core.hall import HostTime as TableTime
from host_tools.collector import clocks
from host_tools.collector.clocks import FIRST, TELL_AGAIN_MS, WRAP, HostTime, TickClock
from host_tools.collector.session import HostSession

HOST = 1_780_000_000_000
TRIPS = st.lists(
    st.tuples(st.integers(0, 90), st.integers(0, 90), st.integers(1, 4000)), min_size=1, max_size=120
)


def crystal(zero: int, ppm: int, true_ms: int) -> int:
    """The ticks of a table at a moment of true time."""
    return (zero + true_ms + true_ms * ppm // 1_000_000) % WRAP


@given(zero=st.integers(0, WRAP - 1), ppm=st.integers(-100, 100), trips=TRIPS)
def test_the_truth_is_never_further_off_than_the_error_that_is_claimed(
    zero: int, ppm: int, trips: list[tuple[int, int, int]]
) -> None:
    clock = TickClock()
    now, errors = 1_000_000, []
    for outward, back, pause in trips:
        answered = now + outward
        clock.observe(now, answered + back, crystal(zero, ppm, answered))
        host_ms = clock.host_at(crystal(zero, ppm, answered))
        assert host_ms is not None
        assert clock.error_ms is not None
        assert abs(host_ms - answered) <= clock.error_ms + 2
        assert clock.error_ms <= (outward + back) // 2 + 1
        errors.append(clock.error_ms)
        now = answered + back + pause
    assert min(errors) == errors[-1] or max(pause for _, _, pause in trips) > 1


@given(st.integers(0, WRAP - 1), st.lists(st.integers(1, 80), min_size=40, max_size=40), st.booleans())
def test_a_quick_way_there_and_a_quick_way_back_need_not_be_the_same_round_trip(
    zero: int, delays: list[int], is_there: bool
) -> None:
    clock = TickClock()
    now = 5_000
    for delay in [*delays, 0]:
        outward, back = (0, delay) if is_there else (delay, 0)
        clock.observe(now, now + outward + back, (zero + now + outward) % WRAP)
        is_there = not is_there
        now += 250
    assert clock.error_ms is not None
    assert clock.error_ms <= 1  # though no round trip but the last was shorter than 1 ms


@pytest.mark.parametrize("ppm", [-100, 100])
def test_a_quick_round_trip_says_less_the_older_it_is(ppm: int) -> None:
    clock = TickClock()
    for number in range(
        61
    ):  # the first one is quick, all others slow: the crystal's drift must not be missed
        now, late = 10_000 + number * 2000, 0 if number == 0 else 40
        clock.observe(now, now + 2 * late, crystal(0, ppm, now + late))
    truth = 10_000 + 60 * 2000 + 40
    host_ms = clock.host_at(crystal(0, ppm, truth))
    assert host_ms is not None
    assert clock.error_ms is not None
    assert abs(host_ms - truth) <= clock.error_ms + 1
    assert 10 <= clock.error_ms <= 14


def test_a_table_that_restarted_and_a_clock_that_was_set_do_not_linger() -> None:
    clock = TickClock()
    for number in range(20):
        clock.observe(number * 1000, number * 1000 + 10, 77_000 + number * 1000)
    clock.observe(30_000, 30_040, 5)
    assert clock.host_at(5) == 30_020
    clock.observe(31_000, 31_010, 1_000)  # 25 ms are taken back by the drift of no crystal: new bounds hold
    assert clock.host_at(1_000) == 31_005


@pytest.fixture
def clock() -> TickClock:
    return TickClock()


def test_a_table_gets_the_time_after_each_early_round_trip_then_only_to_correct_it(
    clock: TickClock,
) -> None:
    answers = []
    for number in range(60):
        now = number * 2000
        wrong = 3 if number >= 30 else 0
        clock.observe(now, now + 8, number * 2000 + 4 - wrong)
        if (news := clock.news()) is not None:
            answers.append((number, news))
            clock.sent(now + 8)
    numbers = [number for number, _ in answers]
    assert numbers[:FIRST] == list(range(FIRST))
    repeats = [number for number in numbers if FIRST <= number < 30]
    assert repeats == list(range(FIRST - 1 + TELL_AGAIN_MS // 2000, 30, TELL_AGAIN_MS // 2000))
    assert 30 <= next(number for number in numbers if number >= 30) <= 33
    assert all(host - ticks in range(4) for _, (ticks, host) in answers)


def test_pings_come_quickly_until_the_estimate_is_good_and_not_for_ever(clock: TickClock) -> None:
    assert clock.ping_gap_ms(2000) == 250
    for number in range(FIRST):
        clock.observe(number * 250, number * 250 + 10, number * 250)
    assert clock.ping_gap_ms(2000) == 2000
    slow = TickClock()
    for number in range(60):
        assert slow.ping_gap_ms(2000) == (250 if number < 40 else 2000)
        slow.observe(number * 250, number * 250 + 200, number * 250)


# The mapping at the table


@given(
    zero=st.integers(0, WRAP - 1),
    steps=st.lists(st.integers(1, 1 << 27), min_size=1, max_size=60),
)
def test_the_tables_host_time_goes_on_over_the_wrap_for_any_time(zero: int, steps: list[int]) -> None:
    time = TableTime(
        lambda later, earlier: ((later - earlier + WRAP // 2) & (WRAP - 1)) - WRAP // 2,
        lambda ticks, ms: (ticks + ms) & (WRAP - 1),
    )
    time.set(zero, HOST)
    passed = 0
    for step in steps:
        passed += step
        now = (zero + passed) % WRAP
        time.carry_on(now)
        assert time.now(now) == HOST + passed


# The frame


class Empty:
    first_seq, last_seq = 1, 0

    def read(self, _from_seq: int) -> Iterator[dict[str, object]]:
        return iter(())


def talk(seconds: int, with_time: bool) -> tuple[list[tuple[int, int, int]], list[str]]:
    """The times that the table hears, and the types of all frames that it is sent, over a line of 6 ms."""
    heard: list[tuple[int, int, int]] = []
    kinds: list[str] = []
    commands = Commands(lambda event, now: (True, "ok", ""))
    identity = Identity(3, "Table 3", "0badcafe", 1, "0.1")
    table = TableSession(
        identity, Empty(), lambda now: {}, commands, b"", lambda n: bytes(n), lambda a, b: a - b
    )
    table.on_time = lambda ticks, host_ms, now: heard.append((ticks, host_ms, now))
    host = HostSession("host", lambda _table: [b""])
    if with_time:
        host.host_time = lambda monotonic: HOST + monotonic
    for now in range(0, seconds * 1000, 2):
        for message in host.receive(table.send(now + 500_000, 4096), now):
            if hasattr(message, "journal"):
                host.accept(message, 1)  # type: ignore[arg-type]
        sent = host.send(now)
        kinds += [json.loads(line.split(b"*")[0][1:])[0] for line in sent.splitlines()]
        table.receive(sent, now + 500_000)
    return heard, kinds


def test_the_table_hears_the_hosts_time() -> None:
    heard, _ = talk(40, with_time=True)
    assert FIRST <= len(heard) <= FIRST + 4
    for ticks, host_ms, now in heard:
        assert abs(host_ms - HOST - (ticks - 500_000)) <= 1
        assert 0 <= now - ticks <= 2000


def test_a_host_without_time_tells_none_and_asks_no_more_often() -> None:
    heard, kinds = talk(21, with_time=False)
    assert heard == []
    assert "tm" not in kinds
    assert kinds.count("pi") == 11


@pytest.mark.parametrize(
    "frame", ['"tm",5', '"tm",5,1', '"tm",5,"1",2', '"tm",5,-1,2', '"tm",5,1,-2', '"tm",5,1,9007199254740993']
)
def test_a_time_that_cannot_be_is_ignored(frame: str) -> None:
    heard: list[int] = []
    commands = Commands(lambda event, now: (True, "ok", ""))
    identity = Identity(3, "Table 3", "0badcafe", 1, "0.1")
    table = TableSession(
        identity, Empty(), lambda now: {}, commands, b"", lambda n: bytes(n), lambda a, b: a - b
    )
    table.on_time = lambda ticks, host_ms, now: heard.append(ticks)
    agreed = Agreed(Signer(b""), True, 1, 1000)
    table._on_frame(json.loads(f"[{frame}]"), agreed, 1000)
    assert heard == []
    table._on_frame(["tm", 6, (1 << 30) + 5, HOST], agreed, 1000)  # of a counter that has not come so far
    assert heard == []
    table._on_frame(["tm", 6, 900, HOST], agreed, 1000)
    assert heard == [900]


# The host's own


def test_host_time_goes_on_through_sleep_and_not_with_the_wall_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    slept = 0
    monkeypatch.setattr(clocks, "_slept_ms", lambda: slept)
    time = HostTime()
    time.set(5_000, HOST)
    monkeypatch.setattr(clocks, "wall_ms", lambda monotonic: 0)  # somebody sets the clock
    assert time.at(7_000) == HOST + 2_000
    slept = 300  # only the time between two readings
    assert time.at(7_000) == HOST + 2_000
    slept = 600_000
    assert time.at(8_000) == HOST + 603_000
