"""The score set by hand: a page of the menu."""

from . import sports, texts
from .pages import Page, step_out
from .screens import right_side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..game.state import State
    from .panel import Panel
    from .screens import Screen

# What can be edited on the score page, in the order of the display: (blinking part, name of the value).
_PARTS = (
    ("points_left", "points_"),
    ("games_left", "games_"),
    ("centre", "breaks"),
    ("games_right", "games_"),
    ("points_right", "points_"),
)
_LARGEST = {"points_": 99, "games_": 9}


class Edit(Page):
    """The score page with its numbers to be set by hand (143c): an override, recorded as one.

    What blinks is changed by QUEEN (up) and STRIKER (down); OK enters all changes at once.
    """

    def __init__(self, state: "State", back: "Page | None") -> None:
        self.back = back
        self.at = 0
        left, right = state.left_side, right_side(state)
        self.sides = (left, left, "", right, right)
        self.start: "dict[str, Any]" = {"breaks": state.breaker}
        for side in ("a", "b"):
            self.start["points_" + side] = state.points[side]
            self.start["games_" + side] = state.games[side]
        self.values = dict(self.start)

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the score is edited."""
        if key == "QUEEN" or key == "STRIKER":
            self._change(panel, 1 if key == "QUEEN" else -1)
        elif key == "WHITE" or key == "BLACK":
            self.at = (self.at + (-1 if key == "WHITE" else 1)) % len(_PARTS)
        elif key == "UNDO":
            panel.open(self.back)
        elif key == "OK":
            self._enter(panel, now)
        else:
            step_out(panel, key, now)

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the values over the score page; the part that is being edited blinks."""
        left, right = self.sides[0], self.sides[3]
        screen.turn_to("score")
        screen.clock_hidden = True
        screen.points_left, screen.points_right = (
            self.values["points_" + left],
            self.values["points_" + right],
        )
        screen.games_left, screen.games_right = self.values["games_" + left], self.values["games_" + right]
        breaks = self.values["breaks"]
        screen.mark = "" if breaks is None else "left" if breaks == left else "right"
        screen.blink = _PARTS[self.at][0]
        screen.centre = texts.BREAKER_CENTRE if self.at == 2 else texts.EDIT_CENTRE
        screen.menu_item, screen.menu_value = self._name(), str(self.values[self._name()])
        screen.tell("Edit: %s %s. OK enters" % (screen.menu_item.replace("_", " "), screen.menu_value))

    def _name(self) -> str:
        return _PARTS[self.at][1] + self.sides[self.at]

    def _change(self, panel: "Panel", step: int) -> None:
        name = self._name()
        if name == "breaks":
            if self.values[name] is None:  # before the toss nobody breaks yet
                panel.refuse("toss")
            else:
                self.values[name] = "b" if self.values[name] == "a" else "a"
            return
        value = self.values[name] + step
        if 0 <= value <= _LARGEST[_PARTS[self.at][1]]:
            self.values[name] = value
        else:
            panel.refuse("at_end")

    def _enter(self, panel: "Panel", now: int) -> None:
        changes = {}
        for name in self.values:
            if self.values[name] != self.start[name]:
                changes[name] = self.values[name]
        if not changes:
            panel.refuse("same")
        elif sports.is_crokinole(panel.state) and (self.values["points_a"] + self.values["points_b"]) % 2:
            panel.refuse("odd")
        elif panel.commit({"kind": "override", "set": changes}, now):
            panel.leave()
