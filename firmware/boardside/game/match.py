"""One event applied to a match: the way in for table and host.

    state = match.new()
    state, ruling = match.apply(state, event)

Only `apply` makes states. It is pure: it never changes the state it is given; an impossible event raises
GameError and changes nothing. Undo is not applied but folded: see fold.py.
"""

from . import begin, events, play, rules, rulesets, starts
from . import board as boards
from .carrom import CARROM
from .errors import GameError
from .official import official
from .state import (
    BOARD,
    CHANGE,
    CONFIRMED,
    IDLE,
    INTERVAL,
    OF_TOURNAMENT,
    OVER,
    READY,
    TOSS,
    Board,
    Ruling,
    Setup,
    State,
)
from .terms import SIDES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import Event

__all__ = (
    "Ruling",
    "State",
    "advance",
    "apply",
    "breach",
    "may",
    "new",
    "official",
    "proposal",
    "propose",
    "queen_matters",
)

queen_matters = boards.queen_matters

_OPEN = (READY, BOARD, CHANGE, INTERVAL)
_WHY = {
    IDLE: "no_match",
    TOSS: "toss_awaited",
    READY: "no_board_in_play",
    BOARD: "board_in_play",
    CHANGE: "change_owed",
    INTERVAL: "in_interval",
    OVER: "match_decided",
    CONFIRMED: "result_confirmed",
}


# These events do not depend on a phase: they begin a match, leave an event out, or belong to the table.
_ALWAYS = ("match", "undo") + events.TABLE_WIDE


def new() -> State:
    """A table without a match: phase "idle". Its sport is carrom until a match begins."""
    return State(Setup(CARROM))


def may(state: State, kind: str) -> bool:
    """Whether an event of this kind can be taken in the present phase. `undo` and table-wide: always."""
    if kind not in events.KINDS or kind in _ALWAYS:
        return True
    return state.phase in state.setup.sport.phases.get(kind, ())


def apply(state: State, event: "Event") -> "tuple[State, Ruling]":
    """The state after `event`, and the ruling: what happened, resting on which Laws.

    event: as in docs/scripts/events.md, envelope optional; fields that are not known are ignored. Raises
    GameError; `state` is left as it is in every case. `undo` is refused here ("not_now"): it leaves an event
    out, so the match is folded again (fold.py).
    """
    return advance(state.copy(), event)


def advance(state: State, event: "Event", is_checked: bool = False) -> "tuple[State, Ruling]":
    """As `apply`, but may change `state` itself: for a fold, whose states have no other user.

    is_checked: `events.check` has accepted the event before, since this program was started.
    """
    if not is_checked:
        events.check(event)
    kind = event["kind"]
    if kind == "match":
        return _begin(event)
    if kind in events.TABLE_WIDE:
        return state, Ruling(())
    if kind == "undo":
        raise GameError("not_now", "undo_folds_again")
    _check_phase(state, kind)
    name = event.get("match")
    if name is not None and name != state.setup.match:
        _refuse_match(name, state)
    if kind in _BEGINS and state.phase in _OPEN:
        starts.mark(state)
    ruling = state.setup.sport.handlers[kind](state, event)
    ruling.laws = state.setup.cited(ruling.laws)
    if state.phase != BOARD:
        state.situation = None
    return state, ruling


_BEGINS = ("play", "board", "round")  # with these a board, or round, is under way


# Apart, as `_refuse_phase`: MicroPython takes memory for a call that needs more than eleven words.
def _refuse_match(name: str, state: State) -> None:
    raise GameError("impossible", "other_match", match=name, here=state.setup.match)


def _begin(event: "Event") -> "tuple[State, Ruling]":
    laid = rules.resolve(event["ruleset"], event.get("rules"))
    sport = rules.sport_of(laid)
    tournament = {name: event.get(name) for name in OF_TOURNAMENT}
    doubles = event.get("doubles") or False
    setup = Setup(sport, event["match"], sport.narrowed(laid, event), event["stage"], doubles, tournament)
    setup.clauses = rulesets.clauses(event["ruleset"], event["stage"])
    state = State(setup)
    state.title = event.get("title")
    state.names = {side: begin.checked_names(state, side, event) for side in SIDES}
    ruling = sport.begin(state, event)
    ruling.laws = setup.cited(ruling.laws)
    return state, ruling


def proposal(state: State) -> "Event | None":
    """The event that results from what was recorded in play; None: none yet, or nothing was recorded."""
    return state.setup.sport.proposal(state)


def breach(state: State) -> "tuple[str, tuple[str, ...]] | None":
    """What the side in turn commits when its time runs out, and the Laws; None: not known."""
    return state.setup.sport.breach(state)


def propose(state: State, event: "Event") -> Board:
    """The board that a `board` event would enter, to show it before it is committed. Raises like `apply`."""
    events.check(event)
    _check_phase(state, "board")
    return play.finished(state, event)


def _check_phase(state: State, kind: str) -> None:
    phases = state.setup.sport.phases
    if kind not in phases or state.phase not in phases[kind]:
        _refuse_phase(state, kind)


def _refuse_phase(state: State, kind: str) -> None:
    if kind not in state.setup.sport.phases:
        ruleset = state.setup.tournament["ruleset"]
        raise GameError("not_now", "not_in_sport", kind=kind, sport=state.setup.sport.name, ruleset=ruleset)
    if kind == "toss" and state.seat is not None and state.phase not in (OVER, CONFIRMED):
        raise GameError("not_now", "toss_made", side=state.breaker)
    raise GameError("not_now", _WHY[state.phase], kind=kind)
