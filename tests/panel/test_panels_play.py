"""A board played on each panel of its own chips, on the real firmware: every key once, its segments seen."""

from collections.abc import Callable
from pathlib import Path

import pytest

from boardside.arrangement import PANELS
from boardside.table.pages.panel import KEYS
from host_tools.simulator.options import Options
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable

NEW_MATCH = "OK OK OK OK QUEEN OK"  # the menu, a new match, its stage, singles, the left side breaks

BOARD = (
    (NEW_MATCH + " CLOCK PAUSE PAUSE", " 0_"),  # "Play", an appeal, "Play"
    ("CLOCK WHITE WHITE CLOCK", "Go   on"),
    ("CLOCK STRIKER CLOCK", "duE    1"),
    ("DUE", "PLAC"),
    ("CLOCK", "PLACEd"),
    ("CLOCK FOUL UNDO BLACK BLACK QUEEN CLOCK", "qUEEn in"),
    ("CLOCK WHITE CLOCK", "Go  "),
    ("OK BLACK BLACK BLACK BLACK QUEEN OK", " 7 P7  0"),
    ("OK", " 7 b2"),
)
"""Keys, and what the digits begin with then: strokes, the Queen covered, and the result entered by hand."""


def begins(text: str) -> Callable[[SimTable], bool]:
    """A predicate for `wait_for`: the display begins with this."""
    return lambda table: table.text.startswith(text)


#: One of them in `make test`.
OTHERS = [panel for panel in PANELS if panel != "gpio"]


@pytest.mark.parametrize(
    "panel", [OTHERS[0], *(pytest.param(panel, marks=pytest.mark.slow) for panel in OTHERS[1:])]
)
async def test_a_board_by_every_key(panel: str, tmp_path: Path) -> None:
    assert {key for keys, _ in BOARD for key in keys.split()} == set(KEYS)
    async with SimTable(3, tmp_path / "table3", options=Options(panel=panel).fast()) as table:
        await table.wait_for(lambda t: t.text == "tbL    3")
        for keys, text in BOARD:
            for key in keys.split():
                await table.press(key)
            try:
                await table.wait_for(begins(text))
            except SimulatorError:
                raise AssertionError(f"after {keys}: {table.text!r}, not {text!r}") from None
        assert table.observed.errors == []
