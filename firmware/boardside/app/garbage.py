"""When the heap is collected: seldom, in moments of our own choosing, and never by MicroPython.

A collection stops everything for 50 to 90 ms (an emulated ESP32); to ask how much is in use takes 4 ms for
each 450 KB of heap. MicroPython collects by itself when the heap is full, or after its threshold, which
counts what is freed at once, too: so there is none. In play the heap has 118 KB to spare, and with a host
4 KB of garbage come in a second: so it gets a large area more at the start, and a collection waits until no
clock runs.
"""

import gc

GROW_WORDS = 300_000
"""The heap grows by a list of so many words. Its memory is the firmware's for good if two blocks at its
beginning stay in use: MicroPython 1.28 frees an area of which only the first is."""

KEPT_WORDS = 16

SPARE_BYTES = 4 * GROW_WORDS
LEAST_BYTES = 96 * 1024
"""What garbage may fill: of the grown heap, and of one that could not grow."""

BYTES_PER_MS = 8
"""There is never more garbage than this in the long run: so it is known how long nobody need ask."""

ASK_MS = 2000
"""How often the heap is asked at most."""


class Garbage:
    """Collects the heap. `begin` once, before the table runs; then `step` in moments that may be used."""

    def __init__(self) -> None:
        self._area: "list[int]" = []
        self._spare = LEAST_BYTES
        self._held = 0  # bytes in use after the last collection
        self._more = 0  # garbage when the heap was asked last
        self._asked_at = 0  # uptime
        self._is_due = False

    def begin(self) -> bool:
        """Collect, let the heap grow, and leave it to `step` from then on. Whether it could grow: then there
        is memory for whatever comes.
        """
        gc.threshold(-1)
        gc.collect()
        try:
            area = self._area = [0] * GROW_WORDS
        except MemoryError:
            self._held = gc.mem_alloc()
            return False
        self._held = gc.mem_alloc() - SPARE_BYTES
        self._spare = SPARE_BYTES
        del area[KEPT_WORDS:]
        while len(area) > KEPT_WORDS // 2:
            area.pop()  # each gives half of the list's memory back, in its place
        return True

    def want(self) -> None:
        """Much was let go of: collect in the next calm moment without a clock."""
        self._is_due = True

    def step(self, uptime_ms: int, is_timed: bool, is_calm: bool) -> bool:
        """Collect if it is due: in a moment in which 0.1 s are not noticed. Whether it was done.

        is_timed: a clock runs. is_calm: no key was pressed for long; else this is a short pause.
        """
        if not (self._is_due and is_calm and not is_timed):
            least = self.least(is_timed, is_calm)
            since_ms = uptime_ms - self._asked_at
            if since_ms < ASK_MS or self._more + BYTES_PER_MS * since_ms < least:
                return False
            self._asked_at = uptime_ms
            self._more = gc.mem_alloc() - self._held
            if self._more < least:
                return False
        gc.collect()
        self._held = gc.mem_alloc()
        self._more = 0
        self._is_due = False
        self._asked_at = uptime_ms
        return True

    def least(self, is_timed: bool, is_calm: bool) -> int:
        """The garbage, in bytes, that is collected in such a moment; while a clock runs only what must be."""
        if is_timed:
            return self._spare * (14 if is_calm else 15) // 16
        return self._spare // (8 if is_calm else 4)
