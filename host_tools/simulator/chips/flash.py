"""A NOR flash partition kept in a file: erased to ones block by block, written by clearing bits.

It survives the power cycles of a table as the real one does. Erasing stalls the whole table, as on the
ESP32, where both cores stop meanwhile. A power cut can be set for the n-th write from now.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BLOCK = 4096

_IOCTL_BLOCK_COUNT = 4
_IOCTL_BLOCK_SIZE = 5
_IOCTL_BLOCK_ERASE = 6


class PowerCutError(Exception):
    """The power was cut in the middle of a write."""


def create(path: str, blocks: int) -> None:
    """Make a blank (erased) partition of `blocks` blocks at `path`."""
    blank = b"\xff" * BLOCK
    with open(path, "wb") as file:
        for _ in range(blocks):
            file.write(blank)


def _power_cut() -> None:
    raise PowerCutError


class Supply:
    """The power of one board: `cut_in` counts the writes and erases left until it is cut; 0: never."""

    def __init__(self) -> None:
        self.cut_in = 0

    def goes_now(self) -> bool:
        """Count one write or erase; whether the power is cut in the middle of it."""
        if not self.cut_in:
            return False
        self.cut_in -= 1
        return not self.cut_in


class Flash:
    """A block device for `vfs.VfsLfs2` or the journal, on the file `path`, which must exist.

    `pause(microseconds, is_erase)` stops the table for the time of each erase or write. `cut()` is called in
    the middle of the write at which the power is cut, and must not return. Partitions of one chip share the
    `supply`.
    """

    def __init__(
        self,
        path: str,
        pause: "Callable[[int, bool], None] | None" = None,
        cut: "Callable[[], None]" = _power_cut,
        erase_us: "Sequence[int]" = (0, 0),
        write_us: int = 0,
        supply: "Supply | None" = None,
    ) -> None:
        self._file = open(path, "r+b", 0)  # noqa: SIM115  (open as long as the chip has power)
        self._blocks = os.stat(path)[6] // BLOCK
        self._pause = pause
        self._cut = cut
        self._erase_us = erase_us
        self._write_us = write_us
        self._blank = b"\xff" * BLOCK
        self._old = bytearray(BLOCK)
        self._scramble = 1
        self._supply = supply or Supply()
        self.erases = 0
        self.writes = 0
        self.unerased = 0

    def cut_at(self, writes: int) -> None:
        """Cut the power in the `writes`-th write or erase from now (1 = the next one); 0 calls it off."""
        self._supply.cut_in = writes

    def readblocks(self, block: int, buf: "bytearray | memoryview", offset: int = 0) -> None:
        self._file.seek(block * BLOCK + offset)
        self._file.readinto(buf)

    def writeblocks(self, block: int, buf: "bytes | bytearray | memoryview", offset: int = -1) -> None:
        """Write; without an offset erase first, as MicroPython's simple block interface asks."""
        if offset < 0:
            for index in range((len(buf) + BLOCK - 1) // BLOCK):
                self._erase(block + index)
            offset = 0
        self.writes += 1
        start = block * BLOCK + offset
        buf = self._cleared(start, buf)
        is_last = self._supply.goes_now()
        self._file.seek(start)
        if is_last:
            self._file.write(bytes(buf)[: len(buf) // 2])
            self._cut()
        self._file.write(buf)
        if self._pause is not None and self._write_us:
            self._pause(self._write_us, False)

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == _IOCTL_BLOCK_COUNT:
            return self._blocks
        if operation == _IOCTL_BLOCK_SIZE:
            return BLOCK
        if operation == _IOCTL_BLOCK_ERASE:
            self._erase(argument)
        return 0

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _erase(self, block: int) -> None:
        self.erases += 1
        is_last = self._supply.goes_now()
        self._file.seek(block * BLOCK)
        if is_last:
            self._file.write(self._blank[: BLOCK // 2])
            self._cut()
        self._file.write(self._blank)
        low, high = self._erase_us
        if self._pause is not None and high:
            self._scramble = self._scramble * 75 % 65537  # a fixed sequence: runs repeat
            self._pause(low + self._scramble % (high - low + 1), True)

    def _cleared(self, start: int, buf: "bytes | bytearray | memoryview") -> "bytes | bytearray | memoryview":
        """The contents after a write of `buf`, which only clears bits. Counts bytes it could not set."""
        if len(buf) > BLOCK:
            return buf
        old = memoryview(self._old)[: len(buf)]
        self._file.seek(start)
        self._file.readinto(old)
        if bytes(old) == self._blank[: len(buf)]:
            return buf
        for index in range(len(buf)):
            if old[index] & buf[index] != buf[index]:
                self.unerased += 1
            old[index] &= buf[index]
        return old
