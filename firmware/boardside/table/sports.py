"""Which sport is played here, and what a board played stroke by stroke stands like: asked by every page.

What only crokinole needs is imported when the first crokinole match comes: a carrom table never pays for it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State
    from ..game.strokes import Situation


def is_crokinole(state: "State") -> bool:
    """A crokinole match is at this table."""
    return bool(state.rules) and state.rules.get("sport") == "crokinole"


def situation(state: "State") -> "Situation | None":
    """The board in play as its strokes left it; None while none is in play, or none are recorded."""
    if state.phase != "board" or is_crokinole(state):
        return None
    return state.situation


def seats_of(state: "State", side: str) -> "tuple[int, ...]":
    """The seats of a side, its first-named player's first."""
    first = 0 if side == "a" else 1
    return (first, first + 2) if state.doubles else (first,)
