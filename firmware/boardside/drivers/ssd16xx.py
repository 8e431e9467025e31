"""SSD1680 and SSD1683: e-paper of one bit a pixel, on a write-only SPI bus with D/C, RST and BUSY.

Data sheets: Solomon Systech SSD1680 and SSD1683; their chapters on the serial interface (mode 0, at most 20
MHz, D/C low for a command), the command table and the typical operating sequence. Nothing may be written
while BUSY is high. In display mode 2 a pixel becomes what stands in the RAM (0x24), and is driven only where
the second RAM (0x26), which holds what is shown, differs: so after a refresh both are made the same.

A refresh takes 0.4 to 2 s, writing a page takes 0.1: both go on in steps, and nothing ever waits.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .ssd16xx_panels import Panel

STEP_BYTES = 250
"""Most bytes sent in a step, but for the line that is begun: 2 ms at 1 MHz."""

STEP_US = 1500
"""A step ends with the row during which so much time has passed."""

RESET_MS = 20
"""RST is held low, and then nothing said, for so long. The operating sequence asks for 10 ms each; but `now`
may be some milliseconds older than the edge."""

READY_MS = 500
UPDATE_MS = 8000
"""BUSY must have fallen after so long: after a reset, after a refresh (in the cold it takes seconds)."""

RETRY_MS = 5000
"""A panel that failed is reset and tried again after so long."""

SLEEP_MS = 2000
"""Deep sleep begins so long after the last refresh: a series of presses does not wake it each time."""

WINDOWS = 10
"""Most windows of a refresh."""

_OFF, _RESET, _WOKEN, _CLEARED, _READY, _WRITING, _UPDATING, _FAILED = range(8)

_SW_RESET = 0x12
_MASTER_ACTIVATION = 0x20
_WRITE_RAM = 0x24
_WRITE_SECOND_RAM = 0x26
_DEEP_SLEEP = 0x10
_RAM_X, _RAM_Y, _X_COUNTER, _Y_COUNTER = 0x44, 0x45, 0x4E, 0x4F


class Ssd16xx:
    """One panel. `spi` has `write(buffer)`; `cs`, `dc`, `rst` and `busy` have `value([level])`.

    diff: `ticks_diff`, of milliseconds. us(): microseconds that run, for the length of a step; None: steps
    are limited by their bytes alone. step_bytes: most bytes of a step, on a faster bus. answers: False from
    a BUSY that did not fall, or did not rise, until a refresh has worked again. is_lost: what the panel shows
    is not known.
    """

    def __init__(self, spi, cs, dc, rst, busy, panel: "Panel", diff, us=None, step_bytes=STEP_BYTES) -> None:
        self._spi, self._cs, self._dc, self._rst, self._busy = spi, cs, dc, rst, busy
        self._panel = panel
        self._diff, self._us, self._step_bytes = diff, us, step_bytes
        self._byte = bytearray(1)
        self._state = _OFF
        self._since = 0
        self._source: "Any" = None
        self._windows = bytearray(2 * 4 * WINDOWS)  # line, lines, unit, units: 16 bits each, low byte first
        self._count = self._window = self._line = 0
        self._ram = _WRITE_RAM
        self._is_full = self._has_job = self._is_second = False
        self.answers = True
        self.is_lost = True
        cs.value(1)
        rst.value(1)

    @property
    def is_working(self) -> bool:
        """Whether a refresh is under way."""
        return self._has_job

    @property
    def windows(self) -> int:
        """How many windows were added."""
        return self._count

    def clear_windows(self) -> None:
        """Before `add_window`: none."""
        self._count = 0

    def add_window(self, line: int, lines: int, unit: int, units: int) -> None:
        """A part of the page that is to be written: lines, and units of the source in each."""
        at = 8 * self._count
        windows = self._windows
        for value in range(4):
            number = line if value == 0 else lines if value == 1 else unit if value == 2 else units
            windows[at + 2 * value], windows[at + 2 * value + 1] = number & 0xFF, number >> 8
        self._count += 1

    def begin(self, source, is_full: bool, now: int) -> None:
        """Show the windows as `source` draws them: unit_bytes, of a unit; start(line, lines, unit, units);
        for each line line(line, unit, units), more() until False, view() its bytes. It is drawn twice.

        is_full: clear the panel of ghosts on the way; the windows must be the whole page. After a failure
        (`is_lost`) only a full refresh makes sense.
        """
        self._source = source
        self._is_full = is_full
        self._has_job = True
        self._is_second = False
        self._window = 0
        self._ram = _WRITE_SECOND_RAM if is_full else _WRITE_RAM
        if self._state == _OFF:
            self._wake(now)

    def step(self, now: int) -> None:
        """Go on with what is to be done; call it every 10 ms. Takes 2 ms at most and allocates nothing."""
        state = self._state
        if state == _READY and self._has_job:
            self._open_window()
            state = self._state
        if state == _WRITING:
            self._write()
        elif state == _UPDATING:
            self._wait_for_update(now)
        elif state == _READY:
            if not self._has_job and self._diff(now, self._since) >= SLEEP_MS:
                self._send(_DEEP_SLEEP)
                self._data(0x01)  # deep sleep mode 1: the RAM is kept
                self._enter(_OFF, now)
        elif state == _RESET:
            if self._diff(now, self._since) >= RESET_MS:
                self._rst.value(1)
                self._enter(_WOKEN, now)
        elif state == _WOKEN:
            if self._is_ready(now):
                self._send(_SW_RESET)
                self._enter(_CLEARED, now)
        elif state == _CLEARED:
            if self._is_ready(now):
                self._registers(self._panel.init)
                self._enter(_READY, now)
        elif state == _FAILED and self._diff(now, self._since) >= RETRY_MS and self._has_job:
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
        """Drop the refresh. The next one begins with a reset, and not at once; what is shown is not known."""
        self.answers = False
        self.is_lost = True
        self._has_job = False
        self._enter(_FAILED, now)

    # Writing.

    def _write(self) -> None:
        source = self._source
        us = self._us
        began = us() if us is not None else 0
        sent = 0
        while sent < self._step_bytes:
            if source.more():
                if us is not None and self._diff(us(), began) >= STEP_US:
                    return
                continue
            view = source.view()
            self._dc.value(1)
            self._cs.value(0)
            self._spi.write(view)
            self._cs.value(1)
            sent += len(view)
            if not self._next_line():
                return
            if us is not None and self._diff(us(), began) >= STEP_US:
                return

    def _next_line(self) -> bool:
        """Go to the next line of the window; False after its last one, with the next thing begun."""
        at = 8 * self._window
        self._line += 1
        if self._line < self._number(at) + self._number(at + 2):
            self._source.line(self._line, self._number(at + 4), self._number(at + 6))
            return True
        self._window += 1
        self._state = _READY
        return False

    def _open_window(self) -> None:
        """Begin the next window; after the last one what follows it."""
        if self._window >= self._count:
            self._finish_ram()
            return
        at = 8 * self._window
        line, lines = self._number(at), self._number(at + 2)
        unit, units = self._number(at + 4), self._number(at + 6)
        self._address(line, line + lines - 1, unit, units)
        self._source.start(line, lines, unit, units)
        self._send(self._ram)
        self._line = line
        self._source.line(line, unit, units)
        self._state = _WRITING

    def _finish_ram(self) -> None:
        """All windows are in one RAM: the other one is next, or the refresh, or all is done."""
        self._window = 0
        if self._is_second:
            self._has_job = False
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
                self._fail(now)  # nobody there: BUSY would be high for 0.3 s at least
            return
        if self._busy.value():
            if self._diff(now, self._since) >= UPDATE_MS:
                self._fail(now)
            return
        self.answers = True
        self.is_lost = False
        self._enter(_READY, now)
        if self._is_full:  # both RAMs were written before
            self._has_job = False
        else:
            self._is_second = True
            self._ram = _WRITE_SECOND_RAM

    def _address(self, first: int, last: int, unit: int, units: int) -> None:
        """Set the RAM's window and put the counters at its beginning."""
        size = self._source.unit_bytes
        low, high = unit * size, (unit + units) * size - 1
        if self._panel.upright:  # line n is the n-th byte column from the right, X falls
            most = self._panel.lines - 1
            self._pair(_RAM_X, most - first, most - last)
            self._pair4(_RAM_Y, low, high)
            self._send(_X_COUNTER)
            self._data(most - first)
            self._wide(_Y_COUNTER, low)
        else:
            self._pair(_RAM_X, low, high)
            self._pair4(_RAM_Y, first, last)
            self._send(_X_COUNTER)
            self._data(low)
            self._wide(_Y_COUNTER, first)

    # The bus.

    def _number(self, at: int) -> int:
        return self._windows[at] | self._windows[at + 1] << 8

    def _registers(self, sequence: bytes) -> None:
        at = 0
        while at < len(sequence):
            self._send(sequence[at])
            for index in range(at + 2, at + 2 + sequence[at + 1]):
                self._data(sequence[index])
            at += 2 + sequence[at + 1]

    def _pair(self, command: int, first: int, second: int) -> None:
        self._send(command)
        self._data(first)
        self._data(second)

    def _pair4(self, command: int, first: int, second: int) -> None:
        self._wide(command, first)
        self._data(second & 0xFF)
        self._data(second >> 8)

    def _wide(self, command: int, value: int) -> None:
        self._send(command)
        self._data(value & 0xFF)
        self._data(value >> 8)

    def _send(self, command: int) -> None:
        self._dc.value(0)
        self._put(command)

    def _data(self, value: int) -> None:
        self._dc.value(1)
        self._put(value)

    def _put(self, value: int) -> None:
        self._byte[0] = value
        self._cs.value(0)
        self._spi.write(self._byte)
        self._cs.value(1)
