"""The menu: what is needed seldom. WHITE and BLACK move, OK opens an item, UNDO leaves."""

from .items import ITEMS
from .pages import Page, step_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .panel import Panel
    from .screens import Screen


class Menu(Page):
    """The list of items. `at`: the item it opens with."""

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the menu is open."""
        if key == "WHITE" or key == "BLACK":
            self.at = (self.at + (-1 if key == "WHITE" else 1)) % len(ITEMS)
        elif key == "OK":
            ITEMS[self.at][2](panel, self, now)
        elif key == "UNDO":
            panel.leave()
        elif not step_out(panel, key, now):
            panel.refuse("choose_item")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the item over the screen."""
        message, line = ITEMS[self.at][:2]
        screen.menu_item = line
        screen.say(message, line)


def index_of(message: str) -> int:
    """The place of the item whose digits say `message`."""
    for at in range(len(ITEMS)):
        if ITEMS[at][0] == message:
            return at
    raise ValueError("no item %r" % message)
