"""The MAX7219 as its data sheet (Maxim 19-4452, rev 4) describes it: bits in, lit segments out.

Bits enter a 16-bit shift register at the clock, most significant first (page 5); the rising edge of
LOAD takes the last 16 bits: register address in D11-D8, data in D7-D0 (table 1). At power-up the chip
is shut down, scans one digit, decodes nothing and is at its lowest intensity (page 7). Traffic that no
correct driver sends is noted as an error; the model then acts as the real chip.
"""

DIGITS = 8

# Code B font (table 5) as DP A B C D E F G, bit 7 to bit 0: 0-9 - E H L P blank.
CODE_B = b"\x7e\x30\x6d\x79\x33\x5b\x5f\x70\x7f\x7b\x01\x4f\x37\x0e\x67\x00"

_DECODE_MODE = 0x9
_INTENSITY = 0xA
_SCAN_LIMIT = 0xB
_SHUTDOWN = 0xC
_DISPLAY_TEST = 0xF


class Max7219:
    """One chip. `lit` holds what the digits 0-7 really show, DP A-G from bit 7 to bit 0.

    `changed(chip)` is called after a LOAD that changed `lit` or `intensity`; `note(text)` for wrong traffic.
    Nothing is allocated unless there is an error to note. `shares`: other chips are on the same bus, so bits
    clocked while LOAD is high are for them (a MAX7219 shifts them too).
    """

    NAME = "MAX7219"
    HZ_MAX = 10_000_000

    def __init__(self, changed=None, note=None) -> None:
        self.lit = bytearray(DIGITS)
        self.intensity = 0
        self._changed = changed
        self._note = note
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
            self.intensity = data & 0xF
        elif register == _SCAN_LIMIT:
            self._scan = data & 0x7
        elif register == _SHUTDOWN:
            self._awake = bool(data & 1)
        elif register == _DISPLAY_TEST:
            self._testing = bool(data & 1)
        elif register:
            self._error(f"register 0x{register:X} does not exist")
        if (self._light() or intensity != self.intensity) and self._changed is not None:
            self._changed(self)

    def _light(self) -> bool:
        """Work out `lit` from the registers; whether it differs from before."""
        differs = False
        for digit in range(DIGITS):
            if self._testing:  # overrides shutdown (page 7), all digits scanned
                segments = 0xFF
            elif not self._awake or digit > self._scan:
                segments = 0
            else:
                segments = self._data[digit]
                if self._decode >> digit & 1:
                    segments = segments & 0x80 | CODE_B[segments & 0xF]
            if segments != self.lit[digit]:
                self.lit[digit] = segments
                differs = True
        return differs

    def _error(self, text: str) -> None:
        if self._note is not None:
            self._note("MAX7219: " + text)


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
