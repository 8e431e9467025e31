"""SSD1680 and SSD1683: e-paper of one bit a pixel, on a write-only SPI bus with D/C, RST and BUSY.

Data sheets: Solomon Systech SSD1680 and SSD1683; their chapters on the serial interface (mode 0, at most 20
MHz, D/C low for a command), the command table and the typical operating sequence. Nothing may be written
while BUSY is high. In display mode 2 a pixel takes its value from the RAM (0x24), and is driven only where
the second RAM (0x26), which holds the shown picture, differs: so after a refresh both are made the same.

A refresh takes 0.4 to 2 s, writing a page 0.1 s: both are done in steps, and no call waits. A partial one
leaves the analog supplies on, because switching them on and off takes as long again. They go off
before deep sleep.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .ssd16xx_panels import Panel

STEP_BYTES = 250
"""Bytes sent in a step; a piece that was begun is finished. 2 ms at 1 MHz."""

STEP_US = 1500
"""A step ends with what was begun before this time had passed."""

STEP_PIECES = 24
"""Most calls of a source's `more` in a step. On the chip the time ends it before."""

RESET_MS = 20
"""RST is held low this long, and then nothing is sent for as long. The operating sequence asks for 10 ms
each; but `now` may be some milliseconds older than the edge."""

READY_MS = 500
UPDATE_MS = 8000
"""BUSY must fall within this time after a reset or a refresh (in the cold it takes seconds)."""

RETRY_MS = 5000
"""A panel that failed is reset and tried again after this time."""

SLEEP_MS = 2000
"""Deep sleep begins this long after the last refresh, so that a series of presses wakes it only once."""

_OFF, _RESET, _WOKEN, _CLEARED, _READY, _WRITING, _UPDATING, _FAILED, _STOPPING, _OPENED = range(10)

_SW_RESET = 0x12
_MASTER_ACTIVATION = 0x20
_WRITE_RAM = 0x24
_WRITE_SECOND_RAM = 0x26
_DEEP_SLEEP = 0x10
_KEEP_RAM = b"\x01"  # deep sleep mode 1
_STOP = (0x22, b"\x83")  # Display update control 2: analog and clock off
_RAM_X, _RAM_Y, _X_COUNTER, _Y_COUNTER = 0x44, 0x45, 0x4E, 0x4F


class Ssd16xx:
    """One panel. `spi` has `write(buffer)`; `cs`, `dc`, `rst` and `busy` have `value([level])`.

    diff: `ticks_diff`, of milliseconds. us(): a microsecond counter, for the length of a step; None: steps
    are limited by their bytes alone. step_bytes: most bytes of a step, on a faster bus. answers: False after
    BUSY failed to fall, or to rise, until a refresh works again. is_lost: it is unknown what the panel shows.
    is_working: a refresh is under way.
    """

    def __init__(self, spi, cs, dc, rst, busy, panel: "Panel", diff, us=None, step_bytes=STEP_BYTES) -> None:
        self._send_bytes, self._select, self._choose = spi.write, cs.value, dc.value
        self._rst, self._busy = rst, busy
        self._panel = panel
        self._diff, self.us, self._step_bytes = diff, us, step_bytes
        self._byte = bytearray(1)
        self._data1, self._data2, self._data4 = bytearray(1), bytearray(2), bytearray(4)
        self._state = _OFF
        self._since = 0
        self._source: "Any" = None
        self._pieces: "Any" = b""
        self._piece = self._end = 0
        self._ram = _WRITE_RAM
        self._is_full = self._is_painted = self._is_second = False
        self.is_working = False
        self.answers = True
        self.is_lost = True
        cs.value(1)
        rst.value(1)

    def begin(self, source, pieces, is_full: bool, now: int) -> None:
        """Show what `source` draws: each call of more() draws a little and returns whether there is more;
        then views has the pieces of the page in order, `lines` lines of `line_bytes` each. Those whose number
        in `pieces` is 1, not 0, are written; source and pieces must not change until `is_working` is false.

        is_full: clear the panel of ghosts on the way; then all pieces must be written. After a failure
        (`is_lost`) only a full refresh makes sense.
        """
        self._source = source
        self._pieces = pieces
        self._is_full = is_full
        self.is_working = True
        self._is_painted = self._is_second = False
        self._end = 0
        self._ram = _WRITE_SECOND_RAM if is_full and self._panel.reads_both else _WRITE_RAM
        if self._state == _OFF:
            self._wake(now)

    def step(self, now: int) -> None:
        """Do the next step; call it every 10 ms. Takes 2 ms at most and allocates nothing."""
        state = self._state
        if state == _READY and not self.is_working:
            if self._diff(now, self._since) >= SLEEP_MS:
                self._registers(_STOP)
                self._send(_MASTER_ACTIVATION)
                self._enter(_STOPPING, now)
            return
        if state == _CLEARED and self._is_ready(now):
            self._registers(self._panel.init)
            self._enter(_READY, now)
            return
        if self.is_working and not self._is_painted:
            self._paint()
        elif self.is_working and state == _READY:
            self._open_window()
            return
        if state == _READY or state == _OFF:  # noqa: SIM109 - a tuple is searched in three times the time
            return
        if state == _WRITING:
            self._write()
        elif state == _OPENED:
            self._send(self._ram)
            self._state = _WRITING
            self._write()
        elif state == _UPDATING:
            self._wait_for_update(now)
        elif state == _RESET:
            if self._diff(now, self._since) >= RESET_MS:
                self._rst.value(1)
                self._enter(_WOKEN, now)
        elif state == _WOKEN:
            if self._is_ready(now):
                self._send(_SW_RESET)
                self._enter(_CLEARED, now)
        elif state == _STOPPING and self._is_ready(now):
            if self.is_working:
                self._enter(_READY, now)
            else:
                self._order(_DEEP_SLEEP, _KEEP_RAM)
                self._enter(_OFF, now)
        elif state == _FAILED and self._diff(now, self._since) >= RETRY_MS and self.is_working:
            self._wake(now)

    def _wake(self, now: int) -> None:
        self._rst.value(0)
        self._enter(_RESET, now)

    def _enter(self, state: int, now: int) -> None:
        self._state = state
        self._since = now

    def _is_ready(self, now: int) -> bool:
        """After a reset: its time is over and BUSY has fallen."""
        passed = self._diff(now, self._since)
        if passed >= RESET_MS and not self._busy.value():
            return True
        if passed >= READY_MS:
            self._fail(now)
        return False

    def _fail(self, now: int) -> None:
        """Drop the refresh: what is shown is unknown. The next refresh begins with a reset, after a pause."""
        self.answers = False
        self.is_lost = True
        self.is_working = False
        self._enter(_FAILED, now)

    # Writing.

    def _paint(self) -> None:
        us, source = self.us, self._source
        began = us() if us is not None else 0
        for _ in range(STEP_PIECES):
            if not source.more():
                self._is_painted = True
                return
            if us is not None and self._diff(us(), began) >= STEP_US:
                return

    def _write(self) -> None:
        views, us = self._source.views, self.us
        began = us() if us is not None else 0
        sent = 0
        while sent < self._step_bytes:
            view = views[self._piece]
            self._choose(1)
            self._select(0)
            self._send_bytes(view)
            self._select(1)
            sent += len(view)
            self._piece += 1
            if self._piece >= self._end:
                self._state = _READY
                return
            if us is not None and self._diff(us(), began) >= STEP_US:
                return

    def _open_window(self) -> None:
        """Begin the next pieces that follow one another; after the last ones what follows them."""
        pieces = self._pieces
        first = pieces.find(b"\1", self._end)
        if first < 0:
            self._end = 0
            self._finish_ram()
            return
        end = pieces.find(b"\0", first)
        if end < 0:
            end = len(pieces)
        self._piece, self._end = first, end
        lines = self._source.lines
        self._address(first * lines, end * lines - 1)
        self._state = _OPENED

    def _finish_ram(self) -> None:
        """All pieces are in one RAM: begin the other RAM or the refresh, or end."""
        if self._is_second:
            self.is_working = False
            return
        if self._ram == _WRITE_SECOND_RAM:
            self._ram = _WRITE_RAM
            return
        self._registers(self._panel.full if self._is_full else self._panel.partial)
        self._send(_MASTER_ACTIVATION)
        self._state = _UPDATING
        self._since = -1

    def _wait_for_update(self, now: int) -> None:
        if self._since < 0:  # the first look after it began
            self._since = now
            if not self._busy.value():
                self._fail(now)  # no panel there: BUSY would be high for 0.3 s at least
            return
        if self._busy.value():
            if self._diff(now, self._since) >= UPDATE_MS:
                self._fail(now)
            return
        self.answers = True
        self.is_lost = False
        self._enter(_READY, now)
        if self._is_full and self._panel.reads_both:  # both RAMs were written before
            self.is_working = False
        else:
            self._is_second = True
            self._ram = _WRITE_SECOND_RAM

    def _address(self, first: int, last: int) -> None:
        """Set the RAM's window to these lines and put the counters at its beginning."""
        high = self._source.line_bytes - 1
        if self._panel.upright:  # line n is the n-th byte column from the right, X falls
            most = self._panel.lines - 1
            self._window(most - first, most - last, 0, high)
        else:
            self._window(0, high, first, last)

    def _window(self, x: int, last_x: int, y: int, last_y: int) -> None:
        """Set the RAM's window and its counters: X in bytes, Y in rows of the RAM."""
        data = self._data2
        data[0], data[1] = x, last_x
        self._order(_RAM_X, data)
        data = self._data4
        data[0], data[1] = y & 0xFF, y >> 8
        data[2], data[3] = last_y & 0xFF, last_y >> 8
        self._order(_RAM_Y, data)
        self._data1[0] = x
        self._order(_X_COUNTER, self._data1)
        data = self._data2
        data[0], data[1] = y & 0xFF, y >> 8
        self._order(_Y_COUNTER, data)

    # The bus.

    def _registers(self, sequence: "tuple[Any, ...]") -> None:
        """Commands, each followed by its data."""
        at = 0
        while at < len(sequence):
            self._order(sequence[at], sequence[at + 1])
            at += 2

    def _order(self, command: int, data: "bytes | bytearray") -> None:
        """A command with its data."""
        byte, send, choose = self._byte, self._send_bytes, self._choose
        byte[0] = command
        self._select(0)
        choose(0)
        send(byte)
        choose(1)
        send(data)
        self._select(1)

    def _send(self, command: int) -> None:
        self._byte[0] = command
        self._choose(0)
        self._select(0)
        self._send_bytes(self._byte)
        self._select(1)
