"""Which player of a pair broke each board (Laws XIX, column 1; 49b): the record has the side, the events the
seat.

Pure: the events of a match that hold in, seats out (0 to 3, one to the right each, even = side a).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from boardside.game import match
from boardside.game.errors import GameError


def breaking(events: Iterable[Mapping[str, Any]]) -> dict[int, list[int | None]]:
    """By game, for each board or round in its order the seat that broke it; None where it is not known.

    events: in their order, without those that were undone. An event that the rules refuse is skipped.
    """
    breakers: dict[int, list[int | None]] = {}
    state = match.new()
    for event in events:
        game, seat, before = state.game, state.seat, finished(state)
        try:
            state, _ruling = match.advance(state.copy(), dict(event))
        except GameError:
            continue
        if finished(state) > before:
            breakers.setdefault(game, []).append(seat)
    return breakers


def finished(state: Any) -> int:
    """How many boards or rounds of a match are over, of all its games."""
    count = len(state.boards)
    for game in state.history:  # twice as quick as a sum, and asked for twice an event
        count += len(game.boards)
    return count
