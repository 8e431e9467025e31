"""Chips that read the keys of a panel, as their data sheets describe them: MCP23017, PCF8574 and TM1638.

Each notes traffic that no correct driver sends. `read_key(n)`: the level at key n, 0 = closed; `note(text)`.
"""

REGISTERS = 0x16
_IODIR = 0x00
_IPOL = 0x02
_IOCON = 0x0A
_GPPU = 0x0C
_GPIO = 0x12
_OLAT = 0x14
_SEQOP = 0x20
_BANK = 0x80

_KEYS_AT = (0, 1, 2, 3, 4, 5, 6, 8, 9, 10)
"""Pins of the keys on the MCP23017: 0-7 are GPA, 8-15 GPB."""


class Mcp23017:
    """The MCP23017 (Microchip DS20001952, revision D). `read_key(n)` counts while the pin is pulled up.

    Registers by table 3-5 for IOCON.BANK = 0; after a reset all ports are inputs without pull-ups. The
    address pointer goes on by one with each byte unless IOCON.SEQOP says otherwise. Noted: a read of a
    floating pin, GPA7 or GPB7 as an input (revision D, table 1-1), a register that does not exist.
    """

    NAME = "MCP23017"
    HZ_MAX = 1_700_000

    def __init__(self, read_key, note) -> None:
        self._read_key = read_key
        self._note = note
        self._registers = bytearray(REGISTERS)
        self._pointer = 0
        self._noted = 0
        self.power(True)

    def power(self, is_on: bool) -> None:
        """The supply comes or goes: the registers have their reset values (table 3-5)."""
        for at in range(REGISTERS):
            self._registers[at] = 0xFF if at & 0xFE == _IODIR else 0
        self._pointer = 0

    def write(self, data) -> int:
        """A write transfer: the register's address, then data for it and those that follow."""
        if len(data) == 0:
            return 0
        self._pointer = data[0]
        for at in range(1, len(data)):
            self._put(self._pointer, data[at])
            self._advance()
        return len(data)

    def read(self, buffer) -> None:
        """A read transfer from the address pointer on."""
        for at in range(len(buffer)):
            buffer[at] = self._get(self._pointer)
            self._advance()

    def _advance(self) -> None:
        if not self._registers[_IOCON] & _SEQOP:
            self._pointer = (self._pointer + 1) % REGISTERS

    def _put(self, register: int, value: int) -> None:
        if register >= REGISTERS:
            self._note(f"MCP23017: there is no register 0x{register:02x}")
            return
        if register & 0xFE == _IOCON:
            if value & _BANK:
                self._note("MCP23017: IOCON.BANK is not modelled")
            self._registers[_IOCON] = self._registers[_IOCON + 1] = value & 0x7E
            return
        if register & 0xFE == _IODIR and value & 0x80:
            self._note("MCP23017: GPA7 and GPB7 are outputs only")
        if register & 0xFE == _GPIO:
            register += _OLAT - _GPIO
        self._registers[register] = value

    def _get(self, register: int) -> int:
        if register >= REGISTERS:
            self._note(f"MCP23017: there is no register 0x{register:02x}")
            return 0
        if register & 0xFE != _GPIO:
            return self._registers[register]
        port = register - _GPIO
        value = 0
        for bit in range(8):
            value |= self._level(port, bit) << bit
        return value ^ (self._registers[_IPOL + port] & self._registers[_IODIR + port])

    def _level(self, port: int, bit: int) -> int:
        registers = self._registers
        if not registers[_IODIR + port] >> bit & 1:
            return registers[_OLAT + port] >> bit & 1
        pin = 8 * port + bit
        if pin not in _KEYS_AT:
            return registers[_GPPU + port] >> bit & 1
        level = self._read_key(_KEYS_AT.index(pin))
        if level and not registers[_GPPU + port] >> bit & 1:
            if not self._noted >> pin & 1:
                self._noted |= 1 << pin
                self._note(f"MCP23017: GP{'AB'[port]}{bit} is read but has no pull-up and floats")
            return 0  # the worst case: an open key that reads as closed
        return level


class Pcf8574:
    """The PCF8574 (NXP PCF8574_PCF8574A, revision 5) with `count` keys from P0 on, number `first` and
    following.

    A write sets the latch, a read gives the pins. A pin whose latch is 1 is an input with a weak pull-up; one
    whose latch is 0 is held low, so that its key cannot be read: noted. All ones after power-on. At most
    100 kHz.
    """

    NAME = "PCF8574"
    HZ_MAX = 100_000

    def __init__(self, first: int, count: int, read_key, note) -> None:
        self._first = first
        self._count = count
        self._read_key = read_key
        self._note = note
        self._latch = 0xFF
        self._is_noted = False

    def power(self, is_on: bool) -> None:
        """The supply comes or goes: all pins are inputs."""
        self._latch = 0xFF

    def write(self, data) -> int:
        """A write transfer: each byte sets the latch, the last one stays."""
        for byte in data:
            self._latch = byte
        return len(data)

    def read(self, buffer) -> None:
        """A read transfer: the pins, once for each byte."""
        keys = (1 << self._count) - 1
        if self._latch & keys != keys and not self._is_noted:
            self._is_noted = True
            self._note("PCF8574: a key is read while its pin is held low: write ones first")
        for at in range(len(buffer)):
            pins = 0xFF
            for bit in range(self._count):
                if not self._read_key(self._first + bit):
                    pins &= ~(1 << bit)
            buffer[at] = pins & self._latch


# Where the TM1638 has the keys: byte of the answer and bit in it. K3 is bit 0 (or 4), K2 bit 1, K1 bit 2.
PLACES = ((0, 0), (1, 0), (2, 0), (3, 0), (0, 4), (1, 4), (2, 4), (3, 4), (0, 1), (0, 2))

_IDLE = 0
_TAKING = 1
_GIVING = 2


class Tm1638:
    """The TM1638 (Titan Micro V1.3): commands, and the keys that it scans.

    STB low begins a transfer; a bit is taken at the rising clock, least significant first. The first byte is
    a command: 0x40 with bit 1 set reads the keys, four bytes, a bit at each falling clock; 0x80 is the
    display's control, 0xC0 an address. DIO is an open drain, high when nothing pulls it low. The chip's own
    key scan (a few ms) is not modelled: a key reads its level when its byte is sent.

    `stb(level)`, `clk(level)`, `dio(level)`: the master sets a line; `pulls()` -> the level to which the chip
    drives DIO. `is_lit`: the display is on.
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
