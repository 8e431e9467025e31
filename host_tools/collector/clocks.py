"""The clocks: this computer's, host time as it is sent to the tables, and the offset of a table's counter of
milliseconds.
"""

import sys
import time
from collections import deque

from host_tools.store.database import computer_ms, now_ms


def monotonic_ms() -> int:
    """The host's monotonic clock in ms. It measures link ages and time-outs."""
    return time.monotonic_ns() // 1_000_000


def wall_ms(monotonic: int) -> int:
    """The host's time (UTC, ms since 1970; store/database.py) at a moment of the monotonic clock."""
    return now_ms() + monotonic - monotonic_ms()


#: A shorter difference is not a sleep, but the time between two readings.
SLEEP_LEAST_MS = 1000


def _slept_ms() -> int:
    """How long the computer has slept since it was started, where the monotonic clock does not count it."""
    if sys.platform == "linux":
        return (time.clock_gettime_ns(time.CLOCK_BOOTTIME) - time.monotonic_ns()) // 1_000_000
    if sys.platform == "darwin":
        return (time.clock_gettime_ns(time.CLOCK_MONOTONIC) - time.monotonic_ns()) // 1_000_000
    return 0


class HostTime:
    """Host time: UTC in ms as it is sent to the tables. It is steady while the collector runs.

    It starts as the clock of the database (for SQLite this computer's, `store.hall.clock_ms`). From then on
    it advances with the monotonic clock, plus the time that the computer slept where the system reports it.
    So a change of the computer's clock moves no running clock in the hall, and a closed lid for a minute does
    not set host time back by a minute. Each collector has one.
    """

    def __init__(self) -> None:
        self.set(0, computer_ms() - monotonic_ms())

    def set(self, monotonic: int, host_ms: int) -> None:
        """Set host time to `host_ms` at this moment of the monotonic clock (ms)."""
        self._offset = host_ms - monotonic
        self._slept = _slept_ms()

    def at(self, monotonic: int) -> int:
        """Host time (UTC ms) at a moment of the monotonic clock (ms), not before this computer last slept."""
        slept = _slept_ms() - self._slept
        return monotonic + self._offset + (slept if slept >= SLEEP_LEAST_MS else 0)


#: `ticks_ms` of MicroPython on the ESP32 wraps at 2^30 (12.4 days); counters with other ranges are
#: reduced to this one.
WRAP = 1 << 30
#: Round trips kept: two minutes of heartbeats.
SAMPLES = 64
#: Two crystals drift apart by at most 1 ms in this many ms: 100 ppm, twice the tolerance of the worst.
DRIFT_MS_PER_MS = 10_000
#: The first samples come quickly, eight to a heartbeat: FIRST of them, each followed by the time for the
#: table (a frame may be lost), and on a line with long delays up to FIRST_MOST, until the estimate is good.
FIRST, FIRST_MOST, GOOD_MS = 4, 40, 8
#: The time is sent to the table again when the last one sent is wrong by this much ...
TELL_MS = 1
#: ... or after this time.
TELL_AGAIN_MS = 16_000


class TickClock:
    """Converts one table's ticks to the host's monotonic time, both in ms, by round trips
    (docs/maintainer/protocol.md, "Time").

    The table made its answer after the question left and before the answer arrived, so each round trip gives
    two bounds for the offset of the two clocks. The bounds of several round trips are intersected (Marzullo
    1984, as in NTP), each widened by the possible drift of the crystals since. The fastest way out gives one
    bound and the fastest way back the other, so uneven delays do no harm if each way is fast now and then.
    The estimate is the middle of the intersection; with one sample, the middle of its round trip.
    """

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int, int]] = deque(maxlen=SAMPLES)  # (least, most offset, received)
        self._ticks = 0  # of the newest sample, as the table sent them
        self._counted = 0  # the same, without the wrap
        self._count = 0
        self._offset = 0  # host's ms less counted ticks
        self._sent: tuple[int, int] | None = None  # (offset, when)
        self._has_news = False
        self.error_ms: int | None = None  # the largest error of the estimate; None: no estimate

    def observe(self, sent_ms: int, received_ms: int, ticks_ms: int) -> None:
        """A question left at `sent_ms`; its answer, made at `ticks_ms`, came at `received_ms`."""
        if received_ms < sent_ms:
            return
        self._counted = self._count_of(ticks_ms)
        self._ticks = ticks_ms
        self._count += 1
        self._samples.append((sent_ms - self._counted, received_ms - self._counted, received_ms))
        self._estimate(received_ms)
        self._has_news = (
            self._sent is None
            or self._count <= FIRST
            or abs(self._offset - self._sent[0]) >= TELL_MS
            or received_ms - self._sent[1] >= TELL_AGAIN_MS
        )

    def _estimate(self, now_ms: int) -> None:
        """Use the samples from the newest back, as long as they agree; older ones may be of a reset clock."""
        least, most = -(2**62), 2**62
        for low, high, at in reversed(
            self._samples
        ):  # plain comparisons: a thousand tables answer all the time
            wider = (now_ms - at) // DRIFT_MS_PER_MS
            low -= wider
            high += wider
            # A count of whole ms says when it was to within one.
            if low > most + 1 or high + 1 < least:
                break
            if low > least:
                least = low
            if high < most:
                most = high
        self.error_ms = max(0, most - least + 1) // 2
        self._offset = (least + most) // 2

    def host_at(self, ticks_ms: int) -> int | None:
        """The host's time when the counter is `ticks_ms`; None when there is no sample."""
        return self._count_of(ticks_ms) + self._offset if self._count else None

    def host_ms(self, ticks_ms: int, now_ms: int) -> int:
        """The host's time when the counter was `ticks_ms`; `now_ms` when there is no sample, and
        never later.
        """
        host_at = self.host_at(ticks_ms)
        return now_ms if host_at is None else min(host_at, now_ms)

    def news(self) -> tuple[int, int] | None:
        """(ticks, host's ms at them) to send; None while the table's time is recent and exact."""
        return (self._ticks, self._counted + self._offset) if self._has_news else None

    def sent(self, now_ms: int) -> None:
        """Note that the result of `news` was sent to the table."""
        self._sent = (self._offset, now_ms)
        self._has_news = False

    @property
    def is_told(self) -> bool:
        """Whether the time was ever sent to the table."""
        return self._sent is not None

    def ping_gap_ms(self, heartbeat_ms: int) -> int:
        """When to ask again: soon at first, then with each heartbeat."""
        is_good = self._count >= FIRST and (self.error_ms or 0) <= GOOD_MS
        return heartbeat_ms if is_good or self._count >= FIRST_MOST else heartbeat_ms // 8

    def _count_of(self, ticks_ms: int) -> int:
        return self._counted + (ticks_ms - self._ticks + WRAP // 2) % WRAP - WRAP // 2
