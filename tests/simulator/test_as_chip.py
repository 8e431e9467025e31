"""Tables at the chip's pace: waits and collections of a known time, and an umpire at the real firmware."""

import asyncio
import time
from pathlib import Path

import pytest
from simulator_tools import MakeTable, run, said

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


def test_waits_and_collections_take_the_chips_time(make_table: MakeTable) -> None:
    async def work() -> None:
        async with make_table(PROGRAM, as_chip=True) as table:
            await table.wait_for(said("us"))
            words = bytes(table.log).decode().split()
            at = words.index("took")
            slept, free = int(words[at + 1]), int(words[at + 2])
            # Lower bounds only: another process may add to any of them. What a sleep took too long is taken
            # off the next, 20 ms at most. How the program's own time is stretched: test_chip_pace.py.
            assert slept >= 40_000, "five waits of a millisecond end at five ticks"
            assert free >= 10 * 10_000 - 20_000
            assert table.senses.errors == []

    run(work())


@pytest.mark.slow
def test_a_board_is_played_at_the_chips_pace(tmp_path: Path) -> None:
    async def work() -> None:
        async with SimTable(7, tmp_path, options=Options(as_chip=True)) as table:
            began = time.monotonic()
            await table.wait_for(lambda t: t.text == "tbL    7")
            assert time.monotonic() - began > 0.5
            for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
                await table.press(key)
                await asyncio.sleep(0)
            await table.wait_for(lambda t: t.text.startswith("CALL"))
            assert table.resets == 0
            assert table.senses.errors == []

    run(work())
