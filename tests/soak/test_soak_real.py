"""Two minutes in real time with leaks put in on purpose: both are found, and nothing else."""

import asyncio
from pathlib import Path

import pytest

from tests.soak.leaks import Leaks
from tests.soak.real import Plan, play


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
