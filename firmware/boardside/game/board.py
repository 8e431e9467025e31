"""What a finished board is worth (Laws 51-55, 87b, 91, 102-112): the only place that computes its points.

A board is given as a `board` event, or as the result of a board played stroke by stroke: the same fields.
"""

from .errors import GameError
from .state import Board, State, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .state import Clauses, Event, Laws

# The rows of the table in docs/maintainer/strokes.md, "As a bare result", as far as a bare result
# distinguishes them: the points follow from the loser's c/m on the board and from where the Queen is. Where
# several rows give the same, all are named.
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
    return bool(state.setup.rules["queen"] > 0 and state.points[winner] <= state.setup.rules["queen_until"])


def queen_matters(state: State, winner: str) -> bool:
    """Who covered the Queen has to be known: she counts for `winner`, or may open an account."""
    return queen_counts(state, winner) or not (account_open(state, "a") and account_open(state, "b"))


def account_open(state: State, side: str) -> bool:
    """Points of `side` count: always, or from its first covered Queen of the match on (D10).

    Who has points in the game has an account: only the umpire can have given them without one.
    """
    if state.setup.rules["account"] == "open" or state.points[side]:
        return True
    finished = list(state.boards)
    for game in state.history:
        finished += game.boards
    return any(isinstance(board, Board) and board.queen == side for board in finished)


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
    worth = state.setup.rules["queen"] if counts and queen in (winner, "board") else 0
    points = max(left + worth, 1) + demand
    laws = _laws(state.setup.rules, winner, left, queen, law, counts)
    if demand:
        laws += ("87b",)
    if points > state.setup.rules["most"]:
        points = state.setup.rules["most"]
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
    board.extra = state.extra is True  # it counts in the official score all the same
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
    if not counts and queen in (winner, "board", None) and (rules["queen"] or not laws):
        laws += ("54",)
    return laws


def _check(state: State, result: "Event", winner: str, counts: bool) -> None:
    left = result["left"]
    queen = result.get("queen")
    demand = result.get("demand")
    given = result.get("points")
    if queen is None and counts:
        raise GameError("impossible", "queen_not_told", until=state.setup.rules["queen_until"])
    if given is not None and given > state.setup.rules["most"]:
        raise GameError("impossible", "points_over_most", points=given, most=state.setup.rules["most"])
    if result.get("law"):
        if left == 0:
            raise GameError("impossible", "ruling_with_none_left")
        if demand:
            raise GameError("impossible", "ruling_with_demand", demand=demand)
        if result.get("slam"):
            raise GameError("impossible", "ruling_with_slam")
    elif given is None and state.setup.rules["strokes"] == "vaishali":
        _check_vaishali(left, queen, demand)
    if result.get("slam"):
        _check_slam(state, result["slam"], winner, queen, left, demand)


def _check_vaishali(left: int, queen: "str | None", demand: "int | None") -> None:
    """A board by that rulebook ends properly, the Queen covered, with pieces of the loser left (V9)."""
    if queen == "board":
        raise GameError("impossible", "queen_left_on_board")
    if left == 0:
        raise GameError("impossible", "no_pieces_left")
    if demand:
        raise GameError("impossible", "no_points_on_demand", demand=demand)


def _check_slam(
    state: State, slam: str, winner: str, queen: "str | None", left: int, demand: "int | None"
) -> None:
    white = slam == "white"
    if (winner == state.breaker) is not white:
        raise GameError("impossible", "slam_of_other_colour", slam=slam, colour="black" if white else "white")
    if queen == "board" or (white and queen == other(winner)):
        reason = "white_slam_without_queen" if white else "black_slam_without_queen"
        raise GameError("impossible", reason, queen=queen)
    if left == 0 or demand:
        raise GameError("impossible", "slam_not_proper")


def describe(board: Board, rules: "dict[str, Any]") -> "Clauses":
    """Who won which board, and what it was worth: how these points come about."""
    reason = "extra_board_won" if board.extra else "board_won"
    if board.law:
        reason += "_by_ruling"
    won = (reason, board.number, board.winner)
    if board.override:
        return won, ("points_by_umpire", board.points, board.computed)
    if board.withheld:
        return won, ("points_withheld", board.withheld)
    base = board.after[board.winner] - board.points
    worth = 0
    if board.queen in (board.winner, "board") and base <= rules["queen_until"]:
        worth = rules["queen"]
    left = board.left if board.left or worth else 1
    clauses = (won, ("board_points", board.points, left, worth, board.demand))
    return clauses + (("slam", board.slam),) if board.slam else clauses
