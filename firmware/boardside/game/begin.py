"""The start of a match: the `match` event, the toss, the names."""

from . import flow, rules
from .errors import GameError
from .events import SIDES
from .state import Ruling, State, letter, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import Event


def begin(event: "Event") -> "tuple[State, Ruling]":
    """A new match, before its toss or, when the event says who breaks, before its first board.

    Raises GameError for rules that cannot be (`rules.resolve`) and for two names on a side in singles.
    """
    state = State()
    state.match = event["match"]
    state.ruleset = event["ruleset"]
    state.rules = rules.resolve(event["ruleset"], event.get("rules"))
    state.stage = event["stage"]
    state.doubles = event.get("doubles") or False
    state.title = event.get("title")
    state.names = {side: _checked_names(state, side, event) for side in SIDES}
    state.category, state.variant = event.get("category"), event.get("variant")
    state.tie, state.teams = event.get("tie"), event.get("teams")
    if state.rules["sport"] == "crokinole":
        from .crokinole import begin as begin_crokinole

        return state, begin_crokinole(state, event)
    breaks = event.get("breaks")
    if breaks is not None:
        state.opener = state.seat = flow.seat_of(state, breaks)
    state.phase = flow.open_phase(state)
    games = state.rules["games"]
    text = "Match begins: best of %d games" % games if games > 1 else "Match begins: one game"
    text += " to %d points" % state.rules["points"]
    limit = flow.board_limit(state)
    if limit is not None:
        text += " or %d boards" % limit
    laws = ("56a", "57") if games > 1 else ("56a",)
    return state, Ruling(laws, text, {"match": state.match, "breaks": breaks, "phase": state.phase})


def _checked_names(state: State, side: str, event: "Event") -> "list[str]":
    names = event.get(side) or []
    if len(names) > 1 and not state.doubles:
        message = "%s: two names, but the match is singles; give one name, or doubles true" % side
        raise GameError("impossible", message)
    return list(names)


def toss(state: State, event: "Event") -> Ruling:
    """Who breaks first (39), or breaks the extra board (56b). The sides of the table are set by `sides`."""
    breaks = event["breaks"]
    won = event.get("won")
    choice = event.get("choice")
    if choice == "side" and state.extra:
        raise GameError("impossible", "choice: side, but before an extra board only break is chosen (56b)")
    if won and choice:
        right = won if choice == "break" else other(won)
        if breaks != right:
            message = "breaks: %s, but %s won the toss and chose %s; so %s breaks (39)"
            raise GameError("impossible", message % (breaks, won, choice, right))
    state.seat = flow.seat_of(state, breaks)
    if not state.extra:
        state.opener = state.seat
    state.phase = flow.open_phase(state)
    text = "Toss: %s breaks" % letter(breaks)
    if won:
        text = "Toss: %s won it, %s breaks" % (letter(won), letter(breaks))
    facts = {"breaks": breaks, "phase": state.phase}
    if state.extra:
        return Ruling(("56b",), text + " the extra board", facts)
    return Ruling(("39a",), text, facts)


def trial(state: State, event: "Event") -> Ruling:
    """A trial board is played: after the toss, before the first board (40)."""
    most = state.rules["trial_boards"]
    if state.history or state.boards or state.starts:
        raise GameError("not_now", "trial: the match has begun; trial boards come before it (40)")
    if state.trials >= most:
        raise GameError("impossible", "trial: %d of %d trial boards have been played (40)" % (most, most))
    state.trials += 1
    text = "Trial board %d of %d" % (state.trials, most)
    return Ruling(("40",), text, {"trials": state.trials})


def names(state: State, event: "Event") -> Ruling:
    """The host corrects names or title; what the event does not give stays."""
    corrected = {}
    for side in SIDES:
        corrected[side] = state.names[side] if event.get(side) is None else _checked_names(state, side, event)
    state.names = corrected
    if event.get("title") is not None:
        state.title = event["title"]
    return Ruling((), "Names corrected", {"names": corrected, "title": state.title})
