"""Protests (144-151): lodged, ruled on, and the match taken back to the board in question (D60).

Both events can be undone like any other: undoing a slip does not withdraw a protest (149, D62). While one is
open the result is held back (official.is_held); what they need of each board is kept by starts.py. Few
matches have one, so this module is loaded when it is wanted.
"""

from . import flow
from .errors import GameError
from .official import OPEN
from .state import BOARD, Board, Ruling, State, from_row, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import BySide, Event, Starts

UPHELD, OVERRULED = "upheld", "overruled"


class Protest:
    """A protest. number: from 1 in the match. side: who protests. game, board: which board it is about.

    state: "open", "upheld" or "overruled". text: its subject, "" if none was written.
    starts: while it is open, as State.starts, ending with how its board began: play goes on (150), and the
        decision may come an hour and many boards later (151c). () if another protest took its board back.
    """

    __slots__ = ("board", "game", "number", "side", "starts", "state", "text")

    def __init__(
        self,
        number: int,
        side: str,
        game: int,
        board: int,
        state: str,
        text: str,
        starts: "Starts" = (),
    ) -> None:
        self.number = number
        self.side = side
        self.game = game
        self.board = board
        self.state = state
        self.text = text
        self.starts = starts

    def becomes(self, state: str) -> "Protest":
        """The same protest in another state, without `starts`."""
        return Protest(self.number, self.side, self.game, self.board, state, self.text)


def lodge(state: State, event: "Event") -> Ruling:
    """A protest is lodged about the board in play, the last, or any finished one; play goes on (146, 150)."""
    starts = _starts(state, event)
    game, board, _ = starts[-1]
    number = len(state.protests) + 1
    text = event.get("text") or ""
    state.protests += (Protest(number, event["side"], game, board, OPEN, text, starts),)
    clause = ("protest", number, event["side"], board)
    return Ruling(("145", "150"), (clause,), {"protest": number, "game": game, "board": board})


def _starts(state: State, event: "Event") -> "Starts":
    """As State.starts, ending with how the board in question began."""
    board = event.get("board")
    if board is not None:
        game = event.get("game") or state.game
        starts = state.starts
        for at in range(len(starts)):
            if starts[at][:2] == (game, board):
                return starts[: at + 1]
        return ((game, board, _rebuilt(state, game, board).row()),)
    last = event.get("about") == "last" or (event.get("about") is None and state.phase != BOARD)
    if not last and state.phase != BOARD:
        raise GameError("not_now", "no_board_to_protest")
    starts = state.starts
    if last and state.phase == BOARD:
        starts = starts[:-1]
    if not starts:
        raise GameError(
            "not_now", "last_board_too_far_back" if state.boards or state.history else "no_board_finished"
        )
    return starts


def _rebuilt(state: State, game: int, board: int) -> State:
    """How a finished board began of which no more is kept than its result. Raises GameError."""
    boards = state.boards
    for earlier in state.history:
        if earlier.number == game:
            boards = earlier.boards
    replayed = [done for done in boards if isinstance(done, Board) and done.number == board]
    if not replayed or game > state.game:
        raise GameError("impossible", "no_such_board", game=game, board=board)
    done = replayed[0]
    start = state.copy()
    start.starts = start.protests = ()
    start.paused = start.situation = start.winner = start.how = None
    start.how_laws = ()
    start.history = tuple([earlier for earlier in state.history if earlier.number < game])
    start.games = _games_before(state, game)
    start.game, start.board = game, board
    start.boards = tuple([before for before in boards if before.number < board])
    points = {"a": done.after["a"], "b": done.after["b"]}
    points[done.winner] -= done.points
    start.points = points
    start.extra = done.extra
    start.change_due = False
    start.change_done = flow.middle_reached(start)
    if state.opener is not None:
        passed = state.game - game
        if state.setup.rules["opener"] == "first":
            passed = game % 2 - state.game % 2  # odd games are opened by one seat, even ones by the next
        start.opener = (state.opener - passed) % flow.seats(state)
    start.give_break(None)
    if done.breaker is not None:
        start.give_break(flow.seat_of(start, done.breaker))
    changes = state.game - game + state.change_done - start.change_done
    if state.change_due and not flow.middle_reached(state):
        changes -= 1  # the one of the present game is still to come
    if changes % 2:
        start.left_side = other(state.left_side)
    start.phase = flow.open_phase(start)
    return start


def _games_before(state: State, game: int) -> "BySide":
    """Games won before `game` began: those recorded, and those that the umpire has set instead."""
    numbers = [earlier.number for earlier in state.history]
    are_set = any(number not in numbers for number in range(1, game))
    won = {}
    for side in ("a", "b"):
        of_side = [earlier for earlier in state.history if earlier.winner == side]
        won[side] = sum([1 for earlier in of_side if earlier.number < game])
        if are_set:
            won[side] += state.games[side] - len(of_side)
    return won


def rule(state: State, event: "Event") -> Ruling:
    """A protest is upheld, and the match continues from the beginning of its board, or overruled (151)."""
    protest = _wanted(state, event.get("protest"))
    upheld = event["upheld"]
    goes_back = bool(upheld and protest.starts)
    protests = tuple([_after(earlier, protest, upheld, goes_back) for earlier in state.protests])
    facts = {"protest": protest.number, "upheld": upheld, "board": protest.board}
    if goes_back:
        _go_back(state, protest)
    state.protests = protests
    if not upheld:
        if protest.starts:
            return Ruling(("151b",), (("protest_overruled", protest.number),), facts)
        # There is no result of that board that could stand.
        clause = ("protest_overruled_after_another", protest.number, protest.board)
        return Ruling(("151b",), (clause,), facts)
    facts["phase"] = state.phase
    reason = "protest_upheld" if goes_back else "protest_upheld_after_another"
    return Ruling(("151a",), ((reason, protest.number, protest.board),), facts)


def _after(protest: Protest, ruled: Protest, upheld: bool, goes_back: bool) -> Protest:
    """The protest `one` after the ruling: a board that no longer counts cannot be restored."""
    if protest is ruled:
        return protest.becomes(UPHELD if upheld else OVERRULED)
    if goes_back and protest.state == OPEN and (protest.game, protest.board) >= (ruled.game, ruled.board):
        return protest.becomes(OPEN)
    return protest


def _wanted(state: State, number: "int | None") -> Protest:
    open_ones = [
        protest for protest in state.protests if protest.state == OPEN and number in (None, protest.number)
    ]
    if not open_ones:
        raise GameError(
            "not_now", "no_protest_open" if number is None else "protest_not_open", protest=number
        )
    if len(open_ones) > 1:
        raise GameError("ambiguous", "several_protests_open", open=[protest.number for protest in open_ones])
    return open_ones[0]


def _go_back(state: State, protest: Protest) -> None:
    names, title = state.names, state.title
    state.take(from_row(protest.starts[-1][2]))
    state.names, state.title = names, title
    state.starts = protest.starts[:-1]


HANDLERS = {"protest": lodge, "ruled": rule}
