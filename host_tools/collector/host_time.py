"""Host time: UTC in ms as the tables are told it, steady for as long as the collector runs.

It is the clock of the database (for SQLite this computer's, `store.hall.clock_ms`) as it stood at the start,
carried on by the monotonic clock, and by the time that the computer slept where the system tells it. So a
clock that is set meanwhile moves no running clock in the hall, and a lid that was closed for a minute does
not put it back by one.
"""

import sys
import time

from host_tools.collector.live import wall_ms

#: Less than this is no sleep, but the time between two readings.
SLEEP_LEAST_MS = 1000


def _slept_ms() -> int:
    """How long the computer has slept since it was started, as far as the monotonic clock left that out."""
    if sys.platform == "linux":
        return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()) // 1_000_000
    if sys.platform == "darwin":
        return (time.clock_gettime_ns(time.CLOCK_MONOTONIC) - time.monotonic_ns()) // 1_000_000
    return 0


class HostTime:
    """One for each collector."""

    def __init__(self) -> None:
        self.set(0, wall_ms(0))

    def set(self, monotonic: int, host_ms: int) -> None:
        """From now on it is `host_ms` at this moment of the monotonic clock (ms)."""
        self._offset = host_ms - monotonic
        self._slept = _slept_ms()

    def at(self, monotonic: int) -> int:
        """Host time (UTC ms) at a moment of the monotonic clock (ms), not before this computer last slept."""
        slept = _slept_ms() - self._slept
        return monotonic + self._offset + (slept if slept >= SLEEP_LEAST_MS else 0)
