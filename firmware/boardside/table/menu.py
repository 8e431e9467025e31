"""The menu: what is needed seldom. WHITE and BLACK move, OK opens an item, UNDO leaves."""

from . import items, sports
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
            self.at = (self.at + (-1 if key == "WHITE" else 1)) % len(items_of(panel.state))
        elif key == "OK":
            items_of(panel.state)[self.at][2](panel, self, now)
        elif key == "UNDO":
            panel.leave()
        elif not step_out(panel, key, now):
            panel.refuse("choose_item")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the item over the screen."""
        message, line = items_of(state)[self.at][:2]
        screen.menu_item = line
        screen.say(message, line)


def items_of(state: "State") -> tuple:
    """The items for the sport that is played: rows of (digits, line, action)."""
    if sports.is_crokinole(state):
        from .crokinole.items import ITEMS

        return ITEMS
    return items.ITEMS


def index_of(state: "State", message: str) -> int:
    """The place of the item whose digits say `message`."""
    rows = items_of(state)
    for at in range(len(rows)):
        if rows[at][0] == message:
            return at
    raise ValueError("no item %r" % message)
