"""A whole tournament of each rulebook, with the real firmware and the real collector: the acceptance test.

It is what `boardside demo rehearsal` runs, and an organiser the evening before.
"""

import asyncio
import io
from pathlib import Path

import pytest
from rich.console import Console

from host_tools.demo.commands import RehearsalOptions, run
from host_tools.demo.rehearsal_plans import PLANS
from tests.ports import free_ports

SMALL = {"icf": 4, "vkk": 6, "spandan": 6, "vaishali": 4, "wcc": 4}
PATIENCE_S = 300


def test_every_rulebook_has_a_plan() -> None:
    assert set(PLANS) == set(SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", sorted(SMALL))
def test_a_tournament_is_played_through(ruleset: str, tmp_path: Path) -> None:
    said = io.StringIO()
    web, tcp = free_ports(2)
    options = RehearsalOptions(
        ruleset, 3, SMALL[ruleset], "ACCEPTED", 100.0, web, tcp, tmp_path / "run", fast=True
    )
    status = asyncio.run(asyncio.wait_for(run(options, Console(file=said, width=160)), PATIENCE_S))
    assert status == 0, said.getvalue()
    assert "results are as they were played" in said.getvalue()
    assert "the record is whole" in said.getvalue()
    assert "walk-over at the desk" in said.getvalue()
