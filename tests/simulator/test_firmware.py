"""The real firmware on a simulated table: it boots, plays a board, and knows the score after a power cut."""

import asyncio
import subprocess
import sys
from pathlib import Path

from simulator_tools import play_a_board

from boardside import pins
from host_tools.simulator import flash_image
from host_tools.simulator.chips import wiring
from host_tools.simulator.options import Options
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
