"""Ten keys and what they mean in the present screen.

The panel has one mode at a time: the main screen, an entry, the menu or one of its pages. A mode has
`press(panel, key, now)`, `long(panel, key, now)` -> whether that meant anything, and `show(screen, state)`.
Every key is answered in every mode: it does something or is refused with the reason.

A key held 0.7 s is reported a second time, as long: that takes the place of what its press did. It counts
only while no other key was pressed since, so two keys at once never mean more than one after the other.
"""

from . import board_view, sports
from .entry import Entry
from .main import Main
from .pages import Page
from .slips import AT_THE_CLOCK, DONE, REFUSED, Slips
from .strokes import Strokes

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


class Panel:
    """The keys of `table` (table.Table), which does what they mean."""

    def __init__(self, table: "Table") -> None:
        self.table = table
        self.strokes = Strokes()
        self._carrom = Main()
        self._crokinole: "Main | None" = None
        self.mode: Page = self._carrom
        self.press_stored = False  # the last press stored an event
        self.clock_kept = False  # the press before this one was a key of the clock, and UNDO takes it back
        self._keeping = False
        self._kept_phase = ""
        self._last_key: "str | None" = None
        self._last_mode: Page = self.mode
        self._slips = Slips(table.diff)
        self._pressed_at = 0

    @property
    def state(self) -> "State":
        """The match as it stands."""
        return self.table.state

    @property
    def main(self) -> "Main":
        """The main screen of the sport that is played."""
        if not sports.is_crokinole(self.table.state):
            return self._carrom
        if self._crokinole is None:
            from .crokinole.main import Main as Rounds

            self._crokinole = Rounds()
        return self._crokinole

    @property
    def is_busy(self) -> bool:
        """Something is being entered or chosen: the host has to wait."""
        main = self.main
        if self.mode is main:
            return main.is_busy or self.strokes.pending
        return self.mode.keeps_host_waiting

    def press(self, key: str, now: int) -> None:
        """A key of KEYS went down; ValueError for any other."""
        if key not in KEYS:
            raise ValueError("no key %r; there are %s" % (key, ", ".join(KEYS)))
        self._pressed_at = now
        self._last_key = key
        self._last_mode = self.mode
        table, slips = self.table, self._slips
        if key == "UNDO" and self.mode.takes_back and slips.took_nothing(now):
            self.press_stored = self.clock_kept = self._keeping = False
            slips.follow(key, now, now, DONE)
            table.message("nothing")
            return
        before, clock, refusals = table.record.last_seq, table.clocks.main.state, table.refusals
        self.clock_kept = self._keeping and self._kept_phase == self.state.phase
        self._keeping = False
        counts_from = slips.moment(key, now)
        if key != "OK" or not self._asks_to_end():
            self.mode.press(self, key, counts_from)
        self.press_stored = table.record.last_seq != before
        came_to = REFUSED if table.refusals != refusals else DONE
        if self.press_stored or table.clocks.main.state != clock:
            came_to = AT_THE_CLOCK
        slips.follow(key, now, counts_from, came_to)

    def _asks_to_end(self) -> bool:
        """OK on the main screen of a match that the organiser has decided (D296): whether it is asked."""
        if not self.table.is_decided:
            return False
        from . import desk

        self.open(desk.EndHere(self.table))
        return True

    def long(self, key: str, now: int) -> bool:
        """The same key is still down; whether that meant anything."""
        if key != self._last_key:
            return False
        self._last_key = None
        self._pressed_at = now
        has_meant = self._last_mode.long(self, key, now)
        if has_meant:
            self._slips.follow(key, now, now, DONE)
        return has_meant

    def rest(self, diff: "Callable[[int, int], int]", now: int) -> bool:
        """Leave a page that nobody has touched for REST_MS; whether one was left. Allocates nothing."""
        if self.mode is self.main or diff(now, self._pressed_at) < REST_MS or not self.mode.may_rest():
            return False
        self.leave()
        return True

    @property
    def is_at_main(self) -> bool:
        """No page is open."""
        return self.mode is self.main

    def keep_clock(self) -> None:
        """A key of the clock is about to change the clock: UNDO as the next key takes it back."""
        self.table.clocks.keep()
        self._keeping = True
        self._kept_phase = self.state.phase

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the present mode over the screen of the match."""
        if self.mode is self._carrom and self.strokes.pending:
            situation = sports.situation(state)
            if situation is not None:
                board_view.lay_pressed(screen, state, situation, self.strokes)
                return
        self.mode.show(screen, state)

    def open(self, mode: "Page | None") -> None:
        """Go to another mode; None is the main screen."""
        if mode is None:
            self.leave()
        else:
            self._go(mode)

    def open_entry(self) -> None:
        """Open the board's result: what the strokes came to, else a blank one to be counted."""
        self.open(self._proposed() or Entry())

    def open_menu(self) -> None:
        """Open the menu at the item most likely wanted."""
        from . import menu

        self.open(menu.Menu(menu.index_of(self.state, "Edit" if self.state.phase in _PLAYED else "StArt")))

    def leave(self) -> None:
        """Back to the main screen; to what the strokes came to when the board is over by them."""
        self._go(self._proposed() or self.main)

    def _go(self, mode: Page) -> None:
        before, self.mode = self.mode, mode
        if before is not mode:
            before.closed(self)

    def follow(self) -> None:
        """The match is another than before: show its main screen, or what its board has come to."""
        if self.mode is self._carrom or self.mode is self._crokinole:
            self.leave()

    def _proposed(self) -> "Page | None":
        """What waits for OK when strokes have ended the board in play."""
        situation = sports.situation(self.table.state)
        if situation is None or not situation.over:
            return None
        from . import proposal

        return proposal.page(self.table.state)

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
