"""Watches the battery: how full it is, how long it will last by its own fall, and says in time that it ends.

The hours come from how fast the charge fell within the last hour, so they are right for whatever is lit at a
table; none are told before twenty minutes have passed and a part of the charge is gone, nor while it charges.
"""

from ..drivers import battery as cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAMPLE_MS = 1000
ANCHOR_MS = 300_000
"""So often the charge is noted; ANCHORS of them are an hour."""

ANCHORS = 12
_LEAST_ANCHORS = 4
_LEAST_FALL = 15  # permille: less is within the noise of the ADC
_RISEN = 50  # permille above the lowest: it was charged, and the warnings begin again

HOURS_EARLY = 10
"""The first warning, as FIDE asks of its clocks: with ten hours left."""

HOURS_LATE = 1
PERCENT_LOW = 10

_EARLY, _LATE, _LOW = 1, 2, 4


class BatteryWatch:
    """`battery` as drivers.battery.Battery; `table` has `battery`, its status, and `notice`; say(text)."""

    def __init__(self, battery, table, say) -> None:
        self._battery = battery
        self._table = table
        self._say = say
        self._sampled_at = 0
        self._noted_at = 0
        self._notes = [0] * ANCHORS
        self._count = 0
        self._lowest = 1000
        self._warned = 0
        self._status: "dict[str, Any]" = {"mv": 0, "percent": 0, "hours": None}
        battery.sample()
        self._tell()
        self._note()
        table.battery = self._status

    def step(self, uptime_ms: int, now: int) -> None:
        """Sample when it is due; `now`: ticks, for a notice. Allocates only when it warns."""
        if uptime_ms - self._sampled_at < SAMPLE_MS:
            return
        self._sampled_at = uptime_ms
        self._battery.sample()
        if uptime_ms - self._noted_at >= ANCHOR_MS:
            self._noted_at = uptime_ms
            self._note()
        self._tell()
        self._warn(now)

    def _note(self) -> None:
        """Keep the charge as it stands, the newest last."""
        notes = self._notes
        if self._count == ANCHORS:
            for at in range(ANCHORS - 1):
                notes[at] = notes[at + 1]
        else:
            self._count += 1
        notes[self._count - 1] = cells.permille(self._battery.mv)

    def _tell(self) -> None:
        full = cells.permille(self._battery.mv)
        status = self._status
        status["mv"] = self._battery.mv
        status["percent"] = (full + 5) // 10
        status["hours"] = self._hours()
        if full < self._lowest:
            self._lowest = full
        elif full >= self._lowest + _RISEN:
            self._lowest = full
            self._warned = 0

    def _hours(self):
        """Whole hours left, None while they cannot be told."""
        if self._count < _LEAST_ANCHORS + 1:
            return None
        last = self._notes[self._count - 1]
        fall = self._notes[0] - last
        if fall < _LEAST_FALL:
            return None
        return last * (self._count - 1) * (ANCHOR_MS // 1000) // (fall * 3600)

    def _warn(self, now: int) -> None:
        """Each of the three once, the gravest that is due; the lesser ones are then told, too."""
        hours, percent = self._status["hours"], self._status["percent"]
        due = 0
        if percent <= PERCENT_LOW:
            due |= _LOW
        if hours is not None and hours < HOURS_LATE:
            due |= _LATE | _EARLY
        elif hours is not None and hours <= HOURS_EARLY:
            due |= _EARLY
        if not due & ~self._warned:
            return
        new = due & ~self._warned
        self._warned |= due
        if new & (_LOW | _LATE):
            message, line = "bAtt %3d" % percent, "Battery at %d%%: charge it now" % percent
        else:
            message, line = "bAtt %2dh" % hours, "Battery: about %d hours left" % hours
        self._say(line)
        self._table.sounds.ask("warn")
        self._table.notice(message, line, now)
