"""Endings off the board: concession, a match lost by ruling or decided by the organiser, time called.

Few matches have one, so this module is loaded when it is wanted.
"""

from . import flow
from .errors import GameError
from .official import BY_DESK, official
from .state import BOARD, LAST, OVER, Game, Ruling, State, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .state import Event


def concede(state: State, event: "Event") -> Ruling:
    """A side gives up the game or the match (139), scored by D26."""
    side = event["side"]
    winner = other(side)
    if event["what"] == "match":
        flow.award_match(state, winner, "conceded", ("139", "D26"))
        clause = ("concedes_match", side, winner, state.games["a"], state.games["b"])
        return Ruling(("139", "D26"), (clause,), {"winner": winner, "phase": state.phase})
    number = state.game
    clauses, laws = flow.award_game(state, winner, "conceded", ("139", "D26"))
    facts = {"game": number, "winner": winner, "phase": state.phase}
    return Ruling(laws, (("concedes", side),) + clauses, facts)


def lost(state: State, event: "Event") -> Ruling:
    """A side loses the match by ruling (143): scored by D26; after the match's end by D27."""
    side = event["side"]
    law = event["law"]
    winner = other(side)
    if state.phase == OVER:
        if state.winner == winner:
            raise GameError("not_now", "lost_already", side=side)
        flow.end_match(state, winner, "ruling", (law, "D27"))
        facts = {"winner": winner, "phase": state.phase}
        return Ruling((law, "D27"), (("loses_match_after_end", side, law),), facts)
    begun = state.boards or state.history or state.phase == BOARD
    how = "walkover" if law == "143i" and not begun else "ruling"
    flow.award_match(state, winner, how, (law, "D26"))
    clause: "tuple[Any, ...]" = ("loses_match", side, law)
    if how == "walkover":
        points = official(state)["games"][0]
        clause = ("walkover", side, points[0], points[1])
    return Ruling((law, "D26"), (clause,), {"winner": winner, "phase": state.phase})


def ended(state: State, event: "Event") -> Ruling:
    """The organiser has decided the match: it ends with its present score, and nothing is awarded (D296).

    `winner`: the side he gave it to, or None. A game that was begun keeps its points and has no winner.
    """
    winner = event.get("winner")
    if state.boards or state.points["a"] or state.points["b"]:
        points = {"a": state.points["a"], "b": state.points["b"]}
        state.history += (Game(state.game, state.boards, points, None, "ruling", BY_DESK),)
    flow.end_match(state, winner, "ruling", BY_DESK)
    clause = ("decided_by_desk", winner) if winner else ("decided_by_desk_for_nobody",)
    return Ruling(BY_DESK, (clause,), {"winner": winner, "phase": state.phase})


def time(state: State, event: "Event") -> Ruling:
    """The organiser calls time: the game is decided by its present score (D20), or by the board in play,
    where that counts (D462).
    """
    a, b = state.points["a"], state.points["b"]
    number = state.game
    if state.phase == BOARD and state.setup.rules["at_time"] == "counts":
        state.extra = state.extra or LAST
        facts = {"game": number, "phase": BOARD}
        return Ruling(("D20", "D462"), (("time_last_board", state.board),), facts)
    if a != b:
        clauses, laws = flow.win_game(state, "a" if a > b else "b", "time", ("D20",))
    elif state.setup.rules["draws"]:
        clauses, laws = flow.win_game(state, None, "draw", ("D20",))
    else:
        clauses, laws = flow.await_extra(state)
        laws = ("D20",) + laws
    return Ruling(laws, (("time",),) + clauses, {"game": number, "phase": state.phase})


HANDLERS = {"concede": concede, "lost": lost, "ended": ended, "time": time}
