"""The serial line against its figures, with a bare descriptor in the place of the board."""

import asyncio
import fcntl
import os
import select
import struct
import termios
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import serial as pyserial

from host_tools.simulator.serial import BYTES_PER_MS, FIFO_BYTES, RING_BYTES, SerialLine
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
