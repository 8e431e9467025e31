"""The real firmware with e-paper on a simulated table: what it shows, power cuts, displays beside it."""

from pathlib import Path
from typing import Any

import pytest
from digits_kit import table_with
from paper_kit import page, paper_states

from host_tools.simulator.table import SimTable

PATIENCE_S = 120.0  # a whole page takes 30,000 bytes through the modelled bus, on a machine with other work


def shows(table: SimTable, display: int, wanted: bytes) -> bool:
    picture = table.observed.pictures.get(display)
    return picture is not None and picture.pixels == wanted


async def wait_for_page(table: SimTable, display: int, size: str, umpire: Any) -> None:
    expected_page = page(size, umpire.table.screen(umpire.now))
    await table.wait_for(lambda t: shows(t, display, expected_page), timeout=PATIENCE_S)
    assert table.observed.errors == []


def twin(**settings: Any) -> Any:
    """A table in memory that is set as the simulated one is."""
    return paper_states.Umpire(table=7, **settings)


@pytest.mark.slow
async def test_keys_are_pressed_and_the_paper_shows_it_pixel_by_pixel(tmp_path: Path) -> None:
    umpire = twin(strokes=0)
    async with table_with(tmp_path, ("epd42",), "gpio", strokes=0) as table:
        await wait_for_page(table, 0, "42", umpire)
        await table.press("OK", hold_ms=800)
        umpire.press("O+")
        await wait_for_page(table, 0, "42", umpire)
        await table.press("UNDO")
        umpire.press("U")
        await wait_for_page(table, 0, "42", umpire)


@pytest.mark.slow
async def test_the_small_paper_beside_digits_and_after_a_power_cut(tmp_path: Path) -> None:
    umpire = twin()
    async with table_with(tmp_path, ("max7219", "epd29"), "mcp23017") as table:
        await table.wait_for(lambda t: t.text == "tbL    7")
        await wait_for_page(table, 1, "29", umpire)
        await table.press("OK", hold_ms=800)
        await table.power_off()  # in the middle of what that begins
        assert table.observed.pictures[1].rows == 128, "paper keeps its picture"
        await table.power_on()
        await wait_for_page(table, 1, "29", umpire)
