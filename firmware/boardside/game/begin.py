"""The start of a carrom match, its toss and trial boards; the names of either sport."""

from . import flow
from .errors import GameError
from .state import Ruling, State, other
from .terms import SIDES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .state import Clauses, Event


def narrowed(rules: "dict[str, Any]", event: "Event") -> "dict[str, Any]":
    """The rules with the number of games of the match's stage."""
    games = rules["games"]
    if isinstance(games, dict):
        rules["games"] = games[event["stage"]]
    return rules


def begin(state: State, event: "Event") -> Ruling:
    """A carrom match before its toss or, when the event says who breaks, before its first board."""
    breaks = event.get("breaks")
    if breaks is not None:
        state.opener = flow.seat_of(state, breaks)
        state.give_break(state.opener)
    state.phase = flow.open_phase(state)
    games = state.setup.rules["games"]
    clauses: "Clauses" = (("match_begins", games) if games > 1 else ("match_begins_one_game",),)
    clauses += (("to_points", state.setup.rules["points"]),)
    limit = flow.board_limit(state)
    if limit is not None:
        clauses += (("or_boards", limit),)
    laws = ("56a", "57") if games > 1 else ("56a",)
    return Ruling(laws, clauses, {"match": state.setup.match, "breaks": breaks, "phase": state.phase})


def checked_names(state: State, side: str, event: "Event") -> "list[str]":
    """The names of a side, as in the event. Raises GameError for two in singles."""
    names = event.get(side) or []
    if len(names) > 1 and not state.setup.doubles:
        raise GameError("impossible", "two_names_in_singles", side=side)
    return list(names)


def toss(state: State, event: "Event") -> Ruling:
    """Who breaks first (39), or breaks the extra board (56b). The sides of the table are set by `sides`."""
    breaks = event["breaks"]
    won = event.get("won")
    choice = event.get("choice")
    if choice == "side" and state.extra:
        raise GameError("impossible", "only_break_chosen")
    if state.setup.rules["toss"] == "break":
        if choice == "side":
            raise GameError("impossible", "only_break_by_toss")
        choice = "break"
    if won and choice:
        right = won if choice == "break" else other(won)
        if breaks != right:
            raise GameError(
                "impossible", "toss_gives_break", breaks=breaks, won=won, choice=choice, right=right
            )
    state.give_break(flow.seat_of(state, breaks))
    if not state.extra:
        state.opener = state.seat
    state.phase = flow.open_phase(state)
    facts = {"breaks": breaks, "phase": state.phase}
    if state.extra:
        clause = ("toss_won_extra", won, breaks) if won else ("toss_extra", breaks)
        return Ruling(("56b",), (clause,), facts)
    clause = ("toss_won", won, breaks) if won else ("toss", breaks)
    law = "D455" if state.setup.rules["toss"] == "break" else "39a"
    return Ruling((law,), (clause,), facts)


def trial(state: State, event: "Event") -> Ruling:
    """A trial board is played: after the toss, before the first board (40)."""
    most = state.setup.rules["trial_boards"]
    if state.history or state.boards or state.starts:
        raise GameError("not_now", "match_has_begun")
    if state.trials >= most:
        raise GameError("impossible", "trial_boards_played", most=most)
    state.trials += 1
    return Ruling(("40",), (("trial_board", state.trials, most),), {"trials": state.trials})


def names(state: State, event: "Event") -> Ruling:
    """The host corrects names or title; fields that the event does not have stay unchanged."""
    corrected = {}
    for side in SIDES:
        corrected[side] = state.names[side] if event.get(side) is None else checked_names(state, side, event)
    state.names = corrected
    if event.get("title") is not None:
        state.title = event["title"]
    return Ruling((), (("names_corrected",),), {"names": corrected, "title": state.title})
