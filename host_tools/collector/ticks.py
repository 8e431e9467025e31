"""What time it was on the host when a table's millisecond counter stood somewhere: best of eight round
trips.
"""

from collections import deque

#: `ticks_ms` of MicroPython on the ESP32 starts again at 2^30 (12.4 days); counters that do not are cut to
#: it.
WRAP = 1 << 30
SAMPLES = 8


class TickClock:
    """Places one table's ticks on the host's monotonic time, both in ms. The best round trip bounds the error
    by its half.
    """

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int, int]] = deque(
            maxlen=SAMPLES
        )  # (round trip, host's middle, ticks)

    @property
    def round_trip_ms(self) -> int | None:
        """The shortest of the last eight round trips; None before the first."""
        return min(self._samples)[0] if self._samples else None

    def observe(self, sent_ms: int, received_ms: int, ticks_ms: int) -> None:
        """A question left at `sent_ms`; its answer, made at `ticks_ms`, came at `received_ms`."""
        if received_ms >= sent_ms:
            self._samples.append((received_ms - sent_ms, (sent_ms + received_ms) // 2, ticks_ms))

    def host_ms(self, ticks_ms: int, now_ms: int) -> int:
        """The host's time at which the counter stood at `ticks_ms`; `now_ms` when there is no sample, and
        never later.
        """
        if not self._samples:
            return now_ms
        _, middle, ticks = min(self._samples, key=lambda sample: (sample[0], -sample[1]))
        difference = (ticks_ms - ticks + WRAP // 2) % WRAP - WRAP // 2
        return min(middle + difference, now_ms)
