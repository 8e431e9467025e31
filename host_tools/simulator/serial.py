"""The USB serial line of a simulated table, between the host's port and the board's stdin and stdout.

The host opens `path`, a pseudo-terminal, as it would open /dev/ttyUSB0. It models the
real line: 115200 baud both ways, a FIFO of 128 bytes in the UART, and a ring of 259 bytes that MicroPython
fills from it. The ring drops silently what does not fit, and the FIFO is not emptied while flash is erased.
"""

import asyncio
import fcntl
import os
import pty
import select
import struct
import termios
from collections.abc import Callable

BYTES_PER_MS = 11.52
"""115200 baud, ten bits a byte."""

RING_BYTES = 259
FIFO_BYTES = 128

_PIECE = 23  # bytes that the line carries in about two milliseconds
_SLACK_S = 0.004  # how far the line may catch up after the host's own delays
_LOOK_S = 0.02  # the interval at which a closed port is checked
_CTRL_C = b"\x03"


class SerialLine:
    """One line for the life of a table; `connect` and `disconnect` change the board at its far end.

    `on_output(data)` gets the board's output, whether the port is open or not; `on_open()` is called when a
    program opens the port. Counters: `lost_ring`, `lost_fifo` (to the board), `lost_host` (to a full port).
    """

    def __init__(
        self,
        on_output: Callable[[bytes], None],
        on_open: Callable[[], None],
        bytes_per_ms: float = BYTES_PER_MS,
    ) -> None:
        self.lost_ring = 0
        self.lost_fifo = 0
        self.lost_host = 0
        self.is_open = False
        self._on_output = on_output
        self._on_open = on_open
        self._seconds_per_byte = 0.001 / bytes_per_ms
        self._fifo = bytearray()
        self._outgoing = bytearray()
        self._is_stalled = False
        self._is_held = False
        self._board: tuple[int, int] | None = None
        self._wake_out = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._port, slave = pty.openpty()
        self.path = os.ttyname(slave)
        _make_raw(slave, signals=False)
        os.close(slave)
        os.set_blocking(self._port, False)

    def start(self) -> None:
        """Begin to carry bytes, on the running loop."""
        self._tasks = [asyncio.create_task(self._carry_in()), asyncio.create_task(self._carry_out())]

    async def close(self) -> None:
        """End the line; the port is gone."""
        self.disconnect()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        os.close(self._port)

    def connect(self) -> int:
        """Connect a new board; returns the descriptor of the terminal that is its stdin and stdout."""
        self.disconnect()
        near, far = pty.openpty()
        _make_raw(far, signals=True)
        os.set_blocking(near, False)
        self._board = (near, far)
        self._is_held = False
        asyncio.get_running_loop().add_reader(near, self._from_board, near)
        return far

    def disconnect(self) -> None:
        """Disconnect the board; the bytes in its FIFO and ring are lost."""
        self._fifo.clear()
        self._is_stalled = False
        if self._board is not None:
            near, far = self._board
            self._board = None
            asyncio.get_running_loop().remove_reader(near)
            os.close(near)
            os.close(far)

    def stall(self, is_stalled: bool) -> None:
        """Hold the UART's FIFO while flash is erased; afterwards move it into the ring."""
        self._is_stalled = is_stalled
        if not is_stalled and self._fifo:
            waiting = bytes(self._fifo)
            self._fifo.clear()
            self._into_ring(waiting)

    def say(self, data: bytes) -> None:
        """Send bytes of the chip itself, such as its boot ROM's."""
        self._outgoing += data
        self._wake_out.set()

    def inject(self, data: bytes) -> None:
        """Send bytes to the board without the port and its pace: a person types at the prompt."""
        self._arrive(data)

    async def _carry_in(self) -> None:
        """From the port to the board, at the line's pace."""
        loop = asyncio.get_running_loop()
        free_at = loop.time()
        while True:
            data = await self._read_port(loop)
            free_at = max(loop.time() - _SLACK_S, free_at) + len(data) * self._seconds_per_byte
            await asyncio.sleep(max(0.0, free_at - loop.time()))
            self._arrive(data)

    async def _read_port(self, loop: asyncio.AbstractEventLoop) -> bytes:
        while True:
            if not self._look_whether_open():
                await asyncio.sleep(_LOOK_S)
                continue
            try:
                return os.read(self._port, _PIECE)
            except BlockingIOError:
                await _readable(loop, self._port)
            except OSError:  # EIO: the last program closed the port
                continue

    def _look_whether_open(self) -> bool:
        poll = select.poll()
        poll.register(self._port, select.POLLIN)
        events = poll.poll(0)
        is_open = not (events and events[0][1] & select.POLLHUP and not events[0][1] & select.POLLIN)
        if is_open and not self.is_open:
            self.is_open = True
            self._on_open()
        self.is_open = is_open
        return is_open

    def _arrive(self, data: bytes) -> None:
        if self._board is None:
            return
        if not self._is_stalled:
            self._into_ring(data)
            return
        room = FIFO_BYTES - len(self._fifo)
        self._fifo += data[:room]
        self.lost_fifo += max(0, len(data) - room)

    def _into_ring(self, data: bytes) -> None:
        if self._board is None:
            return
        near, far = self._board
        waiting = struct.unpack("i", fcntl.ioctl(far, termios.FIONREAD, b"\0\0\0\0"))[0]
        room = max(0, RING_BYTES - waiting)
        self.lost_ring += max(0, len(data) - room)
        if data[:room]:
            os.write(near, data[:room])

    def _from_board(self, near: int) -> None:
        try:
            data = os.read(near, 4096)
        except BlockingIOError:
            return
        except OSError:  # the process has ended; `disconnect` follows
            asyncio.get_running_loop().remove_reader(near)
            return
        self._on_output(data)
        self.say(data)
        self._hold_if_full()

    def _hold_if_full(self) -> None:
        """While the UART's transmit FIFO is full, the firmware's write waits."""
        is_full = len(self._outgoing) > FIFO_BYTES
        if self._board is not None and is_full != self._is_held:
            self._is_held = is_full
            termios.tcflow(self._board[1], termios.TCOOFF if is_full else termios.TCOON)

    async def _carry_out(self) -> None:
        """From the board to the port, at the line's pace; the bytes are lost while the port is closed."""
        loop = asyncio.get_running_loop()
        free_at = loop.time()
        while True:
            await self._wake_out.wait()
            piece = bytes(self._outgoing[:_PIECE])
            free_at = max(loop.time() - _SLACK_S, free_at) + len(piece) * self._seconds_per_byte
            await asyncio.sleep(max(0.0, free_at - loop.time()))
            del self._outgoing[: len(piece)]
            if not self._outgoing:
                self._wake_out.clear()
            self._hold_if_full()
            if not self.is_open:
                continue
            try:
                self.lost_host += len(piece) - os.write(self._port, piece)
            except OSError:  # full: the host does not read; or just closed
                self.lost_host += len(piece)


async def _readable(loop: asyncio.AbstractEventLoop, descriptor: int) -> None:
    ready: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(descriptor, wake)
    try:
        await ready
    finally:
        loop.remove_reader(descriptor)


def _make_raw(descriptor: int, signals: bool) -> None:
    """Bytes as they are, no echo. With `signals`, Ctrl-C interrupts, as on MicroPython's console: by SIGQUIT,
    to which process.py gives the meaning it has on a board.
    """
    attributes = termios.tcgetattr(descriptor)
    attributes[0] = attributes[1] = 0
    attributes[3] = termios.ISIG | termios.NOFLSH if signals else 0
    attributes[6][termios.VMIN] = 1
    attributes[6][termios.VTIME] = 0
    for key in (termios.VSUSP, termios.VINTR):
        attributes[6][key] = b"\0"
    attributes[6][termios.VQUIT] = _CTRL_C
    termios.tcsetattr(descriptor, termios.TCSANOW, attributes)
