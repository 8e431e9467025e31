"""Whole boards by keys, on the real firmware with an e-paper alone: each page is what the keys lead to.

The other side is a table in memory (paper_states.Umpire): it has no pins, no bus and no panel, so that what
differs was lost on the way from the key to the paper.
"""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from digits_kit import table_with
from paper_kit import page, paper_states
from test_paper_simulated import PATIENCE_S, shows, twin

from boardside.table.pages.panel import KEYS
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable

LETTER = dict(zip("WBQSFDCPUO", KEYS, strict=True))
SIZES = {"epd42": "42", "epd29": "29"}

NEW_MATCH = "O O O O Q O"
"""The menu, a new match, its stage, singles, the left side breaks."""


async def press(table: SimTable, keys: str) -> None:
    """Letters as paper_states.Umpire.press has them."""
    for at, letter in enumerate(keys):
        if letter in LETTER:
            await table.press(LETTER[letter], **({"hold_ms": 800} if keys[at + 1 : at + 2] == "+" else {}))


async def play(table: SimTable, display: str, umpire: Any, steps: tuple[str, ...]) -> None:
    """Press each step's keys here and there, and wait for the page; "": only look."""
    for keys in steps:
        await press(table, keys)
        umpire.press(keys)
        umpire.wait(paper_states.SETTLE)
        expected_page = page(SIZES[display], umpire.table.screen(umpire.now))
        try:
            await table.wait_for(partial(shows, display=0, wanted=expected_page), timeout=PATIENCE_S)
        except SimulatorError:
            raise AssertionError(f"after {keys} the page is another") from None
    assert table.observed.errors == []


def score(umpire: Any) -> tuple[int, int, int]:
    """Points left and right, and the number of the board."""
    return umpire.state.points["a"], umpire.state.points["b"], umpire.state.board


@pytest.mark.slow
async def test_a_board_by_its_result(tmp_path: Path) -> None:
    umpire = twin(strokes=0)
    async with table_with(tmp_path, ("epd42",), "gpio", strokes=0) as table:
        await play(table, "epd42", umpire, (NEW_MATCH + " C O B B B Q", "O", "O"))
        assert score(umpire) == (6, 0, 2)


@pytest.mark.slow
@pytest.mark.parametrize("display", SIZES)
async def test_a_board_stroke_by_stroke_over_a_power_cut(display: str, tmp_path: Path) -> None:
    umpire = twin(strokes=1, struck=1)
    async with table_with(tmp_path, (display,), "gpio", strokes=1, struck=1) as table:
        await play(table, display, umpire, (NEW_MATCH, "C C W W C P", "P C S C", "C", "C B B Q C P"))
        await table.power_off()
        umpire.power_on()
        await table.power_on()
        await play(
            table, display, umpire, ("", "C C W C P", "P C C P", "P C B B B B B B C P", "P C B C", "O")
        )
        assert umpire.state.board == 2
        assert sum(umpire.state.points.values()) > 0
