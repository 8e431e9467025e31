"""A simulated table's keys, display and buzzer: what a firmware does is seen outside, and the other way."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from simulator_tools import READY, MakeTable, printed

from host_tools.simulator import flash_image
from host_tools.simulator.chips import wiring
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import KEYS, SimTable

PANEL = """
import asyncio, machine, time
from boardside.drivers.max7219 import Max7219

clk, din = machine.Pin(18), machine.Pin(23)
spi = machine.SPI(2, baudrate=1_000_000, polarity=0, phase=0, sck=clk, mosi=din, miso=None)
display = Max7219(spi, machine.Pin(5, machine.Pin.OUT))
display.init()
keys = [machine.Pin(n, machine.Pin.IN, machine.Pin.PULL_UP) for n in GPIOS]
pwm = machine.PWM(machine.Pin(19), freq=2000, duty_u16=0)
picture = bytearray(8)
SHAPES = (0x7E, 0x30, 0x6D, 0x79, 0x33, 0x5B, 0x5F, 0x70, 0x7F, 0x7B, 0x77)

async def scan():
    while True:
        down = -1
        for index in range(len(keys)):
            if keys[index].value() == 0:
                down = index
        picture[0] = SHAPES[down] if down >= 0 else 1
        display.show(picture)
        pwm.duty_u16(500 if down >= 0 else 0)
        await asyncio.sleep_ms(10)

asyncio.run(scan())
""".replace("GPIOS", repr([gpio for _, gpio in wiring.KEYS]))


def showing(first: str) -> Callable[[SimTable], bool]:
    """A predicate for `wait_for`: what stands at place 0."""
    return lambda table: table.text[0] == first


async def test_each_key_reaches_the_display_and_the_buzzer(make_table: MakeTable) -> None:
    async with make_table(PANEL) as table:
        await table.wait_for(lambda t: t.text[0] == "-")
        for index, key in enumerate(KEYS):
            press = asyncio.create_task(table.press(key))
            await table.wait_for(showing("0123456789A"[index]))
            await press
            await table.wait_for(lambda t: t.text[0] == "-")
        await table.wait_for(lambda t: len(t.tones) >= 2 * len(KEYS))  # silence follows the display
        assert [tone.freq_hz for tone in table.tones] == [2000, 0] * len(KEYS)
        assert table.observed.errors == []


@pytest.mark.realtime
async def test_a_press_is_seen_within_two_scans(make_table: MakeTable) -> None:
    async with make_table(PANEL) as table:
        await table.wait_for(lambda t: t.text[0] == "-")
        took = []
        for _ in range(20):
            begin = time.monotonic()
            table.key_down("CLOCK")
            await table.wait_for(lambda t: t.text[0] != "-")
            took.append(table.observed.display_at - begin)
            table.key_up("CLOCK")
            await table.wait_for(lambda t: t.text[0] == "-")
        # The best of them: a busy machine adds to any one of them, a third scan to all of them.
        assert 0 < min(took) < 0.020


async def test_a_chord_is_read_together(make_table: MakeTable) -> None:
    main = """
import machine, time
a, b = [machine.Pin(n, machine.Pin.IN, machine.Pin.PULL_UP) for n in (22, 21)]
print("ready")
seen = set()
while True:
    both = (a.value(), b.value())
    if both not in seen:
        print("seen", both)
    seen.add(both)
    time.sleep_ms(5)
"""
    async with make_table(main) as table:
        await table.wait_for(printed("ready"))
        await table.chord(["OK", "UNDO"])
        await table.wait_for(printed("seen (0, 0)"))
        assert b"seen (0, 1)" not in table.log
        assert b"seen (1, 0)" not in table.log


async def test_a_key_held_right_after_its_press_is_a_press_of_its_own(make_table: MakeTable) -> None:
    # Closed again within the firmware's 30 ms, it would be the first press chattering, and then a long one.
    main = """
import time
from boardside import pins
from boardside.drivers.keys import Keys
from boardside.panels import gpio

pins.KEYS = [("OK", 22), ("QUEEN", 27)]
keys = Keys(gpio.source(None), time.ticks_diff, 2)
print("ready")
while True:
    if keys.scan(time.ticks_ms()):
        print("key %d, kind %d" % keys.get())
    time.sleep_ms(10)
"""
    async with make_table(main) as table:
        await table.wait_for(printed("ready"))
        await table.press("OK")
        await table.press("QUEEN", hold_ms=2)
        await table.hold("OK")
        await table.wait_for(printed("key 0, kind 0", times=2))
        assert table.log.count(b"kind") == 3
        await table.wait_for(printed("key 0, kind 1"))  # it is still down
        table.key_up("OK")


async def test_a_press_that_nobody_reads_says_so(make_table: MakeTable) -> None:
    async with make_table(READY) as table:
        with pytest.raises(SimulatorError, match="does not scan"):
            await table.press("OK", timeout=0.2)
        with pytest.raises(KeyError):
            await table.press("BELL")
        await table.power_off()
        with pytest.raises(SimulatorError, match="no power"):
            await table.press("OK")


async def test_waiting_in_vain_tells_what_was_seen(make_table: MakeTable) -> None:
    async with make_table("print('here I am')") as table:
        await table.wait_for(printed("here"))
        with pytest.raises(SimulatorError, match="here I am"):
            await table.wait_for(lambda t: t.text == "12345678", timeout=0.1)


async def test_wrong_wiring_is_noted(make_table: MakeTable) -> None:
    main = """
import machine
spi = machine.SPI(2, baudrate=1_000_000, polarity=0, phase=0, sck=machine.Pin(23), mosi=machine.Pin(18))
spi = machine.SPI(2, baudrate=20_000_000, polarity=1, phase=0, sck=machine.Pin(18), mosi=machine.Pin(23))
machine.PWM(machine.Pin(21), freq=2000)
machine.Pin(14, machine.Pin.IN).value()
"""
    async with make_table(main) as table:
        await table.wait_for(lambda t: len(t.observed.errors) == 6)
        text = "\n".join(table.observed.errors)
        for part in (
            "do not lead to the display",
            "GPIO 19 for MISO",
            "too fast",
            "polarity 1",
            "floats",
        ):
            assert part in text


# The flash of a simulated table: what it keeps over power cycles, and what a cut in a write leaves.

COUNTER = """
import os
count = int(open("count").read()) if "count" in os.listdir() else 0
with open("count", "w") as file:
    file.write(str(count + 1))
print("count", count, "in", os.getcwd())
"""


async def test_flash_keeps_its_files_over_power_cycles_and_restarts_of_the_simulator(
    make_table: MakeTable,
) -> None:
    async with make_table(COUNTER) as table:
        await table.wait_for(printed("count 0 in /flash"))
        await table.power_off()
        assert not table.is_on
        assert table.pid is None
        await table.power_on()
        await table.wait_for(printed("count 1 in"))
    async with make_table(COUNTER) as table:
        await table.wait_for(printed("count 2 in"))
        await table.wait_for(printed(">>> "))
    files = await asyncio.to_thread(flash_image.read, table.image)
    assert files["count"] == b"3"
    assert json.loads(files["config.json"])["table"] == 1
    assert table.observed.unerased == 0


async def test_power_goes_in_the_middle_of_a_write(make_table: MakeTable) -> None:
    main = """
import machine, os, time
print("ready", os.stat("b")[6] if "b" in os.listdir() else 0)
key = machine.Pin(22, machine.Pin.IN, machine.Pin.PULL_UP)
while key.value():
    time.sleep_ms(2)
with open("b", "w") as file:
    file.write("x" * 3000)
print("written")
"""
    async with make_table(main) as table:
        await table.wait_for(printed("ready 0"))
        table.cut_power_at_write(2)
        table.key_down("OK")
        await table.wait_for(lambda t: not t.is_on)
        assert b"written" not in table.log
        await table.power_on()
        await table.wait_for(printed("ready 0", 2))  # all or nothing


async def test_erasing_flash_takes_its_time(make_table: MakeTable) -> None:
    main = """
import time, vfs, esp32
part = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="vfs")[0]
blocks = part.info()[3] // 4096
begin = time.ticks_ms()
for n in range(3):
    part.ioctl(6, blocks - 1 - n)
print("took", time.ticks_diff(time.ticks_ms(), begin) >= 150)
import machine
key = machine.Pin(22, machine.Pin.IN, machine.Pin.PULL_UP)
while True:
    key.value()
    time.sleep_ms(5)
"""
    async with make_table(main, erase_ms=(50, 80)) as table:
        await table.wait_for(printed("took True"))
        await table.wait_for(lambda t: t.observed.erases >= 3)


async def test_a_damaged_image_says_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "table1"
    folder.mkdir()
    (folder / "flash.bin").write_bytes(b"\0" * 4096 * 512)
    with pytest.raises(SimulatorError, match="Remove it"):
        await SimTable(1, folder).start()
