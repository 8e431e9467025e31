"""The entry of a round's result, usable without looking while the discs are taken off the board.

WHITE: now the left side's discs; BLACK: now the right side's. Then one press for each disc, the keys in the
order of the rings: QUEEN a 20, STRIKER a 15, FOUL a 10, DUE a 5. If only the winner is
known, hold WHITE or BLACK; QUEEN held: level; DUE held: no disc was shot. The 20s that were counted in play
are entered already. OK shows the result, OK again enters it; UNDO takes back press by press, and finally
leaves. Nothing is stored before the second OK.
"""

from ...game import events
from ...game.crokinole.play import SIDES
from ...game.crokinole.round import DISC_VALUES, LEVEL, discs_of, value
from ...game.errors import GameError
from .. import texts
from ..core import conduct
from ..core.clocks import EXPIRED
from ..pages.panel import Page
from ..show.called import line_of
from ..show.screens import right_side
from .views import large, play_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.crokinole.round import Round
    from ...game.state import State
    from ..pages.panel import Panel
    from ..show.screens import Screen

    Discs = dict[str, tuple[int, ...]]  # by side: discs of each ring, 20s first

_MOST_PRESSES = 48  # presses that UNDO can take back; the oldest are forgotten
_RINGS = ("QUEEN", "STRIKER", "FOUL", "DUE")  # 20, 15, 10, 5
_UNSHOT = "unshot"
_OUTCOMES = {"WHITE": "left", "BLACK": "right", "QUEEN": LEVEL, "DUE": _UNSHOT}  # entered by holding a key


class Entry(Page):
    """One round's entry."""

    takes_back = True

    def __init__(self, state: "State") -> None:
        play = play_of(state)
        self.side: "str | None" = None  # whose discs are counted now
        self.discs: "Discs" = {"a": (0, 0, 0, 0), "b": (0, 0, 0, 0)}
        self.outcome: "str | None" = None  # a, b, "level" or "unshot": stated without totals
        self.offered: "Round | None" = None
        self._past: "list[tuple]" = []  # (side, discs, outcome) before each press
        self._fresh = False  # the last press changed something that holding it replaces
        if play is not None:
            self.discs = {side: (play.twenties[side], 0, 0, 0) for side in SIDES}

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the entry is open."""
        self._fresh = False
        if key == "UNDO":
            self._undo(panel)
        elif key == "OK":
            self._ok(panel, now)
        elif self.offered is not None:
            panel.refuse("open")
        elif key == "WHITE" or key == "BLACK":
            self._remember()
            self.side = panel.side("left" if key == "WHITE" else "right")
        elif key in _RINGS:
            self._count(panel, _RINGS.index(key))
        elif self._past:
            panel.refuse("open")
        elif key == "PAUSE":
            conduct.pause_key(panel.core, now)
        else:
            self._clock(panel, now)

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """WHITE, BLACK held: that side won. QUEEN: level. DUE: not shot. In place of the press."""
        if key not in _OUTCOMES or self.offered is not None:
            return False
        panel.view.end_notice()
        if self._fresh:
            self._recall()
        self._remember()
        outcome = _OUTCOMES[key]
        self.outcome = panel.side(outcome) if outcome in ("left", "right") else outcome
        self.discs = {side: (self.discs[side][0], 0, 0, 0) for side in SIDES}
        if self.outcome in SIDES:
            self.side = self.outcome
        return True

    def may_rest(self) -> bool:
        """The page may be left after a time without keys only while nothing is entered."""
        return not self._past

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the entry over the screen."""
        left, right = state.left_side, right_side(state)
        if self.offered is not None:
            self._show_offer(screen, state, self.offered)
        elif self.outcome is not None:
            screen.say(self._outcome_message(left, right), self._outcome_line(state))
        elif not self._past and not self.discs["a"][0] and not self.discs["b"][0]:
            screen.say(texts.RESULT, "WHITE left's discs, BLACK right's")
        else:
            screen.say(self._message(left, right), self._line(state, left, right))
            screen.total_left, screen.total_right = self._total(left), self._total(right)
            screen.twenties_left, screen.twenties_right = self.discs[left][0], self.discs[right][0]
            if screen.twenties_left or screen.twenties_right:
                screen.aside = "twenties"
            screen.discs_left = screen.discs_right = -1
            if self.side is not None:
                screen.counting = "left" if self.side == left else "right"

    def _count(self, panel: "Panel", ring: int) -> None:
        if self.side is None:
            panel.core.refuse_with("L or r", "WHITE: left's discs, BLACK: right's")
            return
        discs = self.discs[self.side]
        most = discs_of(panel.state)
        if sum(discs) >= most:
            line = line_of(panel.state, "%s has %d discs", (self.side, most))
            panel.core.refuse_with("%d onLY" % most, line)
            return
        self._remember()
        if ring or self.outcome == _UNSHOT:
            self.outcome = None  # totals are counted after all
        counted = list(discs)
        counted[ring] += 1
        self.discs = {side: tuple(counted) if side == self.side else self.discs[side] for side in SIDES}

    def _clock(self, panel: "Panel", now: int) -> None:
        play = play_of(panel.state)
        if play is not None and play.over:
            panel.refuse("open")
        else:
            panel.leave()
            panel.sport.clock_key(panel.core, now)

    def _ok(self, panel: "Panel", now: int) -> None:
        if self.offered is not None:
            if panel.commit(self._event(), now):
                panel.leave()
                if panel.core.clocks.hall.state == EXPIRED:  # meanwhile; the other rounds may be over, too
                    panel.sport.hall_ended(panel.core, now)
        elif self.side is None and self.outcome is None:
            panel.core.refuse_with("Count", "WHITE or BLACK first, then its discs")
        else:
            self._offer(panel)

    def _offer(self, panel: "Panel") -> None:
        try:
            event = self._event()
            events.check(event)
            self.offered = value(panel.state, event)
        except GameError as error:
            panel.refuse("impossible", error.reason)

    def _undo(self, panel: "Panel") -> None:
        if self.offered is not None:
            self.offered = None
        elif self._past:
            self._recall()
        else:
            panel.leave()

    def _remember(self) -> None:
        self._past.append((self.side, self.discs, self.outcome))
        self._fresh = True
        if len(self._past) > _MOST_PRESSES:
            self._past.pop(0)

    def _recall(self) -> None:
        self.side, self.discs, self.outcome = self._past.pop()

    def _total(self, side: str) -> int:
        discs = self.discs[side]
        return sum(discs[at] * DISC_VALUES[at] for at in range(4))

    def _event(self) -> dict:
        if self.outcome == _UNSHOT:
            return {"kind": "round", "unshot": True}
        event: dict = {"kind": "round", "twenties": {side: self.discs[side][0] for side in SIDES}}
        if self.outcome is not None:
            event["winner"] = self.outcome
        else:
            event["total"] = {side: self._total(side) for side in SIDES}
        return event

    def _message(self, left: str, right: str) -> str:
        """The totals outside, a bar beside that of the side being counted: `20 on_60`; two, `40_on_ 0`,
        while neither is chosen. From 100 on that of the side being counted, or the higher one: `LEFt 140`.
        """
        totals = self._total(left), self._total(right)
        if max(totals) > 99:
            at = (left, right).index(self.side) if self.side else totals.index(max(totals))
            return "%s%4d" % (("LEFt", "rGHt")[at], totals[at])
        bars = ["_" if self.side in (None, side) else " " for side in (left, right)]
        return "%2d%son%s%2d" % (totals[0], bars[0], bars[1], totals[1])

    def _outcome_message(self, left: str, right: str) -> str:
        """The 20s outside, bars at who gets points: ` 1_tY  0`."""
        if self.outcome == _UNSHOT:
            return " 0 tY  0"
        level = self.outcome == LEVEL
        bars = (
            "_" if level or self.outcome == left else " ",
            "_" if level or self.outcome == right else " ",
        )
        return "%2d%stY%s%2d" % ((self.discs[left][0],) + bars + (self.discs[right][0],))

    def _line(self, state: "State", left: str, right: str) -> str:
        twenties = self.discs[left][0], self.discs[right][0]
        values = (left, self._total(left), twenties[0], right, self._total(right), twenties[1])
        of_side = "%s %d (%d 20s)"
        of_both = of_side + ", " + of_side + ": OK"
        return line_of(state, of_both, values, texts.LINE_MAX)

    def _outcome_line(self, state: "State") -> str:
        if self.outcome == _UNSHOT:
            return "No disc was shot: nothing for both. OK"
        if self.outcome == LEVEL:
            return "Level: one point each. OK"
        return line_of(state, "Round to %s; QUEEN: 20s. OK", (self.outcome,), texts.LINE_MAX)

    def _show_offer(self, screen: "Screen", state: "State", done: "Round") -> None:
        """The game's points as they will be, and who gets those of the round, as in carrom."""
        left, right = state.left_side, right_side(state)
        gain = done.points[left], done.points[right]
        line = "Round %d-%d, game %d-%d: OK enters" % (gain + (done.after[left], done.after[right]))
        screen.turn_to("proposal")
        screen.tell(line)
        message = large(state, done.after)
        if message:
            screen.say(message, line)
        screen.gain, screen.gain_left = max(gain), gain[0] > gain[1]
        screen.round_left, screen.round_right = gain
        screen.after_left, screen.after_right = done.after[left], done.after[right]
