"""The main screen: the match itself, in whatever phase it is, and what the ten keys mean on it."""

from ..game import protests
from . import conduct, sports
from .clocks import EXPIRED
from .pages import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .panel import Panel
    from .screens import Screen


class Main(Page):
    """The main screen of a carrom match. In a board played stroke by stroke the keys of the pieces, FOUL and
    DUE are the collector's (strokes.py); everything else is here."""

    takes_back = True

    def __init__(self) -> None:
        self.choice: "str | None" = None  # at the toss: "left" or "right" breaks

    @property
    def is_busy(self) -> bool:
        """Something is being chosen: the host has to wait."""
        return self.choice is not None

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key on the main screen."""
        phase = panel.state.phase
        if sports.situation(panel.state) is not None and panel.strokes.press(panel, key, now):
            return
        if key == "CLOCK" and self.choice is not None:
            panel.refuse("open")  # OK enters who breaks, no other key
        elif key == "CLOCK":
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
        elif phase == "toss" and key == "QUEEN" and not panel.state.extra:
            _items().toss(panel)
        elif phase == "ready" and key == "FOUL" and panel.table.by_strokes:
            panel.strokes.break_too_early(panel, now)
        else:
            panel.refuse(self._why_not(panel, key, phase))

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """OK held: the menu. UNDO held: the events. DUE held: placing is forgone. FOUL held: one without a
        stroke."""
        if key == "OK":
            if panel.state.confirmed and panel.press_stored:
                panel.table.undo(now)  # the press sealed the result; held, it was not meant to
            elif panel.press_stored:
                return False
            panel.open_menu()
            return True
        if key in ("FOUL", "DUE") and sports.situation(panel.state) is not None:
            return panel.strokes.long(panel, key, now)
        if key == "DUE" and panel.state.phase == "board":
            conduct.forgo(panel.table, now)
            return True
        if key == "UNDO" and panel.press_stored and not panel.clock_kept:
            if panel.table.take_undo_back(now):  # the press left an event out; held, it was not meant to
                _items().undo_list(panel)
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
            panel.table.clocks.keep()
            panel.table.undo(now)

    def _ok(self, panel: "Panel", phase: str, now: int) -> None:
        if phase == "over":
            self._confirm(panel, now)
        elif phase in ("idle", "confirmed"):
            panel.open_menu()
        elif self.choice is not None:
            self._toss(panel, self.choice, now)
        elif self._nobody_came(panel):
            _items().walkover(panel)
        elif phase == "toss":
            panel.refuse("toss")
        else:
            panel.open_entry()

    def _confirm(self, panel: "Panel", now: int) -> None:
        if protests.is_open(panel.state):
            panel.refuse("protest")
        else:
            panel.commit({"kind": "confirm"}, now)

    def _toss(self, panel: "Panel", choice: str, now: int) -> None:
        if panel.commit({"kind": "toss", "breaks": panel.side(choice)}, now):
            self.choice = None

    def _nobody_came(self, panel: "Panel") -> bool:
        clock = panel.table.clocks.main
        return clock.name == "report" and clock.state == EXPIRED

    def _why_not(self, panel: "Panel", key: str, phase: str) -> str:
        if phase == "idle":
            return "no_match"
        if phase == "over":
            return "finish"
        if phase == "confirmed":
            return "sealed"
        if key == "FOUL":
            return "foul"
        if phase == "toss":
            return "toss"
        return "play" if phase == "ready" and panel.table.by_strokes else "enter"


def _items():
    """What the menu does; rarely needed here."""
    from . import items

    return items
