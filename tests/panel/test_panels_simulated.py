"""Every panel on the real firmware: each key is itself, the cable may come off, the service keys are read,
and a board is played by every key.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from boardside.arrangement import PANELS
from boardside.pins import KEYS
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable
from tests.waiting import press_for

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


SETTLED_S = 0.2
"""Keys that come back have to be seen open first."""


def begins(text: str) -> Callable[[SimTable], bool]:
    """A predicate for `wait_for`: the display begins with this."""
    return lambda table: table.text.startswith(text)


def table_with(panel: str, folder: Path) -> SimTable:
    return SimTable(3, folder / "table3", options=Options(panel=panel).fast())


async def says(table: SimTable, text: str) -> None:
    await table.wait_for(begins(text))


@pytest.mark.parametrize("panel", PANELS)
async def test_each_key_is_itself_and_bounces_as_switches_do(panel: str, tmp_path: Path) -> None:
    assert {key for key, _ in WALK} == {name for name, _ in KEYS}
    async with table_with(panel, tmp_path) as table:
        await says(table, "tbL    3")
        for key, text in WALK:
            await press_for(table, key, begins(text))
        table.bounce(9)
        for key, text in WALK[:2]:
            await press_for(table, key, begins(text))
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


# A board played on each panel of its own chips

#: One of them in `make test`.
OTHERS = [panel for panel in PANELS if panel != "gpio"]


@pytest.mark.parametrize(
    "panel", [OTHERS[0], *(pytest.param(panel, marks=pytest.mark.slow) for panel in OTHERS[1:])]
)
async def test_a_board_by_every_key(panel: str, tmp_path: Path) -> None:
    assert {key for keys, _ in BOARD for key in keys.split()} == {name for name, _ in KEYS}
    async with table_with(panel, tmp_path) as table:
        await says(table, "tbL    3")
        for keys, text in BOARD:
            *before, last = keys.split()
            for key in before:
                await table.press(key)
            await press_for(table, last, begins(text))
        assert table.observed.errors == []
