"""TM1637: a clock module of four 7-segment digits with a colon, on two lines of its own.

Titan Micro data sheet, V2.4: CLK and DIO idle high; DIO falling while CLK is high starts, rising ends a
transmission; bits are taken at the rising CLK, bit 0 first; after eight the chip pulls DIO low for the 9th
clock, to acknowledge ("Interface interpretation"). CLK at most 500 kHz ("Timing characteristics"). Commands:
0x40 write with the address counting on, 0xC0 + address, 0x88 + brightness 0-7 display on. On the modules the
point of the second digit is the colon, and the lines have pull-ups to the supply and often 10 nF to ground,
so the driver waits after each edge.
"""

from .segment_order import FROM_A

DIGITS = 4

WAIT_US = 5
"""The wait after each edge: with the interpreter's own time, CLK runs at about 50 kHz."""

_WRITE = 0x40
_ADDRESS = 0xC0
_ON = 0x88


class Tm1637:
    """`clk` and `dio` have `value(level)`, `dio` also `value()`, and let their line go when set to 1 (open
    drain); `wait_us(count)` waits.

    A picture has four bytes as DP A B C D E F G from bit 7 to bit 0; bit 7 of the second is the colon.
    `answers`: whether the chip acknowledged the last write.
    """

    def __init__(self, clk, dio, wait_us) -> None:
        self._clk = clk
        self._dio = dio
        self._wait_us = wait_us
        self._shown = bytearray(DIGITS)
        self._level = 3
        self._is_test = False
        self.answers = True
        clk.value(1)
        dio.value(1)

    def init(self) -> None:
        """Blank the digits, then switch the display on."""
        for index in range(DIGITS):
            self._shown[index] = 0
        self.heal()

    def show(self, picture) -> int:
        """Write the digits from the first changed one to the last; return how many. Allocates nothing."""
        first, behind = DIGITS, 0
        for index in range(DIGITS):
            if picture[index] != self._shown[index]:
                self._shown[index] = picture[index]
                if first == DIGITS:
                    first = index
                behind = index + 1
        if behind and not self._is_test:
            self._write_digits(first, behind)
        return max(0, behind - first)

    def brightness(self, level: int) -> None:
        """Set the brightness, 0 to 15, two for each of the chip's eight levels; other values are clipped."""
        self._level = min(max(level, 0), 15) >> 1
        self._command(_ON | self._level)

    def test(self, is_on: bool) -> None:
        """Light every segment; the picture is kept."""
        self._is_test = is_on
        self._write_digits(0, DIGITS)

    def heal(self) -> None:
        """Write everything again: it repairs what a spark or a loose plug upset. Allocates nothing.

        Seven bytes; nothing visible changes when nothing was wrong.
        """
        self._command(_WRITE)
        self._write_digits(0, DIGITS)
        self._command(_ON | self._level)

    def _write_digits(self, first: int, behind: int) -> None:
        self._start()
        self._byte(_ADDRESS | first)
        for index in range(first, behind):
            self._byte(0xFF if self._is_test else FROM_A[self._shown[index]])
        self._stop()

    def _command(self, command: int) -> None:
        self._start()
        self._byte(command)
        self._stop()

    def _start(self) -> None:
        self._set(self._dio, 0)
        self._set(self._clk, 0)

    def _stop(self) -> None:
        self._set(self._dio, 0)
        self._set(self._clk, 1)
        self._set(self._dio, 1)

    def _byte(self, byte: int) -> None:
        """Eight bits and the acknowledge; CLK is low before and after."""
        for bit in range(8):
            self._set(self._dio, byte >> bit & 1)
            self._set(self._clk, 1)
            self._set(self._clk, 0)
        self._set(self._dio, 1)
        self._set(self._clk, 1)
        self.answers = not self._dio.value()
        self._set(self._clk, 0)

    def _set(self, pin, level: int) -> None:
        pin.value(level)
        self._wait_us(WAIT_US)
