"""Push buttons: debounced presses and long presses, in the order they came, from whatever reads them.

A press counts at its first closed reading, so that debouncing costs no latency. After that the key is deaf
until it has read open without a break for `OPEN_MS`: the contacts of a good switch chatter for less than a
scan, and a finger that presses twice stays away longer. A key that was once seen to chatter, open and closed
again in less, is a bad switch: 150 ms of chatter may read open several times running by chance, so from then
on `OPEN_BAD_MS` are asked of it. Each key has its own state, so a slow or chattering key never hides another.

What reads them is a *source*: `read()` -> a number whose bit n is 1 while key n is closed. It allocates
nothing, and raises OSError when it gets no answer it can believe.
"""

from array import array

PRESS = 0
LONG = 1

LONG_MS = 700
"""Held this long, a press is reported once more as LONG."""

OPEN_MS = 30
"""A key is ready for its next press once it has read open this long without a break."""

OPEN_BAD_MS = 100
"""The same for a key that chatters: four presses a second are safe, and by chance one in a thousand counts
twice."""

SILENT_MS = 100
"""A source that cannot be read for this long does not answer; what happens on it meanwhile is lost."""

QUEUE = 16
"""Presses kept until they are fetched; what comes on top is counted in `Keys.dropped`."""

# States of one key. Deaf: not seen open since power-on, or since its source answers again: a stuck key says
# nothing, and none is invented.
_DEAF = 0
_READY = 1
_HELD = 2
_HELD_LONG = 3


class Pins:
    """Ten push buttons to ground, or any other number: `pins` have `value()`, 0 = closed, 1 = open."""

    def __init__(self, pins) -> None:
        self._pins = pins

    def read(self) -> int:
        """Which keys are closed, bit n for pin n."""
        closed = 0
        for index in range(len(self._pins)):
            if not self._pins[index].value():
                closed |= 1 << index
        return closed


class Keys:
    """`count` keys that `source` reads; `diff` is `time.ticks_diff`.

    `scan` allocates nothing; call it every 10 ms. `answers`: whether the source could be read lately.
    """

    def __init__(self, source, diff, count: int = 10) -> None:
        self._source = source
        self._diff = diff
        self._count = count
        self._state = bytearray(count)
        self._was_open = bytearray(count)
        self._open_since = array("i", [0] * count)
        self._pressed_at = array("i", [0] * count)
        self._chatters = bytearray(count)
        self._presses = tuple([(index, PRESS) for index in range(count)])
        self._longs = tuple([(index, LONG) for index in range(count)])
        self._queue_key = bytearray(QUEUE)
        self._queue_kind = bytearray(QUEUE)
        self._first = 0
        self._queued = 0
        self._held = 0
        self._busy = count  # keys that are not ready
        self._is_failing = False
        self._failed_at = 0
        self.answers = True
        self.dropped = 0
        self._look()

    def scan(self, now: int) -> int:
        """Read every key once at `now` (ticks in ms); return how many presses wait in the queue."""
        try:
            closed = self._source.read()
        except OSError:
            self._unread(now)
            return self._queued
        self._is_failing = False
        self.answers = True
        if closed or self._busy:
            for index in range(self._count):
                if closed >> index & 1:
                    self._reads_closed(index, now)
                else:
                    self._reads_open(index, now)
        return self._queued

    def get(self):
        """The oldest waiting (key index, PRESS or LONG), or None. Order is kept."""
        if not self._queued:
            return None
        at = self._first
        self._first = (at + 1) % QUEUE
        self._queued -= 1
        kinds = self._longs if self._queue_kind[at] else self._presses
        return kinds[self._queue_key[at]]

    def is_held(self, index: int) -> bool:
        """Whether the key counts as pressed now (chatter evened out)."""
        return self._state[index] >= _HELD

    def any_held(self) -> bool:
        """Whether any key counts as pressed now."""
        return self._held > 0

    def chatters(self, index: int) -> bool:
        """Whether the key was seen to chatter since power-on: its switch is worn out."""
        return self._chatters[index] > 0

    def _look(self) -> None:
        """The first reading: what is open is ready at once."""
        try:
            closed = self._source.read()
        except OSError:
            self.answers = False
            return
        for index in range(self._count):
            if not closed >> index & 1:
                self._state[index] = _READY
                self._busy -= 1

    def _unread(self, now: int) -> None:
        """One reading may fail, nothing is lost by it. When all do, every key has to be seen open anew."""
        if not self._is_failing:
            self._is_failing = True
            self._failed_at = now
        elif self.answers and self._diff(now, self._failed_at) >= SILENT_MS:
            self.answers = False
            self._held = 0
            self._busy = self._count
            for index in range(self._count):
                self._state[index] = _DEAF
                self._was_open[index] = 0

    def _reads_open(self, index: int, now: int) -> None:
        if not self._was_open[index]:
            self._was_open[index] = 1
            self._open_since[index] = now
        elif self._state[index] != _READY and self._has_rested(index, now):
            if self._state[index] != _DEAF:
                self._held -= 1
            self._busy -= 1
            self._state[index] = _READY

    def _reads_closed(self, index: int, now: int) -> None:
        state = self._state[index]
        if self._was_open[index]:
            self._was_open[index] = 0
            if state >= _HELD:
                self._chatters[index] = 1
        if state == _READY:
            self._state[index] = _HELD
            self._held += 1
            self._busy += 1
            self._pressed_at[index] = now
            self._put(index, PRESS)
        elif state == _HELD and self._diff(now, self._pressed_at[index]) >= LONG_MS:
            self._state[index] = _HELD_LONG
            self._put(index, LONG)

    def _has_rested(self, index: int, now: int) -> bool:
        needed = OPEN_BAD_MS if self._chatters[index] else OPEN_MS
        return self._diff(now, self._open_since[index]) >= needed

    def _put(self, index: int, kind: int) -> None:
        if self._queued == QUEUE:
            self.dropped += 1
            return
        at = (self._first + self._queued) % QUEUE
        self._queue_key[at] = index
        self._queue_kind[at] = kind
        self._queued += 1
