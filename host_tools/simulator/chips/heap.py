"""The heap of MicroPython's ESP32 port, computed from what the unix port's holds.

The port begins with 56 KB. An allocation that finds no place collects, and when that was not enough, adds an
area as large as all before it, so that the heap doubles; `mem_free` adds what could still be added
(py/gc.c, ports/esp32/main.c and gccollect.c). The unix port's own heap is so large that it is never full.
"""

FIRST_BYTES = 56 * 1024
ADDABLE_BYTES = 3_800_000
"""What a board with PSRAM can add to its heap (the emulated chip)."""

HELD, HELD_OF = 7, 10
"""Of what is held, bytes on the chip for so many of the unix port: counted, 270 of 387 KB (tests/bench)."""

GARBAGE_OF = 2
"""Of garbage, mostly objects and frames: words and blocks are half as large."""


class Heap:
    """The module `gc` as the firmware sees it, in the chip's bytes.

    `gc`: the real module. `report(is_asked)` is called after each collection, with whether the firmware asked
    for it. Call `begin` when all is loaded that is not the firmware's, and `look` often.
    """

    def __init__(self, gc, report) -> None:
        self.total = FIRST_BYTES
        self._gc = gc
        self._report = report
        self._others = 0  # bytes of the unix port that are not the firmware's
        self._held = 0  # the firmware's, after the last collection
        self._litter = 0  # garbage of others since then
        self._swept = bytearray(1)
        self.disable, self.enable, self.isenabled = gc.disable, gc.enable, gc.isenabled

    def begin(self) -> None:
        """All that is held now is not the firmware's."""
        self._gc.collect()
        self._others, self._held = self._gc.mem_alloc(), 0
        self._watch()

    def litter(self, count: int) -> None:
        """So many bytes of the unix port have become garbage that is not the firmware's."""
        self._litter += count

    def used(self) -> int:
        """Bytes in use, garbage among them."""
        now = max(0, self._gc.mem_alloc() - self._others - self._litter)
        self._held = min(self._held, now)
        return self._held * HELD // HELD_OF + (now - self._held) // GARBAGE_OF

    def look(self) -> None:
        """Collect if the port would have done so since the last look."""
        if self._swept[0]:  # by the threshold, which the unix port has, too
            self._collected(False)
        if self.used() > self.total:
            self._gc.collect()
            self._collected(False)

    def collect(self) -> None:
        """As in `gc`."""
        self._gc.collect()
        self._collected(True)

    def threshold(self, amount=None):
        """Read or set after how many allocated bytes, freed ones too, a collection runs; -1: only when the
        heap is full.
        """
        if amount is None:
            amount = self._gc.threshold()
            return amount if amount < 0 else amount // GARBAGE_OF
        return self._gc.threshold(amount if amount < 0 else GARBAGE_OF * amount)

    def mem_alloc(self) -> int:
        """Bytes in use."""
        self.look()
        return self.used()

    def mem_free(self) -> int:
        """Free bytes, with those that could still be added: says nothing about the next collection."""
        self.look()
        return self.total - self.used() + max(0, ADDABLE_BYTES - self.total)

    def _collected(self, is_asked: bool) -> None:
        self._litter = 0
        self._held = max(0, self._gc.mem_alloc() - self._others)
        while self.used() > self.total:
            self.total += max(self.total, self.used() - self.total)
        self._watch()
        self._report(is_asked)

    def _watch(self) -> None:
        self._swept[0] = 0
        _Swept(self._swept)


class _Swept:
    """Garbage from the beginning: notes that it was swept."""

    def __init__(self, flag) -> None:
        self._flag = flag

    def __del__(self) -> None:
        self._flag[0] = 1
