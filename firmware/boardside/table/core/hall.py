"""The hall's clock at this table: it carries out the host's `hall` events, each at its moment.

A `hall` event says what to do (`do`), how much is left then (`ms`), at which moment of the host's time
(`moment`), and by `number` which change of the hall's clock it is. It is stored on arrival and done at its
moment, with its sound, so that all tables of a hall do it together. A table that gets it late sets the clock
as if the event had been on time, without a sound. Between calls of `set_host_time` the clock counts the
table's own ticks; each call corrects the end of the count. An event without `moment` is done at once.
"""

from ...game.errors import GameError
from .. import texts
from .clocks import EXPIRED, LENGTH_MAX_MS, OFF, PAUSED, RUNNING
from .record import NotStored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .core import Core

LATE_MS = 1000
"""An event later than this has no sound: the other tables sounded it long ago."""

AHEAD_MOST_MS = 24 * 3_600_000
"""An event whose moment is further ahead is refused: the clock of host or table is wrong."""

_CARRY_ON_MS = 1 << 28
"""After this long without the host's time (3.1 days), the reference moves on, before
a difference of ticks can wrap."""

_NO_MATCH = ("idle", "confirmed")


class HostTime:
    """The host's time at a table (docs/maintainer/protocol.md): the only place that converts
    the table's ticks to it. Host time is UTC in ms: the last time the host sent, plus the ticks since.

    `diff`, `add`: the platform's tick functions. `known`: whether a host has sent its time.
    """

    def __init__(self, diff: "Callable[[int, int], int]", add: "Callable[[int, int], int]") -> None:
        self._diff = diff
        self._add = add
        self.known = False
        self._ticks = 0
        self._host_ms = 0

    def set(self, ticks: int, host_ms: int) -> None:
        """Set the host's time: it was `host_ms` at the ticks `ticks`."""
        self.known = True
        self._ticks = ticks
        self._host_ms = host_ms

    def now(self, ticks: int) -> int:
        """Return the host's time at the ticks `ticks`; only when `known`."""
        return self._host_ms + self._diff(ticks, self._ticks)

    def carry_on(self, now: int) -> None:
        """Move the reference on. Call it at least once in 6 days. Allocates only once in 3 days."""
        if self.known and self._diff(now, self._ticks) >= _CARRY_ON_MS:
            self._ticks = self._add(self._ticks, _CARRY_ON_MS)
            self._host_ms += _CARRY_ON_MS


class Hall:
    """Joins the hall's count (`core.clocks.hall`) with the host's time.

    `number` and `moment`: of the change that the table has (0: of none, or of one without a number).
    """

    def __init__(
        self, core: "Core", diff: "Callable[[int, int], int]", add: "Callable[[int, int], int]"
    ) -> None:
        self._core = core
        self._diff = diff
        self._add = add
        self._time = HostTime(diff, add)
        self.number = 0
        self.moment = 0
        self._event: "dict | None" = None  # the change with a moment that the count follows
        self._waits = False  # it is still to be done, at `_due`
        self._due = 0
        self._recovered = False  # it was read after power-on, and waits for the host's time
        self._owes_end = False  # the end has sounded and is not stored yet

    # Commands of the host

    def check(self, event: dict, now: int) -> None:
        """Raise GameError when the `hall` event cannot be taken."""
        order, left, clock = event["do"], event.get("ms") or 0, self._core.clocks.hall
        if left > LENGTH_MAX_MS or (order == "start" and not left):
            raise GameError("malformed", "hall_without_length", most=LENGTH_MAX_MS)
        moment = event.get("moment")
        if moment is not None and order != "end" and not left:
            raise GameError("malformed", "hall_moment_without_left")
        if order in ("pause", "resume") and clock.state == OFF and not left:
            raise GameError("not_now", "hall_clock_off")
        if moment is not None and self._time.known and moment - self._time.now(now) > AHEAD_MOST_MS:
            raise GameError("malformed", "hall_moment_too_late")

    def take(self, event: dict, now: int) -> None:
        """Do the stored event now, or at its moment. It replaces an event that still waits."""
        self.number, self.moment = event.get("number") or 0, event.get("moment") or 0
        self._recovered = self._waits = self._owes_end = False
        if not self.moment:
            self._event = None
            self._do(event, now, 0)
        else:
            self._event = event
            self._schedule(now)
        self._core.touch()

    def set_host_time(self, ticks: int, host_ms: int, now: int) -> None:
        """The host's time was `host_ms` at the ticks `ticks`: correct the moment and the end."""
        self._time.set(ticks, host_ms)
        clock = self._core.clocks.hall
        if self._waits or self._recovered:
            self._recovered = False
            self._schedule(now)
        elif self._event is not None and clock.state == RUNNING and self._event["do"] in ("start", "resume"):
            left = self.moment + self._event["ms"] - self._time.now(now)
            if left <= -LATE_MS:
                self._end_late(now)
            else:
                clock.move(self._add(now, min(left, self._event["ms"])), now)

    def _schedule(self, now: int) -> None:
        """Wait for the moment, or do it now; if the moment has passed, count from the moment."""
        ago = self._time.now(now) - self.moment if self._time.known else 0
        self._waits = ago < 0
        if self._waits:
            self._due = self._add(now, min(-ago, AHEAD_MOST_MS))
        elif self._event is not None:
            self._do(self._event, now, ago)

    # Time

    def tick(self, now: int) -> None:
        """Do what is due. Allocates nothing unless something is."""
        if self._waits and self._diff(now, self._due) >= 0:
            self._waits = False
            if self._event is not None:
                self._do(self._event, now, self._diff(now, self._due))
        elif self._owes_end:
            self._store_end(now)

    def wait(self, now: int) -> int:
        """Milliseconds until `tick` has something to do; 0 or less: now. Allocates nothing."""
        if self._owes_end:
            return 0
        return self._diff(self._due, now) if self._waits else LENGTH_MAX_MS

    def carry_on(self, now: int) -> None:
        """Call it at least once in 6 days; see `HostTime.carry_on`."""
        self._time.carry_on(now)

    def is_near(self, now: int, ms: int) -> bool:
        """Whether an event is due, or a count ends, within `ms`: nothing may delay it."""
        clock = self._core.clocks.hall
        if self._waits and self._diff(self._due, now) < ms:
            return True
        return clock.state == RUNNING and clock.left(now) < ms

    def _do(self, event: dict, now: int, ago: int) -> None:
        """Do the event as it applies `ago` ms after its moment."""
        clock, order, left = self._core.clocks.hall, event["do"], event.get("ms") or 0
        self._core.touch()
        if order == "end":
            self._end(now, ago <= LATE_MS)
        elif order == "pause":
            clock.hold("hall", max(clock.length, left), left) if left else clock.pause(now)
        elif left and left <= ago:
            self._end_late(now)
        elif left:
            length = left if order == "start" else max(clock.length, left)
            clock.start("hall", length, now, left - ago)
            if order == "start" and ago <= LATE_MS:
                self._core.sounds.ask("hall_start")
        elif clock.state == PAUSED:
            clock.resume(now)

    def _end(self, now: int, is_heard: bool) -> None:
        """The host ends the clock; a clock already at its end is removed from the display."""
        clock = self._core.clocks.hall
        if clock.state in (OFF, EXPIRED):
            clock.stop()
            return
        clock.end(now)
        if is_heard:
            self._core.sounds.ask("hall_end")
        self._core.sport.hall_ended(self._core, now)

    def _end_late(self, now: int) -> None:
        """The count ended before this table knew: no tone, but the table still asks what follows."""
        clock = self._core.clocks.hall
        if clock.state == OFF and self._core.record.state.phase in _NO_MATCH:
            return
        clock.end(now)
        self._core.touch()
        self._owes_end = True
        self._core.sport.hall_ended(self._core, now)

    # Its natural end, and the journal

    def ended(self, now: int) -> None:
        """The count is at zero. The tone sounds first; the event is stored at the next tick."""
        self._core.sounds.ask("hall_end")
        self._core.touch()
        self._owes_end = True
        self._core.sport.hall_ended(self._core, now)

    def _store_end(self, now: int) -> None:
        self._owes_end = False
        event: "dict[str, object]" = {"kind": "hall", "do": "end"}
        if self._event is not None and self.number and not self._waits:
            event["number"] = self.number
            event["moment"] = self.moment + self._event["ms"]
        try:
            self._core.enter(event, now, "table")
        except NotStored as error:
            # Without its sound: the buzzer's tone has priority.
            self._core.notice(texts.REASONS["flash"][0], texts.not_stored(error.code, error.message), now)

    def recover(self, event: "dict | None") -> None:
        """After power-on: `event` is the last of its kind that is stored with the present match.

        A stored end applies while its match is not over. A clock that counted or was paused is shown again
        when the host's time is known.
        """
        if event is None:
            return
        phase = self._core.record.state.phase
        self.number, self.moment = event.get("number") or 0, event.get("moment") or 0
        if event["do"] == "end":
            if phase not in _NO_MATCH:
                self._core.clocks.hall.expire()
        elif self.moment:
            self._event = event
            self._recovered = True
