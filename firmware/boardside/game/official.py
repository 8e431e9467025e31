"""The match as published: its official result."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .state import State

BY_DESK = ("D296",)
"""The basis of a result that the organiser has decided."""

OPEN = "open"
"""The state of a protest that waits for its ruling (protests.Protest)."""


def official(state: "State") -> "dict[str, Any]":
    """The result as it is published: each finished game's points as net.published (D6).

    games: [[a, b], ...] of the finished games; games_won: [a, b]; points: [a, b] of the current game, of
    the last one once the match is decided; winner: "a", "b" or None; how: as State.how. held: a protest is
    open, the result is not to be announced (150). net: {"a", "b"}, points for standings (net.py). desk: true,
    only there when the organiser has decided it (D296): then this is the score at that moment.
    """
    result = state.setup.sport.official(state)
    result["held"] = is_held(state)
    if state.how_laws == BY_DESK:
        result["desk"] = True
    return result


def is_held(state: "State") -> bool:
    """A protest waits for its ruling: the result is held back (150)."""
    return any(protest.state == OPEN for protest in state.protests)
