"""The TM1637 as its data sheet (Titan Micro, V2.4) describes it, on a clock module of four digits.

Two lines: DIO may change while CLK is low and is taken at its rising edge, bit 0 first. DIO falling while CLK
is high starts a transmission, rising then ends it ("Interface interpretation"). After each byte the chip
pulls DIO low from the falling edge of the 8th clock to that of the 9th. Commands by bits 7-6: 01 data, 10
display, 11 address. At power-up the display is off. On the module the segment DP of the second digit is the
colon. Traffic that no correct driver sends is noted; the model then acts as the real chip.
"""

from .segments import DigitChip, swapped

DIGITS = 4
_RAM = 6

_PERIOD_LEAST_US = 2
"""CLK runs at 500 kHz at most ("Timing characteristics")."""

_IDLE = -1  # outside of a transmission


class Tm1637(DigitChip):
    """`clk(level)` and `dio(level)` are the levels at which the processor holds the lines; `pull()` -> the
    level at which the chip holds DIO. `ticks_us()` gives the time, None: unknown. Its eight steps of light
    are reported as 1, 3 ... 15.
    """

    NAME = "TM1637"

    def __init__(self, changed=None, note=None, ticks_us=None) -> None:
        DigitChip.__init__(self, DIGITS, changed, note)
        self._ticks_us = ticks_us
        self._clk = self._dio = 1
        self._pull = 1
        self._bits = _IDLE
        self._shift = 0
        self._count = 0  # bytes of this transmission
        self._rose_at = -_PERIOD_LEAST_US
        self._ram = bytearray(_RAM)
        self._address = 0
        self._is_fixed = False
        self._is_on = False
        self._unseen = 0  # bytes written while dark: one picture is allowed before the display is on

    def pull(self) -> int:
        """0 while the chip acknowledges a byte, else 1."""
        return self._pull

    def clk(self, level: int) -> None:
        """The level of CLK."""
        if level == self._clk:
            return
        self._clk = level
        if level:
            self._rise()
        elif self._bits == 8:
            self._acknowledge()
        elif self._bits == 9:
            self._pull = 1
            self._bits = 0

    def dio(self, level: int) -> None:
        """The level to which the processor sets DIO."""
        if level == self._dio:
            return
        self._dio = level
        if not self._clk:
            return
        if level:
            self._stop()
        else:
            self._start()

    def _rise(self) -> None:
        if self._ticks_us is not None:
            now = self._ticks_us()
            if 0 <= now - self._rose_at < _PERIOD_LEAST_US:
                self._error("CLK is faster than 500 kHz")
            self._rose_at = now
        if self._bits == _IDLE:
            self._error("clocked without a start")
        elif self._bits < 8:
            self._shift |= self._dio << self._bits
            self._bits += 1
        else:
            self._bits = 9
            if not self._dio:
                self._error("DIO is held low while the chip acknowledges: let it go first")

    def _acknowledge(self) -> None:
        """The falling edge of the 8th clock: the byte is complete."""
        self._pull = 0
        byte, self._shift = self._shift, 0
        if self._count and self._address < 0:
            self._error("a second byte in a transmission without an address")
        elif self._count:
            self._store(byte)
        else:
            self._command(byte)
        self._count += 1

    def _start(self) -> None:
        if self._bits != _IDLE:
            self._error("a start in the middle of a transmission")
        self._bits = self._shift = self._count = 0
        self._address = _IDLE

    def _stop(self) -> None:
        if self._bits == _IDLE:
            self._error("a stop without a start")
        elif self._bits == 8:
            self._error("a stop instead of the 9th clock, which acknowledges")
        elif self._bits == 1:  # the clock that carries the stop; DIO was low
            if not self._count:
                self._error("a start and a stop with nothing between")
        else:
            self._error(f"a stop after {self._bits} bits of a byte")
        self._bits = _IDLE
        self._pull = 1

    def _command(self, byte: int) -> None:
        kind = byte >> 6
        if kind == 1:
            self._is_fixed = bool(byte & 4)
            if byte & 0x0B:
                self._error(f"command 0x{byte:02X}: keys and test mode are not for a display")
        elif kind == 2:
            self._is_on = bool(byte & 8)
            self._unseen = 0
            self._light(2 * (byte & 7) + 1)
        elif kind == 3:
            self._address = byte & 0x0F
            if byte & 0x30:
                self._error(f"address 0x{byte:02X}: bits 5 and 4 are 0")
            if self._address >= _RAM:
                self._error(f"address 0x{byte:02X}: the chip has six digits")
        else:
            self._error(f"command 0x{byte:02X} does not exist")

    def _store(self, byte: int) -> None:
        if self._address >= _RAM:
            self._error("data behind the last digit")
            return
        self._ram[self._address] = byte
        if not self._is_on:
            self._unseen += 1
            if self._unseen == DIGITS + 1:
                self._error("digits are written and the display was never switched on")
        if not self._is_fixed:
            self._address += 1
        self._light(self.intensity)

    def _segments(self, digit: int) -> int:
        return swapped(self._ram[digit]) if self._is_on else 0
