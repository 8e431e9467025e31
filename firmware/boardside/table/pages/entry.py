"""The entry of a board's result, and its confirmation.

The umpire counts what lies on the board, one press for each c/m: BLACK for black, WHITE for white; only the
loser has any, so the other colour starts over with that colour. If none is left, the umpire
holds the winner's colour; STRIKER held is all nine. QUEEN steps through winner, loser, on the board; STRIKER
steps through the points on demand. OK shows the result, OK again enters it; UNDO takes back press by press,
and finally leaves. Nothing is stored before the second OK. A result of strokes is shown as if it had been
counted.
"""

from ...game import match
from ...game.errors import GameError
from ...game.net import published
from .. import texts
from ..core import conduct
from ..show.called import line_of
from ..show.screens import right_side
from .panel import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import Board, State
    from ..show.screens import Screen
    from .panel import Panel

_MOST_PRESSES = 32  # presses that UNDO can take back; the oldest are forgotten
_PIECES = 9
_QUEENS = ("winner", "loser", "board")


class Entry(Page):
    """One entry, for the panel. `law`: the board is lost by this ruling (51, 91, 121b, 126b); else None.

    proposal: a `board` event that resulted from strokes, or from a ruling on them, in `state`: shown as the
    result at once, with all points on demand (87b). UNDO returns to its count, and then to the last stroke.
    """

    takes_back = True

    def __init__(
        self, law: "str | None" = None, proposal: "dict | None" = None, state: "State | None" = None
    ) -> None:
        self.law = law
        self.proposal = proposal
        self.colour: "str | None" = (
            None  # "white" or "black": whose c/m are left; None while nothing is counted
        )
        self.count = 0
        self.queen: "str | None" = None
        self.demand = 0
        self.offered: "Board | None" = None  # the proposed Board, while it waits for OK
        self.points: "int | None" = None  # the umpire's own points instead of the computed ones
        self._past: "list[tuple]" = []  # (colour, count, queen, demand, counting) before each press
        self._just_pressed = False
        self._counting = proposal is None  # else the first c/m counted starts over at one
        self._proposed: "tuple | None" = None
        if proposal is not None and state is not None:
            self._take_over(proposal, state)

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the entry is open."""
        self._just_pressed = False
        if key == "UNDO":
            self._undo(panel, now)
        elif key == "OK":
            self._ok(panel, now)
        elif key == "QUEEN" or key == "STRIKER":
            self._change(panel, key)
        elif key == "WHITE" or key == "BLACK":
            if self.offered is not None:
                self._adjust(panel, self.offered, 1 if key == "WHITE" else -1)
            else:
                self._counted(panel, "white" if key == "WHITE" else "black", now)
        elif key == "CLOCK" and not self._past and self.proposal is None:
            panel.leave()
            panel.sport.clock_key(panel.core, now)
        elif key == "PAUSE" and not self._past:
            conduct.pause_key(panel.core, now)
        else:
            panel.refuse("foul" if key == "FOUL" else "open")

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """WHITE or BLACK held: that colour won and no c/m are left. STRIKER held: all nine of the colour that
        is counted are left, first of black, held again of the other, and the Queen is the winner's. This
        replaces what the press did.
        """
        if key not in ("WHITE", "BLACK", "STRIKER") or self.offered is not None:
            return False
        if key == "STRIKER":
            self._all_nine(panel, now)
            return True
        if self.law is not None:
            panel.refuse("count")
            return True
        if self._just_pressed:
            self._recall()
        self._remember()
        loser = "black" if key == "WHITE" else "white"
        if self.colour != loser:
            self._start_over(loser)
        self.count = 0
        return True

    def may_rest(self) -> bool:
        """The page may be left after a time without keys only while nothing is entered."""
        return not self._past and (self.proposal is None or self.law is not None)

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the entry over the screen."""
        screen.clock_hidden = True
        if self.offered is not None:
            self._show_offer(screen, state, self.offered)
        elif self.colour is None:
            if self.law is None:
                screen.say(texts.RESULT, "Count the colour left: WHITE or BLACK")
            else:
                message = "%s%4s" % (texts.RULED, self.law)
                screen.say(message, "Law %s: count the loser's c/m" % self.law)
        else:
            self._show_count(screen, state)

    def _counted(self, panel: "Panel", colour: str, now: int) -> None:
        if colour == self.colour and self.count >= _PIECES and self._counting:
            panel.refuse("nine")
            return
        self._remember()
        conduct.hold_for_entry(panel.core, now)
        if colour != self.colour:
            self._start_over(colour)
        elif not self._counting:
            self.count = 0
        self._counting = True
        self.count += 1
        self._just_pressed = True

    def _all_nine(self, panel: "Panel", now: int) -> None:
        if self._just_pressed:
            self._recall()
        self._remember()
        conduct.hold_for_entry(panel.core, now)
        is_again = self.count == _PIECES
        self._start_over("white" if (self.colour == "white") != is_again else "black")
        self._counting = True
        self.count = _PIECES
        self.queen = _QUEENS[0]

    def _start_over(self, colour: str) -> None:
        self.colour = colour
        self.count = 0
        self.queen = None
        self.demand = 0

    def _change(self, panel: "Panel", key: str) -> None:
        if key == "STRIKER" and self.law is not None:
            panel.refuse("later")  # points on demand come only with a finishing stroke (87b)
            return
        finished = (
            self.law is None and panel.state.setup.rules["strokes"] == "vaishali"
        )  # by V9, with no demand
        most = 0 if finished else self._most_demand()
        if key == "STRIKER" and not most:
            panel.refuse("no_demand")
            return
        self._remember()
        if key == "QUEEN":
            at = _QUEENS.index(self.queen) + 1 if self.queen else 0
            self.queen = _QUEENS[at % (2 if finished else 3)]  # V9: nobody finishes while she is on the board
        else:
            self.demand = (self.demand + 1) % (most + 1)
        self._just_pressed = True
        if self.offered is not None:
            self.points = None
            self._offer(panel)

    def _adjust(self, panel: "Panel", board: "Board", step: int) -> None:
        points = (board.computed if self.points is None else self.points) + step
        if not 0 <= points <= panel.state.setup.rules["most"]:
            panel.refuse("at_end")
            return
        self.points = None if points == board.computed else points
        self._offer(panel)

    def _ok(self, panel: "Panel", now: int) -> None:
        if self.offered is not None:
            if panel.commit(self._event(panel.state), now):
                panel.leave()
        elif self.colour is None:
            panel.refuse("count")
        elif self.queen is None and match.queen_matters(panel.state, self._winner(panel.state)):
            panel.refuse("queen")
        else:
            self._offer(panel)

    def _offer(self, panel: "Panel") -> None:
        try:
            self.offered = match.propose(panel.state, self._event(panel.state))
        except GameError as error:
            panel.refuse("impossible", error.reason)

    def _undo(self, panel: "Panel", now: int) -> None:
        if self.offered is not None:
            self.offered = self.points = None
        elif self._past:
            self._recall()
        elif self.proposal is not None and not self.law:
            panel.core.undo(now)
            panel.leave()
        else:
            panel.leave()

    def _take_over(self, proposal: dict, state: "State") -> None:
        """Show the proposal as if it had been counted."""
        winner = proposal["winner"]
        self.law = proposal.get("law")
        self.colour = "black" if winner == state.breaker else "white"
        self.count = proposal["left"]
        queen = proposal.get("queen")
        self.queen = queen if queen in (None, "board") else "winner" if queen == winner else "loser"
        self.demand = proposal.get("demand") or 0
        self._proposed = (self.colour, self.count, self.queen)
        self.offered = match.propose(state, self._event(state))

    def _most_demand(self) -> int:
        """Points on demand to choose from: those of the stroke, or two when the umpire enters a result."""
        if self.proposal is None or not self._is_as_proposed():
            return 2
        return self.proposal.get("demand") or 0

    def _is_as_proposed(self) -> bool:
        return (self.colour, self.count, self.queen) == self._proposed

    def _remember(self) -> None:
        self._past.append((self.colour, self.count, self.queen, self.demand, self._counting))
        if len(self._past) > _MOST_PRESSES:
            self._past.pop(0)

    def _recall(self) -> None:
        self.colour, self.count, self.queen, self.demand, self._counting = self._past.pop()

    def _winner(self, state: "State") -> str:
        """The side that wins: the one whose colour is not left. White is the breaker's (43)."""
        white_left = self.colour == "white"
        return "b" if white_left == (state.breaker == "a") else "a"

    def _queen_side(self, state: "State") -> "str | None":
        winner = self._winner(state)
        if self.queen == "winner":
            return winner
        if self.queen == "loser":
            return "b" if winner == "a" else "a"
        return self.queen

    def _event(self, state: "State") -> dict:
        event = {"kind": "board", "winner": self._winner(state), "left": self.count}
        event["queen"] = self._queen_side(state)
        event["demand"] = self.demand
        if self.law is not None:
            event["law"] = self.law
        if self.proposal is not None and self.proposal.get("slam") and self._is_as_proposed():
            event["slam"] = self.proposal["slam"]
        if self.points is not None:
            event["points"] = self.points
        return event

    def _show_count(self, screen: "Screen", state: "State") -> None:
        winner = self._winner(state)
        screen.turn_to("entry")
        if winner == state.left_side:
            screen.entry_right = self.count
        else:
            screen.entry_left = self.count
        screen.entry_demand = self.demand
        queen = self._queen_side(state)
        if queen is None:
            screen.entry_queen = "asked" if match.queen_matters(state, winner) else ""
            words = "QUEEN?" if screen.entry_queen else "no Queen"
        elif queen == "board":
            screen.entry_queen = "board"
            words = "Queen on board"
        else:
            screen.entry_queen = "left" if queen == state.left_side else "right"
            words = "Queen "
        demand = ", +%d" % self.demand if self.demand else ""
        owner = queen if queen in ("a", "b") else ""
        values = (winner, self.count, str(self.colour), words, owner, demand)
        line = "To %s: %d %s left, %s%s%s"
        screen.tell(line_of(state, line, values, texts.LINE_MAX))

    def _show_offer(self, screen: "Screen", state: "State", board: "Board") -> None:
        screen.turn_to("proposal")
        after = published(state.setup.rules, board.after)
        screen.after_left = after[state.left_side]
        screen.after_right = after[right_side(state)]
        screen.gain = board.points
        screen.gain_left = board.winner == state.left_side
        screen.gain_overridden = board.override
        if not screen.shows_lines:
            return
        own = " by the umpire" if board.override else " (D10)" if board.withheld else ""
        if not own and after != board.after:
            own = " (D6)"
        screen.tell(line_of(state, "%s gets %d%s: OK enters", (board.winner, board.points, own)))
