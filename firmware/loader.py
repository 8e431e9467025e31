"""Starts one of the two firmwares on a board: the fixed part, which no update touches
(docs/maintainer/update.md).

A firmware is one file, `a.pack` or `b.pack`. The file `slot` says which of them runs, and whether it is on
trial: every start of one on trial is counted before it happens, and after TRIES of them without a
confirmation, or at the first error, the other one runs again. LittleFS replaces a file as a whole when it is
closed, so a power cut leaves the old pointer or the new one.

Without `slot` the one pack that is there runs, and without any pack the folder `boardside` (a stock board to
which the modules were copied).
"""

import os
import sys
from array import array
from binascii import crc32
from io import BytesIO
from struct import unpack, unpack_from

# All imports stand here: one inside `Pack` would look into the pack for its module, and so on without end.

POINTER = "slot"
ROOT = "."
"""The slot of a board that has the modules as files."""

TRIES = 3
NONE = "-"
MOUNT = "/firmware"
MAGIC = b"BSP1"
HEAD_BYTES = 8
ENTRY_BYTES = 12
FOLDER = 0xFFFFFFFF
"""The size of an index entry that is a folder."""

GUARD_MS = 30_000
"""A firmware on trial that hangs before it has a watchdog of its own is reset after this time."""

CHIP_HZ = 240_000_000
"""The generic images start at 160 MHz, and most of a start is loading modules."""

_SERVICE_MS = 3_600_000
_DIRECTORY = 0x4000
_FILE = 0x8000
_ENOENT = 2

running = None
"""The `Slots` with which this start began; None when the firmware was started in another way."""

interrupted = False
"""Ctrl-C came while a module was being looked for; the firmware is loaded, but not run."""


class Slots:
    """`slot`: "a", "b" or ROOT. On trial: `fallback` is the slot to go back to, `tries` the starts so far.
    `failed`: the slot that did not prove itself at the last update. "" for none.
    """

    def __init__(self, slot, fallback="", tries=0, failed=""):
        self.slot = slot
        self.fallback = fallback
        self.tries = tries
        self.failed = failed

    def text(self):
        """As it stands in the file."""
        return "%s %s %d %s\n" % (self.slot, self.fallback or NONE, self.tries, self.failed or NONE)


def pack_name(slot):
    """The file of a slot."""
    return slot + ".pack"


def exists(path):
    """Whether there is such a file or folder."""
    try:
        os.stat(path)
    except OSError:
        return False
    return True


def parse(text):
    """The `Slots` of a pointer's text; None when it is none."""
    words = text.split()
    if len(words) != 4 or not words[2].isdigit():
        return None
    for at, names in ((0, ("a", "b", ROOT)), (1, ("a", "b", ROOT, NONE)), (3, ("a", "b", ROOT, NONE))):
        if words[at] not in names:
            return None
    fallback, failed = [word if word != NONE else "" for word in (words[1], words[3])]
    return Slots(words[0], fallback, int(words[2]), failed)


def read():
    """What the pointer says, or what is to be taken without one."""
    try:
        with open(POINTER) as file:
            slots = parse(file.read(64))
    except (OSError, ValueError):  # ValueError: no UTF-8
        slots = None
    if slots is not None:
        return slots
    for slot in ("a", "b"):
        if exists(pack_name(slot)):
            return Slots(slot)
    return Slots(ROOT)


def write(slots):
    """Put the pointer down: all of it or, at a power cut, what was there. OSError: the flash refused."""
    with open(POINTER, "wb") as file:
        file.write(slots.text().encode())


def choose():
    """Which firmware is to be started now; a start on trial has been counted when this returns."""
    slots = read()
    if not slots.fallback:
        return slots
    back = Slots(slots.fallback, failed=slots.slot)
    is_there = slots.slot == ROOT or exists(pack_name(slots.slot))
    try:
        if slots.tries >= TRIES or not is_there:
            write(back)
            return back
        slots.tries += 1
        write(slots)
        return slots
    except OSError:
        return back  # what cannot be counted is not tried


class Pack:
    """A pack as a read-only file system, for `vfs.mount`. OSError or ValueError: it is none.

    The index is kept as bytes, 12 a module, sorted by the CRC-32 of the path; beside it the upper 30 bits of
    each CRC, which are small numbers on a board too: `import` asks for some 300 names that are mostly not
    there.
    """

    def __init__(self, file):
        head = file.read(HEAD_BYTES)
        if len(head) != HEAD_BYTES or head[:4] != MAGIC:
            raise ValueError("no pack")
        _, count, _, name_bytes = unpack("<4sHBB", head)
        file.seek(HEAD_BYTES + name_bytes)
        self._index = file.read(count * ENTRY_BYTES)
        if len(self._index) != count * ENTRY_BYTES:
            raise ValueError("a torn pack")
        self._keys = array(
            "I",
            [unpack_from("<I", self._index, at)[0] >> 2 for at in range(0, len(self._index), ENTRY_BYTES)],
        )
        self._file = file

    def mount(self, readonly, mkfs):
        """Nothing is to be done."""

    def umount(self):
        """Let go of the file."""
        self._file.close()

    def stat(self, path):
        """As os.stat; OSError ENOENT. `import` takes any error of it for a module that is not there, Ctrl-C
        too: that is kept for `start`.
        """
        global interrupted
        while True:
            try:
                _, size = self._find(path)
                break
            except KeyboardInterrupt:
                interrupted = True
        if size == FOLDER:
            return (_DIRECTORY, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return (_FILE, 0, 0, 0, 0, 0, size, 0, 0, 0)

    def open(self, path, mode):
        """A module's bytes as a file."""
        at, size = self._find(path)
        if size == FOLDER or "r" not in mode:
            raise OSError(_ENOENT)
        self._file.seek(at)
        return BytesIO(self._file.read(size))

    def _find(self, path):
        wanted = crc32(path.encode().strip(b"/"))  # bytes: a text that is made is looked for among all names
        key = wanted >> 2
        keys = self._keys
        low, high = 0, len(keys)
        while low < high:
            middle = (low + high) >> 1
            if keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        while low < len(keys) and keys[low] == key:
            check, at, size = unpack_from("<III", self._index, low * ENTRY_BYTES)
            if check == wanted:
                return at, size
            low += 1
        raise OSError(_ENOENT)


def mount(slot):
    """Let the modules of this slot be found before all others. OSError, ValueError: it has none."""
    if slot == ROOT:
        return
    import vfs

    vfs.mount(Pack(open(pack_name(slot), "rb")), MOUNT)  # noqa: SIM115 - open as long as the board runs
    sys.path.insert(0, MOUNT)


def start():
    """Run the firmware. Returns to the prompt as `boardside.app.start` does, or when none can be run."""
    global running
    _quicken()
    running = slots = choose()
    if slots.fallback:
        _watchdog(GUARD_MS)
    is_loaded = False
    try:
        mount(slots.slot)
        from boardside.app.start import start as run

        is_loaded = True
        if interrupted:
            raise KeyboardInterrupt
        run()
    except Exception as error:
        sys.print_exception(error)
        _failed(slots, is_loaded)
    finally:
        if slots.fallback:
            _watchdog(_SERVICE_MS)  # whoever stopped it shall have time


def _quicken():
    """Load at full speed. If the port refuses, the firmware says so when it asks for the same."""
    try:
        import machine

        machine.freq(CHIP_HZ)
    except (ImportError, OSError, ValueError):
        pass


def _failed(slots, is_loaded):
    """It did not run. One on trial gives way at once, any other only when it cannot even be loaded."""
    other = slots.fallback
    if not other and not is_loaded:
        other = "b" if slots.slot == "a" else "a"
        if slots.failed == other or not exists(pack_name(other)):
            other = ""
    if not other:
        show_repair()
        return
    print("# firmware %s does not run: back to %s" % (slots.slot, other))
    try:
        write(Slots(other, failed=slots.slot))
    except OSError as error:
        print("# the file slot could not be written (error %s)" % error)
        return
    import machine

    machine.reset()


def show_repair():
    """No firmware can be run: says so on the serial line and on the displays. The prompt stays reachable."""
    print("# no firmware can be run: put one on by cable (docs/builder/device.md, Repair)")
    try:
        import repair

        repair.show()
    except (ImportError, OSError, ValueError, MemoryError) as error:
        print("# the displays could not be told: %r" % error)


def _watchdog(timeout_ms):
    from machine import WDT

    WDT(timeout=timeout_ms)
