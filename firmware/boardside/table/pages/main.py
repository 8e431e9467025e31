"""The main page: the match itself in each of its phases, and the meaning of the ten keys on it."""

from ...game.official import is_held
from .. import texts
from ..core import conduct
from ..core.clocks import EXPIRED
from ..show import views
from .panel import Page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ...game.strokes import Situation
    from ..core.conduct import Conduct
    from ..show.screens import Screen
    from .panel import Panel

_PIECES = ("WHITE", "BLACK", "QUEEN", "STRIKER", "FOUL")


class Main(Page):
    """The parts shared by the main pages of all sports: toss, menu, UNDO, the seal."""

    is_main = True
    takes_back = True

    def __init__(self) -> None:
        self.choice: "str | None" = None  # at the toss: "left" or "right" breaks

    @property
    def keeps_host_waiting(self) -> bool:  # type: ignore[override]
        """Something is being chosen."""
        return self.choice is not None

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key on the main page."""
        if key == "CLOCK" and self.choice is None:
            panel.core.sport.clock_key(panel.core, now)
        elif key == "CLOCK":
            panel.refuse("open")  # only OK enters who breaks
        elif key == "PAUSE":
            conduct.pause_key(panel.core, now)
        elif key == "DUE":
            conduct.due_key(panel.core, now)
        elif key == "UNDO":
            self._undo(panel, now)
        elif key == "OK":
            self._ok(panel, panel.state.phase, now)
        else:
            self._other_key(panel, key, panel.state.phase)

    # Apart: MicroPython takes memory for a call that needs more than eleven words.
    def _other_key(self, panel: "Panel", key: str, phase: str) -> None:
        if phase == "toss" and key in ("WHITE", "BLACK"):
            self.choice = "left" if key == "WHITE" else "right"
        elif phase == "toss" and key == "QUEEN" and not panel.state.extra:
            panel.sport.menu().toss(panel)
        else:
            panel.refuse(self._why_not(panel, key, phase))

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """OK held: the menu. UNDO held: the events. DUE held: placing is forgone. PAUSE held: the warnings
        before zero are muted, or sound again.
        """
        if key == "OK":
            if panel.state.confirmed and panel.press_stored:
                panel.core.undo(now)  # the press sealed the result; held, it was not meant to
            elif panel.press_stored:
                return False
            panel.open_menu()
            return True
        if key == "PAUSE" and (panel.core.keeps_clock or not panel.press_stored):
            _mute(panel.core, now)
            return True
        if key == "DUE" and panel.state.phase == "board":
            conduct.forgo(panel.core, now)
            return True
        if key == "UNDO" and panel.press_stored and not panel.clock_kept:
            if panel.core.take_undo_back(now):  # the press left an event out; held, it was not meant to
                panel.sport.menu().undo_list(panel)
            return True
        return False

    def show(self, screen: "Screen", state: "State") -> None:
        """The choice made at the toss; everything else is the match's own screen."""
        if self.choice is None:
            return  # nearly always
        if state.phase != "toss":
            self.choice = None
        else:
            _show_choice(screen, self.choice == "left")

    def _undo(self, panel: "Panel", now: int) -> None:
        if self.choice is not None:
            self.choice = None
        elif panel.clock_kept:
            conduct.take_back(panel.core, now)
        else:
            panel.core.clocks.keep()
            panel.core.undo(now)

    def _ok(self, panel: "Panel", phase: str, now: int) -> None:
        if panel.core.is_decided():
            from .desk import EndHere

            panel.open(EndHere(panel.core))
        elif panel.core.is_time_called():
            from .desk import TimeHere

            panel.open(TimeHere(panel.core))
        elif phase == "over":
            self._confirm(panel, now)
        elif phase in ("idle", "confirmed"):
            panel.open_menu()
        elif self.choice is not None:
            self._toss(panel, self.choice, now)
        elif self._nobody_came(panel):
            panel.sport.menu().walkover(panel)
        elif phase == "toss":
            panel.refuse("toss")
        else:
            panel.open_entry()

    def _confirm(self, panel: "Panel", now: int) -> None:
        if is_held(panel.state):
            panel.refuse("protest")
        else:
            panel.commit({"kind": "confirm"}, now)

    def _toss(self, panel: "Panel", choice: str, now: int) -> None:
        if panel.commit({"kind": "toss", "breaks": panel.side(choice)}, now):
            self.choice = None

    def _nobody_came(self, panel: "Panel") -> bool:
        clock = panel.core.clocks.main
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
        return "play" if phase == "ready" and panel.core.by_strokes() else "enter"


# Apart, as above.
def _show_choice(screen: "Screen", left: bool) -> None:
    name = screen.names_left if left else screen.names_right
    screen.say(texts.TOSS_LEFT if left else texts.TOSS_RIGHT, "%s breaks: OK enters" % name[:20])


class CarromMain(Main):
    """The main page of a carrom match; in a board played stroke by stroke the keys of the pieces, FOUL and
    DUE enter what happened in the stroke.
    """

    def __init__(self, conduct: "Conduct") -> None:
        Main.__init__(self)
        self._conduct = conduct
        self._strokes = conduct.strokes

    @property
    def keeps_host_waiting(self) -> bool:  # type: ignore[override]
        """Something is being chosen, or a stroke is pressed."""
        return self.choice is not None or self._strokes.pending

    def press(self, panel: "Panel", key: str, now: int) -> None:
        """A key on the main page."""
        self._strokes.lost = False
        situation = self._conduct.situation(panel.core.record.state)
        if situation is not None:
            if self._stroke_key(panel, situation, key, now):
                return
        elif key == "FOUL" and panel.state.phase == "ready" and panel.core.by_strokes():
            self._conduct.break_too_early(panel.core, now)
            return
        Main.press(self, panel, key, now)

    def long(self, panel: "Panel", key: str, now: int) -> bool:
        """As `Main`. FOUL held: a foul without a stroke. DUE held: what is to be placed is forgone (87a)."""
        situation = self._conduct.situation(panel.state)
        if key == "PAUSE":
            self._conduct.take_hold_back(panel.core, now)
        if key not in ("FOUL", "DUE") or situation is None:
            return Main.long(self, panel, key, now)
        if key == "FOUL" and panel.is_at_main:
            if self._strokes.foul_was_last:
                self._strokes.take_back(panel.core)
                situation = self._conduct.not_amended(panel.core, situation, now)
            if self._strokes.pending:
                panel.refuse("stroke")  # the presses of the stroke would be lost
            else:
                _fouls().ask(panel, situation)
            return True
        if key == "DUE" and situation.placing:
            panel.leave()
            _fouls().forgo(panel, situation, now)
            return True
        return False

    def show(self, screen: "Screen", state: "State") -> None:
        """What was pressed of the stroke; else as `Main`."""
        situation = self._conduct.situation(state) if self._strokes.pending else None
        if situation is not None:
            views.lay_pressed(screen, state, situation, self._strokes)
            if self._strokes.held:
                screen.by_turns(texts.HOLD)
        elif self._strokes.held:
            screen.say(texts.HOLD, "Held: CLOCK or PAUSE is Play", alternate=True)
        elif self._strokes.asks:
            screen.say(texts.CLOCK, "CLOCK, if complete. PAUSE: Play", alternate=True)
        else:
            Main.show(self, screen, state)
            if self._strokes.lost:
                screen.tell("CLOCK: Play; press a begun stroke again")
                screen.by_turns(texts.LOST)

    def _stroke_key(self, panel: "Panel", situation: "Situation", key: str, now: int) -> bool:
        """Handle a key while strokes are recorded. Return whether it has a meaning in this board."""
        if key == "UNDO":
            return self._conduct.take_press_back(panel.core, now)
        if key == "PAUSE":
            return self._conduct.play_key(panel.core, situation, now)
        if key == "DUE":
            self._due(panel, situation, now)
        elif key not in _PIECES:
            return False
        elif (key != "FOUL" or not situation.placing) and self._conduct.amend(panel.core, now):
            self._add(panel, key, now)
        elif situation.placing:  # first place, then strike; a foul in placing is taken
            if key == "FOUL":
                _fouls().ask(panel, situation)
            else:
                panel.refuse("place")
        elif key == "FOUL" and panel.core.clocks.main.is_out and not self._strokes.pending:
            _fouls().ask(panel, situation)
        else:
            self._add(panel, key, now)
        return True

    def _add(self, panel: "Panel", key: str, now: int) -> None:
        situation = self._conduct.situation(panel.state)
        if situation is not None:
            self._strokes.add(panel.core, situation, key)
            if self._strokes.is_open:
                self._conduct.wait(panel.core, now)

    def _due(self, panel: "Panel", situation: "Situation", now: int) -> None:
        """DUE: the outcome of placing, or room again; at the break, a try that touched nothing (45)."""
        if situation.placing:
            _fouls().ask_placing(panel, situation)
        elif situation.tries and self._strokes.has_piece:
            panel.refuse("stroke")  # if anything went down, something was touched (44)
        elif situation.tries:
            self._conduct.complete(panel.core, situation, now, True)
        elif situation.waiting != (0, 0) and not self._strokes.pending:
            panel.commit({"kind": "room", "has": True}, now)
        else:
            panel.refuse("stroke" if self._strokes.pending else "nothing_due")


def _mute(core, now: int) -> None:
    if core.keeps_clock:
        conduct.take_back(core, now)
        core.keeps_clock = False
    core.warns = not core.warns
    core.message("warns" if core.warns else "muted", now)


def _fouls():
    """Fouls without a stroke, and placing: rarely needed."""
    from . import fouls

    return fouls
