"""The verdict of a run: a slow program and a busy machine are told apart, and each has its exit status."""

import os
from collections.abc import Sequence

import pytest

from tests.soak.heaps import Beginning
from tests.soak.leaks import Leaks, parse
from tests.soak.machine import Neighbours, cpu_s
from tests.soak.samples import Sample
from tests.soak.verdict import Verdict, judge

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
    (said,) = verdict.unjudged
    assert "the machine was busy" in said
    assert "0 of 360 looks" in said


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
