"""A table's flash in memory: the partition of its journal, and the power that may go at any operation."""

import random
from typing import Any

BLOCK = 4096


class PowerCut(BaseException):
    """The power is cut: no code of the table runs after it."""


class Power:
    """A table's power. `cut_in`: it goes at so many operations of the flash from now (0: never)."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice
        self.cut_in = 0
        self.is_off = False

    def on(self) -> None:
        self.is_off = False
        self.cut_in = 0

    def alive(self) -> None:
        if self.is_off:
            raise PowerCut

    def change(self) -> bool:
        """An operation that changes something is due: whether it still happens. The power may go with it."""
        self.alive()
        if self.cut_in:
            self.cut_in -= 1
            if not self.cut_in:
                self.is_off = True
                return self._dice.random() < 0.5
        return True


class Partition:
    """The journal's data partition, as `esp32.Partition`: a write clears bits; a cut leaves a part of it, or
    noise behind it.
    """

    def __init__(self, power: Power, dice: random.Random, sectors: int = 12) -> None:
        self._power, self._dice = power, dice
        self._image = bytearray(b"\xff" * sectors * BLOCK)

    def readblocks(self, sector: int, buffer: Any, offset: int = 0) -> None:
        self._power.alive()
        at = sector * BLOCK + offset
        buffer[:] = self._image[at : at + len(buffer)]

    def writeblocks(self, sector: int, data: Any, offset: int = 0) -> None:
        data = bytes(data)
        assert offset + len(data) <= BLOCK
        if not self._power.change():
            done = self._dice.randrange(len(data) + 1)
            noise = self._dice.choice((b"", self._dice.randbytes(len(data) - done)))
            data = data[:done] + bytes(byte | mask for byte, mask in zip(data[done:], noise, strict=False))
        at = sector * BLOCK + offset
        for index, byte in enumerate(data):
            self._image[at + index] &= byte
        self._power.alive()

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 4:
            return len(self._image) // BLOCK
        if operation == 6:
            size = BLOCK if self._power.change() else self._dice.randrange(BLOCK + 1)
            at = argument * BLOCK
            self._image[at : at + size] = b"\xff" * size
            self._power.alive()
        return 0
