"""The last few steps of a match, kept so that taking one back need not read the match again.

A fold of the whole match gives the same and is what counts; it takes as long as the match is. An umpire takes
back the last press, so the state before it is at hand.
"""

from ..game import match
from ..game.events import UNDOABLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..game.state import State

KEPT = 8
"""Steps that can be taken back at once, one after the other; states share most of what they hold."""


class Steps:
    """The newest events that UNDO reaches, each with the state before it and what came after it."""

    def __init__(self) -> None:
        self._steps: "list[tuple[int, str, State, list[dict]]]" = []

    def clear(self) -> None:
        """Nothing is known any more."""
        self._steps = []

    def add(self, event: dict, before: "State") -> None:
        """`event`, as stored, took the match from the state `before` to the next."""
        if event["kind"] in UNDOABLE:
            self._steps.append((event["seq"], event["kind"], before, []))
            if len(self._steps) > KEPT:
                self._steps.pop(0)
        elif self._steps:
            self._steps[-1][3].append(event)

    def without(self, seq: int) -> "tuple[State, str] | None":
        """(the state as if event `seq` had not been, its kind), or None when that is not at hand.

        GameError when without it a later event could not be.
        """
        if not self._steps or self._steps[-1][0] != seq:
            return None
        _, kind, state, later = self._steps[-1]
        for event in later:
            state = match.apply(state, event)[0]
        return state, kind

    def drop(self) -> None:
        """The newest step is left out for good; what came after it comes after the one before."""
        later = self._steps.pop()[3]
        if self._steps:
            self._steps[-1][3].extend(later)
