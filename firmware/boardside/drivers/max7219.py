"""MAX7219 / MAX7221: eight 7-segment digits, common cathode, on a write-only SPI bus; or several in a chain.

Maxim data sheet 19-4452: 16-bit words, register in D11-D8, data in D7-D0, most significant bit first
(table 1), shifted in at the rising clock (SPI mode 0) and latched by the rising edge of LOAD/CS; clock up to
10 MHz. Table 2 lists the register addresses. In no-decode mode a data byte is DP A B C D E F G from bit 7 to
bit 0 (table 6). In a chain a word for each chip is shifted before LOAD rises, the last chip's first; chips
that are to keep their registers get a no-op word ("No-Op Register").
"""

DIGITS = 8

_NO_OP = 0x00
_DIGIT_0 = 0x01
_DECODE_MODE = 0x09
_INTENSITY = 0x0A
_SCAN_LIMIT = 0x0B
_SHUTDOWN = 0x0C
_DISPLAY_TEST = 0x0F


class Max7219:
    """`chips` modules in a chain, the first at DIN. `spi` has `write(buffer)`, `cs` has `value(level)`; both
    belong to the caller.

    A picture has eight bytes for each module, the first module's first. The ready-made 8-digit modules have
    the chip's digit 0 on the right: byte 0 of a picture, the leftmost place, goes to register 8.
    """

    answers = True
    """Always true: the chips cannot be read."""

    def __init__(self, spi, cs, chips: int = 1) -> None:
        self._spi = spi
        self._cs = cs
        self._chips = chips
        self._words = bytearray(2 * chips)
        self._shown = bytearray(DIGITS * chips)
        self._level = 7
        self._test = 0
        cs.value(1)

    def init(self) -> None:
        """Set every register, blank the digits, then leave shutdown: the chip powers up blank and asleep."""
        for index in range(len(self._shown)):
            self._shown[index] = 0
        self.heal()

    def show(self, picture) -> int:
        """Write the bytes that have changed; return how many. Allocates nothing.

        Digits at the same place of several modules go in one transfer.
        """
        shown = self._shown
        if picture == shown:
            return 0
        if self._chips == 1:
            return self._show_one(picture, shown, self._words)
        return self._show_places(picture, shown)

    # Apart, and `_show_one`: MicroPython takes memory for a call that needs more than eleven words.
    def _show_places(self, picture, shown: bytearray) -> int:
        """`show` of several modules."""
        written = at = 0
        while at < len(shown):
            if picture[at] != shown[at]:
                written += self._write_place(at % DIGITS, picture)
            at += 1
        return written

    # On the way of every press, so it calls nothing but the chip.
    def _show_one(self, picture, shown: bytearray, words: bytearray) -> int:
        """`show` of a module alone."""
        written = at = 0
        while at < DIGITS:
            if picture[at] != shown[at]:
                shown[at] = words[1] = picture[at]
                words[0] = _DIGIT_0 + DIGITS - 1 - at
                self._cs.value(0)
                self._spi.write(words)
                self._cs.value(1)
                written += 1
            at += 1
        return written

    def brightness(self, level: int) -> None:
        """Set the intensity, 0 (1/32 of full current) to 15 (31/32); other values are clipped (table 7)."""
        self._level = min(max(level, 0), 15)
        self._write(_INTENSITY, self._level)

    def test(self, is_on: bool) -> None:
        """Light every segment; the picture is kept (display-test register, table 10)."""
        self._test = 1 if is_on else 0
        self._write(_DISPLAY_TEST, self._test)

    def heal(self) -> None:
        """Write all registers and digits again: it repairs what a spark upset. Allocates nothing.

        26 bytes a chip: 0.21 ms at 1 MHz. Nothing visible changes when nothing was wrong.
        """
        self._write(_DISPLAY_TEST, self._test)
        self._write(_DECODE_MODE, 0)
        self._write(_SCAN_LIMIT, DIGITS - 1)
        self._write(_INTENSITY, self._level)
        for place in range(DIGITS):
            for chip in range(self._chips):
                self._put(chip, _DIGIT_0 + DIGITS - 1 - place, self._shown[DIGITS * chip + place])
            self._send()
        self._write(_SHUTDOWN, 1)

    def _write_place(self, at: int, picture) -> int:
        """Write the place `at` of the first chip and the same of the others; return how many bytes differ."""
        written = 0
        while at < len(self._shown):
            if picture[at] != self._shown[at]:
                self._put_digit(at, picture[at])
                written += 1
            else:
                self._put(at // DIGITS, _NO_OP, 0)
            at += DIGITS
        self._send()
        return written

    # Apart, and short: MicroPython takes memory for a call that needs more than eleven words.
    def _put_digit(self, at: int, data: int) -> None:
        self._shown[at] = data
        self._put(at // DIGITS, _DIGIT_0 + DIGITS - 1 - at % DIGITS, data)

    def _write(self, register: int, data: int) -> None:
        """Write the same value to a register of every chip."""
        for chip in range(self._chips):
            self._put(chip, register, data)
        self._send()

    def _put(self, chip: int, register: int, data: int) -> None:
        at = 2 * (self._chips - 1 - chip)
        self._words[at] = register
        self._words[at + 1] = data

    def _send(self) -> None:
        self._cs.value(0)
        self._spi.write(self._words)
        self._cs.value(1)
