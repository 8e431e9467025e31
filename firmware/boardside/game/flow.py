"""The course of a match: from board to board, game to game, to its end; breaks, changes of sides, the
interval.

These functions change the state they are given: `match.apply` hands them its own copy. What happened is
returned as (clauses, laws), both empty when nothing but the next board follows.
"""

from .net import published, winning
from .state import CHANGE, INTERVAL, LAST, OVER, READY, TOSS, Board, Game, State, other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import BySide, Clauses, Finished, Laws


def seats(state: State) -> int:
    """The number of seats in the rotation of the break: two, in doubles four (49)."""
    return 4 if state.setup.doubles else 2


def seat_of(state: State, side: str) -> int:
    """The seat that breaks when `side` does: the next of its seats in the rotation (49b)."""
    seat = state.seat
    if seat is None:
        seat = 0 if state.opener is None else (state.opener + state.board - 1) % seats(state)
    if "ab"[seat & 1] != side:
        seat = (seat + 1) % seats(state)
    return seat


def board_limit(state: State) -> "int | None":
    """Boards in a game at this stage (56b); None: no limit (D7)."""
    limit: "int | None" = state.setup.rules["board_limit"][state.setup.stage]
    return limit


def open_phase(state: State) -> str:
    """The phase between boards: what has to happen before the next board."""
    if state.seat is None:
        return TOSS
    if state.change_due:
        between_games = state.board == 1 and state.history and not middle_reached(state)
        if between_games and state.history[-1].number == state.setup.rules["interval_after"]:
            return INTERVAL
        return CHANGE
    return READY


def add_board(state: State, board: Board) -> "tuple[Clauses, Laws]":
    """Enter a finished board: points, the turn to break (49a), and what follows from them."""
    state.boards += (board,)
    state.points = board.after
    state.board += 1
    if state.seat is not None:
        state.give_break((state.seat + 1) % seats(state))
    return settle(state, False)


def settle(state: State, in_play: bool) -> "tuple[Clauses, Laws]":
    """What follows from the present points, after a board or an override.

    Game won at 25 points (56a), with the lead that the rules want; at the board limit by any lead, or
    before it where the rules end a decided game (D550); level there: a draw where draws are played, else an
    extra board (56b). Otherwise the next board, with the change of sides owed in mid-game (60). A board in
    which time was called decides as the limit does (D462).
    With `in_play` an undecided game keeps the phase.
    """
    rules = state.setup.rules
    a, b = state.points["a"], state.points["b"]
    top = rules["points"]
    limit = board_limit(state)
    if max(a, b) >= top and abs(a - b) >= rules["lead"]:
        return win_game(state, "a" if a > b else "b", "played", ("56a",))
    extra = state.extra
    if limit is not None and not extra and rules.get("early_end") and 0 < _to_come(state, limit) < abs(a - b):
        return win_game(state, "a" if a > b else "b", "played", ("56a", "D550"))
    if extra is True or (extra and not in_play) or (limit is not None and state.board > limit):
        is_timed = extra == LAST
        if a != b:
            leader = "a" if a > b else "b"
            if is_timed:
                return win_game(state, leader, "time", ("D20", "D462"))
            return win_game(state, leader, "played", ("56b",) if extra else ("56a",))
        if rules["draws"]:
            return win_game(state, None, "draw", ("D20", "D462") if is_timed else ("D24",))
        return await_extra(state)
    laws = ("60c",) if state.change_due else ()
    if not laws and middle_reached(state) and not state.change_done:
        state.change_due = True
        laws = (middle_law(state),)
    if not in_play:
        state.phase = open_phase(state)
    return (("change_sides",),) if laws else (), laws


def _to_come(state: State, limit: int) -> int:
    """The most points that the boards up to the limit can still give one side."""
    most: int = state.setup.rules["most"]
    return most * (limit - state.board + 1)


def await_extra(state: State) -> "tuple[Clauses, Laws]":
    """A level game: a toss for the break alone, then an extra board (56b); level again, another (D25)."""
    laws = ("56b", "D25") if state.extra is True else ("56b",)
    state.extra = True
    state.give_break(None)
    state.phase = TOSS
    return (("level_extra_board",),), laws


def middle_reached(state: State) -> bool:
    """The change of sides in mid-game falls due: at 13, or after board 4 (60a, 60b)."""
    if state.game != state.setup.rules["change_in_game"]:
        return False
    after = state.setup.rules["change_after_board"][state.setup.stage]
    at = state.setup.rules["change_at"]
    return state.points["a"] >= at or state.points["b"] >= at or (after is not None and state.board > after)


def middle_law(state: State) -> str:
    """The Law of the change in mid-game at this stage."""
    return "60b" if state.setup.rules["change_after_board"][state.setup.stage] is None else "60a"


def official_points(state: State) -> "BySide":
    """The game's points as published: the sum of its boards, cut as the rules say (D6)."""
    return published(state.setup.rules, state.points)


def win_game(state: State, winner: "str | None", how: str, laws: "Laws") -> "tuple[Clauses, Laws]":
    """Close the current game, won by `winner` (None: drawn), at its present points."""
    return _close(state, winner, how, laws, official_points(state), state.boards)


def award_game(state: State, winner: str, how: str, laws: "Laws") -> "tuple[Clauses, Laws]":
    """Close the current game for `winner` with full points; the other side keeps what it has (D26)."""
    points = official_points(state)
    points[winner] = winning(state.setup.rules, points[other(winner)])
    return _close(state, winner, how, laws, points, state.boards)


def award_match(state: State, winner: str, how: str, laws: "Laws") -> None:
    """Close the match for `winner`: the current game and the games still needed at full points (D26, D27)."""
    points = official_points(state)
    points[winner] = winning(state.setup.rules, points[other(winner)])
    boards = state.boards
    number = state.game
    history = state.history
    won = state.games[winner]
    while won <= state.setup.rules["games"] // 2:
        history += (Game(number, boards, points, winner, how, state.setup.cited(laws)),)
        number += 1
        won += 1
        boards = ()
        points = {winner: winning(state.setup.rules, 0), other(winner): 0}
    state.history = history
    state.games = {winner: won, other(winner): state.games[other(winner)]}
    end_match(state, winner, how, laws)


def end_match(state: State, winner: "str | None", how: str, laws: "Laws") -> None:
    """The match is decided; provisional until the umpire confirms it."""
    state.winner = winner
    state.how = how
    state.how_laws = state.setup.cited(laws)
    state.phase = OVER
    state.board = state.boards[-1].number if state.boards else 1
    state.change_due = False
    state.extra = False
    state.paused = None


def _close(
    state: State,
    winner: "str | None",
    how: str,
    laws: "Laws",
    points: "BySide",
    boards: "tuple[Finished, ...]",
) -> "tuple[Clauses, Laws]":
    laws = state.setup.cited(laws)
    state.history += (Game(state.game, boards, points, winner, how, laws),)
    games = state.games
    if winner is not None:
        games = {winner: games[winner] + 1, other(winner): games[other(winner)]}
        state.games = games
    a, b = points["a"], points["b"]
    game = ("game_drawn", state.game, a, b) if winner is None else ("game_won", state.game, winner, a, b)
    clauses: "Clauses" = (game,)
    best_of = state.setup.rules["games"]
    leader = "a" if games["a"] > games["b"] else "b" if games["b"] > games["a"] else None
    if (leader and games[leader] > best_of // 2) or state.game >= best_of:
        match_laws = laws
        if best_of > 1:
            match_laws += ("57",) if leader else ("D24",)
        if how == "draw" and leader:
            how = "played"
        end_match(state, leader, how if leader else "draw", match_laws)
        if best_of > 1:
            a, b = games["a"], games["b"]
        match = ("match_drawn", a, b) if leader is None else ("match_won", leader, a, b)
        return (clauses if best_of > 1 else ()) + (match,), match_laws
    begin_game(state, state.game + 1, state.opener)
    laws += ("59",) if state.setup.doubles else ("58",)
    return clauses, laws + ("138",) if state.phase == INTERVAL else laws


def begin_game(state: State, number: int, last_opener: "int | None") -> None:
    """Set up the next game: the other side opens, in doubles the next seat to the right (49a, 49b)."""
    state.game = number
    state.board = 1
    state.points = {"a": 0, "b": 0}
    state.boards = ()
    state.extra = False
    state.change_done = False
    state.change_due = True  # if a change is owed already, it is still one change
    state.paused = None
    if last_opener is not None:
        back = number % 2 == 1 and state.setup.rules.get("opener") == "first"  # to who opened game one
        last_opener = (last_opener - 1 if back else last_opener + 1) % seats(state)
    state.opener = last_opener
    state.give_break(state.opener)
    state.phase = open_phase(state)
