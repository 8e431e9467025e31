"""The flash of a simulated table: what it keeps over power cycles, and what a cut in a write leaves."""

import asyncio
import json
from pathlib import Path

import pytest
from simulator_tools import MakeTable, said

from host_tools.simulator import flash_image
from host_tools.simulator.process import SimulatorError
from host_tools.simulator.table import SimTable

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
        await table.wait_for(said("count 0 in /flash"))
        await table.power_off()
        assert not table.is_on
        assert table.pid is None
        await table.power_on()
        await table.wait_for(said("count 1 in"))
    async with make_table(COUNTER) as table:
        await table.wait_for(said("count 2 in"))
        await table.wait_for(said(">>> "))
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
        await table.wait_for(said("ready 0"))
        table.cut_power_at_write(2)
        table.key_down("OK")
        await table.wait_for(lambda t: not t.is_on)
        assert b"written" not in table.log
        await table.power_on()
        await table.wait_for(said("ready 0", 2))  # all or nothing


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
        await table.wait_for(said("took True"))
        await table.wait_for(lambda t: t.observed.erases >= 3)


async def test_a_damaged_image_says_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "table1"
    folder.mkdir()
    (folder / "flash.bin").write_bytes(b"\0" * 4096 * 512)
    with pytest.raises(SimulatorError, match="Remove it"):
        await SimTable(1, folder).start()
