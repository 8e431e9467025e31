"""What a page of the panel is: the main screen, an entry, the menu, a form; and pages only to be read."""

from . import conduct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .panel import Panel
    from .screens import Screen


class Page:
    """One page of the panel, with the meaning of the ten keys on it. `panel` is panel.Panel."""

    keeps_host_waiting = True
    """Whether the host's commands wait while the page is open; not for one that opened by itself."""

    takes_back = False
    """Whether UNDO takes back what was pressed or done; not where it just leads out."""

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key of panel.KEYS went down. `now`: the moment from which it counts, see slips.py."""
        raise NotImplementedError

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """The key is still down after 0.7 s; whether that means anything here, in place of its press."""
        return False

    def may_rest(self) -> bool:
        """Whether the page may be left when nobody presses a key any more."""
        return True

    def closed(self, panel: "Panel") -> None:
        """Another page was opened in its place, or the panel went back to the match."""

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the page over the screen of the match."""
        raise NotImplementedError


def step_out(panel: "Panel", key: str, now: int) -> bool:
    """The keys that mean the same on every page of the menu; whether `key` was one of them.

    CLOCK leaves and does its work: a menu opened by mistake is never in the way of the play.
    """
    if key == "CLOCK":
        panel.leave()
        conduct.clock_key(panel.table, now)
    elif key == "PAUSE":
        conduct.pause_key(panel.table, now)
    elif key == "FOUL":
        panel.refuse("foul")
    elif key == "DUE":
        panel.refuse("later")
    else:
        return False
    return True


class Info(Page):
    """Pages to read: (message, line) each; WHITE, BLACK and OK go through them, UNDO goes back."""

    def __init__(self, pages: "list[tuple[str, str]]", back: "Page | None") -> None:
        self.pages = pages
        self.back = back
        self.at = 0

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key while the pages are open."""
        if key == "UNDO":
            panel.open(self.back)
        elif key in ("WHITE", "BLACK", "OK"):
            self.at = (self.at + (-1 if key == "WHITE" else 1)) % len(self.pages)
        elif not step_out(panel, key, now):
            panel.refuse("later")

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the page over the screen."""
        screen.say(*self.pages[self.at])
