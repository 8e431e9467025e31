"""The ten keys, the open page, and the meaning of the keys on it.

One page is open at a time: the main page, an entry, the menu or one of its pages. Every key has an effect on
every page: it does something or is refused with the reason.

A key held for 0.7 s is reported a second time, as long: this replaces what its press did. It counts only if
no other key was pressed since, so two keys at once have the same meaning as one after the other.
"""

from ..core import conduct
from ..core.clocks import LENGTH_MAX_MS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from ...game.state import State
    from ..core.core import Core, Sport
    from ..show.screens import Screen

KEYS = ("WHITE", "BLACK", "QUEEN", "STRIKER", "FOUL", "DUE", "CLOCK", "PAUSE", "UNDO", "OK")

REST_MS = 60_000
"""An open menu closes after this long without keys, so that the host need not wait."""

_PLAYED = ("ready", "board", "change", "interval")  # phases in which a board's result can be entered

GESTURE_MS = 1000
"""From the wrong key to UNDO, and from UNDO to the right key, at most."""

# The result of a press.
DONE = 0
REFUSED = 1
AT_THE_CLOCK = 2  # it was stored, or the count began, stopped or stood

_OF_THE_CLOCK = ("CLOCK", "PAUSE", "DUE")


class Slips:
    """Recognises a wrong key with UNDO right after it, and the moment from which the right key counts.

    An umpire who notices a wrong key presses UNDO and the right one within a second each. It is one gesture:
    a key of the clock that replaces another counts from the moment of the wrong one, so that no
    player gains or loses by the slip. When the wrong key was refused, it had no effect, and an UNDO within a
    second takes nothing back: it was meant for that key, not for the action before it.

    Keeps the last key other than UNDO and its result; `diff` is `ticks_diff`. Nothing allocates.
    """

    def __init__(self, diff: "Callable[[int, int], int]") -> None:
        self._diff = diff
        self._key = ""
        self._came_to = DONE
        self._pressed_at = 0
        self._counts_from = 0
        self._undone_at = 0
        self._is_undone = False

    def took_nothing(self, now: int) -> bool:
        """Whether an UNDO at `now` belongs to a key that was refused."""
        if self._key == "" or self._is_undone or self._came_to != REFUSED:
            return False
        return self._diff(now, self._pressed_at) <= GESTURE_MS

    def moment(self, key: str, now: int) -> int:
        """The moment from which `key`, pressed at `now`, counts."""
        if not self._is_undone or self._came_to != AT_THE_CLOCK:
            return now
        if key not in _OF_THE_CLOCK or key == self._key or self._diff(now, self._undone_at) > GESTURE_MS:
            return now
        return self._counts_from

    def follow(self, key: str, now: int, counts_from: int, came_to: int) -> None:
        """Note that `key` was pressed at `now`, and its result (DONE, REFUSED, AT_THE_CLOCK)."""
        if key == "UNDO":
            is_at_once = self._key != "" and self._diff(now, self._pressed_at) <= GESTURE_MS
            self._is_undone = is_at_once and not self._is_undone
            self._undone_at = now
            if not self._is_undone:
                self._key = ""
            return
        self._key = key
        self._came_to = came_to
        self._pressed_at = now
        self._counts_from = counts_from
        self._is_undone = False


class Page:
    """One page of the panel, with the meaning of the ten keys on it."""

    keeps_host_waiting = True
    """Whether the host's commands wait while the page is open; not for one that opened by itself."""

    is_main = False
    """Whether it is a sport's main page."""

    takes_back = False
    """Whether UNDO takes back what was pressed or done; false if it only leaves the page."""

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key of panel.KEYS went down. `now`: the moment from which it counts, see Slips."""
        raise NotImplementedError

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """The key is still down after 0.7 s. Return whether that replaces its press here."""
        return False

    def may_rest(self) -> bool:
        """Whether the page may be left after a time without keys."""
        return True

    def closed(self, panel: "Panel") -> None:
        """Another page was opened in its place, or the panel went back to the match."""

    def show(self, screen: "Screen", state: "State") -> None:
        """Lay the page over the screen of the match."""
        raise NotImplementedError


def step_out(panel: "Panel", key: str, now: int) -> bool:
    """The keys that mean the same on every page of the menu; whether `key` was one of them.

    CLOCK leaves the menu and does its usual work, so a menu opened by mistake never delays the play.
    """
    if key == "CLOCK":
        panel.leave()
        panel.sport.clock_key(panel.core, now)
    elif key == "PAUSE":
        conduct.pause_key(panel.core, now)
    elif key == "FOUL":
        panel.refuse("foul")
    elif key == "DUE":
        panel.refuse("later")
    else:
        return False
    return True


class Info(Page):
    """Pages to read: (message, line) each; WHITE, BLACK and OK step through them, UNDO returns."""

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


class Panel:
    """The keys of a table. A page finds here the match (`core`), the sport's own answers (`sport`), the
    screen (`view`) and the other pages. `mode`: the page that is open; `pressed_at`: when the last key was.
    """

    def __init__(self, core: "Core", view: "Screen") -> None:
        self.core = core
        self.view = view
        self.mode: Page = core.sport.main
        self.press_stored = False  # the last press stored an event
        self.clock_kept = False  # the press before this one was a key of the clock, and UNDO takes it back
        self._last_key: "str | None" = None
        self._last_mode = self.mode
        self._slips = Slips(core.diff)
        self.pressed_at = 0

    @property
    def state(self) -> "State":
        """The match as it stands."""
        return self.core.record.state

    @property
    def sport(self) -> "Sport":
        """The sport that is played, or that was last."""
        return self.core.sport

    @property
    def is_at_main(self) -> bool:
        """No page is open."""
        return self.mode is self.core.sport.main

    @property
    def is_busy(self) -> bool:
        """Something is being entered or chosen: the host has to wait."""
        return self.mode.keeps_host_waiting

    def press(self, key: str, now: int) -> None:
        """A key of KEYS went down; ValueError for any other."""
        if key not in KEYS:
            raise ValueError("no key %r; there are %s" % (key, ", ".join(KEYS)))
        self.pressed_at = now
        self._last_key = key
        self._last_mode = self.mode
        if key == "UNDO" and self.mode.takes_back and self._slips.took_nothing(now):
            self._take_nothing_back(now)
            return
        counts_from = self._slips.moment(key, now)
        came_to = self._came_to(key, counts_from)
        self._slips.follow(key, now, counts_from, came_to)

    # Parts of `press`: MicroPython takes memory for a call that needs more than eleven words.

    def _take_nothing_back(self, now: int) -> None:
        """UNDO after a key that was refused."""
        self.press_stored = self.clock_kept = self.core.keeps_clock = False
        self._slips.follow("UNDO", now, now, DONE)
        self.core.message("nothing")

    def _came_to(self, key: str, counts_from: int) -> int:
        """Let the page handle the key. Return what came of it."""
        core = self.core
        self.clock_kept = core.keeps_clock and core.kept_phase == core.record.state.phase
        core.keeps_clock = False
        before, clock = core.record.last_seq, core.clocks.main.state
        core.has_refused = False
        self.mode.press(self, key, counts_from)
        self.press_stored = core.record.last_seq != before
        if self.press_stored or core.clocks.main.state != clock:
            return AT_THE_CLOCK
        return REFUSED if core.has_refused else DONE

    def long(self, key: str, now: int) -> bool:
        """The same key is still down. Return whether that had a meaning."""
        if key != self._last_key:
            return False
        self._last_key = None
        self.pressed_at = now
        has_meant = self._last_mode.long(self, key, now)
        if has_meant:
            self._slips.follow(key, now, now, DONE)
        return has_meant

    def rest(self, now: int) -> bool:
        """Leave a page without keys for REST_MS. Return whether one was left. Allocates nothing."""
        if self.until_rest(now) > 0:
            return False
        self.leave()
        return True

    def until_rest(self, now: int) -> int:
        """Milliseconds until the open page is left, if no key comes; 0 or less: now. Allocates nothing."""
        if self.is_at_main or not self.mode.may_rest():
            return LENGTH_MAX_MS
        return REST_MS - self.core.diff(now, self.pressed_at)

    def show(self) -> None:
        """Lay the present page over the screen of the match."""
        self.mode.show(self.view, self.core.record.state)

    def open(self, mode: "Page | None") -> None:
        """Go to another page; None is the main page."""
        if mode is None:
            self.leave()
        else:
            self._go(mode)

    def open_entry(self) -> None:
        """Open the board's result: the result of the strokes, else a blank one to be counted."""
        self.open(self._proposed() or self.core.sport.entry(self.core.record.state))

    def open_menu(self) -> None:
        """Open the menu at the item most likely wanted."""
        items = self.core.sport.menu()
        self.open(items.Menu(items.ITEMS, "Edit" if self.core.record.state.phase in _PLAYED else "StArt"))

    def leave(self) -> None:
        """Return to the main page, or to the result of the strokes if they ended the board."""
        self._go(self._proposed() or self.core.sport.main)

    def _go(self, mode: Page) -> None:
        before, self.mode = self.mode, mode
        if before is not mode:
            before.closed(self)

    def follow(self) -> None:
        """The match has changed: show its main page, or the result of its board."""
        if self.mode.is_main:
            self.leave()

    def _proposed(self) -> "Page | None":
        """The page that waits for OK after strokes have ended the board in play."""
        situation = self.core.sport.situation(self.core.record.state)
        if situation is None or not situation.over:
            return None
        page: "Page | None" = self.core.sport.proposal(self.core.record.state)
        return page

    def side(self, where: str) -> str:
        """The side that sits at "left" or "right"."""
        left = self.core.record.state.left_side
        if where == "left":
            return left
        return "b" if left == "a" else "a"

    def commit(self, event: dict, now: int) -> bool:
        """Enter an event. Return whether it was taken; if not, the display shows the reason."""
        return self.core.commit(event, now)

    def refuse(self, reason: str, line: "str | None" = None) -> None:
        """Refuse a key that has no meaning now: a reason of `texts.REASONS`, perhaps with its own line."""
        self.core.refuse(reason, line)
