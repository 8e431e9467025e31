"""Score and board set by hand: to correct the record, or to begin stroke by stroke in mid-board."""

from ...game.strokes import MEN
from .. import texts
from ..pages.forms import ByHand
from ..pages.panel import Page, step_out
from ..show.called import line_of, seat_name
from ..show.screens import right_side

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...game.state import State
    from ...game.strokes import Situation
    from ..pages.panel import Panel
    from ..show.screens import Screen

_MOST_OWED = 9  # on one digit
_MOST_PRESSES = 40  # presses that UNDO can take back
_WHITE, _BLACK, _QUEEN, _SEAT, _OWES_WHITE, _OWES_BLACK = range(6)
_QUEENS = ("board", "covering", "a", "b")

# What can be edited on the score page, in the order of the display: (blinking part, name of the value).
_PARTS = (
    ("points_left", "points_"),
    ("games_left", "games_"),
    ("centre", "breaks"),
    ("games_right", "games_"),
    ("points_right", "points_"),
)
_LARGEST = {"points_": 99, "games_": 9}


class SetBoard(Page):
    """The position on the board. WHITE and BLACK count the c/m on the board, QUEEN chooses where the Queen
    is, STRIKER whose turn it is, DUE shows the dues, which WHITE and BLACK then count; OK enters all of
    it."""

    def __init__(self, state: "State", situation: "Situation | None", back: "Page | None") -> None:
        self.back = back
        self.owing = False  # the dues are on display, not the c/m
        self.counted = [False, False]  # the first press of a colour starts over at one
        self._past: "list[tuple]" = []
        breaker = state.breaker or "a"
        self.white = breaker if situation is None else situation.white
        if situation is None:
            seat = state.seat or 0
            self.values = [MEN, MEN, 0, seat, 0, 0]
        else:
            black = "b" if self.white == "a" else "a"
            owed = {}
            for at in (0, 1):
                owed["ab"[at]] = situation.owes[at] + situation.waiting[at]
            self.values = [
                max(1, situation.left(self.white)),
                max(1, situation.left(black)),
                _QUEENS.index(situation.queen),
                situation.seat,
                min(owed[self.white], _MOST_OWED),
                min(owed[black], _MOST_OWED),
            ]

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the board is set."""
        if key in ("WHITE", "BLACK"):
            self._count(panel, 0 if key == "WHITE" else 1)
        elif key == "QUEEN" and not self.owing:
            self._change(_QUEEN, (self.values[_QUEEN] + 1) % len(_QUEENS))
        elif key == "STRIKER" and not self.owing:
            self._change(_SEAT, (self.values[_SEAT] + 1) % (4 if panel.state.setup.doubles else 2))
        elif key == "DUE":
            self.owing = not self.owing
        elif key == "OK":
            if panel.commit(self._event(), now):
                panel.leave()
        elif key == "UNDO":
            self._undo(panel)
        elif not step_out(panel, key, now):
            panel.refuse("later")

    def may_rest(self) -> bool:
        """The page may be left after a time without keys only while nothing is set."""
        return not self._past

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the board over the screen."""
        left = state.left_side
        at = 0 if self.white == left else 1  # of the left side's colour
        seat = self.values[_SEAT]
        turn = "ab"[seat & 1]
        screen.turn = screen.mark = "left" if turn == left else "right"
        screen.seat, screen.turn_second = seat, seat > 1
        if self.owing:
            owed = (self.values[_OWES_WHITE + at], self.values[_OWES_WHITE + 1 - at])
            screen.say("duE  %d %d" % owed, "Owed: WHITE, BLACK count; DUE: the board")
            return
        screen.turn_to("men")
        screen.men_left, screen.men_right = self.values[at], self.values[1 - at]
        queen = _QUEENS[self.values[_QUEEN]]
        screen.queen_to_cover = queen == "covering"
        screen.queen = screen.turn if queen == "covering" else queen
        if queen in ("a", "b"):
            screen.queen = "left" if queen == left else "right"
        words = {"board": "on board", "covering": "to cover"}.get(queen, queen)
        values = (seat_name(state, seat, 10), self.values[_WHITE], self.values[_BLACK], words)
        screen.tell(line_of(state, "%s strikes, W%d B%d, Queen %s. OK", values))

    def _count(self, panel: "Panel", colour: int) -> None:
        if self.owing:
            at = _OWES_WHITE + colour
            self._change(at, (self.values[at] + 1) % (_MOST_OWED + 1))
            return
        number = self.values[colour] + 1 if self.counted[colour] else 1
        if number > MEN:
            panel.refuse("nine")
            return
        self._change(colour, number)
        self.counted[colour] = True

    def _change(self, at: int, value: int) -> None:
        self._past.append((at, self.values[at], tuple(self.counted)))
        if len(self._past) > _MOST_PRESSES:
            self._past.pop(0)
        self.values[at] = value

    def _undo(self, panel: "Panel") -> None:
        if self._past:
            at, value, counted = self._past.pop()
            self.values[at] = value
            self.counted = list(counted)
        elif self.owing:
            self.owing = False
        else:
            panel.open(self.back)

    def _event(self) -> dict:
        white, black, queen, seat, owes_white, owes_black = self.values
        other = "b" if self.white == "a" else "a"
        event = {"kind": "situation", "seat": seat, "queen": _QUEENS[queen]}
        event["left"] = {self.white: white, other: black}
        if owes_white or owes_black:
            event["owes"] = {self.white: owes_white, other: owes_black}
        return event


class Edit(ByHand):
    """The score page on which the umpire sets the numbers by hand (143c); recorded as an override.

    QUEEN (up) and STRIKER (down) change the blinking number; OK enters all changes at once.
    """

    def __init__(self, state: "State", back: "Page | None") -> None:
        self.at = 0
        left, right = state.left_side, right_side(state)
        self.sides = (left, left, "", right, right)
        start: "dict[str, Any]" = {"breaks": state.breaker}
        for side in ("a", "b"):
            start["points_" + side] = state.points[side]
            start["games_" + side] = state.games[side]
        super().__init__(start, back)

    def move(self, panel: "Panel", step: int) -> None:
        """Go to the part on the left or right."""
        self.at = (self.at + step) % len(_PARTS)

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
        part, _, side = screen.menu_item.partition("_")
        value = self.values[self._name()]
        if side:
            screen.tell(line_of(state, "Edit: %s %s %s. OK enters", (part, side, value)))
        else:
            screen.tell(line_of(state, "Edit: %s %s. OK enters", (part, value)))

    def _name(self) -> str:
        return _PARTS[self.at][1] + self.sides[self.at]

    def change(self, panel: "Panel", step: int) -> None:
        """Change the part that blinks."""
        name = self._name()
        if name == "breaks":
            if self.values[name] is None:  # before the toss it is not known who breaks
                panel.refuse("toss")
            else:
                self.values[name] = "b" if self.values[name] == "a" else "a"
            return
        value = self.values[name] + step
        if 0 <= value <= _LARGEST[_PARTS[self.at][1]]:
            self.values[name] = value
        else:
            panel.refuse("at_end")

    def problem(self, panel: "Panel") -> "str | None":
        """Why these points cannot be."""
        return panel.sport.points_problem(panel.state, self.values["points_a"], self.values["points_b"])
