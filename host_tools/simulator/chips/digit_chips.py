"""Chips that drive rows of digits from SPI, as their data sheets describe them: MAX7219 and STP16CP05.

Their lit segments are in the format of the wires: bit 7 the point, bits 6-0 A-G.
"""

DIGITS = 8
"""Of one MAX7219, and of the boards with STP16CP05."""


class DigitChip:
    """`lit`: what the digits show, leftmost first; `intensity` 0-15. Subclasses have `NAME` and
    `_segments(digit)`.

    `changed(chip)` is called after a change of either; `note(text)` for traffic that no correct driver sends:
    the model then acts as the real chip. Nothing is allocated unless there is an error to note.
    """

    NAME = ""

    def __init__(self, digits: int, changed=None, note=None) -> None:
        self.lit = bytearray(digits)
        self.intensity = 0
        self._changed = changed
        self._note = note

    def _segments(self, digit: int) -> int:
        """The segments of a digit by the registers."""
        raise NotImplementedError

    def _light(self, intensity: int) -> None:
        """Compute the lit segments, and call `changed` when they differ from before."""
        differs = intensity != self.intensity
        self.intensity = intensity
        for digit in range(len(self.lit)):
            segments = self._segments(digit)
            if segments != self.lit[digit]:
                self.lit[digit] = segments
                differs = True
        if differs and self._changed is not None:
            self._changed(self)

    def _error(self, text: str) -> None:
        if self._note is not None:
            self._note(f"{self.NAME}: {text}")


# Code B font (table 5) as DP A B C D E F G, bit 7 to bit 0: 0-9 - E H L P blank.
CODE_B = b"\x7e\x30\x6d\x79\x33\x5b\x5f\x70\x7f\x7b\x01\x4f\x37\x0e\x67\x00"

_DECODE_MODE = 0x9
_INTENSITY = 0xA
_SCAN_LIMIT = 0xB
_SHUTDOWN = 0xC
_DISPLAY_TEST = 0xF


class Max7219(DigitChip):
    """The MAX7219 (Maxim 19-4452, rev 4): bits in, lit segments out.

    Bits enter a 16-bit shift register at the clock, most significant first (page 5); the rising edge of
    LOAD takes the last 16 bits: register address in D11-D8, data in D7-D0 (table 1). At power-up the chip
    is shut down, scans one digit, decodes nothing and is at its lowest intensity (page 7).

    `shares`: other chips are on the same bus, so bits clocked while LOAD is high are for them (a MAX7219
    shifts them too).
    """

    NAME = "MAX7219"
    HZ_MAX = 10_000_000

    def __init__(self, changed=None, note=None) -> None:
        DigitChip.__init__(self, DIGITS, changed, note)
        self._shift = 0
        self._bits = 0
        self._load = 1
        self._data = bytearray(DIGITS)
        self._decode = 0
        self._scan = 0
        self._awake = False
        self._testing = False
        self.shares = False
        self._next = None
        self._words = 1

    def chain(self, chip) -> None:
        """Solder the next chip's DIN to DOUT, its LOAD to this one's. Only the first of a chain is driven."""
        self._next = chip
        self._words = 2
        chip._words = 0

    def clock(self, byte: int) -> None:
        """Eight clock pulses with the bits of `byte` at DIN, bit 7 first."""
        if self._load and not self.shares and self._words:
            self._error("clocked while LOAD is high: a MAX7221 would ignore it")
        if self._next is not None:  # what leaves at DOUT: the bits that came 16 clocks before (page 5)
            self._next.clock(self._shift >> 8)
        self._shift = (self._shift << 8 | byte) & 0xFFFF
        self._bits += 8

    def load(self, level: int) -> None:
        """The level of LOAD (CS). Its rising edge takes the word."""
        if level == self._load:
            return
        self._load = level
        if self._next is not None:
            self._next.load(level)
        if not level:
            self._bits = 0
            return
        if self._words:
            self._check(self._bits, 16 * self._words)
        self._take(self._shift >> 8 & 0xF, self._shift & 0xFF)

    def _check(self, bits: int, expected: int) -> None:
        if not bits:
            self._error("LOAD rose with nothing shifted in: the last word is taken again")
        elif bits < expected:
            self._error(f"LOAD rose after {bits} bits, a word has {expected}")
        elif bits > expected:
            self._error(f"{bits} bits in one LOAD: only the last {expected} count")

    def _take(self, register: int, data: int) -> None:
        intensity = self.intensity
        if 1 <= register <= DIGITS:
            self._data[register - 1] = data
        elif register == _DECODE_MODE:
            self._decode = data
        elif register == _INTENSITY:
            intensity = data & 0xF
        elif register == _SCAN_LIMIT:
            self._scan = data & 0x7
        elif register == _SHUTDOWN:
            self._awake = bool(data & 1)
        elif register == _DISPLAY_TEST:
            self._testing = bool(data & 1)
        elif register:
            self._error(f"register 0x{register:X} does not exist")
        self._light(intensity)

    def _segments(self, digit: int) -> int:
        if self._testing:  # overrides shutdown (page 7), all digits scanned
            return 0xFF
        if not self._awake or digit > self._scan:
            return 0
        segments = self._data[digit]
        if self._decode >> digit & 1:
            return segments & 0x80 | CODE_B[segments & 0xF]
        return segments


class Max7219Pair:
    """As one chip on the bus; `lit`: the digits 0-7 of the first module, then those of the second.

    `intensity` is the first module's. `changed(pair)` and `note(text)` as of a Max7219.
    """

    NAME = Max7219.NAME
    HZ_MAX = Max7219.HZ_MAX

    def __init__(self, changed=None, note=None) -> None:
        self.lit = bytearray(2 * DIGITS)
        self._changed = changed
        self._first = Max7219(self._one_changed, note)
        self._second = Max7219(self._one_changed, note)
        self._first.chain(self._second)

    @property
    def intensity(self) -> int:
        """0-15."""
        return self._first.intensity

    @property
    def shares(self) -> bool:
        """Whether other chips are on the same bus."""
        return self._first.shares

    @shares.setter
    def shares(self, is_so: bool) -> None:
        self._first.shares = is_so

    def clock(self, byte: int) -> None:
        """Eight clock pulses."""
        self._first.clock(byte)

    def load(self, level: int) -> None:
        """The level of LOAD of both."""
        self._first.load(level)

    def _one_changed(self, chip) -> None:
        first = 0 if chip is self._first else DIGITS
        for digit in range(DIGITS):
            self.lit[first + digit] = chip.lit[digit]
        if self._changed is not None:
            self._changed(self)


CHIPS = 4
"""Boards with an STP16CP05, of two digits each."""

# Bits 7-0 of a digit in `lit` (point, A-G), by output: left digit at 0-7 G F A B DP C D E, right one at 8-15
# DP C D E G F A B.
_LEFT = b"\x01\x02\x40\x20\x80\x10\x08\x04"
_RIGHT = b"\x80\x10\x08\x04\x01\x02\x40\x20"

_HZ_LEAST = 200
"""Below this frequency the digits flicker visibly."""


class Stp16cp05:
    """The STP16CP05 (ST, Doc ID 12568): `latch` bit n is output n.

    Bits enter a 16-bit shift register at the rising clock and leave it at SDO 16 clocks later; the last bit
    is at output 0. While LE is high the latch follows the shift register; when LE falls, the latch keeps its
    bits. Outputs sink current where the latch has a 1 and OE is low ("Truth table"). OE switched fast enough
    dims them.
    """

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
    """Four boards with an STP16CP05 in a row, the first with the two leftmost digits; LE, OE and the digits'
    supply are common.

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
