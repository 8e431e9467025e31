"""Carrom: which events a match takes in each phase, their effects, and the official result."""

from . import begin, flow, play
from . import board as boards
from .errors import GameError
from .net import net
from .official import is_held
from .state import BOARD, CHANGE, CONFIRMED, INTERVAL, OVER, READY, TOSS, Ruling, State, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .state import BySide, Clauses, Event

    Handler = Callable[[State, Event], Ruling]

_OPEN = (READY, BOARD, CHANGE, INTERVAL)
_GOING_ON = (TOSS, READY, BOARD, CHANGE, INTERVAL)
_NOT_SEALED = (TOSS, READY, BOARD, CHANGE, INTERVAL, OVER)
_ANY = (TOSS, READY, BOARD, CHANGE, INTERVAL, OVER, CONFIRMED)
# The phases in which each kind is taken.
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
# The Law for a clock at zero, if the event names no other.
_CLOCK_LAWS = {
    "break": "46",
    "stroke": "50",
    "placing": "88a",
    "side_change": "61",
    "interval": "143b",
    "report": "143i",
    "protest": "146",
    "hall": "D20",
    "round": "D85",  # crokinole's
}


def _board(state: State, event: "Event") -> Ruling:
    board = play.finished(state, event)
    described = boards.describe(board, state.setup.rules)
    state.paused = None
    if board.override:
        state.overridden = True
    clauses, laws = flow.add_board(state, board)
    facts = {"board": board.number, "winner": board.winner, "points": board.points, "phase": state.phase}
    return Ruling(board.laws + laws, described + clauses, facts)


def _play(state: State, event: "Event") -> Ruling:
    state.phase = BOARD
    state.paused = None
    if event.get("strokes"):
        play.begin(state)
    clause = ("play", state.board, state.breaker)
    facts = {"board": state.board, "breaks": state.breaker, "phase": BOARD}
    if state.change_due:
        return Ruling(("46", "60c"), (clause, ("change_owed",)), facts)
    return Ruling(("46",), (clause,), facts)


def _replayed(state: State, event: "Event") -> Ruling:
    # Also when "Play" was not recorded.
    state.phase = flow.open_phase(state)
    state.paused = None
    clause = ("board_replayed", state.board, state.breaker)
    return Ruling((event["law"],), (clause,), {"board": state.board, "phase": state.phase})


def _sides(state: State, event: "Event") -> Ruling:
    state.left_side = other(state.left_side)
    left = state.left_side
    if not state.change_due:
        return Ruling(("143c",), (("sides_swapped", left),), {"left_side": left})
    law = "59" if state.setup.doubles else "58"
    if flow.middle_reached(state):
        state.change_done = True
        law = flow.middle_law(state)
    state.change_due = False
    if state.phase in (CHANGE, INTERVAL):
        state.phase = READY
    return Ruling((law,), (("sides_changed", left),), {"left_side": left, "phase": state.phase})


def _pause(state: State, event: "Event") -> Ruling:
    clock, left = state.paused = (event["clock"], event["left"])
    seconds = (left + 999) // 1000
    if event.get("by_hand"):
        return Ruling(("D160",), (("clock_set", clock, seconds),), {"clock": clock, "left": left})
    return Ruling(("121a",), (("appeal", clock, seconds),), {"clock": clock, "left": left})


def _resume(state: State, event: "Event") -> Ruling:
    state.paused = None
    return Ruling(("121a",), (("play_clock", event["clock"]),), {"clock": event["clock"]})


def _expired(state: State, event: "Event") -> Ruling:
    clock = event["clock"]
    clauses: "Clauses" = (("clock_zero", clock),)
    breach = event.get("breach")
    if breach:
        clauses += (("breach", breach),)
    law = event.get("law") or _CLOCK_LAWS[clock]
    return Ruling((law,), clauses, {"clock": clock, "breach": breach})


def _confirm(state: State, event: "Event") -> Ruling:
    """The umpire seals the result, provisional up to here (143c); not while a protest is open (150)."""
    if is_held(state):
        raise GameError("not_now", "protest_open")
    state.phase = CONFIRMED
    state.confirmed = True
    facts = {"winner": state.winner, "phase": state.phase}
    if state.winner is None:
        return Ruling(("143c",), (("confirmed_draw",),), facts)
    clause = ("confirmed", state.winner, state.games["a"], state.games["b"])
    return Ruling(("143c",), (clause,), facts)


def _seldom(state: State, event: "Event") -> Ruling:
    """What few matches have; its module is loaded when it is wanted."""
    kind = event["kind"]
    if kind == "override":
        from .umpire import HANDLERS
    elif kind in ("protest", "ruled"):
        from .protests import HANDLERS
    else:
        from .endings import HANDLERS
    return HANDLERS[kind](state, event)


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
    "protest": _seldom,
    "ruled": _seldom,
    "sides": _sides,
    "concede": _seldom,
    "lost": _seldom,
    "ended": _seldom,
    "time": _seldom,
    "override": _seldom,
    "names": begin.names,
    "pause": _pause,
    "resume": _resume,
    "expired": _expired,
    "confirm": _confirm,
}


class Carrom:
    """The sport of the ICF Laws and of tournaments with changed Laws (rules.Sport)."""

    name = "carrom"
    phases = _PHASES
    handlers = _HANDLERS
    narrowed = staticmethod(begin.narrowed)
    begin = staticmethod(begin.begin)
    official_points = staticmethod(flow.official_points)
    proposal = staticmethod(play.proposal)
    breach = staticmethod(play.breach)

    def lay_over(self, rules: "dict[str, Any]", changes: "dict[str, Any]") -> None:
        """Put an organiser's `changes` into `rules`. Raises GameError, as `rules.resolve`."""
        from . import rule_fields  # for an organiser's own rules alone

        for name in changes:
            rule_fields.change(rules, name, changes[name])
        rule_fields.check_together(rules)

    def official(self, state: State) -> "dict[str, Any]":
        """Points as net.published; of a match that is decided, those of its last game."""
        games = [_pair(game.points) for game in state.history]
        if state.phase in (OVER, CONFIRMED) and games:
            points = games[-1]
        elif not state.setup.rules:
            points = [0, 0]
        else:
            points = _pair(flow.official_points(state))
        return {
            "games": games,
            "games_won": _pair(state.games),
            "points": points,
            "winner": state.winner,
            "how": state.how,
            "net": net(state),
        }


def _pair(by_side: "BySide") -> "list[int]":
    return [by_side["a"], by_side["b"]]


CARROM = Carrom()
