"""Protests (144-151): lodged, the result held back, and the match taken back to the board in question (D60).

Both events can be undone like any other: a slip of the umpire's is no protest withdrawn (149, D62).
"""

from .errors import GameError
from .state import BOARD, Ruling, State, letter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .state import Event

OPEN, UPHELD, OVERRULED = "open", "upheld", "overruled"
_KEPT = 2  # the beginnings of this board and of the one before: a protest comes within 15 minutes (146)


class Protest:
    """A protest. number: from 1 in the match. side: who protests. game, board: which board it is about.

    state: "open", "upheld" or "overruled". text: what it is about, "" when nothing was written.
    """

    __slots__ = ("board", "game", "number", "side", "state", "text")

    def __init__(self, number: int, side: str, game: int, board: int, state: str, text: str) -> None:
        self.number = number
        self.side = side
        self.game = game
        self.board = board
        self.state = state
        self.text = text

    def to_dict(self) -> "dict[str, Any]":
        """JSON-ready."""
        return {name: getattr(self, name) for name in self.__slots__}


def mark(state: State) -> None:
    """Keep how the present board begins; call it before anything of the board is in `state`."""
    starts = state.starts
    if starts and starts[-1][:2] == (state.game, state.board):
        return
    start = state.copy()
    start.starts = ()
    start.paused = start.situation = None
    state.starts = starts[1 - _KEPT :] + ((state.game, state.board, start),)


def is_open(state: State) -> bool:
    """A protest waits for its ruling: the result is held back (150)."""
    return any(protest.state == OPEN for protest in state.protests)


def lodge(state: State, event: "Event") -> Ruling:
    """A protest is lodged; play goes on from where it stopped (150)."""
    last = event.get("about") == "last" or (event.get("about") is None and state.phase != BOARD)
    if not last and state.phase != BOARD:
        raise GameError("not_now", 'about: no board is in play; "last" is the one just finished')
    starts = state.starts
    if last and state.phase == BOARD:
        starts = starts[:-1]
    if not starts:
        why = "none has been finished yet (146)"
        if state.boards or state.history:
            why = "the last one is too far back; undo what came after it"
        raise GameError("not_now", "protest: it is about a board, and " + why)
    game, board, _ = starts[-1]
    number = len(state.protests) + 1
    text = event.get("text") or ""
    state.protests += (Protest(number, event["side"], game, board, OPEN, text),)
    words = "Protest %d by %s about board %d; result held back" % (number, letter(event["side"]), board)
    return Ruling(("145", "150"), words, {"protest": number, "game": game, "board": board})


def rule(state: State, event: "Event") -> Ruling:
    """A protest is upheld, and the match continues from the beginning of its board, or overruled (151)."""
    protest = _wanted(state, event.get("protest"))
    upheld = event["upheld"]
    decided = Protest(
        protest.number,
        protest.side,
        protest.game,
        protest.board,
        UPHELD if upheld else OVERRULED,
        protest.text,
    )
    protests = tuple([decided if one is protest else one for one in state.protests])
    facts = {"protest": protest.number, "upheld": upheld, "board": protest.board}
    if not upheld:
        state.protests = protests
        return Ruling(("151b",), "Protest %d overruled: the result stands" % protest.number, facts)
    _go_back(state, protest)
    state.protests = protests
    facts["phase"] = state.phase
    text = "Protest %d upheld: on from the beginning of board %d" % (protest.number, protest.board)
    return Ruling(("151a",), text, facts)


def _wanted(state: State, number: "int | None") -> Protest:
    found = [one for one in state.protests if one.state == OPEN and number in (None, one.number)]
    if not found:
        which = "no protest is open" if number is None else "no protest %d is open" % number
        raise GameError("not_now", "ruled: " + which)
    if len(found) > 1:
        numbers = ", ".join([str(one.number) for one in found])
        raise GameError("ambiguous", "protest: several are open; say which of %s" % numbers)
    return found[0]


def _go_back(state: State, protest: Protest) -> None:
    for game, board, start in state.starts:
        if (game, board) == (protest.game, protest.board):
            names, title = state.names, state.title
            earlier = state.starts[: state.starts.index((game, board, start))]
            state.take(start)
            state.names, state.title = names, title
            state.starts = earlier
            return
    message = "ruled: board %d is too far back; undo what came after it, then replay it (151a)"
    raise GameError("not_now", message % protest.board)
