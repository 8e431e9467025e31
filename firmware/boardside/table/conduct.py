"""How the clocks are conducted: what CLOCK, PAUSE and DUE do, and which clock an event leaves behind.

CLOCK carries a board through: "Play" starts the break's 15 seconds (46); *struck* stops them, so that nothing
sounds over rolling c/m; *complete* starts the next stroke's (50, 124); and so on in turn. The lengths are the
match's own (`rules["clocks"]`); a clock whose length is None is not used.
"""

from ..game import match
from . import sports, texts
from .clocks import EXPIRED, OFF, PAUSED, RUNNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from .table import Table

# The clocks that make sense in a phase; any other that still runs when the phase begins is stopped.
_APT = {
    "toss": ("report",),
    "ready": ("report",),
    "board": ("break", "stroke", "placing"),
    "change": ("side_change",),
    "interval": ("interval",),
}
_IN_BOARD = ("stroke", "foul", "place", "room", "pass", "turn", "situation", "undo")
_OWN = {"change": "side_change", "interval": "interval"}  # phases that start their clock by themselves


def start(table: "Table", name: str, now: int) -> None:
    """Start the main clock `name` with the match's length for it; none when the match does not use it."""
    length = table.state.rules["clocks"][name]
    if length is None:
        table.clocks.stop()
    else:
        table.clocks.start(name, length, now)


def clock_key(table: "Table", now: int) -> None:
    """CLOCK: what comes next: "Play", struck, complete, going on, or the sides have been changed."""
    if sports.is_crokinole(table.state):
        from .crokinole import conduct as rounds

        rounds.clock_key(table, now)
        return
    phase = table.state.phase
    if phase == "ready":
        table.commit(play_event(table), now)
    elif phase in ("change", "interval"):
        table.commit({"kind": "sides"}, now)
    elif phase == "board":
        _stroke(table, now)
    else:
        table.refuse({"idle": "no_match", "toss": "toss", "over": "finish"}.get(phase, "sealed"))


def play_event(table: "Table") -> dict:
    """ "Play": the board is recorded stroke by stroke, unless the table is set not to."""
    return {"kind": "play", "strokes": True} if table.by_strokes else {"kind": "play"}


def _stroke(table: "Table", now: int) -> None:
    clock = table.clocks.main
    situation = sports.situation(table.state)
    if situation is not None and clock.state != PAUSED:
        table.panel.strokes.clock_key(table, situation, now)
        return
    table.panel.keep_clock()
    if clock.state == PAUSED:
        resume(table, now)
    elif clock.state == OFF or clock.name == "placing":
        start(table, "stroke", now)
    else:
        clock.stop()


def pause_key(table: "Table", now: int) -> None:
    """PAUSE: an appeal stops the count; again: "Play", it goes on from where it stood (121)."""
    clock = table.clocks.main
    if clock.state in (RUNNING, PAUSED):
        table.panel.keep_clock()
    if clock.state == RUNNING:
        left = clock.pause(now)
        # The count has stopped, whether that can be recorded or not: an appeal does not wait for the flash.
        table.commit({"kind": "pause", "clock": clock.name, "left": left}, now)
    elif clock.state == PAUSED:
        resume(table, now)
    else:
        table.refuse("at_zero" if clock.state == EXPIRED else "no_count")


def resume(table: "Table", now: int) -> None:
    """Go on with a paused clock; recorded when the pause was."""
    clock = table.clocks.main
    clock.resume(now)
    if table.state.paused is not None:
        table.commit({"kind": "resume", "clock": clock.name}, now)


def due_key(table: "Table", now: int) -> None:
    """DUE: c/m are announced for placing: its clock runs (88a); CLOCK afterwards starts the stroke's."""
    phase = table.state.phase
    if phase != "board":
        table.refuse("play" if phase == "ready" else "no_match" if phase == "idle" else "later")
    elif table.state.rules["clocks"]["placing"] is None:
        table.refuse("later")
    else:
        table.panel.keep_clock()
        start(table, "placing", now)


def forgo(table: "Table", now: int) -> None:
    """DUE held: the placing is forgone, whole (87a); the stroke's count starts from here (50)."""
    if table.state.phase == "board":
        start(table, "stroke", now)
        table.notice(*texts.NOTICES["forgone"], now=now)


def take_back(table: "Table", now: int) -> None:
    """UNDO after a key of the clock: as if it had not been pressed, in clock and record."""
    table.clocks.restore()
    clock = table.clocks.main
    recorded = table.state.paused is not None
    if clock.state == PAUSED and not recorded:
        table.commit({"kind": "pause", "clock": clock.name, "left": clock.left(now)}, now)
    elif clock.state != PAUSED and recorded:
        table.commit({"kind": "resume", "clock": clock.name}, now)
    table.notice(*texts.NOTICES["clock"], now=now)


def hold_for_entry(table: "Table", now: int) -> None:
    """A result is being entered, the board is over: a running count stands; CLOCK goes on with it."""
    if table.state.phase == "board":
        table.clocks.pause(now)


def breach(table: "Table", name: str) -> "tuple[str | None, str]":
    """What letting the clock `name` run out comes to, and the Law; never imposed (46, 50, 88)."""
    words, law, _ = texts.EXPIRED[name]
    known = sports.situation(table.state) is not None and name == clock_of(table.state)
    named = match.breach(table.state) if known else None
    if named is not None:
        words, laws = named
        law = laws[0]
    return words, law


def follow(table: "Table", old: "State", kind: str, now: int) -> None:
    """After an event of `kind` took the match from state `old` to the present one: set the clocks.

    A running clock that still fits is left alone, so undo never bends one.
    """
    state = table.state
    clocks = table.clocks
    if kind == "match":
        table.hall.match_came()
    if sports.is_crokinole(state):
        from .crokinole import conduct as rounds

        rounds.follow(table, old, kind, now)
        return
    if kind == "match":
        clocks.protest.stop()
        start(table, "report", now)  # the match is announced (143i)
        return
    if kind == "board":
        _start_protest(table, now)
    if kind == "play":
        start(table, "break", now)
        return
    if _follow_stroke(table, old, kind, now):
        return
    moved = state.phase != old.phase or state.game != old.game or state.board != old.board
    own = _OWN.get(state.phase)
    if kind == "toss":
        clocks.stop()
    elif own and kind == "undo":
        if clocks.main.state == OFF or clocks.main.name != own:
            hold_own(table)
    elif own and moved:
        start(table, own, now)
    elif moved or kind == "sides":
        stop_unfit(table)
    if kind == "undo" and state.board != old.board:
        clocks.protest.stop()


def clock_wanted(state: "State") -> "str | None":
    """The clock that belongs to the moment, whether it is on or not; None for none."""
    return clock_of(state) if state.phase == "board" else _OWN.get(state.phase)


def clock_of(state: "State") -> str:
    """The clock of a board in play: the break's, the placing's or the stroke's."""
    situation = sports.situation(state)
    if situation is None:
        return "stroke"
    if situation.placing:
        return "placing"
    return "break" if situation.tries else "stroke"


def _follow_stroke(table: "Table", old: "State", kind: str, now: int) -> bool:
    """In a board played stroke by stroke: the clock that comes next; whether that is settled.

    After an undo nothing runs: the count stands whole until CLOCK, or between *struck* and *complete* when
    the presses of the stroke are back.
    """
    situation = sports.situation(table.state)
    if situation is None or kind not in _IN_BOARD:
        return False
    if situation.over:
        table.clocks.stop()
    elif kind != "undo":
        start(table, clock_of(table.state), now)
    elif old.situation is situation:
        return False
    elif table.panel.strokes.restored:
        table.clocks.stop()
    else:
        hold(table, clock_of(table.state))
    return True


def hold(table: "Table", name: str, left: "int | None" = None) -> None:
    """Show the clock `name` paused, whole or with `left` ms of it; none when the match does not use it."""
    length = table.state.rules["clocks"][name]
    if length is None:
        table.clocks.stop()
    else:
        table.clocks.main.hold(name, length, left)


def _start_protest(table: "Table", now: int) -> None:
    length = table.state.rules["clocks"]["protest"]
    if length is not None:
        table.clocks.start("protest", length, now)


def stop_unfit(table: "Table") -> None:
    """Stop the main clock unless it fits the phase: no forgotten clock runs on."""
    state = table.state
    clock = table.clocks.main
    reported = clock.name == "report" and (state.boards or state.history)
    if reported or clock.name not in _APT.get(state.phase, ()):
        clock.stop()


def hold_own(table: "Table") -> None:
    """The phase's own clock, whole and paused; PAUSE lets it run."""
    hold(table, _OWN[table.state.phase])


def ask_again(table: "Table", now: int) -> None:
    """After power-on: what the table was asking for when the power went, when that can be known."""
    table.hall.recover(table.record.hall_event)
    if sports.is_crokinole(table.state):
        from .crokinole import conduct as rounds

        rounds.ask_again(table, now)


def recover(table: "Table", now: int) -> None:
    """After power-on: the clock of the phase is there, paused; nothing runs but the silent protest clock.

    It has what the last `pause` left it, else it is whole; one of the long ones stands at zero when its
    expiry is the last word. A board in play gets the stroke's clock: its break is the likelier to be over.
    """
    state = table.state
    clocks = table.clocks
    if sports.is_crokinole(state):
        from .crokinole import conduct as rounds

        rounds.recover(table, now)
        return
    clocks.stop()
    phase = state.phase
    name = clock_wanted(state)
    if phase in ("toss", "ready") and table.record.undoable is None:
        name = "report"
    left = None
    if state.paused is not None and state.paused[0] in _APT.get(phase, ()):
        name, left = state.paused
    if name is not None and state.rules["clocks"][name] is not None:
        hold(table, name, left)
        if phase != "board" and table.record.last_kind == "expired":
            clocks.main.expire()
    if (state.boards or state.history) and phase not in ("idle", "confirmed"):
        _start_protest(table, now)
