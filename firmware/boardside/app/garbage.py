"""When the heap is collected: seldom, and in moments of our own choosing.

A collection stops everything for 35 to 60 ms on a board with PSRAM (estimated), and to ask how much is free
walks the whole heap, too (6 to 15 ms). A waiting table allocates next to nothing, so presses are counted
instead, and the heap itself is asked once a minute. MicroPython collects by itself only when the heap, or the
threshold set here, is used up.
"""

import gc

PRESSES = 12
"""A collection is due after so many presses."""

PRESSES_MOST = 60
"""After so many it is done while a clock runs, or, without a calm moment, with a finger on a key."""

ASK_MS = 60_000
"""How often the heap is asked: links and menu pages allocate as well."""

THRESHOLD_PART = 4
"""MicroPython collects by itself when this part of the heap (1 MB of 4) was allocated since the last time.
An eighth makes a collection due."""

_DUE_PART = 8


class Garbage:
    """Collects the heap. `begin` once, before the table runs; then `step` in moments that may be used."""

    def __init__(self) -> None:
        self.heap_bytes = 0  # of the whole heap, since `begin`
        self._free = 0
        self._presses = 0
        self._asked_at = 0  # uptime
        self._is_due = False

    def begin(self) -> None:
        """Collect, and set MicroPython's own threshold."""
        gc.collect()
        self._free = gc.mem_free()
        self.heap_bytes = self._free + gc.mem_alloc()
        gc.threshold(self.heap_bytes // THRESHOLD_PART)

    def want(self) -> None:
        """Much was let go of: collect in the next calm moment."""
        self._is_due = True

    def is_urgent(self, presses: int) -> bool:
        """Whether a moment with a finger on a key is better than a later one. presses: since power-on."""
        return presses - self._presses >= PRESSES_MOST

    def step(self, uptime_ms: int, presses: int, is_timed: bool) -> bool:
        """Collect if it is due: in a moment in which 60 ms are not noticed. Whether it was done.

        is_timed: a clock runs, and the end of it would be better: only much garbage is collected.
        """
        if presses - self._presses >= PRESSES:
            self._is_due = True
        is_full = False
        if (is_timed or not self._is_due) and uptime_ms - self._asked_at >= ASK_MS:
            self._asked_at = uptime_ms
            is_full = self._free - gc.mem_free() >= self.heap_bytes // _DUE_PART
        if not is_full and (not self.is_urgent(presses) if is_timed else not self._is_due):
            return False
        gc.collect()
        self._is_due = False
        self._presses = presses
        self._asked_at = uptime_ms
        self._free = gc.mem_free()
        return True
