"""A magnetic transducer or small loudspeaker, behind a transistor, on a PWM pin: tone patterns, volume, early
stop. A transducer is a coil without an oscillator: at rest the pin is low, so that no current stays in it.

A pattern is a tuple of steps (Hz, 0 for silence; ms; accent: -1 softer, 0, 1 louder than the volume set).
"""

VOLUME_MAX = 10

# Duty of 65536 by volume. Loudness follows the fundamental, sin(pi * duty), so the steps are
# small at the start; half on is the loudest there is.
_DUTY = (0, 160, 330, 660, 1310, 2300, 3900, 6600, 11500, 19700, 32768)

_ACCENT = 2  # steps of the volume


class Buzzer:
    """`pwm` has `freq(hz)` and `duty_u16(duty)`; `diff` and `add` are `ticks_diff` and `ticks_add`.

    `tick` allocates nothing; call it every 10 ms. A step lasts until the first tick at or after its end.
    """

    def __init__(self, pwm, diff, add) -> None:
        self._pwm = pwm
        self._diff = diff
        self._add = add
        self._level = VOLUME_MAX
        self._pattern: "tuple[tuple[int, int, int], ...]" = ()
        self._step = 0
        self._until = 0
        pwm.duty_u16(0)

    def play(self, pattern, now: int) -> None:
        """Start `pattern` at once; a pattern that is playing ends."""
        self._pattern = pattern
        self._step = 0
        self._until = now
        self._begin()

    def tick(self, now: int) -> None:
        """Go on to the step that is due at `now`."""
        while self._step < len(self._pattern) and self._diff(now, self._until) >= 0:
            self._step += 1
            self._begin()

    def stop(self) -> None:
        """Stop the sound at once and drop the pattern."""
        self._pattern = ()
        self._step = 0
        self._pwm.duty_u16(0)

    def is_playing(self) -> bool:
        """Whether a pattern is playing."""
        return self._step < len(self._pattern)

    def volume(self, level: int) -> None:
        """Set the volume, 0 (mute) to 10; other values are clipped. It applies from the next step on."""
        self._level = min(max(level, 0), VOLUME_MAX)

    def _duty(self, accent: int) -> int:
        """The volume of a step: mute stays mute, and a softer step is still audible."""
        if not self._level:
            return 0
        return _DUTY[min(max(self._level + accent * _ACCENT, 1), VOLUME_MAX)]

    def _begin(self) -> None:
        if self._step >= len(self._pattern):
            self._pwm.duty_u16(0)
            return
        step = self._pattern[self._step]
        self._until = self._add(self._until, step[1])
        if step[0]:
            self._pwm.freq(step[0])
            self._pwm.duty_u16(self._duty(step[2]))
        else:
            self._pwm.duty_u16(0)
