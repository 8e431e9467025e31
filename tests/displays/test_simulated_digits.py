"""The real firmware with each display of digits: what the chips show, and what happens when one is pulled."""

import re
from pathlib import Path

import pytest
from digits_kit import begin_a_match, said, table_with

from boardside import pins
from boardside.drivers import ht16k33
from host_tools.simulator import displays
from host_tools.simulator.chips import wiring
from host_tools.simulator.chips.clock_chips import Ht16k33
from host_tools.simulator.chips.digit_chips import DigitBoards, Max7219Pair
from tests.waiting import press_for

TENTHS = re.compile(r"PLAy  \d\.\d$")


async def test_two_modules_keep_the_score_beside_messages_and_clock(tmp_path: Path) -> None:
    async with table_with(tmp_path, ("max7219x2",), "gpio") as table:
        await table.wait_for(lambda t: said(t, 0) == "tbL    7        ")
        assert table.text == "tbL    7", "the first module is the table's display"
        await begin_a_match(table)
        await table.wait_for(lambda t: said(t, 0)[-9:-2] == "PLAy 0.")
        assert table.text.startswith(" 0")
        await press_for(table, "DUE", lambda t: "PLAy" not in said(t, 0))
        assert table.text.startswith(" 0_")
        await table.press("CLOCK")  # struck
        await table.wait_for(lambda t: said(t, 0).rstrip().endswith("PLAy"))
        assert table.observed.errors == []


@pytest.mark.slow
async def test_tenths_are_shown_in_the_last_ten_seconds(tmp_path: Path) -> None:
    async with table_with(tmp_path, ("max7219x2",), "gpio") as table:
        await begin_a_match(table)
        await table.wait_for(lambda t: TENTHS.search(said(t, 0)))
        first = said(table, 0)
        await table.wait_for(lambda t: TENTHS.search(said(t, 0)) and said(t, 0) != first)
        assert table.text[3:5] == "10", "the first module rounds up to whole seconds, as before"
        assert table.observed.errors == []


@pytest.mark.slow
async def test_the_large_digits_play_and_are_dimmed(tmp_path: Path) -> None:
    async with table_with(tmp_path, ("digits",), "gpio", brightness=3) as table:
        await table.wait_for(lambda t: t.text == "tbL    7")
        assert table.observed.intensity == 3
        await begin_a_match(table)
        await table.wait_for(lambda t: t.text.startswith(" 0_") and "14" in t.text)
        await table.power_off()
        assert table.segments == bytes(8)
        await table.power_on()
        await table.wait_for(lambda t: t.text.startswith(" 0_"))
        assert table.observed.errors == []


@pytest.mark.parametrize("module", ["tm1637", "ht16k33"])
@pytest.mark.slow
async def test_a_clock_module_shows_the_clock_and_else_the_points(tmp_path: Path, module: str) -> None:
    async with table_with(tmp_path, ("max7219", module), "mcp23017") as table:
        await table.wait_for(lambda t: said(t, 1) == "t  7")
        await begin_a_match(table)
        await table.wait_for(lambda t: said(t, 1) == " 0.14")
        assert table.observed.lit[1].segments[1] & 0x80, "the colon"
        await table.press("CLOCK")
        await table.wait_for(lambda t: said(t, 1).strip())
        assert table.observed.errors == []


async def test_three_displays_one_of_them_for_the_other_side(tmp_path: Path) -> None:
    displays = ("max7219x2", "tm1637", "ht16k33 back")
    async with table_with(tmp_path, displays, "mcp23017") as table:
        await begin_a_match(table)
        await table.press("CLOCK")
        await table.press("CLOCK")
        for key in ("OK", "BLACK", "BLACK", "QUEEN", "OK", "OK"):
            await table.press(key)
        await table.wait_for(lambda t: said(t, 1) == "5  0")
        await table.wait_for(lambda t: said(t, 2) == "0  5")
        assert said(table, 0)[:2] == " 5"
        assert table.observed.errors == []


@pytest.mark.slow
async def test_a_backpack_is_pulled_and_plugged_in_again(tmp_path: Path) -> None:
    async with table_with(tmp_path, ("max7219", "ht16k33"), "mcp23017") as table:
        await table.wait_for(lambda t: said(t, 1) == "t  7")
        table.plug(wiring.HT16K33_ADDRESS, False)
        await table.wait_for(lambda t: t.text == "no di5P ")
        assert said(table, 1) == "    "
        await begin_a_match(table)
        await table.press("CLOCK")
        table.plug(wiring.HT16K33_ADDRESS, True)
        await table.wait_for(lambda t: said(t, 1).strip())
        await table.wait_for(lambda t: t.text == "di5P on ")
        assert table.observed.errors == []
        assert b"i2c.master" not in table.log, "the chip's own log fills the link"


@pytest.mark.slow
async def test_a_backpack_that_is_missing_at_power_on_is_told_and_the_table_plays(tmp_path: Path) -> None:
    async with table_with(tmp_path, ("max7219", "ht16k33"), "mcp23017") as table:
        await table.wait_for(lambda t: said(t, 1) == "t  7")
        await table.power_off()
        table.plug(wiring.HT16K33_ADDRESS, False)
        await table.power_on()
        await table.wait_for(lambda t: b"ht16k33 does not answer" in t.log)
        await begin_a_match(table)
        table.plug(wiring.HT16K33_ADDRESS, True)
        await table.wait_for(lambda t: said(t, 1).startswith(" 0."))


def test_addresses_and_speeds_are_those_of_the_chips() -> None:
    assert ht16k33.ADDRESS == wiring.HT16K33_ADDRESS
    assert pins.I2C_HZ <= Ht16k33.HZ_MAX
    assert min(DigitBoards.HZ_MAX, Max7219Pair.HZ_MAX) >= pins.SPI_HZ


def test_a_browser_is_told_of_a_display_on_the_back_as_of_any_other() -> None:
    assert displays.view("tm1637 back", None) == displays.view("tm1637", None) | {"is_back": True}
    assert displays.view("max7219x2", None)["segments"] == [0] * 16
