"""`esp32` as the firmware of a simulated table sees it: the file system's partition."""

from . import board
from .flash import BLOCK


class Partition:
    """A flash partition by its label. The stock 4 MB layout has `vfs`; it is where LittleFS lives."""

    TYPE_APP = 0
    TYPE_DATA = 1

    def __init__(self, label: str) -> None:
        if label != "vfs":
            raise OSError(2)
        self._flash = board.main.flash

    @staticmethod
    def find(type: int = TYPE_APP, subtype: int = 0xFF, label=None) -> list:
        """The partitions that match."""
        if type == Partition.TYPE_DATA and label in (None, "vfs"):
            return [Partition("vfs")]
        return []

    def info(self) -> tuple:
        """(type, subtype, address, size, label, encrypted)."""
        return (1, 0x81, 0x200000, self._flash.ioctl(4, 0) * BLOCK, "vfs", False)

    def readblocks(self, block: int, buf, offset: int = 0) -> None:
        self._flash.readblocks(block, buf, offset)

    def writeblocks(self, block: int, buf, offset: int = -1) -> None:
        self._flash.writeblocks(block, buf, offset)

    def ioctl(self, operation: int, argument: int):
        return self._flash.ioctl(operation, argument)


def mcu_temperature() -> int:
    """Degrees Celsius of the chip."""
    return 41
