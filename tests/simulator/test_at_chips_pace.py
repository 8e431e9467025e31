"""Tables at the chip's pace: waits and collections of a known time, and an umpire at the real firmware."""

import asyncio
import json
import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from simulator_tools import MakeTable, printed

from host_tools.device import build, pack
from host_tools.simulator import flash_image
from host_tools.simulator.chips import heap
from host_tools.simulator.process import Options, interpreter
from host_tools.simulator.table import SimTable
from tests.bench.instructions import PROBE
from tests.displays.frames import png

PROGRAM = """
import asyncio, gc, machine, time

def took(function, argument):
    before = time.ticks_us()
    function(argument)
    return time.ticks_diff(time.ticks_us(), before)

async def sleeps(count):
    for _ in range(count):
        await asyncio.sleep_ms(1)

def free(count):
    for _ in range(count):
        gc.mem_free()

machine.freq(240_000_000)
before = time.ticks_us()
asyncio.run(sleeps(5))
slept = time.ticks_diff(time.ticks_us(), before)
print("took", slept, took(free, 10), "us")
"""

COUNTED = """
import asyncio, gc, machine, sys, time, uctypes

pace = sys.modules["chips.as_chip"].pace
pace._burst_ps = pace._long_ps = 200
machine.freq(240_000_000)
print("factor", pace.factor)
now, slept = [pace._ticks_us()], []

def sleep_us(length):
    slept.append(length)
    now[0] += length

pace._ticks_us = lambda: now[0]
pace._waited_us = lambda: 0
pace._sleep_us = sleep_us

def computed(name, call):
    pace.leave()
    pace.settle()
    pace.enter()
    pace._debt = 0
    slept.clear()
    now[0] += 2000
    call()
    print("slept", name, sum(slept))

async def stall():
    await asyncio.sleep_ms(0)
    now[0] += 2000
    await asyncio.sleep_ms(0)

inputs = uctypes.struct(0x3FF4403C, {"first": uctypes.BFUINT32 | 30 << uctypes.BF_LEN})
pin = machine.Pin(13, machine.Pin.IN, machine.Pin.PULL_UP)
buzzer = machine.PWM(machine.Pin(19), freq=2000, duty_u16=0)
computed("ticks", time.ticks_ms)
computed("pin", pin.value)
computed("register", lambda: inputs.first)
computed("pwm", lambda: buzzer.duty_u16(0))
computed("heap", gc.mem_free)
computed("sleep", lambda: time.sleep_ms(0))
asyncio.run(stall())
print("counted")
"""


async def test_a_program_is_stretched_at_every_call_into_the_simulator(make_table: MakeTable) -> None:
    """In virtual time: the program computes for 2 ms of a machine that is 100 times as fast as the chip."""
    async with make_table(COUNTED, as_chip=True) as table:
        await table.wait_for(printed("counted"))
        lines = [line.split() for line in bytes(table.log).decode().splitlines()]
        assert ["factor", "100.0"] in lines
        slept = {line[1]: int(line[2]) for line in lines if line[0] == "slept"}
        assert slept == dict.fromkeys(("ticks", "pin", "register", "pwm", "heap", "sleep"), 2000 * 99)
        await table.wait_for(lambda t: t.observed.stalls)
        assert [stall.ms for stall in table.observed.stalls] == [200]
        assert table.observed.errors == []


async def test_waits_and_collections_take_the_chips_time(make_table: MakeTable) -> None:
    async with make_table(PROGRAM, as_chip=True) as table:
        await table.wait_for(printed("us"))
        words = bytes(table.log).decode().split()
        at = words.index("took")
        slept, free = int(words[at + 1]), int(words[at + 2])
        # Lower bounds only: another process may add to any of them. What a sleep took too long is taken
        # off the next, 20 ms at most; the last look is slept off after it. How the program's own time is
        # stretched: test_chip_pace.py.
        assert slept >= 40_000, "five waits of a millisecond end at five ticks"
        assert free >= 9 * 4_000 - 20_000
        assert table.observed.errors == []


@pytest.mark.slow
async def test_a_board_is_played_at_the_chips_pace(tmp_path: Path) -> None:
    async with SimTable(7, tmp_path, options=Options(as_chip=True)) as table:
        began = time.monotonic()
        await table.wait_for(lambda t: t.text == "tbL    7")
        assert time.monotonic() - began > 1.75
        for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
            await table.press(key)
            await asyncio.sleep(0)
        await table.wait_for(lambda t: t.text.startswith("CALL"))
        assert table.resets == 0
        assert table.observed.errors == []


# A match of the ICF stroke by stroke to its seal at the chip's pace, on digits and e-paper, by keys.

RULES = {"name": "Short", "base": "icf", "games": 1, "points": 5}
CONFIG = {"strokes": 1, "struck": 1, "ruleset": "Short"}


@pytest.mark.slow
async def test_a_match_by_strokes_is_played_to_its_seal_at_the_chips_pace(tmp_path: Path) -> None:
    options = replace(Options(as_chip=True), displays=("max7219", "epd42"), panel="mcp23017")
    async with SimTable(7, tmp_path / "table7", options=options, config=CONFIG) as table:
        await table.wait_for(lambda t: t.text == "tbL    7")
        await table.power_off()
        flash_image.write(table.image, {"rulesets/short.json": json.dumps(RULES)})
        await table.power_on()
        await table.wait_for(lambda t: t.text == "tbL    7")

        async def press(*keys: str) -> None:
            for key in keys:
                await table.press(key)

        pages: list[bytes] = []

        async def page(name: str) -> None:
            """The e-paper's next page once it stands still, kept as a picture to look at.

            A page of before is no answer however long it stands: on a busy machine the next one is late.
            """
            await table.wait_for(lambda t: 1 in t.observed.pictures)
            pixels, still = table.observed.pictures[1].pixels, 0
            while pixels in pages or (name != "in play" and still < 5):  # in play the seconds change it
                await asyncio.sleep(1)
                before, pixels = pixels, table.observed.pictures[1].pixels
                still = still + 1 if pixels == before else 0
            pages.append(pixels)
            picture = table.observed.pictures[1]
            (tmp_path / f"{name}.png").write_bytes(png(picture.pixels, 400, picture.rows))

        await page("free")
        await press("OK", "OK", "CLOCK")
        await table.wait_for(lambda t: "toSS" in t.text or "to55" in t.text)
        await press("WHITE", "OK", "CLOCK")
        await table.wait_for(lambda t: t.text.startswith(" 0_"))
        await press("CLOCK", "WHITE", "QUEEN", "CLOCK")  # the break: one white and the Queen, covered
        await table.wait_for(lambda t: t.text.startswith(" 0_") and t.text[3:5].isdigit())
        await page("in play")
        await press("CLOCK", *["WHITE"] * 8, "CLOCK")
        await table.wait_for(lambda t: "P" in t.text)
        await page("proposal")
        await press("OK")
        await table.wait_for(lambda t: "ConF" in t.text)
        await page("over")
        await press("OK")
        await table.wait_for(lambda t: "End" in t.text)
        await page("sealed")
        await press("OK")
        await table.wait_for(lambda t: "tAr" in t.text)
        await page("next")
        assert table.observed.errors == []
        assert table.resets == 0


# Ten minutes of play in virtual time on the heap of the ESP32 port (host_tools/simulator/chips/heap.py).

PRESS_MS = 500
COMPLETE, TWICE = 0, 1
"""When CLOCK is pressed in a stroke (table/core/conduct.py)."""


def played(flash: Path, host: str, presses: int) -> dict[str, Any]:
    """What the scene "minutes" of tests/bench/counted/probe.py noted."""
    firmware = flash / "firmware"
    build.build(out=firmware)
    shutil.copytree(PROBE.parent, flash / "counted")
    shutil.copy(Path(heap.__file__), flash / "counted")
    shutil.copy(firmware / "loader.mpy", flash)
    (flash / "a.pack").write_bytes(pack.make(pack.modules_of(firmware), "0.1.0"))
    (flash / "config.json").write_text(json.dumps({"table": 7, "strokes": True}))
    done = subprocess.run(
        [
            *interpreter(),
            "-X",
            "heapsize=8M",
            "counted/probe.py",
            "minutes",
            "noted.json",
            host,
            str(presses),
        ],
        cwd=flash,
        env={"MICROPYPATH": ".frozen"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=150,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    notes: dict[str, Any] = json.loads((flash / "noted.json").read_text())["notes"]
    return notes


@pytest.mark.parametrize(("host", "presses"), [("cable", COMPLETE), ("cable", TWICE), ("alone", TWICE)])
def test_nothing_is_collected_that_the_firmware_did_not_ask_for(
    host: str, presses: int, tmp_path: Path
) -> None:
    """Nor while a clock runs: in ten minutes there are always moments without one."""
    notes = played(tmp_path, host, presses)
    assert notes["up"] == (host == "cable")
    assert notes["strokes"] > 40
    for is_asked, since_press_ms, is_down, left_ms in notes["collections"]:
        assert is_asked, notes["collections"]
        assert since_press_ms >= PRESS_MS, notes["collections"]
        assert not is_down, notes["collections"]
        assert left_ms < 0, notes["collections"]
    # A press leaves little: without a host garbage is half a kilobyte a second.
    assert len(notes["collections"]) <= (12 if host == "cable" else 4)
