"""The hall's clock at this table: what the host wants of it, done at its moment.

A `hall` event says what to do (`do`), how much is left then (`ms`), at which moment of the host's time
(`moment`), and by `number` which change of the hall's clock it is. It is stored when it comes and done at its
moment, with its sound, so that all tables of a hall do it together. A table that gets it late joins as if it
had done it in time, in silence. Between `set_host_time` the clock counts the table's own ticks; each one puts
the end where it belongs. An event without `moment` is done at once.
"""

from . import sports, texts
from .clocks import EXPIRED, LENGTH_MAX_MS, OFF, PAUSED, RUNNING
from .host_time import HostTime
from .record import NotStored

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .table import Table

LATE_MS = 1000
"""Later than this after its moment nothing sounds any more: the others have heard it long ago."""

AHEAD_MOST_MS = 24 * 3_600_000
"""A moment further ahead is refused: somebody's clock is wrong."""

_NO_MATCH = ("idle", "confirmed")


class Hall:
    """Joins the hall's count (`table.clocks.hall`) with the host's time.

    `number` and `moment`: of the change that the table has (0: of none, or of one without a number).
    """

    def __init__(
        self, table: "Table", diff: "Callable[[int, int], int]", add: "Callable[[int, int], int]"
    ) -> None:
        self._table = table
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

    # What the host says

    def refusal(self, event: dict, now: int) -> "tuple[bool, str, str] | None":
        """Why the `hall` event cannot be taken, or that it has been; None when it can."""
        what, left, clock = event["do"], event.get("ms") or 0, self._table.clocks.hall
        if left > LENGTH_MAX_MS or (what == "start" and not left):
            return False, "malformed", "ms: the hall clock needs its length, 1 to %d ms" % LENGTH_MAX_MS
        moment = event.get("moment")
        if moment is not None and what != "end" and not left:
            return False, "malformed", "ms: what is left at the moment belongs to it"
        if what in ("pause", "resume") and clock.state == OFF and not left:
            return False, "not_now", "no hall clock is on here; give ms, the time that is left"
        if moment is not None and self._time.known and moment - self._time.now(now) > AHEAD_MOST_MS:
            return False, "malformed", "moment: more than a day ahead of the time the host has told"
        return None

    def take(self, event: dict, now: int) -> None:
        """The event is stored: do it now, or at its moment. It takes the place of one that still waits."""
        self.number, self.moment = event.get("number") or 0, event.get("moment") or 0
        self._recovered = self._waits = self._owes_end = False
        if not self.moment:
            self._event = None
            self._do(event, now, 0)
        else:
            self._event = event
            self._schedule(now)
        self._table.touch()

    def set_host_time(self, ticks: int, host_ms: int, now: int) -> None:
        """It was `host_ms` at the host when the ticks stood at `ticks`: place moment and end anew."""
        self._time.set(ticks, host_ms)
        clock = self._table.clocks.hall
        if self._waits or self._recovered:
            self._recovered = False
            self._schedule(now)
        elif self._event is not None and clock.state == RUNNING and self._event["do"] in ("start", "resume"):
            left = self.moment + self._event["ms"] - self._time.now(now)
            if left <= -LATE_MS:
                self._end_late(now)
            else:
                clock.move(self._add(now, min(left, LENGTH_MAX_MS)), now)

    def _schedule(self, now: int) -> None:
        """Wait for the moment, or do it now: as of its moment when that has passed."""
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

    def carry_on(self, now: int) -> None:
        """To be called now and then; see `HostTime.carry_on`."""
        self._time.carry_on(now)

    def is_near(self, now: int, ms: int) -> bool:
        """Whether something will be done, or come to its end, within `ms`: nothing may stand in its way."""
        clock = self._table.clocks.hall
        if self._waits and self._diff(self._due, now) < ms:
            return True
        return clock.state == RUNNING and clock.left(now) < ms

    def _do(self, event: dict, now: int, ago: int) -> None:
        """What the event says, as it stands `ago` ms after it was to be done."""
        clock, what, left = self._table.clocks.hall, event["do"], event.get("ms") or 0
        self._table.touch()
        if what == "end":
            self._end(now, ago <= LATE_MS)
        elif what == "pause":
            clock.hold("hall", max(clock.length, left), left) if left else clock.pause(now)
        elif left and left <= ago:
            self._end_late(now)
        elif left:
            length = left if what == "start" else max(clock.length, left)
            clock.start("hall", length, now, left - ago)
            if what == "start" and ago <= LATE_MS:
                self._table.sounds.ask("hall_start")
        elif clock.state == PAUSED:
            clock.resume(now)

    def _end(self, now: int, is_heard: bool) -> None:
        """The end by the host's word; a clock that stands at its end goes off the display."""
        clock = self._table.clocks.hall
        if clock.state in (OFF, EXPIRED):
            clock.stop()
            return
        clock.end(now)
        if is_heard:
            self._table.sounds.ask("hall_end")
        ask_buzzer(self._table, now)

    def _end_late(self, now: int) -> None:
        """It has run out while this table did not know: the buzzer is over, what it asks for is not."""
        clock = self._table.clocks.hall
        if clock.state == OFF and self._table.state.phase in _NO_MATCH:
            return
        clock.end(now)
        self._table.touch()
        self._owes_end = True
        ask_buzzer(self._table, now)

    def match_came(self) -> None:
        """A match is here that comes after the end: the end is none of its business (D295)."""
        clock = self._table.clocks.hall
        if clock.state == EXPIRED:
            clock.stop()

    # Its natural end, and the journal

    def ended(self, now: int) -> None:
        """The count has come to zero. The tone comes first: the event is stored at the next tick."""
        self._table.sounds.ask("hall_end")
        self._table.touch()
        self._owes_end = True
        ask_buzzer(self._table, now)

    def _store_end(self, now: int) -> None:
        self._owes_end = False
        event: "dict[str, object]" = {"kind": "hall", "do": "end"}
        if self._event is not None and self.number and not self._waits:
            event["number"] = self.number
            event["moment"] = self.moment + self._event["ms"]
        try:
            self._table.enter(event, now, "table")
        except NotStored as error:
            # Without its sound: the buzzer has the word.
            self._table.notice(texts.REASONS["flash"][0], texts.not_stored(error.code, error.message), now)

    def recover(self, event: "dict | None") -> None:
        """After power-on: `event` is the last of its kind that is stored with the present match.

        An end is taken as it stands, while its match is not over; a clock that counted or was paused goes on
        when the host's time is known.
        """
        if event is None:
            return
        phase = self._table.state.phase
        self.number, self.moment = event.get("number") or 0, event.get("moment") or 0
        if event["do"] == "end":
            if phase not in _NO_MATCH:
                self._table.clocks.hall.expire()
        elif self.moment:
            self._event = event
            self._recovered = True


def ask_buzzer(table: "Table", now: int) -> None:
    """The hall's clock has come to its end, by itself or by the host: crokinole's last shots are due."""
    if sports.is_crokinole(table.state):
        from .crokinole import conduct as rounds

        rounds.hall_ended(table, now)
