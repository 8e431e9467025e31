"""The PCF8574 as its data sheet (NXP PCF8574_PCF8574A, revision 5) describes it, with keys at its port.

A write sets the latch, a read gives the pins. A pin whose latch is 1 is an input with a weak pull-up; one
whose latch is 0 is held low, so that its key cannot be read: noted. All ones after power-on. At most 100 kHz.
"""


class Pcf8574:
    """One chip with `count` keys from P0 on, number `first` and following; `read_key(n)`: 0 = closed."""

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
