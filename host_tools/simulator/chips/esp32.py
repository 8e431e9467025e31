"""`esp32` as the firmware of a simulated table sees it: the partitions of its flash."""

from . import board
from .flash import BLOCK


class Partition:
    """A flash partition by its label: `vfs`, where LittleFS lives, and `journal` on a board that has it.

    As on the ESP32, `writeblocks` without an offset erases first, with one it only writes; errors are raised.
    """

    TYPE_APP = 0
    TYPE_DATA = 1

    def __init__(self, label: str) -> None:
        flash = {"vfs": board.main.flash, "journal": board.main.journal}.get(label)
        if flash is None:
            raise OSError(2)
        self._label = label
        self._flash = board.Undisturbed(board.main, flash)

    @staticmethod
    def find(type: int = TYPE_APP, subtype: int = 0xFF, label=None) -> list:
        """The partitions that match."""
        names = []
        for name, its_subtype in (("vfs", 0x81), ("journal", 0x06)):
            is_there = name == "vfs" or board.main.journal is not None
            if is_there and label in (None, name) and subtype in (0xFF, its_subtype):
                names.append(name)
        return [Partition(name) for name in names] if type == Partition.TYPE_DATA else []

    def info(self) -> tuple:
        """(type, subtype, address, size, label, encrypted)."""
        size = self._flash.ioctl(4, 0) * BLOCK
        if self._label == "vfs":
            return (1, 0x81, 0x200000, size, "vfs", False)
        return (1, 0x06, 0x400000 - size, size, "journal", False)

    def readblocks(self, block: int, buf, offset: int = 0) -> None:
        self._flash.readblocks(block, buf, offset)

    def writeblocks(self, block: int, buf, offset: int = -1) -> None:
        self._flash.writeblocks(block, buf, offset)

    def ioctl(self, operation: int, argument: int):
        return self._flash.ioctl(operation, argument)


def mcu_temperature() -> int:
    """Degrees Celsius of the chip."""
    return 41
