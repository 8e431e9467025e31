"""The control of the clocks: what CLOCK, PAUSE and DUE do, and which clock each event starts or stops.

CLOCK is the key for each step of a board: "Play" starts the break's 15 seconds (46); *struck* stops them, so
that nothing sounds over rolling c/m; *complete* starts the next stroke's (50, 124); and so on in turn. With
one press a stroke, *complete* comes by itself after QUIET_MS without a press. The
lengths are the match's own (`rules["clocks"]`); a clock whose length is None is not used.

The functions apply to every sport, `Conduct` to carrom; crokinole/sport.py has its own.
"""

from ...game import match
from ...game.play import recorded
from .. import texts
from .clocks import EXPIRED, OFF, PAUSED, RESTED, RUNNING
from .strokes import BESIDE, Strokes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...game.state import State
    from ...game.strokes import Situation
    from .clocks import Clocks
    from .core import Core

COMPLETE, TWICE, ONCE = range(3)
"""The setting "struck", the presses of CLOCK a stroke: at *complete* alone; at *struck* and at *complete*; at
*struck* alone."""

QUIET_MS = 5_000
"""One press a stroke: from *struck*, or a piece, to *complete*."""

STROKE_MS = 40_000
"""Two presses: no stroke lasts so long. *Complete* was forgotten, and CLOCK is the next *struck*."""

TWICE_MS = 1_500
"""No stroke follows another so soon: CLOCK was pressed twice."""

PLAY_TWICE_MS = 300
"""No break follows "Play" so soon."""

LATE_MS = 5_000
"""One press a stroke: so long into the next count, a piece belongs to the stroke before it."""

# The clocks that belong to a phase; any other clock is stopped when the phase begins.
_APT = {
    "toss": ("report",),
    "ready": ("report",),
    "board": ("break", "stroke", "placing"),
    "change": ("side_change",),
    "interval": ("interval",),
}
_IN_BOARD = ("stroke", "foul", "place", "room", "pass", "turn", "situation", "undo")
_OWN = {"change": "side_change", "interval": "interval"}  # phases that start their clock by themselves


def start(core: "Core", name: str, now: int) -> None:
    """Start the main clock `name` with the match's length for it; none when the match does not use it."""
    length = core.record.state.setup.rules["clocks"][name]
    if length is None:
        core.clocks.stop()
    else:
        core.clocks.start(name, length, now)


def hold(core: "Core", name: str, left: "int | None" = None) -> None:
    """Show the clock `name` paused, whole or with `left` ms of it; none when the match does not use it."""
    length = core.record.state.setup.rules["clocks"][name]
    if length is None:
        core.clocks.stop()
    else:
        core.clocks.main.hold(name, length, left)


def pause_key(core: "Core", now: int) -> None:
    """PAUSE: an appeal stops the count, or holds it at zero. PAUSE again, "Play": it goes on (121)."""
    clock = core.clocks.main
    at_zero = clock.state == EXPIRED and not core.sport.ends_at_zero
    if clock.state in (RUNNING, PAUSED) or at_zero:
        core.keep_clock()
    if at_zero:
        clock.hold(clock.name, clock.length, 0)
        core.commit({"kind": "pause", "clock": clock.name, "left": 0}, now)
    elif clock.state == RUNNING:
        left = clock.pause(now)
        # The count has stopped, whether that can be recorded or not: an appeal does not wait for the flash.
        core.commit({"kind": "pause", "clock": clock.name, "left": left}, now)
    elif clock.state == PAUSED:
        resume(core, now)
    else:
        core.refuse("no_count")


def presses(core: "Core") -> int:
    """COMPLETE, TWICE or ONCE: how CLOCK is pressed in this match."""
    way: int = core.settings.get("struck", ONCE)
    return way


def way_of(core: "Core") -> int:
    """The presses a stroke, 1 or 2; 0: results only. As `set_way` takes them."""
    return 0 if not core.by_strokes() else 1 if presses(core) == ONCE else 2


def set_way(core: "Core", way: int) -> None:
    """Have CLOCK pressed `way` times a stroke, 1 or 2; 0: results only, from the next board on."""
    core.set("strokes", 1 if way else 0)
    if way:
        core.set("struck", ONCE if way == 1 else TWICE)


def resume(core: "Core", now: int) -> None:
    """Resume a paused clock; recorded if the pause was recorded."""
    clock = core.clocks.main
    clock.resume(now)
    if core.record.state.paused is not None:
        core.commit({"kind": "resume", "clock": clock.name}, now)


def take_back(core: "Core", now: int) -> None:
    """UNDO after a clock key: reverse its effect on the clock and in the record."""
    core.clocks.restore()
    clock = core.clocks.main
    recorded = core.record.state.paused is not None
    if clock.state == PAUSED and not recorded:
        core.commit({"kind": "pause", "clock": clock.name, "left": clock.left(now)}, now)
    elif clock.state != PAUSED and recorded:
        core.commit({"kind": "resume", "clock": clock.name}, now)
    core.notice(*texts.NOTICES["clock"], now=now)


def due_key(core: "Core", now: int) -> None:
    """DUE: c/m are announced for placing: its clock runs (88a); CLOCK afterwards starts the stroke's."""
    phase = core.record.state.phase
    if phase != "board":
        core.refuse("play" if phase == "ready" else "no_match" if phase == "idle" else "later")
    elif core.record.state.setup.rules["clocks"]["placing"] is None:
        core.refuse("later")
    else:
        core.keep_clock()
        start(core, "placing", now)


def forgo(core: "Core", now: int) -> None:
    """DUE held: all of the placing is forgone (87a); the stroke's count starts now (50)."""
    if core.record.state.phase == "board":
        start(core, "stroke", now)
        core.notice(*texts.NOTICES["forgone"], now=now)


def hold_for_entry(core: "Core", now: int) -> None:
    """A result is being entered, the board is over: pause a running count; CLOCK resumes it."""
    if core.record.state.phase == "board":
        core.clocks.pause(now)


def stop_hall_of_last_match(core: "Core") -> None:
    """A match arrived after the hall's clock ended: that end does not apply to it."""
    clock = core.clocks.hall
    if clock.state == EXPIRED:
        clock.stop()


class Conduct:
    """Carrom's clocks. `strokes`: the presses of the present stroke."""

    def __init__(self) -> None:
        self.strokes = Strokes()

    def situation(self, state: "State") -> "Situation | None":
        """The board in play as its strokes left it; None while none is in play, or none are recorded."""
        return recorded(state) if state.phase == "board" else None

    def goes_on_with_clock(self, state: "State", clocks: "Clocks") -> bool:
        """Whether CLOCK is the next key of the board in play; without strokes it is OK, for the result, but
        not in the middle of an appeal.
        """
        return clocks.main.state == PAUSED or self.situation(state) is not None

    def clear(self) -> None:
        """Forget the presses of the stroke."""
        self.strokes.clear()

    def clock_key(self, core: "Core", now: int) -> None:
        """CLOCK: do the next step: "Play", struck, complete, resume, or sides changed."""
        phase = core.record.state.phase
        if phase == "ready":
            core.commit(_play_event(core), now)
        elif phase in ("change", "interval"):
            core.commit({"kind": "sides"}, now)
        elif phase == "board":
            situation = recorded(core.record.state)
            if situation is not None and core.clocks.main.state != PAUSED:
                self._stroke(core, situation, now)
            else:
                _count(core, now)
        else:
            core.refuse({"idle": "no_match", "toss": "toss", "over": "finish"}.get(phase, "sealed"))

    def _stroke(self, core: "Core", situation: "Situation", now: int) -> None:
        """CLOCK while nothing is paused: placed, struck or complete."""
        clock = core.clocks.main
        way = presses(core)
        if situation.placing:
            core.commit({"kind": "place", "how": "done"}, now)
        elif way == ONCE and self._is_twice(core, now):
            core.refuse("twice")
        elif self._goes_on(core) if way == ONCE else self.strokes.asks:
            self._complete_and_strike(core, situation, now)
        elif self._is_struck(clock.state, way):
            self._strike(core, now)
        else:
            self.complete(core, situation, now)

    # Apart: MicroPython takes memory for a call that needs more than eleven words.
    def _complete_and_strike(self, core: "Core", situation: "Situation", now: int) -> None:
        """CLOCK for the next stroke, *complete* having been left out: if the board goes on."""
        if self.complete(core, situation, now):
            after = recorded(core.record.state)
            if after is not None and not after.over and not after.placing:
                self._strike(core, now)

    def _is_struck(self, state: int, way: int) -> bool:
        """CLOCK, with the main clock in `state`, means *struck*; else *complete*."""
        if way == ONCE:
            return not self.strokes.is_open
        return state == EXPIRED or (way == TWICE and state not in (OFF, RESTED))

    def _is_twice(self, core: "Core", now: int) -> bool:
        """CLOCK was pressed a moment ago: "Play", or *struck*."""
        quiet, clock = core.clocks.quiet, core.clocks.main
        if self._goes_on(core):
            return quiet.length - quiet.left(now) < TWICE_MS
        if clock.name != "break" or clock.state != RUNNING:
            return False
        return clock.length - clock.left(now) < PLAY_TWICE_MS

    def _goes_on(self, core: "Core") -> bool:
        """CLOCK is the next stroke's: one is open, and it is not being corrected after UNDO."""
        return self._is_quiet(core) and not self.strokes.corrects

    def _is_quiet(self, core: "Core") -> bool:
        """A stroke waits for what went down."""
        return core.clocks.quiet.state == RUNNING and self.strokes.is_open

    def _strike(self, core: "Core", now: int) -> None:
        """*Struck*: the count stops."""
        core.keep_clock()
        self.strokes.struck = True
        core.clocks.stop()
        core.sounds.hush()
        self.wait(core, now)

    def wait(self, core: "Core", now: int) -> None:
        """The stroke is open; what went down may follow."""
        way = presses(core)
        self.strokes.asks, self.strokes.closes, self.strokes.held = False, way == ONCE, False
        if way != COMPLETE:
            core.clocks.quiet.start("quiet", QUIET_MS if way == ONCE else STROKE_MS, now)

    def quiet(self, core: "Core", now: int) -> None:
        """Nothing was pressed for the time of `wait`: *complete*, or the table asks for it."""
        situation = self.situation(core.record.state)
        if situation is None or not self.strokes.is_open:
            return
        core.keeps_clock = False  # UNDO is now of the stroke
        if presses(core) == ONCE and core.panel.is_at_main and self.complete(core, situation, now):
            core.sounds.ask("key")  # the next count begins by itself
            return
        self.strokes.asks = True
        core.touch()

    def take_hold_back(self, core: "Core", now: int) -> None:
        """PAUSE was held: its press has not held the stroke."""
        if self.strokes.held:
            self.wait(core, now)

    def play_key(self, core: "Core", situation: "Situation", now: int) -> bool:
        """PAUSE while no count runs: "Play" for a forgotten stroke, or a halt of the quiet. Return whether it
        has such a meaning.
        """
        clock, strokes = core.clocks.main, self.strokes
        if clock.state == RESTED:
            core.keep_clock()
            start(core, clock.name, now)
        elif clock.state != OFF or not strokes.is_open:
            return False
        elif self._is_quiet(core) and presses(core) == ONCE:
            core.clocks.quiet.stop()
            strokes.asks = strokes.held = True
            core.touch()
        elif strokes.asks:
            self.complete(core, situation, now)
        else:
            return False
        return True

    def amend(self, core: "Core", now: int) -> bool:
        """One press a stroke: a piece that is pressed soon after the next count began, or after UNDO of
        *struck*, belongs to the stroke before it, which is opened again. Return whether it was.
        """
        clock, strokes = core.clocks.main, self.strokes
        if presses(core) != ONCE or clock.state != RUNNING or strokes.is_open or not strokes.can_amend(core):
            return False
        is_late = clock.length - clock.left(now) < LATE_MS or core.clocks.quiet.state == RUNNING
        if not is_late or not core.undo(now):
            return False
        strokes.corrects = False
        core.message("late", now)
        return True

    def not_amended(self, core: "Core", situation: "Situation", now: int) -> "Situation":
        """FOUL was held, for a foul without a stroke: the stroke that its press had opened again is entered
        again. Return the board as it then is.
        """
        strokes = self.strokes
        if presses(core) == ONCE and strokes.restored:
            self.complete(core, situation, now)
        return self.situation(core.record.state) or situation

    def complete(self, core: "Core", situation: "Situation", now: int, untouched: bool = False) -> bool:
        """Enter what was pressed as a stroke, a try at the break without touching included. Return whether it
        was taken.
        """
        strokes = self.strokes
        down, past = strokes.down, strokes.past
        if not core.commit(strokes.event(situation, untouched), now):
            return False
        strokes.entered(core.record.last_seq, down, past)
        return True

    def break_too_early(self, core: "Core", now: int) -> None:
        """The break was made before "Play" (47): the board begins, what went down is still to be pressed."""
        if core.commit(_play_event(core), now):
            core.clocks.stop()
            core.sounds.hush()
            self.strokes.begin_early()
            self.wait(core, now)
            core.message("early", now)

    def take_press_back(self, core: "Core", now: int) -> bool:
        """UNDO in a stroke: take back a press, then *struck*. Return whether there was either."""
        strokes = self.strokes
        if strokes.take_back(core):
            if strokes.is_open:
                self.wait(core, now)
                quiet = core.clocks.quiet
                if (
                    quiet.state == RUNNING and not strokes.corrects
                ):  # CLOCK has a meaning at once: it is no second press
                    quiet.start("quiet", quiet.length, now, quiet.length - TWICE_MS)
            else:
                core.clocks.quiet.stop()
            return True
        if strokes.struck and core.clocks.main.state == OFF:
            strokes.struck = strokes.asks = False
            core.clocks.quiet.start("quiet", LATE_MS, now)
            take_back(core, now)
            return True
        if strokes.restored and strokes.asks:  # nor was it struck
            strokes.clear()
            hold(core, self.clock_wanted(core.record.state) or "")
            core.notice(*texts.NOTICES["clock"], now=now)
            return True
        return False

    def breach(self, core: "Core", name: str) -> "tuple[str | None, str]":
        """What may be ruled when the clock `name` has run out, and the Law; never imposed (46, 50, 88)."""
        state = core.record.state
        words, law, _ = texts.EXPIRED[name]
        known = self.situation(state) is not None and name == self.clock_wanted(state)
        named = match.breach(state) if known else None
        if named is not None:
            words, laws = named
            law = laws[0]
        return words, law

    def clock_wanted(self, state: "State") -> "str | None":
        """Return the clock that belongs to the present phase, running or not; None if there is none."""
        if state.phase != "board":
            return _OWN.get(state.phase)
        situation = recorded(state)
        if situation is None:
            return "stroke"
        if situation.placing:
            return "placing"
        return "break" if situation.tries else "stroke"

    def follow(self, core: "Core", old: "State", stored: dict, kind: str, now: int) -> None:
        """After the event `stored`, of `kind`, took the match from state `old` to the present one: presses
        and clocks. A running clock that still fits is left alone, so undo never bends one.
        """
        self.strokes.follow(stored)
        state = core.record.state
        clocks = core.clocks
        if kind not in BESIDE:
            clocks.quiet.stop()
        if kind == "match":
            if "presses" in stored:
                set_way(core, stored["presses"])
            stop_hall_of_last_match(core)
            clocks.protest.stop()
            start(core, "report", now)  # the match is announced (143i)
            if stored.get("by") == "host" and (core.by_strokes() or "presses" in stored):
                core.notice(*texts.WAYS[way_of(core)], now=now)
            return
        if kind == "board":
            _start_protest(core, now)
        if kind == "play":
            start(core, "break", now)
            return
        if self._follow_stroke(core, old, kind, now):
            return
        moved = state.phase != old.phase or state.game != old.game or state.board != old.board
        own = _OWN.get(state.phase)
        if kind == "toss":
            clocks.stop()
        elif own and kind == "undo":
            if clocks.main.state == OFF or clocks.main.name != own:
                hold(core, own)  # full length, paused; PAUSE starts it
        elif own and moved:
            start(core, own, now)
        elif moved or kind == "sides":
            _stop_unfit(core)
        if kind == "undo" and state.board != old.board:
            clocks.protest.stop()

    def _follow_stroke(self, core: "Core", old: "State", kind: str, now: int) -> bool:
        """In a board played stroke by stroke: the clock that comes next; whether that is settled.

        After an undo nothing runs: the count stands whole until CLOCK, or between *struck* and *complete*
        when the presses of the stroke are back.
        """
        state = core.record.state
        situation = self.situation(state)
        if situation is None or kind not in _IN_BOARD:
            return False
        clock = self.clock_wanted(state) or ""
        if situation.over:
            core.clocks.stop()
        elif kind != "undo":
            start(core, clock, now)
        elif old.situation is situation:
            return False
        elif self.strokes.restored:
            core.clocks.stop()
            self.strokes.asks = presses(core) == ONCE
        else:
            hold(core, clock)
        return True

    def recover(self, core: "Core", now: int) -> None:
        """After power-on: the clock of the phase is there, paused; nothing runs but the silent protest clock.

        It has what the last `pause` left it, else it is whole; one of the long ones stands at zero when its
        expiry is the last word. A board in play gets the stroke's clock: its break is the likelier to be
        over.
        """
        state = core.record.state
        clocks = core.clocks
        clocks.stop()
        phase = state.phase
        name = self.clock_wanted(state)
        if phase in ("toss", "ready") and core.record.undoable is None:
            name = "report"
        left = None
        if state.paused is not None and state.paused[0] in _APT.get(phase, ()):
            name, left = state.paused
        if name is not None and state.setup.rules["clocks"][name] is not None:
            hold(core, name, left)
            if phase != "board" and core.record.last_kind == "expired":
                clocks.main.expire()
        if (state.boards or state.history) and phase not in ("idle", "confirmed"):
            _start_protest(core, now)

    def ask_again(self, core: "Core", now: int) -> None:
        """After power-on: the presses of a stroke that was not complete are lost, and the table says so."""
        situation = self.situation(core.record.state)
        self.strokes.lost = situation is not None and not situation.over and not situation.placing

    def hall_ended(self, core: "Core", now: int) -> None:
        """The hall's clock has ended."""


def _play_event(core: "Core") -> dict:
    """ "Play": the board is recorded stroke by stroke, unless the table is set not to."""
    return {"kind": "play", "strokes": True} if core.by_strokes() else {"kind": "play"}


def _count(core: "Core", now: int) -> None:
    """CLOCK in a board whose strokes are not recorded, or that is paused: the count goes on, starts or
    stops.
    """
    clock = core.clocks.main
    core.keep_clock()
    if clock.state == PAUSED:
        resume(core, now)
    elif clock.state in (OFF, RESTED) or clock.name == "placing":
        start(core, "stroke", now)
    else:
        clock.stop()
        core.sounds.hush()


def _start_protest(core: "Core", now: int) -> None:
    length = core.record.state.setup.rules["clocks"]["protest"]
    if length is not None:
        core.clocks.start("protest", length, now)


def _stop_unfit(core: "Core") -> None:
    """Stop the main clock unless it belongs to the phase, so that no forgotten clock continues."""
    state = core.record.state
    clock = core.clocks.main
    reported = clock.name == "report" and (state.boards or state.history)
    if reported or clock.name not in _APT.get(state.phase, ()):
        clock.stop()
