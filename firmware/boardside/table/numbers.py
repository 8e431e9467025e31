"""A page on which a number is set by hand: the table's own, a clock's seconds.

QUEEN adds a step, STRIKER takes one away; WHITE takes a larger step, BLACK a smaller one; OK takes the
number, UNDO goes back. The digits show the page's letter, the step and the number.
"""

from .pages import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ..game.state import State
    from .panel import Panel
    from .screens import Screen


class Number(Page):
    """letter: one digit. line: for those who can read. value: where it begins, low..high. steps: rising.
    at: the step it begins with. text(value): four digits. done(panel, value, now): whether to leave.
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
            "%s%3d%4s" % (self.letter, step, self.text(self.value)),
            "%s %s, step %d" % (self.line, self.text(self.value).strip(), step),
        )

    def _step(self, panel: "Panel", step: int) -> None:
        value = max(self.low, min(self.high, self.value + step))
        if value == self.value:
            panel.refuse("at_end")
        self.value = value
