"""A crokinole match for others: its official result."""

from ..state import CONFIRMED, OVER
from . import flow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..state import BySide, State


def official(state: "State") -> "dict[str, Any]":
    """The result as it is published.

    games: [[a, b], ...] points of the finished games; games_won: [a, b]; points: [a, b] of the current game,
    of the last one once the match is decided; total: [a, b], points of all games; net: {"a", "b"}, points
    scored less conceded; twenties: [a, b], 20s of the match; winner: "a", "b" or None; how: as State.how.
    """
    games = [_pair(game.points) for game in state.history]
    total = flow.total(state)
    decided = state.phase in (OVER, CONFIRMED) and games
    lead = total["a"] - total["b"]
    return {
        "games": games,
        "games_won": _pair(state.games),
        "points": games[-1] if decided else _pair(state.points),
        "total": _pair(total),
        "net": {"a": lead, "b": -lead},
        "twenties": _pair(state.twenties),
        "winner": state.winner,
        "how": state.how,
    }


def official_points(state: "State") -> "BySide":
    """The points of the current game: nothing cuts them."""
    return {"a": state.points["a"], "b": state.points["b"]}


def _pair(by_side: "BySide") -> "list[int]":
    return [by_side["a"], by_side["b"]]
