"""The keys locked, to clean the panel or to carry the table: only two keys held in turn mean anything.

Clocks, link and the host's commands go on, and the screen is the match's. UNDO held, then CLOCK held, opens:
the two corners of the near row, one after the other, which no cloth does. So does switching off and on
(D152).
"""

from . import texts
from .pages import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .panel import Panel
    from .screens import Screen

_FIRST = "UNDO"
_SECOND = "CLOCK"


class Lock(Page):
    """The locked panel, over whatever the match shows."""

    keeps_host_waiting = False

    def __init__(self) -> None:
        self._is_half_open = False

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """Any key: how to open is said. CLOCK right after UNDO was held is on its way."""
        if self._is_half_open and key == _SECOND:
            panel.table.message("hold_clock")
            return
        self._is_half_open = False
        panel.refuse("locked")

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """UNDO held, then CLOCK."""
        if self._is_half_open and key == _SECOND:
            panel.leave()
            panel.table.message("unlocked")
            return True
        self._is_half_open = key == _FIRST
        if self._is_half_open:
            panel.table.message("hold_clock")
        return self._is_half_open

    def may_rest(self) -> bool:
        """It stays locked for as long as it takes."""
        return False

    def show(self, screen: "Screen", state: "State") -> None:
        """The match's screen, while it counts; else by turns with the word that the keys are locked."""
        message, line = texts.NOTICES["locked"]
        if screen.page == "score" and not screen.alternate:
            screen.tell(line)
        else:
            screen.say(message, line, alternate=True)


def lock(panel: "Panel") -> None:
    """Lock the keys, and say how they are opened."""
    panel.open(Lock())
    panel.table.message("locked")
