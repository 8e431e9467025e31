"""A board stroke by stroke: passes its events to the stroke engine and takes over the result.

These functions are handlers of `match.apply`: they change the state they are given.
"""

from . import strokes
from .board import value
from .errors import GameError
from .state import Ruling, State
from .strokes import Situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import Board, Clauses, Event, Laws
    from .strokes import StrokeRuling


def recorded(state: State) -> "Situation | None":
    """The board in play after its strokes; None while they are not recorded, and in crokinole."""
    situation = state.situation
    return situation if isinstance(situation, Situation) else None


def begin(state: State) -> None:
    """The board in play is recorded stroke by stroke from its "Play" on (46)."""
    state.situation = _at_play(state)


def _at_play(state: State) -> Situation:
    breaker = state.breaker
    if breaker is None:
        raise GameError("not_now", "breaker_not_known")
    return strokes.begin(state.setup.rules, breaker, state.setup.doubles, state.seat, state.points)


def _now(state: State, kind: str) -> Situation:
    situation = state.situation
    if isinstance(situation, Situation):
        return situation
    raise GameError("not_now", "strokes_not_recorded", kind=kind)


def _enter(state: State, done: "tuple[Situation, StrokeRuling]") -> Ruling:
    state.situation, ruling = done
    state.paused = None
    return Ruling(ruling.laws, stroke=ruling)


def stroke(state: State, event: "Event") -> Ruling:
    """The side in turn has made a stroke (42-48, 72-112)."""
    done = strokes.stroke(
        _now(state, "stroke"),
        event.get("own") or 0,
        event.get("opponent") or 0,
        event.get("queen") or False,
        event.get("striker") or False,
        event.get("improper") or False,
        not event.get("untouched"),
        event.get("before_play") or False,
    )
    return _enter(state, done)


def foul(state: State, event: "Event") -> Ruling:
    """An infringement without a stroke (63, 64)."""
    return _enter(state, strokes.foul(_now(state, "foul"), event["side"], event.get("technical")))


def place(state: State, event: "Event") -> Ruling:
    """C/m to be placed are placed, forgone, lapsed or not completed (84, 87, 88)."""
    return _enter(state, strokes.place(_now(state, "place"), event["how"], event.get("side")))


def room(state: State, event: "Event") -> Ruling:
    """There is no room for c/m to be placed, or there is room again (79, 81)."""
    situation = _now(state, "room")
    if event["has"]:
        return _enter(state, strokes.room(situation, event.get("side")))
    return _enter(state, strokes.no_room(situation, event.get("side"), event.get("placed") or 0))


def skip(state: State, event: "Event") -> Ruling:
    """The side in turn passes (137)."""
    return _enter(state, strokes.skip(_now(state, "pass")))


def turn(state: State, event: "Event") -> Ruling:
    """A turn out of turn that was not noticed in time is allowed (51)."""
    return _enter(state, strokes.turn_to(_now(state, "turn"), event["seat"]))


def situation(state: State, event: "Event") -> Ruling:
    """The umpire sets up the present position: to begin in mid-board, or to correct the record."""
    start = recorded(state) or _at_play(state)
    left, owes, right = event["left"], event.get("owes"), event.get("right")
    fresh = event.get("fresh")
    new = strokes.set_up(
        start,
        event["seat"],
        (left["a"], left["b"]),
        event["queen"],
        (owes["a"], owes["b"]) if owes else (0, 0),
        (right["a"], right["b"]) if right else None,
        True if fresh is None else fresh,
    )
    clauses: "Clauses" = (("board_set_up", left["a"], left["b"], new.turn),)
    laws: "Laws" = ("143c",)
    if new.waiting != (0, 0):  # taken out as soon as c/m are there (78a), unless there is no room (79a)
        room = event.get("room")
        reason = "has_room" if room else "waits_for_room"
        clauses += tuple([(reason, "ab"[index]) for index in (0, 1) if new.waiting[index]])
        if room:
            laws += ("78a",)
            new, _ = strokes.room(new)
        elif room is not None:
            laws += ("79a",)
    state.situation = new
    return Ruling(laws, clauses, {"seat": event["seat"], "left": left, "queen": event["queen"]})


def leave(state: State, event: "Event") -> Ruling:
    """Stop recording strokes in this board: its result will be entered."""
    _now(state, "leave")
    state.situation = None
    return Ruling((), (("strokes_left_off", state.board),), {"board": state.board})


def proposal(state: State) -> "Event | None":
    """The result of the strokes: a `board` event with all points on demand, or `replayed`; None before."""
    situation = recorded(state)
    if situation is None:
        return None
    if situation.replay is not None:
        return {"kind": "replayed", "law": situation.replay}
    result = situation.result
    if result is None:
        return None
    event = {"kind": "board"}
    for name in ("winner", "left", "queen", "demand", "law", "slam"):
        if result[name] is not None:
            event[name] = result[name]
    return event


def check_not_cancelled(state: State) -> None:
    """Raise GameError "not_now" for the result of a board that six passes have cancelled (137)."""
    situation = recorded(state)
    if situation is not None and situation.replay is not None:
        raise GameError("not_now", "board_to_replay", kind="board", law=situation.replay)


def finished(state: State, event: "Event") -> "Board":
    """The board that a `board` event enters: with its source, and if it is the strokes' own result, their
    Laws. Raises GameError.
    """
    check_not_cancelled(state)
    board = value(state, event)
    board.source = source(state, board)
    situation = recorded(state)
    if board.source == "strokes" and situation is not None and situation.result is not None:
        named = [law for law in situation.result["laws"] if law not in _BY_EVENT]
        board.laws = tuple(named + [law for law in board.laws if law in _BY_EVENT])
    board.laws = state.setup.cited(board.laws)
    return board


_BY_EVENT = ("26a", "26b", "55", "87b", "D10")
"""Laws that depend on the points on demand, the slam and the account, as they are entered."""


def source(state: State, board: "Board") -> str:
    """How a board's result came about: "strokes", "corrected" or "result" (state.Board)."""
    situation = recorded(state)
    result = None if situation is None else situation.result
    if result is None:
        return "result"
    same = board.winner == result["winner"] and board.left == result["left"] and board.law == result["law"]
    if same and not board.override and board.queen in (result["queen"], None):
        return "strokes" if board.demand <= result["demand"] else "corrected"
    return "corrected"


def breach(state: State) -> "tuple[str, tuple[str, ...]] | None":
    """What the side in turn commits when its time runs out, and the Laws (46, 50, 88); None: not known."""
    situation = recorded(state)
    if situation is None or situation.over:
        return None
    name, laws = strokes.breach(situation)
    return name, state.setup.cited(laws)
