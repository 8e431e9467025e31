"""Watches the battery: its charge, how long it will last as its charge falls, and warnings before it is
empty, early or late by how long a full charge of this table lasts.

The hours come from how fast the charge fell within the last hour, so they fit the displays in use at this
table. No hours are given before twenty minutes have passed and part of the charge is gone, or while it
charges.
"""

from ..drivers import battery as cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAMPLE_MS = 1000
ANCHOR_MS = 300_000
"""The time between two samples of the charge; ANCHORS of them are an hour."""

ANCHORS = 12
_LEAST_ANCHORS = 4
_LEAST_FALL = 15  # permille: less is within the noise of the ADC
_RISEN = 50  # permille above the lowest: it was charged, and the warnings begin again

EARLY_MIN = 600
"""The first warning, as FIDE asks of its clocks: with ten hours left, on a table that can have thirty."""

LATE_MIN = 60
PERCENT_LOW = 10
_EARLY_SHARE = 3
_LATE_SHARE = 10
"""On a table with fewer hours: with a third and a tenth of a full charge's hours left."""

BASE_MA = 118
"""Drawn at 5 V by the ESP32 board with Wi-Fi and by the buzzer. A test holds these figures against the power
budgets in hardware/generator/power.py."""

DISPLAYS_MA = {
    "digits": 798,
    "max7219": 90,
    "max7219x2": 180,
    "tm1637": 40,
    "ht16k33": 40,
    "epd42": 3,
    "epd29": 3,
}
"""What each display draws at 5 V in play, at brightness 8."""

_EARLY, _LATE, _LOW = 1, 2, 4


def life_min(mah: int, displays) -> int:
    """How many minutes a full cell of `mah` milliampere hours lasts with these displays (plain names). A cell
    of 3.7 V gives nine tenths of its charge, by a step-up to 5 V of 90 %.
    """
    draw_ma = BASE_MA + sum([DISPLAYS_MA.get(name, 0) for name in displays])
    return mah * 60 * 9 * 9 * 37 // (draw_ma * 10 * 10 * 50)


class BatteryWatch:
    """`battery` as drivers.battery.Battery; `table` has `battery`, its status, and `notice`; say(text);
    full_min: minutes that a full charge lasts, see `life_min`.
    """

    def __init__(self, battery, table, say, full_min: int) -> None:
        self._battery = battery
        self._table = table
        self._say = say
        self._early_min = min(EARLY_MIN, full_min // _EARLY_SHARE)
        self._late_min = min(LATE_MIN, full_min // _LATE_SHARE)
        self._sampled_at = 0
        self._noted_at = 0
        self._notes = [0] * ANCHORS
        self._count = 0
        self._lowest = 1000
        self._warned = 0
        self._status: "dict[str, Any]" = {"mv": 0, "percent": 0, "hours": None, "low": False}
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
        """Keep the present charge, the newest last."""
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
        minutes = self._minutes()
        status["hours"] = None if minutes is None else minutes // 60
        if full < self._lowest:
            self._lowest = full
        elif full >= self._lowest + _RISEN:
            self._lowest = full
            self._warned = 0
            status["low"] = False

    def _minutes(self):
        """Minutes left, None while they are not known."""
        if self._count < _LEAST_ANCHORS + 1:
            return None
        last = self._notes[self._count - 1]
        fall = self._notes[0] - last
        if fall < _LEAST_FALL:
            return None
        return last * (self._count - 1) * (ANCHOR_MS // 60_000) // fall

    def _warn(self, now: int) -> None:
        """Give each of the three warnings once: the most serious that is due; the lesser ones then count as
        given.
        """
        minutes, percent = self._minutes(), self._status["percent"]
        due = 0
        if percent <= PERCENT_LOW:
            due |= _LOW
        if minutes is not None and minutes < self._late_min:
            due |= _LATE | _EARLY
        elif minutes is not None and minutes <= self._early_min:
            due |= _EARLY
        if not due & ~self._warned:
            return
        new = due & ~self._warned
        self._warned |= due
        self._status["low"] = True
        if new & (_LOW | _LATE):
            message, line, number = "bAtt %3d", "Battery at %d%%: charge it now", percent
        else:
            hours = max(1, (minutes + 30) // 60)
            message, line, number = "bAtt %2dh", "Battery: about %d h left", hours
        self._say(line % number)
        self._table.sounds.ask("warn")
        self._table.notice(message % number, line % number, now)
