"""The one owner of time at a table (RULES section 5; Laws 46, 50, 61, 88a, 121, 138, 143i, 146).

Four clocks run side by side: `main` (break, stroke, placing, side_change, interval, report: one of them at a
time), `protest` and `quiet` (silent, in the background; conduct.py) and `hall` (set by the host). All times
are integer milliseconds; `now` is a tick count that may wrap, so it is only ever used with the `diff` and
`add` that were handed in.

Zero is decided in one place, `Clock.tick`: display, sound and record all follow its answer. Until it has
answered ZERO a running clock has at least 1 ms left, so a display that shows ceil(left / 1000) shows "0"
at the same moment as the tone sounds and the event is stored. Nothing here allocates once a clock is started.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

OFF, RUNNING, PAUSED, EXPIRED, RESTED = 0, 1, 2, 3, 4
STATES = ("off", "running", "paused", "expired", "off")  # a rested clock shows nothing, to the host as well

# What `Clocks.tick` answers: bits, so that one number tells everything that happened.
WARN = 1
ZERO = 2
HALL_WARN = 4
HALL_ZERO = 8
PROTEST_ZERO = 16
SECOND = 32  # a shown second of the main or the hall clock changed, or a tenth of the last ten seconds
HALL_OVER = 64  # the hall's zero was shown long enough
QUIET = 128  # nothing was pressed since *struck* for the time that conduct.py has set

LENGTH_MAX_MS = (1 << 29) - 1
"""The longest clock: half the range in which `ticks_diff` can tell later from earlier (6.2 days)."""

TENTHS_MS = 9_900
"""At and below this, tenths are shown if the display has room; the first is 9.9."""

REST_MS = 30_000
"""A count of a board stays at zero for this long. Then nobody wants its zero any more: a press was forgotten,
and the hall need not be told of it any longer."""

STEADY_MS = 1000
"""The hall's clock may stop for at most this long for a correction."""

ZERO_SHOWN_MS = 20_000
"""The hall's clock shows zero for this long in the place of the board's number."""

WARNING_MS = {"break": 5_000, "stroke": 5_000, "placing": 5_000, "protest": 0, "quiet": 0}
WARNING_LONG_MS = 15_000
_RESTS = ("break", "stroke", "placing")


_WITHOUT_TENTHS = (OFF, EXPIRED, RESTED)


class Clock:
    """One count-down. `state` is OFF, RUNNING, PAUSED, EXPIRED, or RESTED: at zero for so long that it is not
    shown any more; `name` is kept until another one starts.
    """

    def __init__(self, diff: "Callable[[int, int], int]", add: "Callable[[int, int], int]") -> None:
        self._diff = diff
        self._add = add
        self.name = ""
        self.length = 0
        self.state = OFF
        self._end = 0
        self._left = 0
        self._warn_ms = 0
        self._warned = True

    def start(self, name: str, length_ms: int, now: int, left_ms: "int | None" = None) -> None:
        """Count from `length_ms` (1..LENGTH_MAX_MS; ValueError outside), or from `left_ms` of it."""
        self.hold(name, length_ms, None if left_ms is None else max(1, left_ms))
        self.resume(now)

    def hold(self, name: str, length_ms: int, left_ms: "int | None" = None) -> None:
        """Show the clock paused, with its full length or `left_ms` of it, 0 too, as after power-on."""
        if not 0 < length_ms <= LENGTH_MAX_MS:
            raise ValueError("a clock runs 1..%d ms, not %r" % (LENGTH_MAX_MS, length_ms))
        self.name = name
        self.length = length_ms
        self._left = length_ms if left_ms is None else max(0, min(left_ms, length_ms))
        self._warn_ms = WARNING_MS.get(name, WARNING_LONG_MS)
        self._warned = self._left <= self._warn_ms
        self.state = PAUSED

    def expire(self) -> None:
        """Set the clock to zero without a sound: it had run out before the power failed."""
        self._left = 0
        self.state = EXPIRED

    def pause(self, now: int) -> int:
        """Stop a running count and keep its time left to the millisecond (Law 121). Return the ms left."""
        if self.state == RUNNING:
            self._left = self.left(now)
            self.state = PAUSED
        return self._left

    def resume(self, now: int) -> None:
        """Resume the count with the time left at the pause ("Play", Law 121); one at zero stays there."""
        if self.state == PAUSED and not self._left:
            self._end = now
            self.state = EXPIRED
        elif self.state == PAUSED:
            self._end = self._add(now, self._left)
            self.state = RUNNING

    def copy(self, other: "Clock") -> None:
        """Copy `other`: the same count, with the same end."""
        self.name, self.length, self.state = other.name, other.length, other.state
        self._end, self._left = other._end, other._left
        self._warn_ms, self._warned = other._warn_ms, other._warned

    def stop(self) -> None:
        """Switch the clock off."""
        self.state = OFF
        self._left = 0

    def left(self, now: int) -> int:
        """Milliseconds left; at least 1 while running, 0 when expired, rested or off."""
        if self.state == RUNNING:
            left = self._diff(self._end, now)
            return left if left > 0 else 1
        return self._left

    def seconds(self, now: int) -> int:
        """The seconds to show, rounded up: 0 exactly from expiry on; -1 without a clock, or when it rests."""
        if self.state == OFF or self.state == RESTED:
            return -1
        return (self.left(now) + 999) // 1000

    def tenths(self, now: int) -> int:
        """The tenths of a second to show, 99 to 1, rounded up; -1 with more than that left, at zero or
        without a clock.
        """
        if self.state in _WITHOUT_TENTHS:
            return -1
        left = self.left(now)
        return -1 if left > TENTHS_MS else (left + 99) // 100

    def shown(self, now: int) -> int:
        """A number that changes whenever `seconds` or `tenths` do."""
        if self.state == OFF or self.state == RESTED:
            return -1
        left = self.left(now)
        return (left + 99) // 100 - 1000 if 0 < left <= TENTHS_MS else 10 * ((left + 999) // 1000)

    def wait(self, now: int) -> int:
        """Milliseconds until `tick` has something to decide, or until what may be shown changes; 0 or less:
        now. LENGTH_MAX_MS when time changes nothing.
        """
        if self.state != RUNNING:
            if self.state == EXPIRED and self.name in _RESTS:
                return REST_MS + self._diff(self._end, now)
            return LENGTH_MAX_MS
        left, to_end = self.left(now), self._diff(self._end, now)
        wait = (left - 1) % (100 if left <= TENTHS_MS else 1000) + 1
        if left > TENTHS_MS:
            wait = min(wait, left - TENTHS_MS)
        wait += to_end - left  # a steady clock may show less than is left: it waits for that
        return wait if self._warned else min(wait, to_end - self._warn_ms)

    def until_zero(self, now: int) -> int:
        """Milliseconds until `tick` answers ZERO; LENGTH_MAX_MS if the clock does not run."""
        return self._diff(self._end, now) if self.state == RUNNING else LENGTH_MAX_MS

    @property
    def is_out(self) -> bool:
        """Whether it has run out, shown, held or rested."""
        return self.state in (EXPIRED, RESTED) or (self.state == PAUSED and not self._left)

    def is_at_zero(self, now: int, for_ms: int) -> bool:
        """Whether it reached zero less than `for_ms` ago, and shows it."""
        return self.state == EXPIRED and self._diff(now, self._end) < for_ms

    def tick(self, now: int) -> int:
        """Decide: 0, WARN (once, `warn` ms before the end) or ZERO (once, however late the call). A board's
        count rests REST_MS after its zero.
        """
        if self.state != RUNNING:
            if self.state == EXPIRED and self.name in _RESTS and self._diff(now, self._end) >= REST_MS:
                self.state = RESTED
            return 0
        left = self._diff(self._end, now)
        if left <= 0:
            self._left = 0
            self.state = EXPIRED
            return ZERO
        if not self._warned and left <= self._warn_ms:
            self._warned = True
            return WARN
        return 0


class SteadyClock(Clock):
    """A count whose end may move a little while it runs; the time shown never rises for it.

    is_over: it has shown zero for ZERO_SHOWN_MS, or its end was handled; True from the start if it is not
    known when it reached zero.
    """

    def __init__(self, diff: "Callable[[int, int], int]", add: "Callable[[int, int], int]") -> None:
        Clock.__init__(self, diff, add)
        self._least = 0  # no more than this is shown as left
        self.is_over = False

    def resume(self, now: int) -> None:
        """As `Clock.resume`."""
        if self.state == PAUSED:
            self._least = self._left
            self.is_over = False
        Clock.resume(self, now)

    def expire(self) -> None:
        """As `Clock.expire`."""
        Clock.expire(self)
        self.is_over = True

    def end(self, now: int) -> None:
        """Set the clock to zero from `now` on, without a sound."""
        Clock.expire(self)
        self._end = now
        self.is_over = False

    def move(self, end: int, now: int) -> None:
        """Set the end of the running count to the ticks `end`. If that is later than before, the display
        waits; if it is later by more than STEADY_MS, the display follows at once.
        """
        self._least = self.left(now)  # what is shown now
        self._end = end
        left = self._diff(end, now)
        if left > self._least + STEADY_MS:
            self._least = left
            self._warned = left <= self._warn_ms

    def left(self, now: int) -> int:
        """As `Clock.left`."""
        left = Clock.left(self, now)
        return self._least if self.state == RUNNING and left > self._least else left

    def tick(self, now: int) -> int:
        """As `Clock.tick`, or HALL_OVER, once, when the zero was shown long enough."""
        if self.state == EXPIRED and not self.is_over and self._diff(now, self._end) >= ZERO_SHOWN_MS:
            self.is_over = True
            return HALL_OVER
        return Clock.tick(self, now)

    def wait(self, now: int) -> int:
        """As `Clock.wait`, and until HALL_OVER."""
        if self.state == EXPIRED and not self.is_over:
            return ZERO_SHOWN_MS - self._diff(now, self._end)
        return Clock.wait(self, now)


class Clocks:
    """All the clocks of a table; `diff(later, earlier)`, `add(ticks, ms)`: the platform's tick functions."""

    def __init__(self, diff: "Callable[[int, int], int]", add: "Callable[[int, int], int]") -> None:
        self.main = Clock(diff, add)
        self.protest = Clock(diff, add)
        self.quiet = Clock(diff, add)
        self.hall = SteadyClock(diff, add)
        self._kept = Clock(diff, add)
        self._shown = -1
        self._shown_hall = -1

    def slot(self, name: str) -> "Clock":
        """The clock that carries `name`: "protest" and "hall" have their own, all others share `main`."""
        if name == "hall":
            return self.hall
        return self.protest if name == "protest" else self.main

    def start(self, name: str, length_ms: int, now: int, left_ms: "int | None" = None) -> None:
        """Start `name`, in place of what its slot counted before; see `Clock.start`."""
        self.slot(name).start(name, length_ms, now, left_ms)

    def pause(self, now: int) -> int:
        """Pause the main clock. Return the ms left."""
        return self.main.pause(now)

    def resume(self, now: int) -> None:
        """Resume the main clock."""
        self.main.resume(now)

    def stop(self) -> None:
        """Stop the main clock."""
        self.main.stop()

    def left(self, now: int) -> int:
        """Milliseconds left on the main clock."""
        return self.main.left(now)

    def keep(self) -> None:
        """Remember the main clock as it is, for `restore`."""
        self._kept.copy(self.main)

    def restore(self) -> None:
        """Set the main clock as it was at `keep`; if it ran then, it has run since."""
        self.main.copy(self._kept)

    def wait(self, now: int) -> int:
        """Milliseconds until `tick` answers more than 0; 0 or less: now. Allocates nothing."""
        # Every press asks: a call for a clock that is off would take as long as the answer of one that runs.
        wait = LENGTH_MAX_MS
        if self.protest.state == RUNNING:
            wait = self.protest.until_zero(now)
        if self.quiet.state == RUNNING:
            wait = min(wait, self.quiet.until_zero(now))
        if self.main.state != OFF:
            wait = min(wait, self.main.wait(now))
        return wait if self.hall.state == OFF else min(wait, self.hall.wait(now))

    def tick(self, now: int) -> int:
        """Move all clocks on to `now`; bits of WARN to QUIET.

        The only place that decides on zero. Call it when `wait` is over, or more often; a late call gives
        ZERO once, and no stale warning before it.
        """
        flags = self.main.tick(now)
        hall = -1
        if self.hall.state != OFF:  # as in `wait`
            answer = self.hall.tick(now)
            if answer:
                flags |= HALL_WARN if answer == WARN else HALL_ZERO if answer == ZERO else HALL_OVER
            hall = self.hall.shown(now)
        if self.protest.state == RUNNING and self.protest.tick(now) == ZERO:
            flags |= PROTEST_ZERO
        if self.quiet.state == RUNNING and self.quiet.tick(now) == ZERO:
            flags |= QUIET
        seconds = self.main.shown(now)
        if seconds != self._shown or hall != self._shown_hall:
            self._shown = seconds
            self._shown_hall = hall
            flags |= SECOND
        return flags
