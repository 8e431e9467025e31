"""A simulated table with an ESP32-S3: the same firmware takes the pins of that chip."""

from pathlib import Path

import pytest
from simulator_tools import MakeTable, play_a_board, said

from boardside import pins_s3
from host_tools.simulator.chips import gpio, wiring, wiring_s3
from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable

S3 = Options(chip="esp32s3").fast()


def test_the_s3_board_is_wired_as_the_firmware_believes() -> None:
    assert (*pins_s3.KEYS, ("SERVICE", pins_s3.SERVICE_KEY)) == wiring_s3.KEYS
    display = (wiring_s3.DISPLAY_CLK, wiring_s3.DISPLAY_DIN, wiring_s3.DISPLAY_LOAD)
    assert display == (pins_s3.DISPLAY_CLK, pins_s3.DISPLAY_DIN, pins_s3.DISPLAY_CS)
    assert (wiring_s3.SDA, wiring_s3.SCL) == (pins_s3.I2C_SDA, pins_s3.I2C_SCL)
    for name in ("BUZZER", "DIGITS_OE", "BOOST_EN", "BATTERY"):
        assert getattr(wiring_s3, name) == getattr(pins_s3, name)
    for name in ("TM1637_CLK", "TM1637_DIO", "TM1638_STB", "TM1638_CLK", "TM1638_DIO"):
        assert getattr(wiring_s3, name) == getattr(pins_s3, name)
    for name in ("CS", "CS_BESIDE", "DC", "RST", "BUSY"):
        assert getattr(wiring_s3, "PAPER_" + name) == getattr(pins_s3, "EPD_" + name)


def test_each_number_of_the_s3_takes_the_place_of_one_of_the_esp32() -> None:
    assert {name for name in vars(wiring_s3) if name.isupper()} <= set(vars(wiring))
    assert (wiring.gpio_of("CLOCK", "esp32s3"), wiring.gpio_of("CLOCK")) == (17, 32)
    assert wiring.chip == "esp32", "nothing is replaced in this process"
    assert set(gpio.CHIPS) == set(wiring.CHIPS)


async def test_a_board_is_played_on_the_pins_of_an_s3_and_stands_after_a_power_cut(tmp_path: Path) -> None:
    async with SimTable(7, tmp_path, options=S3, config={"battery": True}) as table:
        await play_a_board(table)
        assert table.observed.errors == []
        assert any(tone.freq_hz for tone in table.tones)
        await table.power_off()
        await table.power_on()
        await table.wait_for(lambda t: t.text.startswith(" 5 ") and t.text.endswith("_ 0"))
        assert table.observed.errors == []


@pytest.mark.parametrize(
    ("displays", "panel"), [("max7219x2 ht16k33", "mcp23017"), ("max7219 tm1637", "tm1638")]
)
async def test_other_displays_and_panels_of_an_s3_lead_where_the_firmware_looks(
    displays: str, panel: str, tmp_path: Path
) -> None:
    options = Options(chip="esp32s3", displays=tuple(displays.split()), panel=panel).fast()
    async with SimTable(7, tmp_path, options=options) as table:
        await table.wait_for(lambda t: any(lit.segments.strip(b"\0") for lit in t.observed.lit.values()))
        before = len(table.tones)
        await table.press("BLACK")
        await table.wait_for(lambda t: len(t.tones) > before)
        assert table.observed.errors == []


async def test_the_pins_of_an_esp32_are_not_those_of_an_s3(make_table: MakeTable) -> None:
    program = """
import uctypes
from machine import Pin
def read(address, kind=uctypes.BFUINT32, bits=30):
    return uctypes.struct(address, {"word": kind | bits << uctypes.BF_LEN}).word
try:
    Pin(22, Pin.IN, Pin.PULL_UP)
except ValueError as error:
    print(error)
Pin(30, Pin.IN, Pin.PULL_UP)
read(0x3FF4403C)
read(0x6000403C, bits=31)  # bits 30 and 31 are lines of the flash
read(0x6000403C, -6 << 27, 16)  # BFUINT16
read(0x6000403C)
read(0x60004040)
print("tried")
"""
    async with make_table(program, chip="esp32s3") as table:
        await table.wait_for(said("tried"))
        assert b"invalid pin" in table.log
        await table.wait_for(lambda t: len(t.observed.errors) == 4)
        assert "flash" in table.observed.errors[0]
        assert "0x3FF4403C" in table.observed.errors[1]
        assert "30 bits" in table.observed.errors[2]
        assert "words" in table.observed.errors[3]
