"""The serial line of a simulated table: the boot ROM, boot.py and main.py, Ctrl-C and the prompt."""

import contextlib
import os
import re
import signal
from typing import Any

import pytest
from simulator_tools import READY, MakeTable, said

from host_tools.simulator import restarts
from host_tools.simulator.process import BoardProcess
from host_tools.simulator.table import SimTable
from tests.waiting import until


async def test_ctrl_c_leads_to_a_living_prompt_and_ctrl_d_restarts(make_table: MakeTable) -> None:
    async with make_table(
        READY + "import time, machine\nprint('cause', machine.reset_cause())\nwhile True: time.sleep_ms(5)"
    ) as table:
        await table.wait_for(said("cause 1"))
        table.type("\x03")
        await table.wait_for(said(">>> "))
        assert b"KeyboardInterrupt" in table.log
        table.type("6*7\r")
        await table.wait_for(said("\n42\n"))
        table.type("\x04")
        await table.wait_for(said("cause 5"))
        assert table.is_on


BUSY = """
import time
def allocate():
    while True:
        bytearray(500), [1.5] * 20
def turn():
    while True:
        pass
count = 0
def go():
    global count
    while count < 45:
        try:
            print("begin", count)
            (allocate, turn, lambda: time.sleep(60))[count % 3]()
        except KeyboardInterrupt:
            count += 1
last = 5  # what is still on its way is taken before the end
while last:
    try:
        go()
        time.sleep_ms(50)
        last -= 1
    except KeyboardInterrupt:  # the second of two, where the first is taken
        count += 1
print("all taken")
"""
BEGUN = re.compile(rb"begin (\d+)\n")


def begun(table: SimTable) -> int:
    """The number of the last thing that BUSY has begun; -1 before the first."""
    return max(map(int, BEGUN.findall(table.log)), default=-1)


@pytest.mark.slow
async def test_ctrl_c_waits_for_the_interpreter_whatever_it_is_doing(make_table: MakeTable) -> None:
    """The unix port's own SIGINT breaks off in C: most of these would leave the heap locked for ever."""

    async with make_table(BUSY) as table:
        await table.wait_for(lambda t: begun(t) == 0)
        is_over = said("all taken")
        while not is_over(table):
            last = begun(table)
            table.type("\x03\x03")  # taken as one, or one by one
            await table.wait_for(lambda t, last=last: begun(t) > last or is_over(t))
        assert table.resets == 0


async def test_the_prompt_finds_only_what_main_left(make_table: MakeTable) -> None:
    async with make_table("mine = 1\n") as table:
        await table.wait_for(said(">>> "))
        table.type("print('|'.join(sorted(k for k in dir() if k[0] != '_')))\r")
        await table.wait_for(said("mine\n"))


async def test_an_error_in_main_leads_to_the_prompt(make_table: MakeTable) -> None:
    async with make_table("1/0") as table:
        await table.wait_for(said(">>> "))
        assert b"ZeroDivisionError" in table.log


async def test_boot_py_runs_first_and_its_error_keeps_main_from_running(make_table: MakeTable) -> None:
    table = make_table("print('main ran')")
    (table.options.firmware / "boot.py").write_text("print('boot ran')\n1/0\n")
    async with table:
        await table.wait_for(said(">>> "))
        assert b"boot ran" in table.log
        assert b"main ran" not in table.log


async def test_the_rom_speaks_before_the_firmware(make_table: MakeTable) -> None:
    table = make_table(READY)
    table.folder.mkdir(parents=True)
    async with table:
        port = os.open(table.serial_path, os.O_RDWR | os.O_NOCTTY)
        os.set_blocking(port, False)
        got = bytearray()

        def read() -> bool:
            with contextlib.suppress(BlockingIOError):
                got.extend(os.read(port, 4096))
            return b"ready" in got

        await table.reset(restarts.WATCHDOG)
        await until(read)
        os.close(port)
        assert b"rst:0x8 (TG1WDT_SYS_RESET)" in got


async def test_opening_the_port_resets_the_board_if_so_set(make_table: MakeTable) -> None:
    async with make_table(READY, reset_on_open=True) as table:
        await table.wait_for(said("ready"))
        port = os.open(table.serial_path, os.O_RDWR | os.O_NOCTTY)
        await table.wait_for(said("ready", 2))
        os.close(port)
        assert table.resets == 1


async def test_a_board_that_ends_while_it_is_being_switched_on_starts_again(
    make_table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine is late: the new process may have ended before its starter goes on."""

    async with make_table(READY) as table:
        await table.wait_for(said("ready"))
        start = BoardProcess.start

        async def late(board: BoardProcess, *of_board: Any) -> None:
            monkeypatch.setattr(BoardProcess, "start", start)
            await start(board, *of_board)
            assert board.pid is not None
            os.kill(board.pid, signal.SIGKILL)
            await until(lambda: board.pid is None)

        monkeypatch.setattr(BoardProcess, "start", late)
        table.type("\x04")
        await table.wait_for(said("ready", 2))
        assert table.is_on
        assert table.resets == 2
