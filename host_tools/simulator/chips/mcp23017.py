"""The MCP23017 as its data sheet (Microchip DS20001952, revision D) describes it, with keys at its inputs.

Registers by table 3-5 for IOCON.BANK = 0; after a reset all ports are inputs without pull-ups. The address
pointer goes on by one with each byte unless IOCON.SEQOP says otherwise. An act of no correct driver is noted:
a read of a floating pin, GPA7 or GPB7 as an input (revision D, table 1-1), a register that does not exist.
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
"""Pins of the keys: 0-7 are GPA, 8-15 GPB."""


class Mcp23017:
    """One chip. `read_key(n)`: the level at key n's pin while it is pulled up, 0 = closed. `note(text)`."""

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
