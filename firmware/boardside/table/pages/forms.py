"""Pages of the menu on which one or more values are chosen, or set by hand.

A form: WHITE and BLACK move (back, on), QUEEN and STRIKER change the value (next, previous), OK
takes it, UNDO goes back. Nothing is stored before the OK on the last field.
"""

from .panel import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from ...game.state import State
    from ..show.screens import Screen
    from .panel import Panel

    Live = Callable[[Panel, Any], None] | None
    Done = Callable[[Panel, list, int], bool]


class Field:
    """One value to choose. label and the texts of choices, (text, value): together up to 8 digits.

    at: index of the choice it starts with, -1 for none: then one must be chosen. line: for displays of text.
    live: None, or called as live(panel, value) at each change. ring: after the last choice comes the first.
    """

    def __init__(
        self, label: str, line: str, choices: tuple, at: int = -1, live: "Live" = None, ring: bool = True
    ) -> None:
        self.label = label
        self.line = line
        self.choices = choices
        self.at = at
        self.live = live
        self.ring = ring

    @property
    def text(self) -> str:
        """The chosen value as shown."""
        return self.choices[self.at][0] if self.at >= 0 else "nonE"

    @property
    def value(self) -> "Any":
        """The chosen value, None while none is."""
        return self.choices[self.at][1] if self.at >= 0 else None


class Form(Page):
    """Fields one after the other; `done(panel, values, now)` gets the values and tells whether to leave.

    back: the mode that UNDO on the first field returns to (None: the main screen).
    """

    def __init__(self, fields: "list[Field]", done: "Done", back: "Page | None" = None) -> None:
        self.fields = fields
        self.done = done
        self.back = back
        self.at = 0

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the form is open."""
        field = self.fields[self.at]
        if key == "QUEEN" or key == "STRIKER":
            self._choose(panel, field, 1 if key == "QUEEN" else -1)
        elif key == "OK" or (key == "BLACK" and self.at + 1 < len(self.fields)):
            self._take(panel, field, now)
        elif key == "UNDO" and self.at == 0:
            panel.open(self.back)
        elif key == "UNDO" or (key == "WHITE" and self.at > 0):
            self.at -= 1
        elif not step_out(panel, key, now):
            panel.refuse("at_end")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the field over the screen."""
        field = self.fields[self.at]
        screen.menu_item, screen.menu_value = field.label, field.text
        screen.say("%s%*s" % (field.label, 8 - len(field.label), field.text), field.line)

    def _choose(self, panel: "Panel", field: "Field", step: int) -> None:
        if field.at < 0:
            field.at = 0 if step > 0 else len(field.choices) - 1
        elif field.ring or 0 <= field.at + step < len(field.choices):
            field.at = (field.at + step) % len(field.choices)
        else:
            panel.refuse("at_end")
        if field.live is not None:
            field.live(panel, field.value)

    def _take(self, panel: "Panel", field: "Field", now: int) -> None:
        if field.at < 0:
            panel.refuse("choose")
        elif self.at + 1 < len(self.fields):
            self.at += 1
        elif self.done(panel, [entry.value for entry in self.fields], now):
            panel.leave()


class ByHand(Page):
    """Values that the umpire sets by hand; those that were changed are recorded as an override.

    WHITE and BLACK move (left, right), QUEEN and STRIKER change the value (up, down), OK enters all, UNDO
    goes back.
    """

    def __init__(self, start: "dict[str, Any]", back: "Page | None") -> None:
        self.back = back
        self.start = start
        self.values = dict(start)

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the values are set."""
        if key == "WHITE" or key == "BLACK":
            self.move(panel, -1 if key == "WHITE" else 1)
        elif key == "QUEEN" or key == "STRIKER":
            self.change(panel, 1 if key == "QUEEN" else -1)
        elif key == "UNDO":
            panel.open(self.back)
        elif key == "OK":
            self._enter(panel, now)
        else:
            step_out(panel, key, now)

    def move(self, panel: "Panel", step: int) -> None:
        """Go to another value: -1 to the left, 1 to the right."""
        raise NotImplementedError

    def change(self, panel: "Panel", step: int) -> None:
        """Change the value by -1 or 1, or refuse."""
        raise NotImplementedError

    def problem(self, panel: "Panel") -> "str | None":
        """Why the values cannot be entered, as a reason of `refusals`; None: they can."""
        return None

    def _enter(self, panel: "Panel", now: int) -> None:
        changes = {}
        for name in self.values:
            if self.values[name] != self.start[name]:
                changes[name] = self.values[name]
        problem = self.problem(panel) if changes else "same"
        if problem:
            panel.refuse(problem)
        elif panel.commit({"kind": "override", "set": changes}, now):
            panel.leave()
