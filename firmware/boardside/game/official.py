"""The match as published: the official result, and the whole state as JSON-ready dicts."""

from .state import CONFIRMED, IDLE, LAST, OVER, Game, State

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .state import Finished

BY_DESK = ("D296",)
"""The basis of a result that the organiser has decided."""


def official(state: State) -> "dict[str, Any]":
    """The result as it is published: each finished game's points as net.published (D6).

    games: [[a, b], ...] of the finished games; games_won: [a, b]; points: [a, b] of the current game, of
    the last one once the match is decided; winner: "a", "b" or None; how: as State.how. held: a protest is
    open, the result is not to be announced (150). net: {"a", "b"}, points for standings (net.py). desk: true,
    only there when the organiser has decided it (D296): then this is the score at that moment.
    """
    result = state.sport.official(state)
    result["held"] = is_held(state)
    if state.how_laws == BY_DESK:
        result["desk"] = True
    return result


def is_held(state: State) -> bool:
    """A protest waits for its ruling: the result is held back (150)."""
    return any(protest.state == "open" for protest in state.protests)


def score_card(state: State) -> "list[dict[str, Any]]":
    """The games by board, JSON-ready: the finished ones as `game_dict`, then the one that is being played."""
    games = [game_dict(game) for game in state.history]
    if state.phase in (IDLE, OVER, CONFIRMED):
        return games
    current = Game(state.game, state.boards, state.sport.official_points(state), None, None, ())
    games.append(game_dict(current))
    return games


def to_dict(state: State) -> "dict[str, Any]":
    """Everything a State holds, JSON-ready: equal states give equal dicts, on every interpreter."""
    paused, tournament = state.paused, state.tournament
    shown = {
        "match": state.match,
        "ruleset": tournament["ruleset"],
        "rules": state.rules,
        "stage": state.stage,
        "doubles": state.doubles,
        "names": state.names,
        "title": state.title,
        "phase": state.phase,
        "game": state.game,
        "board": state.board,
        "points": state.points,
        "games": state.games,
        "breaker": state.breaker,
        "seat": state.seat,
        "opener": state.opener,
        "left_side": state.left_side,
        "extra": state.extra is True,
        "change_due": state.change_due,
        "change_done": state.change_done,
        "boards": [board_dict(board) for board in state.boards],
        "history": [game_dict(game) for game in state.history],
        "winner": state.winner,
        "how": state.how,
        "how_laws": list(state.how_laws),
        "overridden": state.overridden,
        "paused": None if paused is None else {"clock": paused[0], "left": paused[1]},
        "confirmed": state.confirmed,
        "situation": situation_dict(state),
        "trials": state.trials,
        "protests": [protest.to_dict() for protest in state.protests],
        "category": tournament["category"],
        "variant": tournament["variant"],
        "tie": tournament["tie"],
        "teams": tournament["teams"],
        "twenties": state.twenties,
    }
    if state.extra == LAST:
        shown["last_board"] = True  # only there in such a board (D462)
    return shown


def situation_dict(state: State) -> "dict[str, Any] | None":
    """The board in play stroke by stroke, or the crokinole round in play, JSON-ready; None without one."""
    return None if state.situation is None else state.situation.to_dict()


def board_dict(board: "Finished") -> "dict[str, Any]":
    """A finished board or round, JSON-ready."""
    return board.to_dict()


def game_dict(game: Game) -> "dict[str, Any]":
    """A finished game with its boards, JSON-ready."""
    return {
        "number": game.number,
        "boards": [board_dict(board) for board in game.boards],
        "points": game.points,
        "winner": game.winner,
        "how": game.how,
        "laws": list(game.laws),
    }
