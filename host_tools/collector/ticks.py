"""What a table's millisecond counter means in the host's time, from round trips (docs/protocol.md, "Time").

An answer was made between the question's leaving and its own arrival, so each round trip puts the offset of
the two clocks between two bounds. Bounds from several round trips hold together (Marzullo 1984, as in NTP),
each widened by what the crystals may have drifted since: the quickest way there gives one, the quickest way
back the other, so that uneven delays do no harm when now and then both ways are quick. The middle of what is
left is the estimate; with one sample it is the middle of its round trip.
"""

from collections import deque

#: `ticks_ms` of MicroPython on the ESP32 starts again at 2^30 (12.4 days); counters that do not are cut to
#: it.
WRAP = 1 << 30
#: Round trips kept: two minutes of heartbeats.
SAMPLES = 64
#: Two crystals part by at most 1 ms in so many ms: 100 ppm, twice what the worst are sold with.
DRIFT_MS_PER_MS = 10_000
#: The first samples come quickly, eight to a heartbeat: FIRST of them, after each of which the table is told
#: (a frame may be lost), and on a line with long delays up to FIRST_MOST, until the estimate is good.
FIRST, FIRST_MOST, GOOD_MS = 4, 40, 8
#: The table is told again when it was told something that is wrong by so much ...
TELL_MS = 1
#: ... or after so long.
TELL_AGAIN_MS = 16_000


class TickClock:
    """Places one table's ticks on the host's monotonic time, both in ms."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int, int]] = deque(maxlen=SAMPLES)  # (least, most offset, received)
        self._ticks = 0  # of the newest sample, as the table said them
        self._counted = 0  # the same, without starting again
        self._count = 0
        self._offset = 0  # host's ms less counted ticks
        self._told: tuple[int, int] | None = None  # (offset, when)
        self._has_news = False
        self.error_ms: int | None = None  # the estimate may be off by so much; None: there is none

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
            self._told is None
            or self._count <= FIRST
            or abs(self._offset - self._told[0]) >= TELL_MS
            or received_ms - self._told[1] >= TELL_AGAIN_MS
        )

    def _estimate(self, now_ms: int) -> None:
        """From the newest sample back, as far as they agree: a clock that was set parts old from new."""
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
        """The host's time at which the counter stands at `ticks_ms`; None when there is no sample."""
        return self._count_of(ticks_ms) + self._offset if self._count else None

    def host_ms(self, ticks_ms: int, now_ms: int) -> int:
        """The host's time at which the counter stood at `ticks_ms`; `now_ms` when there is no sample, and
        never later.
        """
        found = self.host_at(ticks_ms)
        return now_ms if found is None else min(found, now_ms)

    def news(self) -> tuple[int, int] | None:
        """(ticks, host's ms at them) when the table should be told: it does not know, or not well."""
        return (self._ticks, self._counted + self._offset) if self._has_news else None

    def told(self, now_ms: int) -> None:
        """The table has been sent what `news` gave."""
        self._told = (self._offset, now_ms)
        self._has_news = False

    @property
    def is_told(self) -> bool:
        """Whether the table has been sent the time at all."""
        return self._told is not None

    def ping_gap_ms(self, heartbeat_ms: int) -> int:
        """When to ask again: soon at first, then with each heartbeat."""
        is_good = self._count >= FIRST and (self.error_ms or 0) <= GOOD_MS
        return heartbeat_ms if is_good or self._count >= FIRST_MOST else heartbeat_ms // 8

    def _count_of(self, ticks_ms: int) -> int:
        return self._counted + (ticks_ms - self._ticks + WRAP // 2) % WRAP - WRAP // 2
