"""Push buttons: debounced presses and long presses, in the order they came, from any source of readings.

A press counts at its first closed reading, if a second one about a millisecond later is closed as well: a
spark or a radio burst is over by then, and the press is hardly later. After that the key is ignored until it
has read open without a break for `OPEN_MS`: the contacts of a good switch chatter for less than a scan, and a
finger that presses twice stays away longer. A key that has ever opened and closed again in less is a bad
switch: 150 ms of chatter may by chance read open several times in a row. Such a key must read open for
`OPEN_BAD_MS` from then on, and its first closed reading counts alone. Each key has its own state, so a slow
or chattering key never hides another.

Where nothing was read for more than `OPEN_MS` (flash was erased), what was seen last decides: a good switch
that read open before and closed after was pressed anew, however few readings saw it open.

A *source* reads the keys: `read()` -> a number whose bit n is 1 while key n is closed. It allocates nothing,
and raises OSError when it gets no answer or an implausible one.
"""

from array import array

PRESS = 0
LONG = 1

LONG_MS = 700
"""A key held this long is reported again, as LONG."""

OPEN_MS = 30
"""A key is ready for its next press once it has read open this long without a break."""

OPEN_BAD_MS = 100
"""The same for a key that chatters: four presses a second all count, and about one press in a thousand
counts twice."""

SILENT_MS = 100
"""A source that cannot be read for this long counts as not answering; presses in that time are lost."""

RETRY_MS = 500
"""A source that does not answer is read this often: each attempt may take milliseconds of the loop."""

QUEUE = 16
"""Presses kept until they are fetched; further ones are dropped and counted in `Keys.dropped`."""

# In place of the closed keys: the source could not be read.
_UNREAD = -1

# States of one key. Deaf: not yet seen open since power-on, or since its source answered again. So a stuck
# key reports nothing, and no press is invented.
_DEAF = 0
_READY = 1
_HELD = 2
_HELD_LONG = 3


class Registers:
    """Push buttons to ground at GPIOs of the chip, which two words of its input registers show all at once.

    `words.first` has the levels of GPIO 0 to 29, `words.second` those from GPIO 32 on. `gpios`: the keys' in
    their order, inputs with a pull-up.
    """

    def __init__(self, words, gpios) -> None:
        self._words = words
        # The bit of each key by its bit in its register.
        gpios = tuple(gpios)
        self._keys = {1 << gpio: 1 << index for index, gpio in enumerate(gpios) if gpio < 32}
        self._second_keys = {1 << gpio - 32: 1 << index for index, gpio in enumerate(gpios) if gpio >= 32}
        self._mask, self._second_mask = sum(self._keys), sum(self._second_keys)
        # What was last sorted: a finger stays on a key for ten readings and more.
        self._last_first = self._last_second = self._last_closed = 0

    def read(self) -> int:
        """Which keys are closed, bit n for key n."""
        first = ~self._words.first & self._mask
        second = ~self._words.second & self._second_mask
        if not first and not second:
            return 0  # nearly always: at 100 Hz the rest would cost most of a scan
        if first == self._last_first and second == self._last_second:
            return self._last_closed
        self._last_first, self._last_second = first, second
        self._last_closed = _sorted(first, self._keys) | _sorted(second, self._second_keys)
        return self._last_closed


def _sorted(word: int, keys: "dict[int, int]") -> int:
    """Which keys are closed, of a register's bits. Looks at the bits that are set: mostly it is one."""
    closed = 0
    while word:
        lowest = word & -word
        closed |= keys[lowest]
        word ^= lowest
    return closed


class Keys:
    """`count` keys read from `source`; `diff` is `time.ticks_diff`; `settle()` waits for a millisecond before
    the second reading (None: there is no second one).

    `scan` allocates nothing; call it every 10 ms. `answers`: whether the source could be read lately.
    """

    def __init__(self, source, diff, count: int = 10, settle=None) -> None:
        self._source = source
        self._diff = diff
        self._settle = settle
        self._count = count
        self._state = bytearray(count)
        self._was_open = bytearray(count)
        self._open_since = array("i", [0] * count)
        self._pressed_at = array("i", [0] * count)
        self._chattering = 0  # keys that have chattered, bit n for key n
        self._presses = tuple([(index, PRESS) for index in range(count)])
        self._longs = tuple([(index, LONG) for index in range(count)])
        self._queue_key = bytearray(QUEUE)
        self._queue_kind = bytearray(QUEUE)
        self._first = 0
        self._queued = 0
        self._held = 0
        self._busy = (1 << count) - 1  # keys that are not ready, bit n for key n
        self._is_failing = False
        self._failed_at = 0
        self._read_at = 0  # while a key is not ready, or the source fails
        # One key alone is held, as at the last look: there is nothing to do before it counts as long.
        self._still = 0  # its bit; 0 else
        self._still_since = 0
        self.answers = True
        self.dropped = 0
        self._look()

    def scan(self, now: int) -> int:
        """Read every key once at `now` (ticks in ms); return how many presses wait in the queue."""
        if not self.answers and self._rests(now):
            return self._queued
        closed = self._read()
        if closed == 0 and not self._busy and not self._is_failing:
            return self._queued
        if closed > 0:
            if closed == self._still and self._stays_still(now):
                return self._queued
            closed = self._read_again(closed, now)
        if closed == _UNREAD:
            self._unread(now)
            return self._queued
        self._is_failing = False
        self.answers = True
        self._follow(closed, now)
        self._read_at = now
        return self._queued

    # Apart, and `_follow`: MicroPython takes memory for a call that needs more than eleven words. A
    # `try` takes nine of them, and this goes on 100 times a second.
    def _read(self) -> int:
        """The keys that are closed, as bits; _UNREAD when the chip does not answer."""
        try:
            return self._source.read()
        except OSError:
            return _UNREAD

    def _follow(self, closed: int, now: int) -> None:
        """Look at the keys that are closed or not ready: while one is held, all would be most of a scan."""
        moving = closed | self._busy
        self._still = closed if moving == closed and not closed & (closed - 1) else 0
        index = 0
        while moving:
            if moving & 1:
                if closed >> index & 1:
                    self._reads_closed(index, now)
                else:
                    self._reads_open(index, now)
            moving >>= 1
            index += 1
        self._still_since = self._pressed_at[index - 1]  # of the only one, if it is

    def _stays_still(self, now: int) -> bool:
        """Whether the key that is held can be left alone: it is not long yet, and no reading was missed."""
        if self._is_failing or self._diff(now, self._still_since) >= LONG_MS:
            return False
        if self._diff(now, self._read_at) > OPEN_MS:
            return False
        self._read_at = now
        return True

    def _rests(self, now: int) -> bool:
        """Whether a source that does not answer was asked a moment ago."""
        return 0 <= self._diff(now, self._read_at) < RETRY_MS

    def get(self):
        """The oldest waiting (key index, PRESS or LONG), or None."""
        if not self._queued:
            return None
        at = self._first
        self._first = (at + 1) % QUEUE
        self._queued -= 1
        kinds = self._longs if self._queue_kind[at] else self._presses
        return kinds[self._queue_key[at]]

    def is_held(self, index: int) -> bool:
        """Whether the key counts as pressed now (debounced)."""
        return self._state[index] >= _HELD

    def any_held(self) -> bool:
        """Whether any key counts as pressed now."""
        return self._held > 0

    def chatters(self, index: int) -> bool:
        """Whether the key has chattered since power-on: its switch is worn out."""
        return bool(self._chattering >> index & 1)

    def _read_again(self, closed: int, now: int) -> int:
        """The keys that are closed and, if that would be a new press, still are a moment later; or _UNREAD as
        `_read`.
        """
        held = closed & self._busy & ~self._chattering
        if held and self._diff(now, self._read_at) > OPEN_MS:
            for index in range(self._count):
                if held >> index & 1 and self._was_open[index] and self._state[index] >= _HELD:
                    self._is_open(index)
        fresh = closed & ~self._busy & ~self._chattering
        if fresh and self._settle is not None:
            self._settle()
            again = self._read()
            if again == _UNREAD:
                return _UNREAD
            closed &= again | ~fresh
        return closed

    def _look(self) -> None:
        """The first reading: keys that are open are ready at once."""
        closed = self._read()
        if closed == _UNREAD:
            self.answers = False
            return
        for index in range(self._count):
            if not closed >> index & 1:
                self._state[index] = _READY
                self._busy &= ~(1 << index)

    def _unread(self, now: int) -> None:
        """A reading failed. One failure loses nothing; when all fail, every key must be seen open again."""
        self._read_at = now
        if not self._is_failing:
            self._is_failing = True
            self._failed_at = now
        elif self.answers and self._diff(now, self._failed_at) >= SILENT_MS:
            self.answers = False
            self._held = 0
            self._busy = (1 << self._count) - 1
            for index in range(self._count):
                self._state[index] = _DEAF
                self._was_open[index] = 0

    def _reads_open(self, index: int, now: int) -> None:
        if not self._was_open[index]:
            self._was_open[index] = 1
            self._open_since[index] = now
        elif self._state[index] != _READY and self._has_rested(index, now):
            self._is_open(index)

    def _is_open(self, index: int) -> None:
        """The key, which was not ready, is ready for its next press."""
        if self._state[index] != _DEAF:
            self._held -= 1
        self._busy &= ~(1 << index)
        self._state[index] = _READY

    def _reads_closed(self, index: int, now: int) -> None:
        state = self._state[index]
        if self._was_open[index]:
            self._was_open[index] = 0
            if state >= _HELD:
                self._chattering |= 1 << index
        if state == _READY:
            self._state[index] = _HELD
            self._held += 1
            self._busy |= 1 << index
            self._pressed_at[index] = now
            self._put(index, PRESS)
        elif state == _HELD and self._diff(now, self._pressed_at[index]) >= LONG_MS:
            self._state[index] = _HELD_LONG
            self._put(index, LONG)

    def _has_rested(self, index: int, now: int) -> bool:
        needed = OPEN_BAD_MS if self._chattering >> index & 1 else OPEN_MS
        return self._diff(now, self._open_since[index]) >= needed

    def _put(self, index: int, kind: int) -> None:
        if self._queued == QUEUE:
            self.dropped += 1
            return
        at = (self._first + self._queued) % QUEUE
        self._queue_key[at] = index
        self._queue_kind[at] = kind
        self._queued += 1
