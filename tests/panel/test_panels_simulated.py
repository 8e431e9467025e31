"""Every panel on the real firmware: each key is itself, the cable may come off, the service keys are read."""

import asyncio
from pathlib import Path

import pytest

from boardside.arrangement import PANELS
from boardside.pins import KEYS
from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable

# What each key does in the menu of a table without a match: seen from outside, each in its turn.
WALK = (
    ("OK", "5tArt"),
    ("BLACK", "Edit"),
    ("WHITE", "5tArt"),
    ("QUEEN", "CHoo5E"),
    ("BLACK", "Edit"),
    ("FOUL", "FoUL  no"),
    ("DUE", "no PLAy"),
    ("PAUSE", "CLoC 0FF"),
    ("UNDO", "tbL    3"),
    ("OK", "5tArt"),
    ("STRIKER", "PrE55  1"),
    ("CLOCK", "no PLAy"),
)

SETTLED_S = 0.2
"""Keys that come back have to be seen open first."""


def table_with(panel: str, folder: Path) -> SimTable:
    return SimTable(3, folder / "table3", options=Options(panel=panel).fast())


async def says(table: SimTable, text: str) -> None:
    await table.wait_for(lambda t: t.text.startswith(text))


@pytest.mark.parametrize("panel", PANELS)
async def test_each_key_is_itself_and_bounces_as_switches_do(panel: str, tmp_path: Path) -> None:
    assert {key for key, _ in WALK} == {name for name, _ in KEYS}
    async with table_with(panel, tmp_path) as table:
        await says(table, "tbL    3")
        for key, text in WALK:
            await table.press(key)
            await says(table, text)
        table.bounce(9)
        await table.press("OK")
        await says(table, "5tArt")
        await table.press("BLACK")
        await says(table, "Edit")
        assert table.observed.errors == []


@pytest.mark.parametrize("panel", PANELS)
async def test_ok_and_undo_at_power_on_lead_to_the_prompt(panel: str, tmp_path: Path) -> None:
    async with table_with(panel, tmp_path) as table:
        await says(table, "tbL    3")
        await table.power_off()
        table.key_down("OK")
        table.key_down("UNDO")
        await table.power_on()
        await table.wait_for(lambda t: b"service key" in t.log)
        table.key_up("UNDO")
        await table.power_off()
        await table.power_on()  # one of them alone does nothing
        await says(table, "tbL    3")
        assert table.observed.errors == []


@pytest.mark.parametrize("panel", [panel for panel in PANELS if panel != "gpio"])
@pytest.mark.realtime
async def test_a_cable_that_comes_off_is_told_and_the_table_goes_on(panel: str, tmp_path: Path) -> None:
    async with table_with(panel, tmp_path) as table:
        await says(table, "tbL    3")
        table.key_down("OK")
        await says(table, "5tArt")
        table.plug_panel(False)
        await says(table, "no PAnEL")
        await says(table, "5tArt")  # the display is the table's again
        await says(table, "no PAnEL")
        assert table.log.count(b"# the panel does not answer") == 1
        table.plug_panel(True)
        await says(table, "PAnEL on")
        await table.wait_for(lambda t: b"# the panel answers again" in t.log)
        await asyncio.sleep(0.8)  # the key is still down: no long press is made of it
        assert table.text.startswith(("5tArt", "PAnEL"))
        table.key_up("OK")
        await asyncio.sleep(SETTLED_S)
        await table.press("UNDO")
        await says(table, "tbL    3")
        assert table.observed.errors == []


async def test_a_table_without_its_panel_starts_and_says_so(tmp_path: Path) -> None:
    async with table_with("tm1638", tmp_path) as table:
        table.plug_panel(False)
        await table.reset()
        table.plug_panel(False)
        await says(table, "no PAnEL")
        table.plug_panel(True)
        await says(table, "PAnEL on")
        await says(table, "tbL    3")  # by then its keys have been seen open
        await table.press("OK")
        await says(table, "5tArt")
