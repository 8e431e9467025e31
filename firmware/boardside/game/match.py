"""One event applied to a match: the way in for table and host.

    state = match.new()
    state, ruling = match.apply(state, event)

`apply` is the only thing that makes states. It is pure: the state it is given is never touched, an event that
cannot be is a GameError and leaves everything as it was. Undo is not applied but folded: see fold.py.
"""

from . import begin, endings, events, flow, play, protests, umpire
from . import board as boards
from .errors import GameError, show
from .official import official, to_dict
from .rules import CLOCK_LAWS
from .state import (
    BOARD,
    CHANGE,
    CONFIRMED,
    IDLE,
    INTERVAL,
    OVER,
    READY,
    TOSS,
    Board,
    Ruling,
    State,
    letter,
    other,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .state import Event

    Handler = Callable[[State, Event], Ruling]

__all__ = (
    "Ruling",
    "State",
    "advance",
    "apply",
    "breach",
    "finish_board",
    "may",
    "new",
    "official",
    "proposal",
    "propose",
    "queen_counts",
    "to_dict",
)

queen_counts = boards.queen_counts
proposal = play.proposal
breach = play.breach

_OPEN = (READY, BOARD, CHANGE, INTERVAL)
_GOING_ON = (TOSS, READY, BOARD, CHANGE, INTERVAL)
_NOT_SEALED = (TOSS, READY, BOARD, CHANGE, INTERVAL, OVER)
_ANY = (TOSS, READY, BOARD, CHANGE, INTERVAL, OVER, CONFIRMED)
# The phases in which each kind is taken; `match`, `undo` and the table-wide kinds are taken in all.
_PHASES = {
    "toss": (TOSS,),
    "trial": (READY,),
    "play": (READY, CHANGE, INTERVAL),
    "stroke": (BOARD,),
    "foul": (BOARD,),
    "place": (BOARD,),
    "room": (BOARD,),
    "pass": (BOARD,),
    "turn": (BOARD,),
    "situation": (BOARD,),
    "leave": (BOARD,),
    "board": _OPEN,
    "replayed": _OPEN,
    "protest": _NOT_SEALED,
    "ruled": _NOT_SEALED,
    "sides": _NOT_SEALED,
    "concede": _GOING_ON,
    "lost": _NOT_SEALED,
    "ended": _GOING_ON,
    "time": _OPEN,
    "override": _NOT_SEALED,
    "names": _ANY,
    "pause": _ANY,
    "resume": _ANY,
    "expired": _ANY,
    "confirm": (OVER,),
}
_WHY = {
    IDLE: "there is no match at this table; begin one first",
    TOSS: "the toss is awaited; say who breaks",
    READY: "the match is not decided yet, no board is in play",
    BOARD: "a board is in play",
    CHANGE: "the match is not decided yet, a change of sides is owed",
    INTERVAL: "the match is not decided yet, it is the interval",
    OVER: "the match is decided; undo its last event to change it",
    CONFIRMED: "the result is confirmed; undo the confirmation first",
}


# These are no events of a match in a phase: they begin one, leave one out, or are the table's.
_ALWAYS = ("match", "undo") + events.TABLE_WIDE


def _sport(state: State) -> "tuple[dict[str, tuple[str, ...]], dict[str, Handler]]":
    """(phases by kind, handlers by kind) of the match's sport."""
    if state.rules.get("sport") == "crokinole":
        from . import crokinole  # a table that plays carrom has no room to waste on it

        return crokinole.PHASES, crokinole.HANDLERS
    return _PHASES, _HANDLERS


def new() -> State:
    """A table without a match: phase "idle"."""
    return State()


def may(state: State, kind: str) -> bool:
    """Whether an event of this kind can be taken in the present phase. `undo` and table-wide: always."""
    if kind not in events.KINDS or kind in _ALWAYS:
        return True
    return state.phase in _sport(state)[0].get(kind, ())


def apply(state: State, event: "Event") -> "tuple[State, Ruling]":
    """The state after `event`, and the ruling: what happened, resting on which Laws.

    event: as in docs/events.md, envelope optional; fields that are not known are ignored. Raises GameError;
    `state` is left as it is in every case. `undo` is refused here ("not_now"): it leaves an event out, so the
    match is folded again (fold.py).
    """
    return advance(state.copy(), event)


def advance(state: State, event: "Event") -> "tuple[State, Ruling]":
    """As `apply`, but `state` is used up: for a fold, whose states nobody else holds."""
    events.check(event)
    kind = event["kind"]
    if kind == "match":
        return begin.begin(event)
    if kind in events.TABLE_WIDE:
        return state, Ruling((), "")
    if kind == "undo":
        raise GameError("not_now", "undo: the match has to be folded again without that event")
    _check_phase(state, kind)
    name = event.get("match")
    if name is not None and name != state.match:
        message = "match: the event is of match %s, at this table is %s" % (show(name), show(state.match))
        raise GameError("impossible", message)
    if kind in _BEGINS and state.phase in _OPEN:
        protests.mark(state)
    ruling = _sport(state)[1][kind](state, event)
    if state.phase != BOARD:
        state.situation = None
    return state, ruling


_BEGINS = ("play", "board", "round")  # with these a board, or round, is under way


def propose(state: State, event: "Event") -> Board:
    """The board that a `board` event would enter, to show it before it is committed. Raises like `apply`."""
    events.check(event)
    _check_phase(state, "board")
    board = boards.value(state, event)
    board.source = play.source(state, board)
    return board


def _check_phase(state: State, kind: str) -> None:
    phases = _sport(state)[0]
    if kind not in phases:
        sport = state.rules.get("sport", "carrom")
        raise GameError("not_now", "%s: not in %s; this match is %s" % (kind, sport, show(state.ruleset)))
    if state.phase in phases[kind]:
        return
    if kind == "toss" and state.seat is not None and state.phase not in (OVER, CONFIRMED):
        message = "toss: %s breaks already; undo the toss, or override breaks" % letter(state.breaker)
        raise GameError("not_now", message)
    raise GameError("not_now", "%s: %s" % (kind, _WHY[state.phase]))


def finish_board(state: State, board: Board) -> Ruling:
    """Enter a finished board, however it came to be, into `state` (a copy of the caller's own)."""
    board.source = play.source(state, board)
    text = boards.describe(board, state.rules)
    state.paused = None
    if board.override:
        state.overridden = True
    what, laws = flow.add_board(state, board)
    if what:
        if len(text) + 2 + len(what) > 60:
            text = "%s: %d" % (boards.headline(board), board.points)
        text += "; " + what
    facts = {"board": board.number, "winner": board.winner, "points": board.points, "phase": state.phase}
    return Ruling(board.laws + laws, text, facts)


def _board(state: State, event: "Event") -> Ruling:
    return finish_board(state, boards.value(state, event))


def _play(state: State, event: "Event") -> Ruling:
    state.phase = BOARD
    state.paused = None
    if event.get("strokes"):
        play.begin(state)
    text = '"Play": board %d, %s breaks' % (state.board, letter(state.breaker))
    facts = {"board": state.board, "breaks": state.breaker, "phase": BOARD}
    if state.change_due:
        return Ruling(("46", "60c"), text + "; change of sides still owed", facts)
    return Ruling(("46",), text, facts)


def _replayed(state: State, event: "Event") -> Ruling:
    # D33: also when "Play" was not recorded.
    state.phase = flow.open_phase(state)
    state.paused = None
    text = "Board %d is replayed, %s breaks again" % (state.board, letter(state.breaker))
    return Ruling((event["law"],), text, {"board": state.board, "phase": state.phase})


def _sides(state: State, event: "Event") -> Ruling:
    state.left_side = other(state.left_side)
    left = letter(state.left_side)
    if not state.change_due:
        return Ruling(("143c",), "Sides swapped: %s is left" % left, {"left_side": state.left_side})
    law = "59" if state.doubles else "58"
    if flow.middle_reached(state):
        state.change_done = True
        law = flow.middle_law(state)
    state.change_due = False
    if state.phase in (CHANGE, INTERVAL):
        state.phase = READY
    facts = {"left_side": state.left_side, "phase": state.phase}
    return Ruling((law,), "Sides changed: %s is left now" % left, facts)


def _override(state: State, event: "Event") -> Ruling:
    ruling = umpire.override(state, event)
    play.follow_override(state, event["set"])
    return ruling


def _pause(state: State, event: "Event") -> Ruling:
    state.paused = (event["clock"], event["left"])
    seconds = (event["left"] + 999) // 1000
    if event.get("by_hand"):
        text = "The umpire sets the %s clock to %d s" % (_words(event), seconds)
        return Ruling(("D160",), text, {"clock": event["clock"], "left": event["left"]})
    text = "Appeal: the %s clock stands at %d s" % (_words(event), seconds)
    return Ruling(("121a",), text, {"clock": event["clock"], "left": event["left"]})


def _resume(state: State, event: "Event") -> Ruling:
    state.paused = None
    return Ruling(("121a",), '"Play": the %s clock goes on' % _words(event), {"clock": event["clock"]})


def _expired(state: State, event: "Event") -> Ruling:
    text = "The %s clock is at zero" % _words(event)
    breach = event.get("breach")
    if breach:
        text += ": " + breach
    law = event.get("law") or CLOCK_LAWS[event["clock"]]
    return Ruling((law,), text, {"clock": event["clock"], "breach": breach})


def _words(event: "Event") -> str:
    clock: str = event["clock"]
    return clock.replace("_", " ")


_HANDLERS: "dict[str, Handler]" = {
    "toss": begin.toss,
    "trial": begin.trial,
    "play": _play,
    "stroke": play.stroke,
    "foul": play.foul,
    "place": play.place,
    "room": play.room,
    "pass": play.skip,
    "turn": play.turn,
    "situation": play.situation,
    "leave": play.leave,
    "board": _board,
    "replayed": _replayed,
    "protest": protests.lodge,
    "ruled": protests.rule,
    "sides": _sides,
    "concede": endings.concede,
    "lost": endings.lost,
    "ended": endings.ended,
    "time": endings.time,
    "override": _override,
    "names": begin.names,
    "pause": _pause,
    "resume": _resume,
    "expired": _expired,
    "confirm": endings.confirm,
}
