"""The table's events on their way to the host: sent in order, and again from the last one it has (go-back-N).

Only three sequence numbers and the journal's iterator are in memory: events wait on flash.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .kinds import Diff, Read

#: How far the sent events may be ahead of the acknowledged ones, in sequence numbers: at first, and always on
#: a serial line. A stream that may have more gets as much more as was acknowledged, and falls back to this
#: when an acknowledgement is overdue: so a host that is slow is not sent everything again.
WINDOW = 8
#: Without an acknowledgement for this long, the table sends again from the first unacknowledged event on; the
#: time doubles each time.
RESEND_MS = 1000
RESEND_MOST_MS = 8000


class EventStream:
    """`read(from_seq)` gives an iterator over the stored events (dicts with `seq`) from that number on.

    The stream asks for a new iterator whenever it jumps, so an iterator may read from flash; it must tolerate
    that events are appended while it is in use (it may yield them or not). `acked`: the host has stored
    everything up to here. `sent`: sent up to here. `last`: the newest event known to be in the journal.
    `window_most`: how far the sent events may come to be ahead.
    """

    def __init__(self, read: "Read", diff: "Diff") -> None:
        self._read = read
        self._diff = diff
        self._window = WINDOW
        self._iterator: Iterator[dict] | None = None
        self._fresh: dict | None = None
        self._progress_at = 0
        self._resend_ms = RESEND_MS
        self.window_most = WINDOW
        self.acked = self.sent = self.last = 0

    def start(self, from_seq: int, last: int, now: int) -> None:
        """Begin to send at event `from_seq`; `last` is the journal's newest sequence number (0: none)."""
        self.acked = self.sent = from_seq - 1
        self.last = last
        self._window = WINDOW
        self._jump()
        self._progress(now)

    def stored(self, event: dict) -> None:
        """`event` (with its `seq`) is on flash; when everything before it has been sent, it need not be read
        again.
        """
        if self._iterator is None and self._fresh is None and self.sent == self.last:
            self._fresh = event
        self.last = event["seq"]

    def ready(self) -> bool:
        """Whether an event may be sent now."""
        return self.sent < self.last and self.sent - self.acked < self._window

    def take(self, now: int) -> "tuple[int, dict] | None":
        """(the number before the event's, the event): the next to send; None when the journal turns out to
        have none.
        """
        event = self._fresh
        self._fresh = None
        if event is None:
            event = self._next()
        if event is None:
            return None
        if self.sent == self.acked:
            self._progress_at = now
        follows = self.sent
        self.sent = event["seq"]
        return follows, event

    def _next(self) -> "dict | None":
        """The first stored event after `sent`; where the journal ends early, `last` is corrected."""
        for _ in range(2):  # an iterator made before the last append may end too early: try once more
            iterator = self._iterator
            fresh = iterator is None
            if iterator is None:
                iterator = self._iterator = iter(self._read(self.sent + 1))
            for event in iterator:
                if event["seq"] > self.sent:
                    return event
            self._iterator = None
            if fresh:
                break
        self.last = self.sent
        return None

    def ack(self, seq: int, now: int) -> None:
        """The host has committed everything up to `seq`. Numbers never sent by this table are ignored."""
        if seq <= self.acked or seq > self.last:
            return
        self._window = min(self._window + seq - self.acked, self.window_most)
        self.acked = seq
        if seq > self.sent:  # the host received them over another connection
            self.sent = seq
            self._jump()
        self._progress(now)

    def again(self, seq: int) -> None:
        """The host lacks the events after `seq`: go back to there."""
        if self.acked <= seq < self.sent:
            self.sent = seq
            self._jump()

    def tick(self, now: int) -> None:
        """Go back to the first unacknowledged event when its acknowledgement is overdue."""
        if self.sent > self.acked and self._diff(now, self._progress_at) >= self._resend_ms:
            self.sent = self.acked
            self._window = WINDOW
            self._jump()
            self._progress_at = now
            self._resend_ms = min(2 * self._resend_ms, RESEND_MOST_MS)

    def _jump(self) -> None:
        self._iterator = None
        self._fresh = None

    def _progress(self, now: int) -> None:
        self._progress_at = now
        self._resend_ms = RESEND_MS
