"""The umpire's override (143c): what he sets holds, whatever the rules computed, and is recorded as his."""

from . import flow
from .errors import GameError
from .state import BOARD, OVER, Ruling, State


def override(state: State, event: dict) -> Ruling:
    """Set totals, games won, the board's number, the break or the side on the left; then go on from there.

    Raises GameError "impossible" for totals no match can have, "not_now" for what comes too late.
    """
    changes = event["set"]
    games = _games(state, changes)
    points = _points(state, changes)
    if state.phase == OVER and games is None and not _only(changes, ("left_side",)):
        message = "override: the match is decided; undo its last event, or override games_a and games_b"
        raise GameError("not_now", message)
    if "left_side" in changes:
        state.left_side = changes["left_side"]
    if not _only(changes, ("left_side",)):
        state.overridden = True
    if games is not None and games != state.games:
        _set_games(state, games)
    if state.phase != OVER:
        if "board" in changes:
            state.board = changes["board"]
        if points is not None:
            state.points = points
        if "breaks" in changes:
            _set_breaker(state, changes["breaks"])
        if points is not None or "board" in changes:
            flow.settle(state, state.phase == BOARD)
    return Ruling(("143c",), "Umpire sets " + _words(changes), {"set": changes, "phase": state.phase})


def _only(changes: dict, names: "tuple[str, ...]") -> bool:
    return all(name in names for name in changes)


def _games(state: State, changes: dict) -> "dict | None":
    if "games_a" not in changes and "games_b" not in changes:
        return None
    games = {side: changes.get("games_" + side, state.games[side]) for side in ("a", "b")}
    most = state.rules["games"]
    majority = most // 2 + 1
    if games["a"] > majority or games["b"] > majority or games["a"] + games["b"] > most:
        message = "set: games %d-%d cannot be in a best of %d" % (games["a"], games["b"], most)
        raise GameError("impossible", message)
    return games


def _points(state: State, changes: dict) -> "dict | None":
    if "points_a" not in changes and "points_b" not in changes:
        return None
    points = {side: changes.get("points_" + side, state.points[side]) for side in ("a", "b")}
    top = state.rules["points"]
    if points["a"] >= top and points["b"] >= top:
        message = "set: points %d-%d: only one side can have %d or more" % (points["a"], points["b"], top)
        raise GameError("impossible", message)
    return points


def _set_games(state: State, games: dict) -> None:
    """The games won are the umpire's; the game to be played follows from them, with its break (49a)."""
    majority = state.rules["games"] // 2 + 1
    number = games["a"] + games["b"] + 1
    drawn = sum(1 for game in state.history if game.winner is None)
    number += drawn
    state.games = games
    winner = "a" if games["a"] >= majority else "b" if games["b"] >= majority else None
    if winner is not None:
        flow.end_match(state, winner, "ruling", ("143c",))
        return
    if number == state.game and state.phase != OVER:
        return
    opener = state.opener
    if opener is not None:
        opener = (opener + number - state.game - 1) % flow.seats(state)
    state.history = tuple(game for game in state.history if game.number < number)
    state.winner = state.how = None
    state.how_laws = ()
    flow.begin_game(state, number, opener)
    state.change_due = False
    state.phase = flow.open_phase(state)


def _set_breaker(state: State, side: str) -> None:
    state.seat = flow.seat_of(state, side)
    if state.board == 1:
        state.opener = state.seat
    if state.phase not in (BOARD, OVER):
        state.phase = flow.open_phase(state)


def _words(changes: dict) -> str:
    names = ("points_a", "points_b", "games_a", "games_b", "board", "breaks", "left_side")
    words = []
    for name in names:
        if name in changes:
            value = changes[name]
            words.append("%s %s" % (name.replace("_", " "), value))
    return ", ".join(words)
