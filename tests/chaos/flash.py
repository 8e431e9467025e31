"""A table's flash in memory, as LittleFS gives it to the journal: what is flushed stays, the power may go at
any operation. And a partition of it, for the journal's ring.

`Disk` is one table's. `open` and `os` of the module `chapters` are replaced by those of a `Drawer`, which
finds the disk by the first part of a path: so the firmware's own files run on it.
"""

import errno
import random
from typing import Any

BLOCK = 4096


class PowerCut(BaseException):
    """The power is cut: no code of the table runs after it."""


class Disk:
    """Directories and files of one table. `cut_in`: the power goes at so many operations from now (0: never).

    blocks: its size; a directory takes two, so it can fill up.
    """

    def __init__(self, dice: random.Random, blocks: int = 200) -> None:
        self._dice = dice
        self.blocks = blocks
        self.directories: set[str] = set()
        self.files: dict[str, bytes] = {}
        self.cut_in = 0
        self.is_dead = False
        self.operations = 0

    def power_on(self) -> None:
        self.is_dead = False
        self.cut_in = 0

    def alive(self) -> None:
        if self.is_dead:
            raise PowerCut

    def change(self) -> bool:
        """An operation that changes something is due: whether it still happens. The power may go with it."""
        self.alive()
        self.operations += 1
        if self.cut_in:
            self.cut_in -= 1
            if not self.cut_in:
                self.is_dead = True
                return self._dice.random() < 0.5
        return True

    def store(self, path: str, content: bytes) -> None:
        """Make `content` the file's; a cut leaves the old one, the new one, or torn bytes behind the old."""
        happens = self.change()
        before = self.files.get(path, b"")
        if happens:
            self.files[path] = content
        elif content.startswith(before) and self._dice.random() < 0.5:
            more = content[len(before) :]
            self.files[path] = before + more[: self._dice.randrange(len(more) + 1)]
        self.alive()

    def statvfs(self, _path: str) -> tuple[int, ...]:
        self.alive()
        free = self.blocks - 2 * len(self.directories)
        return BLOCK, BLOCK, self.blocks, free, free


class Partition:
    """A data partition of the same flash, as `esp32.Partition`: a write clears bits; a cut leaves a part of
    it, or noise behind it.
    """

    def __init__(self, disk: Disk, dice: random.Random, sectors: int = 12) -> None:
        self._disk, self._dice = disk, dice
        self._image = bytearray(b"\xff" * sectors * BLOCK)

    def readblocks(self, sector: int, buffer: Any, offset: int = 0) -> None:
        self._disk.alive()
        at = sector * BLOCK + offset
        buffer[:] = self._image[at : at + len(buffer)]

    def writeblocks(self, sector: int, data: Any, offset: int = 0) -> None:
        data = bytes(data)
        assert offset + len(data) <= BLOCK
        if not self._disk.change():
            done = self._dice.randrange(len(data) + 1)
            noise = self._dice.choice((b"", self._dice.randbytes(len(data) - done)))
            data = data[:done] + bytes(byte | mask for byte, mask in zip(data[done:], noise, strict=False))
        at = sector * BLOCK + offset
        for index, byte in enumerate(data):
            self._image[at + index] &= byte
        self._disk.alive()

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 4:
            return len(self._image) // BLOCK
        if operation == 6:
            size = BLOCK if self._disk.change() else self._dice.randrange(BLOCK + 1)
            at = argument * BLOCK
            self._image[at : at + size] = b"\xff" * size
            self._disk.alive()
        return 0


class _File:
    def __init__(self, disk: Disk, path: str, mode: str) -> None:
        self._disk, self._path, self._mode = disk, path, mode
        self._content = b"" if mode == "wb" else disk.files.get(path, b"")
        self._is_changed = mode == "wb" or path not in disk.files

    def read(self) -> bytes:
        self._disk.alive()
        return self._content

    def write(self, data: bytes) -> int:
        self._disk.alive()
        self._content += bytes(data)
        self._is_changed = True
        return len(data)

    def flush(self) -> None:
        if self._is_changed and self._mode != "rb":
            self._is_changed = False
            self._disk.store(self._path, self._content)

    def close(self) -> None:
        self.flush()

    def __enter__(self) -> "_File":
        return self

    def __exit__(self, kind: Any, *_rest: Any) -> None:
        if kind is None:
            self.close()


class Drawer:
    """Stands in for `os`; `open` for the function. Paths begin with the disk's name."""

    def __init__(self) -> None:
        self.disks: dict[str, Disk] = {}

    def _at(self, path: str) -> Disk:
        return self.disks[path.split("/", 1)[0]]

    def open(self, path: str, mode: str) -> _File:
        disk = self._at(path)
        disk.alive()
        if mode == "rb" and path not in disk.files:
            raise OSError(errno.ENOENT, path)
        if mode != "rb" and path.rsplit("/", 1)[0] not in disk.directories:
            raise OSError(errno.ENOENT, path)
        return _File(disk, path, mode)

    def mkdir(self, path: str) -> None:
        disk = self._at(path)
        if path in disk.directories:
            raise OSError(errno.EEXIST, path)
        if disk.change():
            disk.directories.add(path)
        disk.alive()

    def listdir(self, path: str) -> list[str]:
        disk = self._at(path)
        disk.alive()
        if path not in disk.directories:
            raise OSError(errno.ENOENT, path)
        below = [*disk.directories, *disk.files]
        return sorted(name.rsplit("/", 1)[1] for name in below if name.rsplit("/", 1)[0] == path)

    def remove(self, path: str) -> None:
        disk = self._at(path)
        if path not in disk.files:
            raise OSError(errno.ENOENT, path)
        if disk.change():
            del disk.files[path]
        disk.alive()

    def rmdir(self, path: str) -> None:
        disk = self._at(path)
        if self.listdir(path):
            raise OSError(errno.ENOTEMPTY, path)
        if disk.change():
            disk.directories.remove(path)
        disk.alive()

    def rename(self, old: str, new: str) -> None:
        disk = self._at(old)
        if old not in disk.directories:
            raise OSError(errno.ENOENT, old)
        if disk.change():
            disk.directories.remove(old)
            disk.directories.add(new)
        disk.alive()
