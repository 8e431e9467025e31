"""The STP16CP05 as its data sheet (ST, Doc ID 12568) describes it, and eight digits on a chain of four.

Bits enter a 16-bit shift register at the rising clock and leave it at SDO 16 clocks later; the last bit
is at output 0. While LE is high the latch follows the shift register; when LE falls, the latch keeps its
bits. Outputs sink current where the latch has a 1 and OE is low ("Truth table"). OE switched fast enough
dims them.
"""

from .segments import DigitChip

CHIPS = 4
DIGITS = 8

# Bits 7-0 of a digit in `lit` (point, A-G), by output: left digit at 0-7 G F A B DP C D E, right one at 8-15
# DP C D E G F A B.
_LEFT = b"\x01\x02\x40\x20\x80\x10\x08\x04"
_RIGHT = b"\x80\x10\x08\x04\x01\x02\x40\x20"

_HZ_LEAST = 200
"""Below this frequency the digits flicker visibly."""


class Stp16cp05:
    """One driver chip: `latch` bit n is output n."""

    def __init__(self) -> None:
        self.latch = 0
        self._shift = 0

    def clock(self, byte: int) -> int:
        """Eight clock pulses with the bits of `byte` at SDI; the eight that leave at SDO."""
        out = self._shift >> 8
        self._shift = (self._shift << 8 | byte) & 0xFFFF
        return out

    def follow(self) -> None:
        """LE is high: the latch takes the bits of the shift register."""
        self.latch = self._shift


class DigitBoards(DigitChip):
    """Four boards in a row, the first with the two leftmost digits; LE, OE and the digits' supply are common.

    `intensity` follows the share of the time that OE is low. Until OE is driven its pull-up keeps the digits
    dark; without supply they are dark too. `shares`: other chips are on the same bus.
    """

    NAME = "STP16CP05"
    HZ_MAX = 30_000_000

    def __init__(self, changed=None, note=None) -> None:
        DigitChip.__init__(self, DIGITS, changed, note)
        self.shares = False
        self._chips = tuple([Stp16cp05() for _ in range(CHIPS)])
        self._bits = 0
        self._le = 0
        self._dark = 65536  # share of the time that OE is high, of 65536
        self._supply = 0

    def clock(self, byte: int) -> None:
        """Eight clock pulses with the bits of `byte` at the first board's SDI."""
        self._bits += 8
        for chip in self._chips:
            byte = chip.clock(byte)
        if self._le:
            self._error("shifted while LE is high: the digits show what goes past")
            self._follow()

    def le(self, level: int) -> None:
        """The level of LE."""
        if level == self._le:
            return
        self._le = level
        if not level:
            self._bits = 0
            return
        if self._bits < 16 * CHIPS or (self._bits > 16 * CHIPS and not self.shares):
            self._error(f"LE rose after {self._bits} bits, the chain has {16 * CHIPS}")
        self._follow()

    def oe(self, level: int) -> None:
        """OE held at a level."""
        self._dark = 65536 if level else 0
        self._look()

    def dim(self, hertz: int, duty: int) -> None:
        """OE switched: high for `duty` of 65536."""
        if hertz < _HZ_LEAST and 0 < duty < 65535:
            self._error(f"OE at {hertz} Hz: the digits flicker")
        self._dark = duty if duty < 65535 else 65536
        self._look()

    def supply(self, level: int) -> None:
        """The enable of the 9 V."""
        self._supply = level
        self._look()

    def _follow(self) -> None:
        for chip in self._chips:
            chip.follow()
        self._look()

    def _look(self) -> None:
        """Compute the lit segments, and the share of the time that they are lit."""
        self._light(max(0, (16 * (65536 - self._dark) + 32768) // 65536 - 1))

    def _segments(self, digit: int) -> int:
        if self._dark == 65536 or not self._supply:
            return 0
        outputs = self._chips[digit // 2].latch
        if digit % 2:
            outputs >>= 8
        places = _RIGHT if digit % 2 else _LEFT
        value = 0
        for output in range(8):
            if outputs >> output & 1:
                value |= places[output]
        return value
