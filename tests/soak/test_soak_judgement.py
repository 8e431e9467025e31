"""Open descriptors: what there is has a name, a leak of one is found, what may come and go is none."""

import asyncio
import os
import random
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest

from host_tools.store.database import open_engine
from tests.soak.descriptors import POOL_KEPT, POOL_MOST, healthy_levels, opened, rising
from tests.soak.heaps import ALLOWED_KB, FIRST, LEAST, Beginning, can_be_judged, growth_kb, heap_complaint
from tests.soak.leaks import Leaks, parse
from tests.soak.machine import Neighbours, cpu_s
from tests.soak.real import Plan, play
from tests.soak.samples import Sample
from tests.soak.trend import Bound, complaint, growth, slope
from tests.soak.verdict import Verdict, judge

DATABASE = Path("/somewhere/soak.sqlite3")
WAL = f"{DATABASE}-wal"
TABLE, PAGE = "TCP socket of a table", "TCP socket of a page"
AN_HOUR = 360


def an_hour(seed: int, leaks_at: int = AN_HOUR) -> list[dict[str, int]]:
    """A collector of 8 tables on Wi-Fi, looked at every 10 s; from look `leaks_at` on it has one more."""
    dice = random.Random(seed)
    most_at_once, samples = 2, []
    for look in range(AN_HOUR):
        asks = dice.choice((1, 1, 2, 2, 3, 4)) + (dice.random() < 0.02) * dice.randint(1, 11)
        most_at_once = max(most_at_once, asks)
        samples.append(
            {
                str(DATABASE): most_at_once,
                WAL: max(asks, min(most_at_once, POOL_KEPT)),
                TABLE: 9 - (dice.random() < 0.03),
                PAGE: 2 + (dice.random() < 0.1) * dice.randint(1, 3),
                "/dev/null": 1 + (look >= leaks_at),
            }
        )
    return samples


def test_no_healthy_hour_is_complained_of() -> None:
    for seed in range(200):
        assert rising(an_hour(seed), healthy_levels(DATABASE)) == []


def test_one_more_in_an_hour_is_found_and_named() -> None:
    """Whenever it comes but in the first and the last minutes."""
    for seed in range(200):
        leaks_at = random.Random(seed).randint(AN_HOUR // 4, AN_HOUR * 9 // 10)
        assert rising(an_hour(seed, leaks_at), healthy_levels(DATABASE)) == [
            "open descriptors: of /dev/null 1 at the beginning, 2 at the end"
        ]


def test_a_connection_above_what_the_pool_keeps_is_found() -> None:
    series = [{WAL: POOL_KEPT + (look > 200)} for look in range(AN_HOUR)]
    assert len(rising(series, healthy_levels(DATABASE))) == 1
    assert rising([{WAL: 2 + (look > 200)} for look in range(AN_HOUR)], healthy_levels(DATABASE)) == []


def test_so_many_descriptors_the_pool_really_leaves_open(tmp_path: Path) -> None:
    """The pool closes what is above POOL_KEPT, SQLite keeps the file's descriptors all the same."""
    file = tmp_path / "one.sqlite3"
    engine = open_engine(f"sqlite:///{file}")
    connections = [engine.connect() for _ in range(POOL_MOST)]
    for connection in connections:
        connection.exec_driver_sql("select * from sqlite_master").all()
    for connection in connections:
        connection.close()
    counts = opened(os.getpid(), {})
    engine.dispose()
    assert {name: counts[name] for name in healthy_levels(file)} == healthy_levels(file)
    assert str(file) not in opened(os.getpid(), {})


def test_what_is_open_has_a_name(tmp_path: Path) -> None:
    before = opened(os.getpid(), {})
    ends = os.pipe()
    with socket.create_server(("127.0.0.1", 0)) as server, (tmp_path / "kept").open("w"):
        port = server.getsockname()[1]
        counts = opened(os.getpid(), {port: "a table"})
        assert counts[TABLE] == 1
        assert counts[str(tmp_path / "kept")] == 1
        assert counts["pipe"] == before.get("pipe", 0) + 2
        assert opened(os.getpid(), {})["TCP socket of somebody else"] >= 1
    for end in ends:
        os.close(end)


# Heaps of tables as they were measured, made up by seed: no healthy one is complained of, each leak found.

SEEDS, FEW_SEEDS = range(100), range(15)
HOUR_S = 3600.0
MENU_KB, STROKES_KB = 16.0, 4.4


def played(
    seed: int, hours: float, leak_kb_an_hour: float = 0.0, each_load_kb: float = 0.0
) -> list[Beginning]:
    """The beginnings of a table's matches. each_load_kb: what each loading of the menu leaves behind."""
    dice = random.Random(seed)
    at_s, kept_kb = dice.uniform(1, 5), 0.0
    has_strokes = has_menu = False
    step_at_s = dice.uniform(0, hours * HOUR_S)
    step_kb = dice.choice((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -5.7, 5.7))
    beginnings = []
    by_strokes = seed % 2 == 0
    while at_s < hours * HOUR_S:
        heap_kb = 430 + STROKES_KB * has_strokes + MENU_KB * has_menu + kept_kb + 0.3 * by_strokes
        heap_kb += min(1.0, at_s / 600) + dice.uniform(-0.2, 0.2) + leak_kb_an_hour * at_s / HOUR_S
        heap_kb += step_kb * (at_s > step_at_s)
        if dice.random() < 0.03:
            heap_kb += dice.uniform(0.5, 2)
        beginnings.append(Beginning(at_s, heap_kb, 1000 + 7 * has_strokes + 40 * has_menu))
        at_s += dice.uniform(250, 500) if by_strokes else dice.uniform(80, 180)
        has_strokes = has_strokes or by_strokes
        if dice.random() < (0.3 if has_menu else 0.4):
            has_menu = not has_menu
            kept_kb += each_load_kb * has_menu
        by_strokes = not by_strokes
    return beginnings


@pytest.mark.parametrize("hours", [1.0, 6.0])
def test_no_healthy_table_is_complained_of(hours: float) -> None:
    tables = [played(seed, hours) for seed in (SEEDS if hours < 6 else FEW_SEEDS)]
    judged = [series for series in tables if can_be_judged(series)]
    assert [heap_complaint(1, series) for series in judged if heap_complaint(1, series)] == []
    assert len(judged) >= len(tables) * {1.0: 0.9, 6.0: 1.0}[hours]


def test_four_kilobytes_an_hour_are_found_in_an_hour() -> None:
    missed = [seed for seed in SEEDS if heap_complaint(1, played(seed, 1.0, leak_kb_an_hour=4.0)) is None]
    assert missed == []


def test_half_a_kilobyte_an_hour_is_found_in_six() -> None:
    missed = [seed for seed in FEW_SEEDS if heap_complaint(1, played(seed, 6.0, leak_kb_an_hour=0.5)) is None]
    assert missed == []


def test_what_each_loading_of_the_menu_leaves_behind_is_found_in_six_hours() -> None:
    series = [played(seed, 6.0, each_load_kb=2.0) for seed in FEW_SEEDS]
    assert [beginnings for beginnings in series if heap_complaint(1, beginnings) is None] == []


def test_modules_that_are_loaded_late_are_no_growth() -> None:
    """As it was: the first match that ended by time, and so opened the menu, came in the second half."""
    heaps = [425.2, 428.0, 432.2, 432.4, 433.2, 433.4, 433.4, 433.6, 449.2, 449.2, 448.8, 448.8, 449.2, 449.2]
    series = [Beginning(80.0 * at, heap, 138 if at > 7 else 132) for at, heap in enumerate(heaps)]
    assert abs(growth_kb(series)) < ALLOWED_KB


def test_more_and_more_modules_are_no_growth() -> None:
    """Each of them was there before at least two matches, and no heap with the same ones differs."""
    loaded = [0, 1, 0, 2, 1, 3, 2, 1, 4, 3, 2, 5, 4, 3, 5, 4, 6, 5, 6, 5]
    series = [Beginning(180.0 * at, 430.0 + 4 * modules, modules) for at, modules in enumerate(loaded)]
    assert growth_kb(series) == 0


def test_a_complaint_names_the_table_and_says_how_much() -> None:
    series = [Beginning(300.0 * at, 400.0 + at, 7) for at in range(13)]
    assert heap_complaint(11, series) == (
        "table 11: MicroPython heap at the beginning of a match has risen by 9.0 KB in 45 minutes "
        "(10 matches), to 412.0; 2.0 are allowed"
    )


def test_only_beginnings_with_the_same_modules_can_be_compared() -> None:
    alike = [Beginning(100.0 * at, 400.0, 7) for at in range(FIRST + LEAST)]
    assert can_be_judged(alike)
    assert not can_be_judged(
        [Beginning(beginning.at_s, beginning.heap_kb, at) for at, beginning in enumerate(alike)]
    )
    assert not can_be_judged(alike[:1])


def test_beginnings_close_to_each_other_say_little() -> None:
    """Half a kilobyte of noise within a minute is not thirty in an hour, however often it is seen."""
    series = [Beginning(1000.0 * at, 400.0, 0) for at in range(4)]
    for modules in range(1, 9):
        at_s = 400.0 * modules
        series += [Beginning(at_s, 400.0, modules), Beginning(at_s + 60, 400.5, modules)]
    series.sort(key=lambda beginning: beginning.at_s)
    assert abs(growth_kb(series)) < ALLOWED_KB


def test_a_large_step_that_comes_once_is_no_growth_and_one_that_comes_again_is() -> None:
    once = [Beginning(200.0 * at, 400.0 + 6 * (at > 8), 7) for at in range(18)]
    assert heap_complaint(1, once) is None
    again = [Beginning(200.0 * at, 400.0 + 6 * (at > 5) + 6 * (at > 10), 7) for at in range(18)]
    assert heap_complaint(1, again) is not None


# The soak's judgement of a series: growth is found under noise, and what comes and goes is not growth.

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


# The verdict of a run: a slow program and a busy machine are told apart, and each has its exit status.

CORES = os.cpu_count() or 1
QUIET, BUSY = 0.01 * CORES, 0.7 * CORES


def looks(lags_ms: Sequence[float], others: Sequence[float], restless_mb: float = 0.0) -> list[Sample]:
    """One look every 10 s."""
    return [
        Sample(10.0 * at, 130.0 + restless_mb * at, {1: 12.7}, {"/dev/null": 1}, lag, lag, busy, 0.6, 0.0)
        for at, (lag, busy) in enumerate(zip(lags_ms, others, strict=True))
    ]


def flat(count: int = 20) -> dict[int, list[Beginning]]:
    return {1: [Beginning(150.0 * at, 430.0, 7) for at in range(count)]}


def test_a_quiet_hour_is_well() -> None:
    verdict = judge(looks([12.0] * 360, [QUIET] * 360), flat(), {})
    assert (verdict.complaints, verdict.unjudged, verdict.status) == ([], [], 0)


def test_a_slow_program_on_a_quiet_machine_is_complained_of() -> None:
    verdict = judge(looks([900.0] * 360, [QUIET] * 360), flat(), {})
    assert verdict.complaints == ["press to commit took 900 ms, 500 are allowed"]
    assert verdict.status == 1


def test_on_a_busy_machine_a_run_is_reported_as_not_judged() -> None:
    verdict = judge(looks([900.0] * 360, [BUSY] * 360), flat(), {})
    assert verdict.complaints == []
    assert verdict.status == 3
    (problem,) = verdict.unjudged
    assert "the machine was busy" in problem
    assert "0 of 360 looks" in problem


def test_what_is_in_time_on_a_busy_machine_is_well() -> None:
    assert judge(looks([40.0] * 360, [BUSY] * 360), flat(), {}).status == 0


def test_the_quiet_moments_are_judged_alone() -> None:
    """The machine is busy for the first half: late then is the others' fault, late afterwards is not."""
    busy_then_quiet = [BUSY] * 180 + [QUIET] * 180
    assert judge(looks([900.0] * 180 + [12.0] * 180, busy_then_quiet), flat(), {}).status == 0
    assert judge(looks([12.0] * 180 + [900.0] * 180, busy_then_quiet), flat(), {}).status == 1


def test_a_machine_that_gets_busy_in_the_second_half_is_no_growing_lag() -> None:
    lags = [12.0] * 240 + [200.0 + look for look in range(120)]
    assert judge(looks(lags, [QUIET] * 240 + [BUSY] * 120), flat(), {}).status == 0


def test_too_few_matches_are_reported_as_not_judged() -> None:
    verdict = judge(looks([12.0] * 100, [QUIET] * 100), flat(3), {})
    assert verdict.unjudged == ["heaps of tables 1: too few matches began alike; play for longer"]
    assert verdict.status == 3


def test_growth_is_complained_of_on_a_busy_machine_too() -> None:
    verdict = judge(looks([12.0] * 360, [BUSY] * 360, restless_mb=0.1), flat(), {})
    assert len(verdict.complaints) == 1
    assert "memory of the collector has risen" in verdict.complaints[0]
    assert Verdict(["grows"], ["lag"]).status == 1


def test_leaks_by_the_command_line() -> None:
    assert parse(["table=11:4096/h", "collector=1/h"]) == Leaks({11: 4096}, 1)
    assert parse([]) == Leaks()
    for wrong in ("table=0:1/h", "table=11:4096", "collector=0/h", "page=1/h"):
        with pytest.raises(ValueError, match="is no leak"):
            parse([wrong])


def test_own_work_is_not_the_neighbours() -> None:
    neighbours = Neighbours(lambda: [os.getpid()])
    begin = cpu_s(os.getpid())
    while cpu_s(os.getpid()) < begin + 0.2:
        sum(range(1000))
    _, ours = neighbours.cores()
    assert ours > 0


# Two minutes in real time with leaks put in on purpose: both are found, and nothing else.


@pytest.mark.slow
@pytest.mark.long
def test_leaks_put_in_on_purpose_are_found_and_nothing_else(tmp_path: Path) -> None:
    leaks = Leaks({2: 400_000}, descriptors=80)
    plan = Plan(2, 3.0, 2.0, 0.02, 1, leaks)
    verdict = asyncio.run(play(plan, tmp_path))
    assert len(verdict.complaints) == 2, verdict
    heap, descriptor = verdict.complaints
    assert heap.startswith("table 2: MicroPython heap")
    assert descriptor.startswith("open descriptors: of /dev/null")
