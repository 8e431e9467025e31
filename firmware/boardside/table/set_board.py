"""The board as it lies, set by hand: to begin stroke by stroke in mid-board, or to put the record right."""

from ..game.strokes import MEN
from . import sports
from .board_view import seat_name
from .pages import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .panel import Panel
    from .screens import Screen

_MOST_OWED = 9  # on one digit
_MOST_PRESSES = 40  # that UNDO can take back
_WHITE, _BLACK, _QUEEN, _SEAT, _OWES_WHITE, _OWES_BLACK = range(6)
_QUEENS = ("board", "covering", "a", "b")


class SetBoard(Page):
    """WHITE and BLACK count the c/m on the board, QUEEN goes through where she is, STRIKER through whose turn
    it is, DUE turns to the dues owed, which WHITE and BLACK count; OK enters all of it."""

    def __init__(self, state: "State", back: "Page | None") -> None:
        self.back = back
        self.owing = False  # the dues are on display, not the c/m
        self.counted = [False, False]  # the first press of a colour starts over at one
        self._past: "list[tuple]" = []
        situation = sports.situation(state)
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
            self._change(_SEAT, (self.values[_SEAT] + 1) % (4 if panel.state.doubles else 2))
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
        """May be left when nobody presses a key any more: only while nothing is set."""
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
        words = {"board": "on board", "covering": "to cover"}.get(queen, queen.upper())
        text = "%s strikes, W%d B%d, Queen %s. OK"
        screen.tell(text % (seat_name(state, seat)[:10], self.values[_WHITE], self.values[_BLACK], words))

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
