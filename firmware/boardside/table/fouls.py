"""A foul without a stroke (63, 64): whose, and whether it is technical."""

from . import sports
from .pages import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .panel import Panel
    from .screens import Screen


class Foul(Page):
    """FOUL held: the side in turn, as the Laws have it; WHITE and BLACK choose the side, QUEEN the kind."""

    def __init__(self, state: "State") -> None:
        situation = sports.situation(state)
        self.turn = situation.turn if situation is not None else "a"
        self.white = situation.white if situation is not None else "a"
        self.fresh = situation is None or situation.fresh
        self.side = self.turn
        self.technical = self.fresh

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the foul is chosen."""
        if key in ("WHITE", "BLACK"):
            other = "b" if self.white == "a" else "a"
            self.side = self.white if key == "WHITE" else other
            self.technical = self.fresh or self.side != self.turn
        elif key in ("QUEEN", "STRIKER"):
            if self.side != self.turn:
                panel.refuse("technical")
            else:
                self.technical = not self.technical
        elif key == "OK":
            self._enter(panel, now)
        elif key == "UNDO":
            panel.leave()
        elif key == "FOUL":
            panel.refuse("choose_foul")
        else:
            step_out(panel, key, now)

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the choice over the screen."""
        where = "L" if self.side == state.left_side else "r"
        screen.say("%s   %s" % ("tECH" if self.technical else "FoUL", where), self._line(state))

    def _line(self, state: "State") -> str:
        law = "64a" if not self.technical else "63a" if self.side == self.turn else "63b"
        what = "technical foul" if self.technical else "foul, turn lost"
        return "%s: %s (%s). OK" % (self.side.upper(), what, law)

    def _enter(self, panel: "Panel", now: int) -> None:
        event: dict = {"kind": "foul", "side": self.side}
        if self.technical != (self.fresh or self.side != self.turn):
            event["technical"] = self.technical
        if panel.commit(event, now):
            panel.leave()
