"""The running clock set by hand: what is left, to the second (D160)."""

from . import conduct, sports
from .clocks import EXPIRED, OFF, RUNNING
from .numbers import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pages import Page
    from .panel import Panel

_STEPS = (1, 10, 60)
_LONG_MS = 60_000  # a clock that is longer is set by ten seconds first


def ask(panel: "Panel", menu: "Page", now: int) -> None:
    """Open the page for the clock of the moment; it stops a running count, as PAUSE does (121)."""
    clock = panel.table.clocks.main
    name, length = clock.name, clock.length
    if clock.state == OFF:
        name = conduct.clock_wanted(panel.state) or ""
        length = panel.state.rules["clocks"].get(name) or 0
        if not length:
            panel.refuse("no_count")
            return
    elif clock.state == EXPIRED and sports.is_crokinole(panel.state):
        panel.refuse("at_zero")  # the buzzer has ended the round (D85)
        return
    if clock.state == RUNNING:
        conduct.pause_key(panel.table, now)
    left = length if clock.state == OFF else clock.left(now)

    def done(panel: "Panel", seconds: int, now: int) -> bool:
        left = min(length, seconds * 1000)
        if not panel.commit({"kind": "pause", "clock": name, "left": left, "by_hand": True}, now):
            return False
        panel.table.clocks.main.hold(name, length, left)
        return True

    panel.open(
        Number(
            "C",
            "%s clock" % name.replace("_", " "),
            max(1, (left + 999) // 1000),
            1,
            (length + 999) // 1000,
            _STEPS,
            1 if length > _LONG_MS else 0,
            _minutes,
            done,
            menu,
        )
    )


def _minutes(seconds: int) -> str:
    return "%2d.%02d" % (seconds // 60, seconds % 60)
