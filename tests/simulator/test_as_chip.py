"""Tables at the chip's pace: waits and collections of a known time, and an umpire at the real firmware."""

import asyncio
import time
from pathlib import Path

import pytest
from simulator_tools import MakeTable, said

from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable

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
        await table.wait_for(said("counted"))
        lines = [line.split() for line in bytes(table.log).decode().splitlines()]
        assert ["factor", "100.0"] in lines
        slept = {line[1]: int(line[2]) for line in lines if line[0] == "slept"}
        assert slept == dict.fromkeys(("ticks", "pin", "register", "pwm", "heap", "sleep"), 2000 * 99)
        await table.wait_for(lambda t: t.observed.stalls)
        assert [stall.ms for stall in table.observed.stalls] == [200]
        assert table.observed.errors == []


async def test_waits_and_collections_take_the_chips_time(make_table: MakeTable) -> None:
    async with make_table(PROGRAM, as_chip=True) as table:
        await table.wait_for(said("us"))
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
