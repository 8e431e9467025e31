"""The main screen of a crokinole match, and the meaning of the ten keys on it.

In a round CLOCK counts a disc shot, QUEEN one that sank as a 20; WHITE and BLACK note a 20 of the left or
right side without a shot (by the other side's shot, a second one, or when shots are not counted). All of
that is optional: OK enters the round.
"""

from ..pages import main
from ..show.called import line_of
from ..show.screens import right_side
from .views import outer, twenties_message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ...game.state import State
    from ..core.core import Core
    from ..pages.panel import Panel
    from ..show.screens import Screen


class Main(main.Main):
    """The toss, the menu, UNDO and the seal are as in carrom; what happens in a round is its own."""

    def __init__(self, shot: "Callable[[Core, int, bool], None]") -> None:
        main.Main.__init__(self)
        self._shot = shot

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key on the main screen."""
        phase = panel.state.phase
        if key == "QUEEN" and phase == "board":
            self._shot(panel.core, now, True)
        elif (key == "WHITE" or key == "BLACK") and phase == "board":
            side = panel.side("left" if key == "WHITE" else "right")
            panel.commit({"kind": "twenty", "side": side}, now)
        elif key == "QUEEN" and phase not in ("idle", "toss"):
            panel.core.notice(twenties_message(panel.state), "20s of this match", now)
        elif key == "STRIKER" and phase not in ("idle", "toss"):
            self._show_totals(panel, now)
        elif key in ("FOUL", "DUE", "STRIKER") or (key == "QUEEN" and phase == "toss"):
            panel.refuse("toss" if phase == "toss" else "later")
        elif key == "OK" and phase in ("ready", "board") and not panel.core.is_decided():
            panel.open(panel.sport.entry(panel.state))
        else:
            main.Main.press(self, panel, key, now)

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """OK held: the menu. UNDO held: the list of events. PAUSE held mutes the warnings."""
        return key in ("OK", "UNDO", "PAUSE") and main.Main.long(self, panel, key, now)

    def show(self, screen: "Screen", state: "State") -> None:
        """The choice made at the toss, in crokinole's words."""
        main.Main.show(self, screen, state)
        if self.choice is not None:
            left, right = state.left_side, right_side(state)
            side = left if self.choice == "left" else right
            screen.tell(line_of(state, "%s shoots first: OK enters", (side,)))

    def _show_totals(self, panel: "Panel", now: int) -> None:
        from ...game.crokinole.flow import total

        message = outer(panel.state, total(panel.state), "AL")
        panel.core.notice(message, "Points of all games of this match", now)

    def _nobody_came(self, panel: "Panel") -> bool:
        return False  # the rulebook has no time to report; the menu has the forfeit
