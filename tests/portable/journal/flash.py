"""File systems for tests: the real LittleFS on a block device in memory where there is one.

Under MicroPython `mounted` gives a directory on `VfsLfs2` with the stock parameters (4 KiB blocks); under
CPython, which has none, a temporary directory.
"""

try:
    import vfs
except ImportError:
    vfs = None

HAS_LITTLEFS = vfs is not None

BLOCK = 4096
_MOUNT = "/ram"


class Flash:
    """NOR flash in memory: counts erases and writes; the power can be cut at the n-th of them.

    `cut_at`: this write or erase (from 1) is the last; `torn`: how many eighths of it still happen. From then
    on everything fails with EIO and nothing changes. (Raising from in here would leave LittleFS in disorder.)
    """

    def __init__(self, blocks=48, image=None, cut_at=0, torn=0):
        self.image = bytearray(image) if image else bytearray(b"\xff" * (blocks * BLOCK))
        self.cut_at = cut_at
        self.torn = torn
        self.erases = self.writes = self.operations = 0
        self.is_dead = False

    def readblocks(self, block, buffer, offset=0):
        if self.is_dead:
            return -5
        at = block * BLOCK + offset
        buffer[:] = self.image[at : at + len(buffer)]
        return 0

    def writeblocks(self, block, buffer, offset=0):
        length = self._allowed(len(buffer))
        at = block * BLOCK + offset
        for index in range(length):
            self.image[at + index] &= buffer[index]  # flash can only clear bits
        self.writes += 1
        return self._result()

    def ioctl(self, operation, argument):
        if operation == 4:
            return len(self.image) // BLOCK
        if operation == 5:
            return BLOCK
        if operation == 6:
            length = self._allowed(BLOCK)
            at = argument * BLOCK
            self.image[at : at + length] = b"\xff" * length
            self.erases += 1
            return self._result()
        return 0

    def _allowed(self, length):
        if self.is_dead:
            return 0
        self.operations += 1
        if self.operations == self.cut_at:
            self.is_dead = True
            return length * self.torn // 8
        return length

    def _result(self):
        return -5 if self.is_dead else 0


def formatted(blocks=48):
    """The image of an empty file system."""
    flash = Flash(blocks)
    vfs.VfsLfs2.mkfs(flash)
    return flash.image


def mount(flash):
    """Mount `flash` in place of what was mounted; its directory. With CPython use `mounted`."""
    unmount()
    vfs.mount(vfs.VfsLfs2(flash), _MOUNT)
    return _MOUNT


def unmount():
    try:
        vfs.umount(_MOUNT)
    except OSError:
        pass


def mounted(blocks=48):
    """An empty directory to put a journal in."""
    if HAS_LITTLEFS:
        return mount(Flash(image=formatted(blocks)))
    import tempfile

    return tempfile.mkdtemp()
