"""Two MAX7219 modules in a chain, as one display of 16 digits: DOUT of the first at DIN of the second."""

from .max7219 import DIGITS, Max7219


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
