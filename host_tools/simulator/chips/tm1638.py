"""The TM1638 as its data sheet (Titan Micro V1.3) describes it: commands, and the keys that it scans.

STB low begins a transfer; a bit is taken at the rising clock, least significant first. The first byte is a
command: 0x40 with bit 1 set reads the keys, four bytes, a bit at each falling clock; 0x80 is the display's
control, 0xC0 an address. DIO is an open drain, high when nothing pulls it low. The chip's own key scan (a
few ms) is not modelled: a key reads its level when its byte is sent. Wrong traffic is noted.
"""

# Where the keys are: byte of the answer and bit in it. K3 is bit 0 (or 4), K2 bit 1, K1 bit 2.
PLACES = ((0, 0), (1, 0), (2, 0), (3, 0), (0, 4), (1, 4), (2, 4), (3, 4), (0, 1), (0, 2))

_IDLE = 0
_TAKING = 1
_GIVING = 2


class Tm1638:
    """One chip. `stb(level)`, `clk(level)`, `dio(level)`: the master sets a line; `pulls()` -> the
    level to which the chip drives DIO. `read_key(n)`: 0 = closed. `is_lit`: the display is on.
    """

    def __init__(self, read_key, note) -> None:
        self._read_key = read_key
        self._note = note
        self._stb = self._clk = self._line = 1
        self._state = _IDLE
        self._bits = 0
        self._byte = 0
        self._taken = 0
        self._given = 0
        self._out = 1
        self.is_lit = False
        self.is_there = True

    def stb(self, level: int) -> None:
        """The level of STB. Low begins a transfer, high ends it."""
        if level == self._stb:
            return
        self._stb = level
        if level:
            if self._state == _TAKING and self._bits:
                self._note(f"TM1638: STB rose after {self._bits} bits of a byte")
            self._state = _IDLE
            self._out = 1
            return
        if not self._clk:
            self._note("TM1638: STB fell while CLK is low")
        self._state = _TAKING
        self._bits = self._byte = self._taken = self._given = 0

    def dio(self, level: int) -> None:
        """The master pulls DIO low (0) or lets it go (1)."""
        self._line = level
        if self._state == _GIVING and not level:
            self._note("TM1638: DIO is pulled low while the chip gives data")

    def pulls(self) -> int:
        """The level to which the chip drives DIO: 0 pulls it low."""
        return self._out if self.is_there else 1

    def clk(self, level: int) -> None:
        """The level of CLK."""
        if level == self._clk:
            return
        self._clk = level
        if self._state == _TAKING and level:
            self._byte |= self._line << self._bits
            self._bits += 1
            if self._bits == 8:
                self._take(self._byte)
                self._bits = self._byte = 0
        elif self._state == _GIVING and not level:
            self._give()

    def _take(self, byte: int) -> None:
        self._taken += 1
        if self._taken > 1:
            return  # data of the display: it has none here
        kind = byte & 0xC0
        if kind == 0x40:
            if byte & 0x02:
                self._state = _GIVING
        elif kind == 0x80:
            self.is_lit = bool(byte & 0x08)
        elif kind == 0:
            self._note(f"TM1638: 0x{byte:02x} is no command")

    def _give(self) -> None:
        at, bit = self._given >> 3, self._given & 7
        self._given += 1
        if at >= 4:
            if at == 4 and bit == 0:
                self._note("TM1638: more than four bytes are read")
            self._out = 1
            return
        self._out = 0
        for key in range(len(PLACES)):
            if PLACES[key][0] == at and PLACES[key][1] == bit:
                self._out = 0 if self._read_key(key) else 1
