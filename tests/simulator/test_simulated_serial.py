"""The serial line against its figures, with a bare descriptor in the place of the board."""

import asyncio
import contextlib
import fcntl
import os
import re
import select
import signal
import struct
import termios
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import serial as pyserial
from simulator_tools import READY, MakeTable, printed

from host_tools.simulator import restarts
from host_tools.simulator.process import BoardProcess
from host_tools.simulator.serial import BYTES_PER_MS, FIFO_BYTES, RING_BYTES, SerialLine
from host_tools.simulator.table import SimTable
from tests.waiting import until


class Bench:
    """A line, its port opened by pyserial, and the board's end of it."""

    def __init__(self) -> None:
        self.output = bytearray()
        self.received = bytearray()
        self.openings = 0
        self.line = SerialLine(self.output.extend, self._opened)
        self.board = -1
        self.port = pyserial.Serial()

    def _opened(self) -> None:
        self.openings += 1

    def receive(self) -> bytes:
        """What the host has received so far."""
        self.received += self.port.read(200)
        return bytes(self.received)

    def waiting(self) -> int:
        """Bytes that the board has not read yet."""
        return int(struct.unpack("i", fcntl.ioctl(self.board, termios.FIONREAD, b"\0\0\0\0"))[0])


@asynccontextmanager
async def bench() -> AsyncIterator[Bench]:
    made = Bench()
    made.line.start()
    made.board = made.line.connect()
    made.port = pyserial.Serial(made.line.path, 115200, timeout=0)
    try:
        await until(lambda: made.line.is_open)
        yield made
    finally:
        made.port.close()
        await made.line.close()


async def test_a_burst_that_nobody_reads_loses_what_does_not_fit_in_the_ring() -> None:
    async with bench() as b:
        b.port.write(b"x" * 900)
        await until(lambda: b.waiting() + b.line.lost_ring == 900)
        # A busy kernel counts what the board has not read a little late, so some pieces more get in.
        assert RING_BYTES <= b.waiting() < 900
        assert b.line.lost_ring > 0


async def test_200_bytes_arrive_whole_and_at_the_pace_of_115200_baud() -> None:
    async with bench() as b:
        begin = time.monotonic()
        b.port.write(bytes(range(32, 132)) * 2)
        await until(lambda: b.waiting() == 200)
        took_ms = (time.monotonic() - begin) * 1000
        assert took_ms >= 200 / BYTES_PER_MS - 5
        assert os.read(b.board, 300) == bytes(range(32, 132)) * 2
        assert b.line.lost_ring == 0


async def test_while_flash_is_erased_only_the_fifo_keeps_what_comes() -> None:
    async with bench() as b:
        b.line.stall(True)
        b.port.write(bytes(200))
        await until(lambda: b.line.lost_fifo == 200 - FIFO_BYTES)
        assert b.waiting() == 0
        b.line.stall(False)
        await until(lambda: b.waiting() == FIFO_BYTES)


async def test_output_comes_at_the_line_s_pace() -> None:
    async with bench() as b:
        begin = time.monotonic()
        os.write(b.board, b"y" * 120)
        await until(lambda: len(b.receive()) == 120)
        assert (time.monotonic() - begin) * 1000 >= 120 / BYTES_PER_MS - 5
        assert bytes(b.output) == b"y" * 120


async def test_writing_waits_while_the_transmitter_is_full() -> None:
    async with bench() as b:
        poll = select.poll()
        poll.register(b.board, select.POLLOUT)
        assert poll.poll(0)
        os.write(b.board, b"y" * 300)
        await until(lambda: not poll.poll(0))
        await until(lambda: bool(poll.poll(0)))
        assert len(b.output) == 300


async def test_the_port_can_be_closed_and_opened_again() -> None:
    async with bench() as b:
        b.port.close()
        await until(lambda: not b.line.is_open)
        os.write(b.board, b"unheard")
        await until(lambda: bytes(b.output) == b"unheard")
        b.port.open()
        await until(lambda: b.line.is_open)
        assert b.openings == 2
        os.write(b.board, b"heard")
        await until(lambda: b.receive() == b"heard")
        b.port.write(b"back")
        await until(lambda: b.waiting() == 4)  # and no echo of what was sent


async def test_a_new_board_gets_a_clean_line() -> None:
    async with bench() as b:
        b.port.write(b"for the old one")
        await until(lambda: b.waiting() == 15)
        b.board = b.line.connect()
        assert b.waiting() == 0
        b.port.write(b"new")
        await until(lambda: b.waiting() == 3)


async def test_many_bytes_with_a_reader_lose_nothing() -> None:
    async with bench() as b:
        os.set_blocking(b.board, False)
        sent = bytes(range(32, 127)) * 20
        received = bytearray()

        def read_all() -> bool:
            while b.waiting():
                received.extend(os.read(b.board, 64))
            return len(received) == len(sent)

        await asyncio.to_thread(b.port.write, sent[:1000])
        await until(lambda: read_all() or len(received) == 1000, 0.001)
        await asyncio.to_thread(b.port.write, sent[1000:])
        await until(read_all, 0.001)
        assert received == sent
        assert b.line.lost_ring == 0


# The serial line of a simulated table: the boot ROM, boot.py and main.py, Ctrl-C and the prompt.


async def test_ctrl_c_leads_to_a_living_prompt_and_ctrl_d_restarts(make_table: MakeTable) -> None:
    async with make_table(
        READY + "import time, machine\nprint('cause', machine.reset_cause())\nwhile True: time.sleep_ms(5)"
    ) as table:
        await table.wait_for(printed("cause 1"))
        table.type("\x03")
        await table.wait_for(printed(">>> "))
        assert b"KeyboardInterrupt" in table.log
        table.type("6*7\r")
        await table.wait_for(printed("\n42\n"))
        table.type("\x04")
        await table.wait_for(printed("cause 5"))
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
        is_over = printed("all taken")
        while not is_over(table):
            last = begun(table)
            table.type("\x03\x03")  # taken as one, or one by one
            await table.wait_for(lambda t, last=last: begun(t) > last or is_over(t))
        assert table.resets == 0


async def test_the_prompt_finds_only_what_main_left(make_table: MakeTable) -> None:
    async with make_table("mine = 1\n") as table:
        await table.wait_for(printed(">>> "))
        table.type("print('|'.join(sorted(k for k in dir() if k[0] != '_')))\r")
        await table.wait_for(printed("mine\n"))


async def test_an_error_in_main_leads_to_the_prompt(make_table: MakeTable) -> None:
    async with make_table("1/0") as table:
        await table.wait_for(printed(">>> "))
        assert b"ZeroDivisionError" in table.log


async def test_boot_py_runs_first_and_its_error_keeps_main_from_running(make_table: MakeTable) -> None:
    table = make_table("print('main ran')")
    (table.options.firmware / "boot.py").write_text("print('boot ran')\n1/0\n")
    async with table:
        await table.wait_for(printed(">>> "))
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
        await table.wait_for(printed("ready"))
        port = os.open(table.serial_path, os.O_RDWR | os.O_NOCTTY)
        await table.wait_for(printed("ready", 2))
        os.close(port)
        assert table.resets == 1


async def test_a_board_that_ends_while_it_is_being_switched_on_starts_again(
    make_table: MakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A busy machine is late: the new process may have ended before its starter goes on."""

    async with make_table(READY) as table:
        await table.wait_for(printed("ready"))
        start = BoardProcess.start

        async def late(board: BoardProcess, *of_board: Any) -> None:
            monkeypatch.setattr(BoardProcess, "start", start)
            await start(board, *of_board)
            assert board.pid is not None
            os.kill(board.pid, signal.SIGKILL)
            await until(lambda: board.pid is None)

        monkeypatch.setattr(BoardProcess, "start", late)
        table.type("\x04")
        await table.wait_for(printed("ready", 2))
        assert table.is_on
        assert table.resets == 2
