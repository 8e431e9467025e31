"""HT16K33: a backpack of four 7-segment digits with a colon, on I2C.

Holtek data sheet, rev. 1.10: address 0x70 with A0-A2 open, at most 400 kHz. The upper four bits of a byte are
the command ("Command summary"): 0x21 oscillator on, 0x81 display on without blinking, 0xE0 + level dimming,
0x00 + address display RAM, data following, the address counting on. On the backpack (Adafruit 878) the digits
are at RAM 0, 2, 6 and 8, bits 0-7 = A-G DP, and the colon is bit 1 of RAM 4.
"""

from .segment_order import FROM_A

ADDRESS = 0x70
DIGITS = 4

_OSCILLATOR_ON = 0x21
_DISPLAY_ON = 0x81
_DIMMING = 0xE0
_RAM = 16
_DIGIT_AT = b"\x00\x02\x06\x08"
_COLON_AT, _COLON = 4, 2
_POINT = 0x80


class Ht16k33:
    """`i2c` has `writeto(address, buffer)`, which raises OSError when the chip does not acknowledge.

    A picture has four bytes as DP A B C D E F G from bit 7 to bit 0; bit 7 of the second is the colon.
    `answers`: whether the chip acknowledged the last write. While it does not, only `init` and `heal` write:
    they set it up again. No method raises OSError.
    """

    def __init__(self, i2c, address: int = ADDRESS) -> None:
        self._i2c = i2c
        self._address = address
        self._shown = bytearray(DIGITS)
        self._level = 7
        self._is_test = False
        self._command = bytearray(1)
        self._cell = bytearray(2)
        self._all = bytearray(1 + _RAM)
        self.answers = True

    def init(self) -> None:
        """Start the oscillator, blank the digits, switch the display on."""
        for index in range(DIGITS):
            self._shown[index] = 0
        self.heal()

    def show(self, picture) -> int:
        """Write the bytes of the four that have changed; return how many. Allocates nothing."""
        written = 0
        for index in range(DIGITS):
            old, new = self._shown[index], picture[index]
            if old != new:
                self._shown[index] = new
                if self.answers and not self._is_test:
                    self._write_digit(index, old, new)
                written += 1
        return written

    def brightness(self, level: int) -> None:
        """Set the duty, 0 (1/16) to 15 (16/16); other values are clipped."""
        self._level = min(max(level, 0), 15)
        if self.answers:
            self._tell(_DIMMING | self._level)

    def test(self, is_on: bool) -> None:
        """Light every segment; the picture is kept."""
        self._is_test = is_on
        if self.answers:
            self._write_all()

    def heal(self) -> None:
        """Write everything again: it repairs what a spark or a loose plug upset. Allocates nothing.

        20 bytes; nothing visible changes when nothing was wrong.
        """
        self.answers = True
        self._tell(_OSCILLATOR_ON)
        if self.answers:
            self._write_all()
            self._tell(_DISPLAY_ON)
            self._tell(_DIMMING | self._level)

    def _write_digit(self, index: int, old: int, new: int) -> None:
        if index != 1:
            self._write_cell(_DIGIT_AT[index], FROM_A[new])
            return
        if (old ^ new) & ~_POINT:
            self._write_cell(_DIGIT_AT[1], FROM_A[new & ~_POINT])
        if (old ^ new) & _POINT:
            self._write_cell(_COLON_AT, _COLON if new & _POINT else 0)

    def _write_cell(self, address: int, value: int) -> None:
        self._cell[0] = address
        self._cell[1] = value
        self._send(self._cell)

    def _write_all(self) -> None:
        buffer = self._all
        for at in range(1, 1 + _RAM):
            buffer[at] = 0
        for index in range(DIGITS):
            segments = 0xFF if self._is_test else self._shown[index]
            if index == 1:
                buffer[1 + _COLON_AT] = _COLON if segments & _POINT else 0
                segments &= ~_POINT
            buffer[1 + _DIGIT_AT[index]] = FROM_A[segments]
        self._send(buffer)

    def _tell(self, command: int) -> None:
        self._command[0] = command
        self._send(self._command)

    def _send(self, buffer) -> None:
        try:
            self._i2c.writeto(self._address, buffer)
        except OSError:
            self.answers = False
