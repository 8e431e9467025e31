"""Ten keys and what they mean in the present screen.

The panel has one mode at a time: the main screen, an entry, the menu or one of its pages. A mode has
`press(panel, key, now)`, `long(panel, key, now)` -> whether that meant anything, and `show(screen, state)`.
Every key is answered in every mode: it does something or is refused with the reason.

A key held 0.7 s is reported a second time, as long: that takes the place of what its press did. It counts
only while no other key was pressed since, so two keys at once never mean more than one after the other.
"""

from . import conduct, items, menu
from .clocks import EXPIRED
from .entry import Entry
from .pages import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ..game.state import State
    from .screens import Screen
    from .table import Table

KEYS = ("WHITE", "BLACK", "QUEEN", "STRIKER", "FOUL", "DUE", "CLOCK", "PAUSE", "UNDO", "OK")

REST_MS = 60_000
"""A menu left open goes away after this long, so that it does not keep the host waiting."""

_PLAYED = ("ready", "board", "change", "interval")  # phases in which a board's result can be entered


class Main(Page):
    """The main screen: the match itself, in whatever phase it is."""

    def __init__(self) -> None:
        self.choice: "str | None" = None  # at the toss: "left" or "right" breaks

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key on the main screen."""
        phase = panel.state.phase
        if key == "CLOCK":
            conduct.clock_key(panel.table, now)
        elif key == "PAUSE":
            conduct.pause_key(panel.table, now)
        elif key == "DUE":
            conduct.due_key(panel.table, now)
        elif key == "UNDO":
            self._undo(panel, now)
        elif key == "OK":
            self._ok(panel, phase, now)
        elif phase == "toss" and key in ("WHITE", "BLACK"):
            self.choice = "left" if key == "WHITE" else "right"
        else:
            panel.refuse(self._why_not(key, phase))

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """OK held: the menu. DUE held: the placing is forgone."""
        if key == "OK":
            if panel.state.confirmed and panel.press_stored:
                panel.table.undo(now)  # the press sealed the result; held, it was not meant to
            elif panel.press_stored:
                return False
            panel.open_menu()
            return True
        if key == "DUE" and panel.state.phase == "board":
            conduct.forgo(panel.table, now)
            return True
        if key == "UNDO" and panel.press_stored and not panel.clock_kept:
            panel.open(menu.Menu(menu.index_of("rEdo")))
            return True
        return False

    def show(self, screen: "Screen", state: "State") -> None:
        """The choice made at the toss; everything else is the match's own screen."""
        if state.phase != "toss":
            self.choice = None
        elif self.choice is not None:
            left = self.choice == "left"
            name = screen.names_left if left else screen.names_right
            screen.say("br  toSS" if left else "toSS  br", "%s breaks: OK enters" % name[:20])

    def _undo(self, panel: "Panel", now: int) -> None:
        if self.choice is not None:
            self.choice = None
        elif panel.clock_kept:
            conduct.take_back(panel.table, now)
        else:
            panel.table.undo(now)

    def _ok(self, panel: "Panel", phase: str, now: int) -> None:
        if phase == "over":
            panel.commit({"kind": "confirm"}, now)
        elif phase in ("idle", "confirmed"):
            panel.open_menu()
        elif self.choice is not None:
            self._toss(panel, self.choice, now)
        elif self._nobody_came(panel):
            items.walkover(panel)
        elif phase == "toss":
            panel.refuse("toss")
        else:
            panel.open(Entry())

    def _toss(self, panel: "Panel", choice: str, now: int) -> None:
        if panel.commit({"kind": "toss", "breaks": panel.side(choice)}, now):
            self.choice = None

    def _nobody_came(self, panel: "Panel") -> bool:
        clock = panel.table.clocks.main
        return clock.name == "report" and clock.state == EXPIRED

    def _why_not(self, key: str, phase: str) -> str:
        if phase == "idle":
            return "no_match"
        if phase == "over":
            return "finish"
        if phase == "confirmed":
            return "sealed"
        if key == "FOUL":
            return "foul"
        return "toss" if phase == "toss" else "enter"


class Panel:
    """The keys of `table` (table.Table), which does what they mean."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.main = Main()
        self.mode: Page = self.main
        self.press_stored = False  # the last press stored an event
        self.clock_kept = False  # the press before this one was a key of the clock, and UNDO takes it back
        self._keeping = False
        self._kept_phase = ""
        self._last_key: "str | None" = None
        self._last_mode: Page = self.main
        self._pressed_at = 0

    @property
    def state(self) -> "State":
        """The match as it stands."""
        return self.table.state

    @property
    def is_busy(self) -> bool:
        """Something is being entered or chosen: the host has to wait."""
        return self.mode is not self.main or self.main.choice is not None

    def press(self, key: str, now: int) -> None:
        """A key of KEYS went down; ValueError for any other."""
        if key not in KEYS:
            raise ValueError("no key %r; there are %s" % (key, ", ".join(KEYS)))
        self._pressed_at = now
        self._last_key = key
        self._last_mode = self.mode
        before = self.table.record.last_seq
        self.clock_kept = self._keeping and self._kept_phase == self.state.phase
        self._keeping = False
        self.mode.press(self, key, now)
        self.press_stored = self.table.record.last_seq != before

    def long(self, key: str, now: int) -> bool:
        """The same key is still down; whether that meant anything."""
        if key != self._last_key:
            return False
        self._last_key = None
        self._pressed_at = now
        return self._last_mode.long(self, key, now)

    def rest(self, diff: "Callable[[int, int], int]", now: int) -> bool:
        """Leave a page that nobody has touched for REST_MS; whether one was left. Allocates nothing."""
        if self.mode is self.main or diff(now, self._pressed_at) < REST_MS or not self.mode.may_rest():
            return False
        self.mode = self.main
        return True

    def keep_clock(self) -> None:
        """A key of the clock is about to change the clock: UNDO as the next key takes it back."""
        self.table.clocks.keep()
        self._keeping = True
        self._kept_phase = self.state.phase

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the present mode over the screen of the match."""
        self.mode.show(screen, state)

    def open(self, mode: "Page | None") -> None:
        """Go to another mode; None is the main screen."""
        self.mode = mode or self.main

    def open_menu(self) -> None:
        """Open the menu at the item most likely wanted."""
        self.open(menu.Menu(menu.index_of("Edit" if self.state.phase in _PLAYED else "StArt")))

    def leave(self) -> None:
        """Back to the main screen."""
        self.mode = self.main

    def side(self, where: str) -> str:
        """The side that sits at "left" or "right"."""
        left = self.state.left_side
        if where == "left":
            return left
        return "b" if left == "a" else "a"

    def commit(self, event: dict, now: int) -> bool:
        """Enter an event; whether it was taken. If not, the reason is on the display."""
        return self.table.commit(event, now)

    def refuse(self, reason: str, line: "str | None" = None) -> None:
        """Answer a key that means nothing now: a reason of `texts.REASONS`, perhaps with its own line."""
        self.table.refuse(reason, line)
