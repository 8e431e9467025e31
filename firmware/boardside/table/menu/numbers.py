"""A page on which a number is set by hand: the table's own, a clock's seconds (D160).

QUEEN adds a step, STRIKER takes one away; WHITE takes a larger step, BLACK a smaller one; OK takes the
number, UNDO goes back. The digits show the page's letter, the step and the number.
"""

from ..core import conduct
from ..core.clocks import EXPIRED, OFF, RESTED, RUNNING
from ..pages.panel import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ...game.state import State
    from ..pages.panel import Panel
    from ..show.screens import Screen

_STEPS = (1, 10, 60)
_LONG_MS = 60_000  # a clock that is longer is set by ten seconds first


class Number(Page):
    """letter: one digit. line: for displays of text. value: the first value, low..high. steps: rising.
    at: the first step. text(value): four digits. done(panel, value, now): whether to leave.
    """

    def __init__(
        self,
        letter: str,
        line: str,
        value: int,
        low: int,
        high: int,
        steps: "tuple[int, ...]",
        at: int,
        text: "Callable[[int], str]",
        done: "Callable[[Panel, int, int], bool]",
        back: "Page | None",
    ) -> None:
        self.letter, self.line = letter, line
        self.value, self.low, self.high = value, low, high
        self.steps, self.at = steps, at
        self.text, self.done, self.back = text, done, back

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the number is set."""
        if key == "QUEEN" or key == "STRIKER":
            self._step(panel, self.steps[self.at] if key == "QUEEN" else -self.steps[self.at])
        elif key == "WHITE" or key == "BLACK":
            at = self.at + (1 if key == "WHITE" else -1)
            if 0 <= at < len(self.steps):
                self.at = at
            else:
                panel.refuse("at_end")
        elif key == "UNDO":
            panel.open(self.back)
        elif key == "OK":
            if self.done(panel, self.value, now):
                panel.leave()
        else:
            step_out(panel, key, now)

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the number over the screen."""
        step = self.steps[self.at]
        screen.menu_item, screen.menu_value = self.line, self.text(self.value).strip()
        screen.say(
            "%s%-3d%4s" % (self.letter, step, self.text(self.value)),
            "%s %s, step %d" % (self.line, self.text(self.value).strip(), step),
        )

    def _step(self, panel: "Panel", step: int) -> None:
        value = max(self.low, min(self.high, self.value + step))
        if value == self.value:
            panel.refuse("at_end")
        self.value = value


def set_clock(panel: "Panel", menu: "Page", now: int) -> None:
    """Open the page for the clock of the moment; it stops a running count, as PAUSE does (121)."""
    clock = panel.core.clocks.main
    name, length = clock.name, clock.length
    if clock.state in (OFF, RESTED):
        name = panel.sport.clock_wanted(panel.state) or ""
        length = panel.state.setup.rules["clocks"].get(name) or 0
        if not length:
            panel.refuse("no_count")
            return
    elif clock.state == EXPIRED and panel.sport.ends_at_zero:
        panel.refuse("at_zero")  # in crokinole the buzzer has ended the round (D85)
        return
    if clock.state == RUNNING:
        conduct.pause_key(panel.core, now)
    left = length if clock.state in (OFF, RESTED) else clock.left(now)

    def done(panel: "Panel", seconds: int, now: int) -> bool:
        left = min(length, seconds * 1000)
        if not panel.commit({"kind": "pause", "clock": name, "left": left, "by_hand": True}, now):
            return False
        panel.core.clocks.main.hold(name, length, left)
        return True

    panel.open(
        Number(
            "t",
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
