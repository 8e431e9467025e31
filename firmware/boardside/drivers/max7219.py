"""MAX7219 / MAX7221: eight 7-segment digits, common cathode, on a write-only SPI bus.

Maxim data sheet 19-4452: 16-bit words, register in D11-D8, data in D7-D0, most significant bit first
(table 1), shifted in at the rising clock (SPI mode 0) and latched by the rising edge of LOAD/CS; clock up to
10 MHz. Register addresses stand in table 2. In no-decode mode a data byte is DP A B C D E F G from bit 7 to
bit 0 (table 6).
"""

DIGITS = 8

_DIGIT_0 = 0x01
_DECODE_MODE = 0x09
_INTENSITY = 0x0A
_SCAN_LIMIT = 0x0B
_SHUTDOWN = 0x0C
_DISPLAY_TEST = 0x0F


class Max7219:
    """One chip. `spi` has `write(buffer)`, `cs` has `value(level)`; both belong to the caller.

    The ready-made 8-digit modules have the chip's digit 0 on the right: byte 0 of a picture, the
    leftmost place, goes to register 8.
    """

    def __init__(self, spi, cs) -> None:
        self._spi = spi
        self._cs = cs
        self._word = bytearray(2)
        self._shown = bytearray(DIGITS)
        self._level = 7
        self._test = 0
        cs.value(1)

    def init(self) -> None:
        """Set every register, blank the digits, then leave shutdown: the chip powers up blank and asleep."""
        for index in range(DIGITS):
            self._shown[index] = 0
        self.heal()

    def show(self, picture) -> int:
        """Write those of the eight bytes that differ from what is shown; return how many. No allocation."""
        written = 0
        for index in range(DIGITS):
            if picture[index] != self._shown[index]:
                self._shown[index] = picture[index]
                self._write(_DIGIT_0 + DIGITS - 1 - index, picture[index])
                written += 1
        return written

    def brightness(self, level: int) -> None:
        """Set the intensity, 0 (1/32 of full current) to 15 (31/32); other values are clipped (table 7)."""
        self._level = min(max(level, 0), 15)
        self._write(_INTENSITY, self._level)

    def test(self, is_on: bool) -> None:
        """Light every segment, whatever is shown (display-test register, table 10)."""
        self._test = 1 if is_on else 0
        self._write(_DISPLAY_TEST, self._test)

    def heal(self) -> None:
        """Write all registers and digits again, so that what a spark upset is right again. No allocation.

        28 bytes: 0.23 ms at 1 MHz. Nothing is seen of it when all was well.
        """
        self._write(_DISPLAY_TEST, self._test)
        self._write(_DECODE_MODE, 0)
        self._write(_SCAN_LIMIT, DIGITS - 1)
        self._write(_INTENSITY, self._level)
        for index in range(DIGITS):
            self._write(_DIGIT_0 + DIGITS - 1 - index, self._shown[index])
        self._write(_SHUTDOWN, 1)

    def _write(self, register: int, data: int) -> None:
        self._word[0] = register
        self._word[1] = data
        self._cs.value(0)
        self._spi.write(self._word)
        self._cs.value(1)
