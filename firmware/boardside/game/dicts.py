"""A match as JSON-ready dicts, for the host: no table loads this module.

Equal matches give equal dicts, on every interpreter.
"""

from .state import CONFIRMED, IDLE, LAST, OVER, Board, Game, State
from .strokes import Situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .protests import Protest
    from .state import Finished, InPlay


_BOARD = (
    "number",
    "game",
    "breaker",
    "winner",
    "left",
    "queen",
    "demand",
    "points",
    "computed",
    "override",
    "law",
    "slam",
    "extra",
    "source",
    "withheld",
    "after",
    "laws",
)


def score_card(state: State) -> "list[dict[str, Any]]":
    """The games by board: the finished ones as `game_dict`, then the one that is being played."""
    games = [game_dict(game) for game in state.history]
    if state.phase in (IDLE, OVER, CONFIRMED):
        return games
    current = Game(state.game, state.boards, state.sport.official_points(state), None, None, ())
    games.append(game_dict(current))
    return games


def to_dict(state: State) -> "dict[str, Any]":
    """Everything that a State holds."""
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
        "situation": None if state.situation is None else situation_dict(state.situation),
        "trials": state.trials,
        "protests": [protest_dict(protest) for protest in state.protests],
        "category": tournament["category"],
        "variant": tournament["variant"],
        "tie": tournament["tie"],
        "teams": tournament["teams"],
        "twenties": state.twenties,
    }
    if state.extra == LAST:
        shown["last_board"] = True  # only there in such a board (D462)
    return shown


def situation_dict(situation: "InPlay") -> "dict[str, Any]":
    """A board stroke by stroke, all but its rules and with pairs as {"a": .., "b": ..}; or a crokinole round
    in play.
    """
    if not isinstance(situation, Situation):
        return {
            "discs": situation.discs,
            "seat": situation.seat,
            "turn": situation.turn,
            "shots": situation.shots,
            "left": {"a": situation.left("a"), "b": situation.left("b")},
            "twenties": situation.twenties,
            "ended": situation.ended,
            "last": situation.last,
            "timed": situation.timed,
            "over": situation.over,
        }
    placing = [{"side": side, "count": count, "seat": seat} for side, count, seat in situation.placing]
    shown: "dict[str, Any]" = {"turn": situation.turn, "over": situation.over, "placing": placing}
    for name in situation.__slots__:
        if name in ("rules", "placing", "turn", "over"):
            continue
        value = getattr(situation, name)
        shown[name] = {"a": value[0], "b": value[1]} if isinstance(value, tuple) else value
    return shown


def board_dict(done: "Finished") -> "dict[str, Any]":
    """A finished board or crokinole round."""
    names = _BOARD if isinstance(done, Board) else done.__slots__
    shown: "dict[str, Any]" = {name: getattr(done, name) for name in names}
    shown["laws"] = list(done.laws)
    return shown


def protest_dict(protest: "Protest") -> "dict[str, Any]":
    """A protest, without what it would go back to."""
    return {name: getattr(protest, name) for name in protest.__slots__ if name != "starts"}


def game_dict(game: Game) -> "dict[str, Any]":
    """A finished game with its boards."""
    return {
        "number": game.number,
        "boards": [board_dict(board) for board in game.boards],
        "points": game.points,
        "winner": game.winner,
        "how": game.how,
        "laws": list(game.laws),
    }
