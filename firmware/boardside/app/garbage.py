"""When the heap is collected: seldom, in moments of our own choosing, and never by MicroPython.

A collection stops everything for 50 ms, with a clock running for 90 (an emulated ESP32); to ask how much is
in use takes 4. MicroPython collects by itself when the heap is full, or after its threshold, which counts
what is freed at once, too: so there is none. The heap has 448,000 bytes in play and grows only when a
collection was not enough: 118 KB of garbage fill it. `gc.mem_free()` adds what could be added, and says
nothing about that.
"""

import gc

QUIET_BYTES = 32 * 1024
"""So much more in use than after the last collection is collected while no clock runs."""

DUE_BYTES = 64 * 1024
"""So much also while one runs."""

MOST_BYTES = 80 * 1024
"""So much also without a calm moment, in a short pause between two presses."""

ASK_MS = 2000
"""How often the heap is asked."""


class Garbage:
    """Collects the heap. `begin` once, before the table runs; then `step` in moments that may be used."""

    def __init__(self) -> None:
        self._held = 0  # bytes in use after the last collection
        self._asked_at = 0  # uptime
        self._is_due = False

    def begin(self) -> None:
        """Collect, and leave it to `step` from then on."""
        gc.threshold(-1)
        self._collect(0)

    def want(self) -> None:
        """Much was let go of: collect in the next calm moment without a clock."""
        self._is_due = True

    def step(self, uptime_ms: int, is_timed: bool, is_calm: bool) -> bool:
        """Collect if it is due: in a moment in which 0.1 s are not noticed. Whether it was done.

        is_timed: a clock runs. is_calm: no key was pressed for long; else this is a short pause.
        """
        if not (self._is_due and is_calm and not is_timed):
            if uptime_ms - self._asked_at < ASK_MS:
                return False
            self._asked_at = uptime_ms
            least = MOST_BYTES if not is_calm else DUE_BYTES if is_timed else QUIET_BYTES
            if gc.mem_alloc() - self._held < least:
                return False
        self._collect(uptime_ms)
        return True

    def _collect(self, uptime_ms: int) -> None:
        gc.collect()
        self._held = gc.mem_alloc()
        self._is_due = False
        self._asked_at = uptime_ms
