"""The panel of a board: the connections of its ten keys, by its name in the firmware's arrangement.py."""

from . import wiring
from .solder import module


class Panel:
    """Solders the keys `keys` (keys.Keys): each to its own pin, or to chips on `i2c` or on lines.

    ticks_us(): the board's time. Only SERVICE is at a pin when the others are on chips.
    """

    def __init__(self, name: str, keys, i2c, on_output: dict, drivers: dict, ticks_us, note) -> None:
        self._keys = keys
        self._ticks_us = ticks_us
        self._i2c = i2c
        self._addresses: list[int] = []
        self.note = note
        self.is_direct = False
        self.line_chip = None
        module("panels", name).solder(self, on_output, drivers)

    def attach(self, address: int, chip) -> None:
        """Solder a chip to I2C; the panel's plug disconnects it."""
        self._i2c.attach(address, chip)
        self._addresses.append(address)

    def read_key(self, index: int) -> int:
        """The level that a chip reads at key `index`."""
        return self._keys.read(wiring.KEYS[index][1], self._ticks_us())

    def read(self, gpio: int, now: int) -> int:
        """The level that a pin of the ESP32 reads at its key."""
        if self.is_direct or gpio == wiring.SERVICE[1]:
            return self._keys.read(gpio, now)
        return 1

    def plug(self, is_in: bool) -> None:
        """Put the panel's cable in or take it out; a chip without power loses its set-up."""
        for address in self._addresses:
            self._i2c.plug(address, is_in)
        if self.line_chip is not None:
            self.line_chip.is_there = is_in
