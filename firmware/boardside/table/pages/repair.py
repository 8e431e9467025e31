"""The page for a journal that cannot be opened: nothing can be stored or played until it is repaired.

The table opens this page by itself at power-on. OK asks whether the journal shall be erased, with all that no
host has collected; `YES` erases it and starts the table anew.
"""

from .forms import Field, Form
from .panel import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ..show.screens import Screen
    from .panel import Panel


_REASONS = {
    "version": "The journal is of a newer firmware",
    "partition": "No room for the journal: boardside flash",
}


class Repair(Page):
    """`code`: why the journal is not open (journal.JournalError). One of a newer firmware is not erased, and
    a board without a partition for it has nothing to erase: it is flashed again.
    """

    keeps_host_waiting = False

    def __init__(self, code: str) -> None:
        self.line = _REASONS.get(code, "The journal's flash cannot be read")
        self.can_erase = code not in ("version", "partition")
        self.digits = "rEFLASH" if code == "partition" else "rEPAir J"

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """OK goes on to the question; UNDO leaves, to the menu's self-test and settings."""
        if key == "UNDO":
            panel.leave()
        elif key == "OK" and self.can_erase:
            self._ask(panel)
        else:
            panel.refuse("repair" if self.can_erase else "help")

    def may_rest(self) -> bool:
        """The page stays until a key answers it."""
        return False

    def show(self, screen: "Screen", state: "State") -> None:
        """What is wrong; the reason in words."""
        screen.say(self.digits, self.line)

    def _ask(self, panel: "Panel") -> None:
        choices = (("no", False), ("YES", True))
        field = Field("ErAS", "Erase what no host has? QUEEN, then OK", choices, 0, ring=False)
        panel.open(Form([field], _erase, self))


def _erase(panel: "Panel", values: list, now: int) -> bool:
    if values[0] and not panel.core.device.erase_journal():
        panel.refuse("help")
        return False
    return True
