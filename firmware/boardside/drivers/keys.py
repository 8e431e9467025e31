"""Push buttons to ground with pull-ups: debounced presses and long presses, in the order they came.

A press counts at its first closed reading, so that debouncing costs no latency. After that the key is deaf
until it has read open without a break for `OPEN_MS`: contacts that chatter while closing or opening, for
150 ms in a bad switch, never stay open that long, and a finger that presses twice always does. Each key
has its own state, so a slow or chattering key never hides another.
"""

from array import array

PRESS = 0
LONG = 1

LONG_MS = 700
"""Held this long, a press is reported once more as LONG."""

OPEN_MS = 30
"""A key is ready for its next press once it has read open this long without a break."""

QUEUE = 16
"""Presses kept until they are fetched; what comes on top is counted in `Keys.dropped`."""

# States of one key. Deaf: closed since power-on, so that a stuck key says nothing.
_DEAF = 0
_READY = 1
_HELD = 2
_HELD_LONG = 3


class Keys:
    """Ten keys or any other number; `pins` are objects with `value()`: 0 = pressed, 1 = open.

    `diff` is `time.ticks_diff`. `scan` allocates nothing; call it every 10 ms.
    """

    def __init__(self, pins, diff) -> None:
        self._pins = pins
        self._diff = diff
        count = len(pins)
        self._state = bytearray([_READY if pin.value() else _DEAF for pin in pins])
        self._was_open = bytearray(count)
        self._open_since = array("i", [0] * count)
        self._pressed_at = array("i", [0] * count)
        self._presses = tuple([(index, PRESS) for index in range(count)])
        self._longs = tuple([(index, LONG) for index in range(count)])
        self._queue_key = bytearray(QUEUE)
        self._queue_kind = bytearray(QUEUE)
        self._first = 0
        self._queued = 0
        self._held = 0
        self.dropped = 0

    def scan(self, now: int) -> int:
        """Read every key once at `now` (ticks in ms); return how many presses wait in the queue."""
        for index in range(len(self._pins)):
            if self._pins[index].value():
                self._reads_open(index, now)
            else:
                self._reads_closed(index, now)
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

    def _reads_open(self, index: int, now: int) -> None:
        if not self._was_open[index]:
            self._was_open[index] = 1
            self._open_since[index] = now
        elif self._state[index] != _READY and self._diff(now, self._open_since[index]) >= OPEN_MS:
            if self._state[index] != _DEAF:
                self._held -= 1
            self._state[index] = _READY

    def _reads_closed(self, index: int, now: int) -> None:
        self._was_open[index] = 0
        state = self._state[index]
        if state == _READY:
            self._state[index] = _HELD
            self._held += 1
            self._pressed_at[index] = now
            self._put(index, PRESS)
        elif state == _HELD and self._diff(now, self._pressed_at[index]) >= LONG_MS:
            self._state[index] = _HELD_LONG
            self._put(index, LONG)

    def _put(self, index: int, kind: int) -> None:
        if self._queued == QUEUE:
            self.dropped += 1
            return
        at = (self._first + self._queued) % QUEUE
        self._queue_key[at] = index
        self._queue_kind[at] = kind
        self._queued += 1
