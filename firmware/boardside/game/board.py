"""What a finished board is worth (Laws 51-55, 87b, 91, 102-112): the only place that computes its points.

A board comes here as a `board` event, or as what a board played stroke by stroke came to: the same fields.
"""

from .errors import GameError, show
from .state import Board, State, letter, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .state import Event, Laws

# The rows of the table in docs/rules.md, "The end of a board", as far as a bare result tells them apart: the
# points follow from the loser's c/m on the board and from where the Queen is. Where several rows give the
# same, all are named.
_LAWS_WITH_CM: "dict[str, Laws]" = {
    "winner": ("53a", "53b"),
    "loser": ("53a", "53c"),
    "board": ("103", "106"),
}
_LAWS_WITHOUT_CM: "dict[str, Laws]" = {
    "winner": ("102", "104", "112", "D4"),
    "loser": ("110", "D5"),
    "board": ("105", "107"),
}


def queen_counts(state: State, winner: str) -> bool:
    """The Queen is worth something to `winner` in this board: up to 21 points, not from 22 (52b, 54)."""
    return bool(state.rules["queen"] > 0 and state.points[winner] <= state.rules["queen_until"])


def account_open(state: State, side: str) -> bool:
    """Points of `side` count: always, or from its first covered Queen of the match on (D10)."""
    if state.rules["account"] == "open":
        return True
    finished = list(state.boards)
    for game in state.history:
        finished += game.boards
    return any(board.queen == side for board in finished)


def value(state: State, result: "Event") -> Board:
    """The board that `result` (checked fields of a `board` event) makes, at this point of the match.

    Points: the loser's c/m on the board, the Queen when she counts for the winner or was left on the
    board, at least 1 (102-112), points on demand (87b), at most 12 (55). Raises GameError "impossible".
    """
    winner = result["winner"]
    left = result["left"]
    queen = result.get("queen")
    demand = result.get("demand") or 0
    law = result.get("law")
    counts = queen_counts(state, winner)
    _check(state, result, winner, counts)
    worth = state.rules["queen"] if counts and queen in (winner, "board") else 0
    points = max(left + worth, 1) + demand
    laws = _laws(state.rules, winner, left, queen, law, counts)
    if demand:
        laws += ("87b",)
    if points > state.rules["most"]:
        points = state.rules["most"]
        laws += ("55",)
    computed = points
    if not account_open(state, winner) and queen != winner:
        computed = 0
        laws += ("D10",)
    board = Board()
    board.withheld = points - computed
    board.number = state.board
    board.game = state.game
    board.breaker = state.breaker
    board.winner = winner
    board.left = left
    board.queen = queen
    board.demand = demand
    board.computed = computed
    given = result.get("points")
    board.points = computed if given is None else given
    board.override = board.points != computed
    board.law = law
    board.slam = result.get("slam")
    board.extra = state.extra  # D29: it counts in the official score all the same
    board.after = {"a": state.points["a"], "b": state.points["b"]}
    board.after[winner] += board.points
    if board.slam:
        laws += ("26a" if board.slam == "white" else "26b",)
    board.laws = laws + ("143c",) if board.override else laws
    return board


def _laws(
    rules: "dict[str, Any]", winner: str, left: int, queen: "str | None", law: "str | None", counts: bool
) -> "Laws":
    laws: "Laws" = ()
    if law:
        laws = (law,) if queen != winner else (law, "53b", "D21")
    elif queen is not None:
        rows = _LAWS_WITH_CM if left else _LAWS_WITHOUT_CM
        laws = rows["board" if queen == "board" else "winner" if queen == winner else "loser"]
    elif left:
        laws = ("53a",)
    if not counts and rules["queen"] and queen in (winner, "board", None):
        laws += ("54",)
    return laws


def _check(state: State, result: "Event", winner: str, counts: bool) -> None:
    left = result["left"]
    queen = result.get("queen")
    demand = result.get("demand")
    given = result.get("points")
    if queen is None and counts:
        last = state.rules["queen_until"]
        message = "queen: null is nobody's side; up to %d points she is a's, b's or on the board (52b)" % last
        raise GameError("impossible", message)
    if given is not None and given > state.rules["most"]:
        message = "points: %d must be 0 to %d, the most a board gives (55)" % (given, state.rules["most"])
        raise GameError("impossible", message)
    if result.get("law"):
        if left == 0:
            raise GameError("impossible", "left: 0 with law: the loser has 1 to 9 c/m on the board (D22)")
        if demand:
            message = "demand: %d with law: points on demand come only with a finishing stroke (87b)" % demand
            raise GameError("impossible", message)
        if result.get("slam"):
            raise GameError("impossible", "slam: a board lost by ruling is no slam (26)")
    elif given is None and state.rules["strokes"] == "vaishali":
        _check_vaishali(left, queen, demand)
    if result.get("slam"):
        _check_slam(state, result["slam"], winner, queen, left, demand)


def _check_vaishali(left: int, queen: "str | None", demand: "int | None") -> None:
    """A board by that rulebook ends properly, the Queen covered, with pieces of the loser left (V9, D74)."""
    if queen == "board":
        raise GameError("impossible", "queen: on the board nobody has won (V9); she is a's or b's")
    if left == 0:
        raise GameError("impossible", "left: 0, but the loser has 1 to 9 pieces on the board (V9)")
    if demand:
        message = "demand: %d, but there are no points on demand; foul pieces come back (V9)"
        raise GameError("impossible", message % demand)


def _check_slam(
    state: State, slam: str, winner: str, queen: "str | None", left: int, demand: "int | None"
) -> None:
    white = slam == "white"
    if (winner == state.breaker) is not white:
        message = "slam: %s is not the winner's, who has %s in this board (43, 26)"
        message %= (show(slam), "black" if white else "white")
        raise GameError("impossible", message)
    if queen == "board" or (white and queen == other(winner)):
        allowed = "the winner's" if white else "a's or b's"
        raise GameError(
            "impossible", 'queen: %s with slam "%s": she is %s (26)' % (show(queen), slam, allowed)
        )
    if left == 0 or demand:
        raise GameError("impossible", "slam: it is won properly, with 1 to 9 c/m of the loser left (26)")


def headline(board: Board) -> str:
    """Who won which board, e.g. `A wins board 3`."""
    return "%s wins %sboard %d" % (letter(board.winner), "extra " if board.extra else "", board.number)


def describe(board: Board, rules: "dict[str, Any]") -> str:
    """One line for umpire and spectators, e.g. `A wins board 3: 5 + Queen 3 = 8`."""
    text = headline(board)
    if board.law:
        text += " by ruling"
    if board.override:
        return "%s: %d by the umpire (computed %d)" % (text, board.points, board.computed)
    if board.withheld:
        return "%s: 0, its account is not open (%d)" % (text, board.withheld)
    base = board.after[board.winner] - board.points
    worth = 0
    if board.queen in (board.winner, "board") and base <= rules["queen_until"]:
        worth = rules["queen"]
    parts = []
    if board.left or not worth:
        parts.append(str(board.left or 1))
    if worth:
        parts.append("Queen %d" % worth)
    if board.demand:
        parts.append("demand %d" % board.demand)
    text += ": " + " + ".join(parts)
    if max(board.left + worth, 1) + board.demand != board.points:
        text += " = %d (at most)" % board.points
    elif len(parts) > 1:
        text += " = %d" % board.points
    return "%s, %s slam" % (text, board.slam) if board.slam else text
