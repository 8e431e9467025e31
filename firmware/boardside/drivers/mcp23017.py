"""MCP23017: ten keys to ground on an I2C port expander with pull-ups, as a source of drivers.keys.

Microchip data sheet DS20001952, revision D. Registers by table 3-5 (IOCON.BANK = 0, as after a reset); IODIR
1 = input, GPPU 1 = pull-up of 100 kOhm. Keys 0-6 are at GPA0-GPA6, keys 7-9 at GPB0-GPB2: GPA7 and GPB7 are
outputs only (revision D, table 1-1; as inputs they may upset SDA). Unused pins are outputs, low.
"""

ADDRESS = 0x20
"""A2, A1 and A0 at GND."""

_IODIRA = 0x00
_GPIOA = 0x12
_USED_A = 0x7F
_USED_B = 0x07

# Registers 0x00 to 0x0D as they must be set, A and B: IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU.
_SET_UP = b"\x7f\x07" + bytes(10) + b"\x7f\x07"


class Mcp23017:
    """`i2c` has `writeto(address, buffer)` and `readfrom_mem_into(address, register, buffer)`."""

    def __init__(self, i2c, address: int = ADDRESS) -> None:
        self._i2c = i2c
        self._address = address
        self._is_set_up = False
        self._ports = bytearray(2)
        self._read_back = bytearray(len(_SET_UP))
        self._write = bytes([_IODIRA]) + _SET_UP

    def read(self) -> int:
        """Which keys are closed, bit n for key n; OSError for no answer or an implausible one.

        A chip that lost its supply for a moment has its pull-ups off, and its inputs float. So when a key
        reads closed, the set-up is read back first, and written again if it is gone.
        """
        if not self._is_set_up:
            self._i2c.writeto(self._address, self._write)
            self._is_set_up = True
        ports = self._ports
        try:
            self._i2c.readfrom_mem_into(self._address, _GPIOA, ports)
            closed = ~ports[0] & _USED_A | (~ports[1] & _USED_B) << 7
            if closed:
                self._i2c.readfrom_mem_into(self._address, _IODIRA, self._read_back)
        except OSError:
            self._is_set_up = False
            raise
        if closed and self._read_back != _SET_UP:
            self._is_set_up = False
            raise OSError(5)  # EIO
        return closed
