"""Firmware that cannot be run leads to a repair screen and the prompt, not to a loop."""

import ast
import json
import shutil
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from boardside import pins, pins_s3
from host_tools.simulator import flash_image, restarts
from host_tools.simulator.chips import wiring
from host_tools.simulator.displays import text_of
from host_tools.simulator.process import FIRMWARE, Options, SimulatorError
from host_tools.simulator.table import SimTable
from tests.waiting import press_until

FAILING_DEVICE = """
class Device:
    def __init__(self):
        raise OSError(5)
"""


def broken(folder: Path, file: str, text: str) -> Options:
    """A copy of the firmware in which one file is another."""
    shutil.copytree(FIRMWARE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / file).write_text(text, encoding="utf-8")
    return Options(firmware=folder).fast()


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("boardside/app/start.py", "this is no Python"),
        pytest.param("boardside/table/table.py", "from . import lost", marks=pytest.mark.slow),
        pytest.param("boardside/app/device.py", FAILING_DEVICE, marks=pytest.mark.slow),
    ],
)
async def test_firmware_that_does_not_run_is_said_and_the_prompt_answers(
    tmp_path: Path, file: str, text: str
) -> None:
    options = broken(tmp_path / "firmware", file, text)
    async with SimTable(7, tmp_path / "table", options=options) as table:
        await table.wait_for(lambda t: t.text == "rEPAir  ")
        await table.wait_for(lambda t: t.log.endswith(restarts.PROMPT))
        assert b"# no firmware can be run" in table.log
        table.type("print(6 * 7)\r")
        await table.wait_for(lambda t: b"42" in t.log)
        assert table.resets == 0
        assert not table.observed.errors


@pytest.mark.parametrize(
    ("displays", "panel", "says"),
    [
        (("max7219x2",), "gpio", ["rEPAir  "]),
        (("digits", "tm1637"), "mcp23017", ["rEPAir  ", "rEPA"]),
        (("max7219", "ht16k33 back"), "pcf8574", ["rEPAir  ", "rEPA"]),
    ],
)
async def test_every_display_of_digits_says_so(
    tmp_path: Path, displays: tuple[str, ...], panel: str, says: list[str]
) -> None:
    options = broken(tmp_path / "firmware", "boardside/app/start.py", "this is no Python")
    options = replace(options, displays=displays, panel=panel)
    async with SimTable(7, tmp_path / "table", options=options) as table:
        # The prompt and what the chips show come on lines of their own, in any order.
        await table.wait_for(
            lambda t: t.log.endswith(restarts.PROMPT) and len(t.observed.lit) == len(displays)
        )
        await table.wait_for(
            lambda t: [text_of(lit.segments)[:8] for _, lit in sorted(t.observed.lit.items())] == says
        )
        assert b"could not be told" not in table.log
        assert not table.observed.errors


async def test_an_e_paper_keeps_its_page_and_a_display_that_is_gone_stops_nothing(tmp_path: Path) -> None:
    options = broken(tmp_path / "firmware", "boardside/app/start.py", "this is no Python")
    options = replace(options, displays=("epd29", "ht16k33"), panel="mcp23017")
    async with SimTable(7, tmp_path / "table", options=options) as table:
        await table.power_off()
        table.plug(wiring.HT16K33_ADDRESS, False)
        table.log.clear()
        await table.power_on()
        await table.wait_for(lambda t: t.log.endswith(restarts.PROMPT))
        assert b"# no firmware can be run" in table.log
        assert b"could not be told" not in table.log
        assert 0 not in table.observed.pictures, "nothing was refreshed"
        assert not table.observed.errors


@pytest.mark.parametrize("pins", [pins, pins_s3], ids=["esp32", "esp32s3"])
def test_the_repair_screen_uses_the_displays_pins(pins: ModuleType) -> None:
    names: dict[str, object] = {}
    for line in ast.parse((FIRMWARE / "repair.py").read_text(encoding="utf-8")).body:
        # Further below the numbers of an ESP32-S3 replace the first ones.
        lines = line.body if isinstance(line, ast.If) and pins is pins_s3 else [line]
        if all(isinstance(part, ast.Assign) for part in lines):
            exec(compile(ast.Module(lines, []), "repair.py", "exec"), names)
    assert (names["SCK"], names["MOSI"], names["CS"]) == (pins.DISPLAY_CLK, pins.DISPLAY_DIN, pins.DISPLAY_CS)
    assert (names["OE"], names["BOOST"]) == (pins.DIGITS_OE, pins.BOOST_EN)
    assert (names["CLK"], names["DIO"]) == (pins.TM1637_CLK, pins.TM1637_DIO)
    assert (names["SCL"], names["SDA"]) == (pins.I2C_SCL, pins.I2C_SDA)
    assert (names["SPI_BUS"], 0) == (pins.SPI_BUS, getattr(pins, "I2C_BUS", 0))


@pytest.mark.slow
async def test_on_a_full_file_system_the_table_plays_and_keeps_its_settings(tmp_path: Path) -> None:
    async with SimTable(7, tmp_path, options=Options().fast()) as table:
        await table.wait_for(lambda t: t.text == "tbL    7")
        await table.power_off()
        # Large files, then small ones, until nothing more fits.
        with pytest.raises(SimulatorError):
            flash_image.write(table.image, {f"filler{number}": "x" * 4000 for number in range(400)})
        with pytest.raises(SimulatorError):
            flash_image.write(table.image, {f"f{number}": "x" * 200 for number in range(400)})
        await table.power_on()
        await table.wait_for(lambda t: t.text == "tbL    7")
        await table.press("OK")
        await press_until(table, "WHITE", lambda t: t.text.startswith("briGH"))
        writes = table.observed.writes
        for key in ("OK", "QUEEN", "OK"):
            await table.press(key)
        await table.wait_for(lambda t: t.observed.writes > writes, timeout=60)
        await table.power_off()
        kept = json.loads(flash_image.read(table.image)["config.json"])
        assert kept["brightness"] == 9  # LittleFS keeps so small a file in its folder's own block
