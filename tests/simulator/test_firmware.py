"""The real firmware on a simulated table: it boots, plays a board, and knows the score after a power cut."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from simulator_tools import MakeTable, play_a_board, printed

from boardside import pins, pins_s3
from host_tools.device import build
from host_tools.device.tools import DeviceError
from host_tools.simulator import compiled as module
from host_tools.simulator import flash_image
from host_tools.simulator.chips import gpio, wiring
from host_tools.simulator.compiled import compiled
from host_tools.simulator.process import Options
from host_tools.simulator.table import SimTable


def table_in(folder: Path) -> SimTable:
    return SimTable(7, folder / "table7", options=Options().fast())


def test_the_table_is_soldered_as_the_firmware_believes() -> None:
    assert (*pins.KEYS, ("SERVICE", pins.SERVICE_KEY)) == wiring.KEYS
    assert (wiring.DISPLAY_CLK, wiring.DISPLAY_DIN) == (pins.DISPLAY_CLK, pins.DISPLAY_DIN)
    assert (wiring.DISPLAY_LOAD, wiring.BUZZER) == (pins.DISPLAY_CS, pins.BUZZER)


async def test_a_board_is_played_and_stands_after_a_power_cut(tmp_path: Path) -> None:
    async with table_in(tmp_path) as table:
        await play_a_board(table)
        assert table.observed.errors == []
        assert table.observed.unerased == 0
        assert any(tone.freq_hz for tone in table.tones)
        await table.power_off()
        assert table.segments == bytes(8)
        await table.power_on()
        await table.wait_for(lambda t: t.text.startswith(" 5 ") and t.text.endswith("_ 0"))
    async with table_in(tmp_path) as table:  # and when the simulator itself is started again
        await table.wait_for(lambda t: t.text.startswith(" 5 ") and t.text.endswith("_ 0"))


async def test_the_serial_port_has_a_living_prompt_behind_the_frames(tmp_path: Path) -> None:
    async with table_in(tmp_path) as table:
        await table.wait_for(lambda t: b'$["on",1,7]' in t.log)
        table.type("\x03")
        await table.wait_for(lambda t: b">>> " in t.log)
        table.type("6*7\r")
        await table.wait_for(lambda t: b"\n42\n" in t.log)
        table.type("\x04")
        await table.wait_for(lambda t: t.log.rpartition(b">>> ")[2].count(b'$["on",1,7]') > 0)


async def test_keys_held_at_power_on_keep_the_firmware_from_starting(tmp_path: Path) -> None:
    async with table_in(tmp_path) as table:
        await table.wait_for(lambda t: t.text.strip())
        await table.power_off()
        table.key_down("OK")
        table.key_down("UNDO")
        await table.power_on()
        await table.wait_for(lambda t: b">>> " in t.log)
        assert b"service key" in table.log
        table.key_up("OK")
        table.key_up("UNDO")
        table.type("\x04")
        await table.wait_for(lambda t: t.text.strip())


async def test_the_service_key_at_power_on_leads_to_the_rom_s_loader(tmp_path: Path) -> None:
    async with table_in(tmp_path) as table:
        await table.wait_for(lambda t: t.text.strip())
        table.key_down("SERVICE")
        await table.reset()
        assert table.pid is None  # GPIO 0 is a strapping pin
        table.key_up("SERVICE")
        await table.reset()
        await table.wait_for(lambda t: t.text.strip())


async def test_mpremote_finds_a_board_behind_the_port(tmp_path: Path) -> None:
    async def mpremote(*steps: str) -> str:
        command = [sys.executable, "-m", "mpremote", *steps]
        done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, timeout=180)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    (tmp_path / "note.txt").write_text("left here")
    async with table_in(tmp_path) as table:
        await table.wait_for(lambda t: t.text.strip())
        port = ("connect", table.serial_path)
        assert await mpremote(*port, "resume", "exec", "print(6*7)") == "42\n"
        assert await mpremote(*port, "exec", "print(6*7)") == "42\n"  # with its soft reset
        await mpremote(*port, "resume", "cp", str(tmp_path / "note.txt"), ":note.txt")
        table.type("\x02")
        await table.wait_for(lambda t: t.log.endswith(b">>> "))
        table.type("\x04")
        await table.wait_for(lambda t: t.text == "tbL    7")
    files = await asyncio.to_thread(flash_image.read, table.image)
    assert files["note.txt"] == b"left here"


# The simulator starts what a board starts: the firmware compiled, anew for each state of its sources.


@pytest.fixture
def firmware(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    (folder / "boardside" / "part").mkdir(parents=True)
    for name in (*build.PLAIN, build.LOADER):
        (folder / name).write_text("")
    (folder / "boardside" / "__init__.py").write_text("")
    (folder / "boardside" / "part" / "one.py").write_text("def one():\n    return 1\n")
    (folder / "boardside" / "part" / "two.py").write_text("TWO = 2\n")
    return folder


def files_in(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_it_holds_what_a_board_holds(firmware: Path, tmp_path: Path) -> None:
    folder = compiled(firmware, tmp_path / "cache")
    modules = {"boardside/__init__.mpy", "boardside/part/one.mpy", "boardside/part/two.mpy"}
    assert files_in(folder) == {*build.PLAIN, "loader.mpy", *modules}
    board = tmp_path / "board"
    build.build(firmware, board)
    assert {name: (folder / name).read_bytes() for name in modules} == {
        name: (board / name).read_bytes() for name in modules
    }


def test_only_what_was_edited_is_compiled_again(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    compile_module = build.compile_module

    def asking(mpy_cross: Path, text: str, target: Path, name: str) -> None:
        asked.append(name)
        compile_module(mpy_cross, text, target, name)

    monkeypatch.setattr(build, "compile_module", asking)
    before = compiled(firmware, tmp_path / "cache")
    assert compiled(firmware, tmp_path / "cache") == before
    asked.clear()
    (firmware / "boardside" / "part" / "one.py").write_text("def one():\n    return 11\n")
    after = compiled(firmware, tmp_path / "cache")
    assert after != before
    assert asked == ["boardside/part/one.py"]
    (firmware / "boardside" / "part" / "one.py").write_text("def one():\n    return 1\n")
    assert compiled(firmware, tmp_path / "cache") == before


def test_what_does_not_compile_is_left_to_the_table(firmware: Path, tmp_path: Path) -> None:
    (firmware / "boardside" / "part" / "one.py").write_text("this is no Python\n")
    files = files_in(compiled(firmware, tmp_path / "cache"))
    assert {"boardside/part/one.py", "boardside/part/two.mpy"} <= files
    assert "boardside/part/one.mpy" not in files


def test_without_a_compiler_the_sources_run(
    firmware: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> Path:
        raise DeviceError("mpy-cross is missing")

    monkeypatch.setattr(build, "compiler", missing)
    assert compiled(firmware, tmp_path / "cache") == firmware


def test_where_nothing_can_be_written_the_sources_run(firmware: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert compiled(firmware, tmp_path / "file") == firmware


def test_a_folder_without_the_package_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("print(1)\n")
    assert compiled(tmp_path, tmp_path / "cache") == tmp_path


def test_states_of_another_day_are_removed(firmware: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    old = compiled(firmware, cache)
    long_ago = time.time() - module.KEPT_S - 60
    os.utime(old, (long_ago, long_ago))
    (firmware / "boardside" / "part" / "one.py").write_text("def one():\n    return 11\n")
    assert compiled(firmware, cache).is_dir()
    assert not old.exists()


# A simulated table with an ESP32-S3: the same firmware takes the pins of that chip.

S3 = Options(chip="esp32s3").fast()


def test_the_s3_board_is_wired_as_the_firmware_believes() -> None:
    wired = SimpleNamespace(**wiring.S3)
    assert (*pins_s3.KEYS, ("SERVICE", pins_s3.SERVICE_KEY)) == wired.KEYS
    display = (wired.DISPLAY_CLK, wired.DISPLAY_DIN, wired.DISPLAY_LOAD)
    assert display == (pins_s3.DISPLAY_CLK, pins_s3.DISPLAY_DIN, pins_s3.DISPLAY_CS)
    assert (wired.SDA, wired.SCL) == (pins_s3.I2C_SDA, pins_s3.I2C_SCL)
    for name in ("BUZZER", "DIGITS_OE", "BOOST_EN", "BATTERY"):
        assert getattr(wired, name) == getattr(pins_s3, name)
    for name in ("TM1637_CLK", "TM1637_DIO", "TM1638_STB", "TM1638_CLK", "TM1638_DIO"):
        assert getattr(wired, name) == getattr(pins_s3, name)
    for name in ("CS", "CS_BESIDE", "DC", "RST", "BUSY"):
        assert getattr(wired, "PAPER_" + name) == getattr(pins_s3, "EPD_" + name)


def test_each_number_of_the_s3_takes_the_place_of_one_of_the_esp32() -> None:
    assert set(wiring.S3) <= set(vars(wiring))
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
        await table.wait_for(printed("tried"))
        assert b"invalid pin" in table.log
        await table.wait_for(lambda t: len(t.observed.errors) == 4)
        assert "flash" in table.observed.errors[0]
        assert "0x3FF4403C" in table.observed.errors[1]
        assert "30 bits" in table.observed.errors[2]
        assert "words" in table.observed.errors[3]
