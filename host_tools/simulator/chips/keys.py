"""Ten push buttons to ground, and a finger that follows commands.

A key is held by level (`contact`), or by a *press*: keys go down together, stay down for a time, and go up.
A press is timed by what the firmware reads: the hold begins when it has read every key closed, and lasts
until it has read each a second time, because one reading makes no press; a reading that chatter made
open begins it anew. A key is pressed again only
after it has read open for the rest time. So a busy machine that runs the table late never swallows a press; a
firmware that does not read its keys never finishes one.

A press may also leave its keys closed: it is over when the firmware has read each closed a second time.
"""

GPIOS = 40

STAYS_DOWN = -1
"""The hold time of a press whose keys stay closed."""

_IDLE = 0
_RESTING = 1
_CLOSING = 2
_HOLDING = 3
_OPENING = 4


class Keys:
    """Levels at the GPIOs, 1 = open (pulled up), 0 = closed. Times in microseconds; nothing allocates.

    `done()` is called when a press is over. `bounce_us` is how long contacts chatter after each change.
    """

    def __init__(self, done=None, bounce_us: int = 0) -> None:
        self.bounce_us = bounce_us
        self._done = done
        self._level = bytearray(b"\x01" * GPIOS)
        self._changed_at = [0] * GPIOS
        self._open_since = [-1] * GPIOS  # first read open, since it last changed
        self._open_until = [0] * GPIOS  # last read open
        self._state = _IDLE
        self._mask = 0
        self._seen = 0
        self._hold_us = 0
        self._rest_us = 0
        self._since = 0

    def contact(self, gpio: int, level: int, now: int) -> None:
        """Close (0) or open (1) one key."""
        if self._level[gpio] != level:
            self._level[gpio] = level
            self._changed_at[gpio] = now
            self._open_since[gpio] = -1

    def press(self, mask: int, hold_us: int, rest_us: int, now: int) -> None:
        """Press the keys whose GPIO bits are set in `mask` together, as soon as each has rested.

        They open again after `hold_us`, or stay closed (STAYS_DOWN).
        """
        self.release(now)
        self._mask = mask
        self._hold_us = hold_us
        self._rest_us = rest_us
        self._state = _RESTING
        self.step(now)

    def release(self, now: int) -> None:
        """Release the keys: the press under way ends without `done`."""
        if self._state == _CLOSING or self._state == _HOLDING:  # a tuple would be allocated
            self._set(1, now)
        self._state = _IDLE

    def read(self, gpio: int, now: int) -> int:
        """The level that a pin at this GPIO reads now."""
        level = self._level[gpio]
        if level:
            if self._open_since[gpio] < 0:
                self._open_since[gpio] = now
            self._open_until[gpio] = now
        since = now - self._changed_at[gpio]
        reading = level
        if 0 < since < self.bounce_us:  # chatter: a fixed scramble of time and pin
            reading = ((since >> 9 & 0xFFFF) * 40503 + gpio * 977) >> 7 & 1
        if self._mask >> gpio & 1 and self._state > _RESTING:
            if reading == level:
                self._notice(gpio, now)
            elif self._state == _HOLDING:
                self._next(_CLOSING, now)
        return reading

    def step(self, now: int) -> None:
        """Continue the press under way."""
        if self._state == _RESTING:
            if self._have_rested(now):
                self._set(0, now)
                self._next(_CLOSING, now)
        elif self._state == _HOLDING and self._seen == self._mask and now - self._since >= self._hold_us:
            self._set(1, now)
            self._next(_OPENING, now)

    def _notice(self, gpio: int, now: int) -> None:
        """The firmware has read the new level of one key of the press."""
        self._seen |= 1 << gpio
        if self._seen != self._mask or (self._state == _HOLDING and self._hold_us != STAYS_DOWN):
            return
        if self._state == _CLOSING:
            self._next(_HOLDING, now)
            return
        self._state = _IDLE
        if self._done is not None:
            self._done()

    def _have_rested(self, now: int) -> bool:
        for gpio in range(GPIOS):
            if self._mask >> gpio & 1:
                since = self._open_since[gpio]
                if since < 0 or self._open_until[gpio] - since < self._rest_us:
                    return False
        return True

    def _next(self, state: int, now: int) -> None:
        self._state = state
        self._since = now
        self._seen = 0

    def _set(self, level: int, now: int) -> None:
        for gpio in range(GPIOS):
            if self._mask >> gpio & 1:
                self.contact(gpio, level, now)
