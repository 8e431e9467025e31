"""The umpire's override (143c): what he sets replaces what the rules computed, and is recorded as his.

Few matches have one, so this module is loaded when it is wanted.
"""

from . import flow
from .errors import GameError
from .play import recorded
from .state import BOARD, OVER, Ruling, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .state import BySide, Clauses, Event


def override(state: State, event: "Event") -> Ruling:
    """Set totals, games won, the board's number, the break or the side on the left; the match continues
    there.

    The numbers have their usual effects: 25 points win the game (56a), a majority of games the match;
    another sum of games won begins that game anew. Raises GameError "impossible" for totals no match
    can have, "not_now" for points, board or break of a match that is decided.
    """
    changes = event["set"]
    games = _games(state, changes)
    if games is not None and games != state.games:
        _set_games(state, games)
    points = _points(state, changes)
    if games is not None or points is not None or "board" in changes or "breaks" in changes:
        state.overridden = True
    if state.phase != OVER:
        _set_numbers(state, changes, points)
    elif points is not None or "board" in changes or "breaks" in changes:
        raise GameError("not_now", "only_games_set_after_end")
    elif "left_side" in changes:
        state.left_side = changes["left_side"]
    _follow(state, changes)
    facts = {"set": changes, "phase": state.phase}
    return Ruling(("143c",), _said(state, changes, points), facts)


def _games(state: State, changes: "Event") -> "BySide | None":
    games = _pair("games", state.games, changes)
    if games is None:
        return None
    most = state.setup.rules["games"]
    majority = most // 2 + 1
    if games["a"] > majority or games["b"] > majority or games["a"] + games["b"] > most:
        raise GameError("impossible", "games_over_best_of", a=games["a"], b=games["b"], most=most)
    return games


def _points(state: State, changes: "Event") -> "BySide | None":
    points = _pair("points", state.points, changes)
    top = state.setup.rules["points"]
    if points is not None and state.setup.rules["lead"] == 1 and points["a"] >= top and points["b"] >= top:
        raise GameError("impossible", "both_at_game_points", a=points["a"], b=points["b"], points=top)
    return points


def _pair(field: str, present: "BySide", changes: "Event") -> "BySide | None":
    if field + "_a" not in changes and field + "_b" not in changes:
        return None
    return {side: changes.get(field + "_" + side, present[side]) for side in ("a", "b")}


def _set_games(state: State, games: "BySide") -> None:
    most = state.setup.rules["games"]
    drawn = sum(1 for game in state.history if game.winner is None)
    number = games["a"] + games["b"] + drawn + 1
    state.games = games
    a, b = games["a"], games["b"]
    if a > most // 2 or b > most // 2 or number > most:
        flow.end_match(state, "a" if a > b else "b" if b > a else None, "ruling", ("143c",))
        return
    if number == state.game and state.phase != OVER:
        return
    last_opener = state.opener
    if last_opener is not None:
        last_opener = (last_opener + number - state.game - 1) % flow.seats(state)
    state.history = tuple(game for game in state.history if game.number < number)
    state.winner = state.how = None
    state.how_laws = ()
    flow.begin_game(state, number, last_opener)
    state.change_due = False
    state.phase = flow.open_phase(state)


def _set_numbers(state: State, changes: "Event", points: "BySide | None") -> None:
    if points is not None:
        state.points = points
    if "board" in changes:
        if state.seat is not None:
            state.give_break((state.seat + changes["board"] - state.board) % flow.seats(state))
        state.board = changes["board"]
    if "breaks" in changes:
        state.give_break(flow.seat_of(state, changes["breaks"]))
        if state.board == 1 and state.extra is not True:
            state.opener = state.seat
    if "left_side" in changes:  # an override of the sides also means that no change is owed
        state.left_side = changes["left_side"]
        state.change_due = False
        state.change_done = flow.middle_reached(state)
    if points is not None or "board" in changes:
        flow.settle(state, state.phase == BOARD)
    elif state.phase != BOARD:
        state.phase = flow.open_phase(state)


def _said(state: State, changes: "Event", points: "BySide | None") -> "Clauses":
    clauses: "Clauses" = (("umpire",),)
    if points is not None:
        clauses += (("set_points", points["a"], points["b"]),)
    if "games_a" in changes or "games_b" in changes:
        clauses += (("set_games", state.games["a"], state.games["b"]),)
    if "board" in changes:
        clauses += (("set_board", changes["board"]),)
    if "breaks" in changes:
        clauses += (("set_breaks", changes["breaks"]),)
    if "left_side" in changes:
        clauses += (("set_left", changes["left_side"]),)
    return clauses


def _follow(state: State, changes: "Event") -> None:
    """In the board in play: whose c/m are white, and whether the Queen is worth nothing to a side (54)."""
    situation = recorded(state)
    if situation is None:
        return
    if "breaks" in changes or "board" in changes:
        state.situation = None  # the colours have changed hands; the umpire sets the board up again
        return
    last = state.setup.rules["queen_until"]
    state.situation = new = situation.copy()
    new.high = (state.points["a"] > last, state.points["b"] > last)


HANDLERS = {"override": override}
