"""A hall of twenty tables under every fault; after thirty seconds of peace there is one truth everywhere.
`make test` plays a hall of four, `make gate` larger ones, and the night new ones.

`python -m tests.chaos SEED` repeats a run; `python -m tests.chaos --count 20` tries new ones.
"""

import logging
from dataclasses import replace

import pytest

from tests.chaos.day import play
from tests.chaos.hall import Plan
from tests.chaos.mutating import PLAN, SEEDS

SHORT = Plan(minutes=0.5, pace_s=0.8, every_s=1.0)
#: A day's play of quick umpires: as many events as a table sees in one, and faults to last for years.
HOUR = Plan(minutes=60.0, pace_s=8.0, every_s=4.0)


@pytest.mark.parametrize(
    ("seed", "tables"),
    [(1, 4), *(pytest.param(seed, 20, marks=pytest.mark.gate) for seed in (1, 2))],
)
def test_no_fault_loses_doubles_or_invents_anything(seed: int, tables: int) -> None:
    outcome = play(seed, replace(SHORT, tables=tables))
    print(outcome)
    assert outcome.events > 10 * tables
    assert logging.root.manager.disable == logging.NOTSET  # for the tests after this one


@pytest.mark.gate
@pytest.mark.parametrize("seed", range(3, 12))
def test_nothing_acknowledged_is_lost_when_the_databases_file_goes_away(seed: int) -> None:
    outcome = play(seed, replace(SHORT, tables=4, file_s=5.0))
    print(outcome)
    assert outcome.losses > 1


@pytest.mark.gate
def test_a_seed_is_a_run() -> None:
    small = replace(SHORT, tables=2, minutes=0.05)
    once, again, other = play(5, small), play(5, small), play(6, small)
    assert once.digest == again.digest != other.digest
    assert (once.events, once.reboots, once.calls) == (again.events, again.reboots, again.calls)


@pytest.mark.gate
@pytest.mark.parametrize("seed", [*SEEDS])
def test_the_halls_of_the_mutants_are_sound_without_them(seed: int) -> None:
    play(seed, PLAN)


@pytest.mark.long
@pytest.mark.slow
def test_nothing_is_lost_in_an_hour() -> None:
    print(play(2026, HOUR))
