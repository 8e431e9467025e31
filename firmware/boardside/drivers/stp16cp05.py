"""STP16CP05, four in a chain: eight 7-segment digits, common anode, with a supply of their own.

ST data sheet, Doc ID 12568: bits are shifted in at the rising clock, at most 30 MHz; the last one appears at
output 0, and 16 clocks later at the next chip's. The outputs follow the shift register while LE is high and
hold when it falls ("Truth table"); they sink current while OE is low. So PWM on OE dims: high is dark.

Each chip has two digits (hardware/): outputs 0-7 are G F A B DP C D E of the left one, 8-15 DP C D E G F A B
of the right one. The chip nearest to the ESP32 has the leftmost digits.
"""

DIGITS = 8

OE_HZ = 4000
"""Eyes and most cameras do not see it flicker. No tone has it (table/sounds.py): PWM outputs of one frequency
share a timer on the ESP32, and MicroPython then lets the buzzer retune the digits."""

_DARK = 65535

# The output for each of the bits 7-0 of a picture's byte (DP A B C D E F G), in the byte of its digit.
_LEFT_OUTPUTS = b"\x04\x02\x03\x05\x06\x07\x01\x00"
_RIGHT_OUTPUTS = b"\x00\x06\x07\x01\x02\x03\x05\x04"


class Stp16cp05:
    """`spi` has `write(buffer)`, `le` and `boost` have `value(level)`, `oe` is a PWM: `duty_u16(duty)`.

    A picture has eight bytes as DP A B C D E F G from bit 7 to bit 0, leftmost digit first. `boost`, the
    enable of the digits' supply, is high only while something is lit.
    """

    answers = True
    """Always true: the chips cannot be read."""

    def __init__(self, spi, le, oe, boost) -> None:
        self._spi = spi
        self._le = le
        self._oe = oe
        self._boost = boost
        self._shown = bytearray(DIGITS)
        self._bits = bytearray(DIGITS)
        self._level = 7
        self._is_test = False
        oe.duty_u16(_DARK)
        boost.value(0)
        le.value(0)

    def init(self) -> None:
        """Blank the digits, then enable the outputs: what the chips hold at power-up is not defined."""
        for index in range(DIGITS):
            self._shown[index] = 0
        self.heal()

    def show(self, picture) -> int:
        """Shift all eight bytes if any has changed; return how many have. Allocates nothing."""
        differ = 0
        for index in range(DIGITS):
            if picture[index] != self._shown[index]:
                self._shown[index] = picture[index]
                differ += 1
        if differ and not self._is_test:
            self._write()
        return differ

    def brightness(self, level: int) -> None:
        """Set the duty, 0 (lit for 1/16 of the time) to 15 (always); other values are clipped."""
        self._level = min(max(level, 0), 15)
        self._oe.duty_u16((15 - self._level) * 4096)

    def test(self, is_on: bool) -> None:
        """Light every segment; the picture is kept."""
        self._is_test = is_on
        self._write()

    def heal(self) -> None:
        """Write everything again: it repairs what a spark upset. Allocates nothing.

        Nothing visible changes when nothing was wrong: the latches hold while the same bits are shifted in.
        """
        self._write()
        self.brightness(self._level)

    def _write(self) -> None:
        bits = self._bits
        is_lit = False
        for digit in range(DIGITS):
            segments = 0xFF if self._is_test else self._shown[digit]
            outputs = _RIGHT_OUTPUTS if digit & 1 else _LEFT_OUTPUTS
            value = 0
            for bit in range(8):
                value |= (segments >> (7 - bit) & 1) << outputs[bit]
            bits[DIGITS - 1 - digit] = value
            if segments:
                is_lit = True
        if not is_lit:
            self._boost.value(0)
        self._spi.write(bits)
        self._le.value(1)
        self._le.value(0)
        if is_lit:
            self._boost.value(1)
