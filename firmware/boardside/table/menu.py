"""The menu: what is needed seldom. WHITE and BLACK move, OK opens an item, UNDO leaves."""

from .forms import step_out
from .items import ITEMS


class Menu:
    """The list of items. `at`: the item it opens with."""

    def __init__(self, at=0):
        self.at = at

    def press(self, panel, key, now):
        """A key while the menu is open."""
        if key == "WHITE" or key == "BLACK":
            self.at = (self.at + (-1 if key == "WHITE" else 1)) % len(ITEMS)
        elif key == "OK":
            ITEMS[self.at][2](panel, self, now)
        elif key == "UNDO":
            panel.leave()
        elif not step_out(panel, key, now):
            panel.refuse("choose_item")

    def long(self, panel, key, now):
        """Nothing has a second meaning here."""
        return False

    def may_rest(self):
        """May be left when nobody presses a key any more."""
        return True

    def show(self, screen, state):
        """Lay the item over the screen."""
        message, line = ITEMS[self.at][:2]
        screen.menu_item = line
        screen.say(message, line)


def index_of(message):
    """The place of the item whose digits say `message`."""
    for at in range(len(ITEMS)):
        if ITEMS[at][0] == message:
            return at
    raise ValueError("no item %r" % message)
