"""A match as JSON-ready dicts, for the host: no table loads this module.

Equal matches give equal dicts, on every interpreter.
"""

from .copies import fields_of
from .state import CONFIRMED, IDLE, LAST, OF_TOURNAMENT, OVER, Game, State
from .strokes import Situation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .protests import Protest
    from .state import Finished, InPlay


def score_card(state: State) -> "list[dict[str, Any]]":
    """The games by board: the finished ones as `game_dict`, then the one that is being played."""
    games = [game_dict(game) for game in state.history]
    if state.phase in (IDLE, OVER, CONFIRMED):
        return games
    current = Game(state.game, state.boards, state.setup.sport.official_points(state), None, None, ())
    games.append(game_dict(current))
    return games


def to_dict(state: State) -> "dict[str, Any]":
    """Everything that a State holds, but how its boards began."""
    setup = state.setup
    answer: "dict[str, Any]" = {"match": setup.match, "rules": setup.rules, "stage": setup.stage}
    answer["doubles"] = setup.doubles
    for name in OF_TOURNAMENT:
        if name != "latin":
            answer[name] = setup.tournament[name]
    for name in fields_of(State):
        value = getattr(state, name)
        answer[name] = _SHOWN[name](value) if name in _SHOWN else value
    del answer["starts"]
    if state.extra == LAST:
        answer["last_board"] = True  # only there in such a board (D462)
    return answer


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
    answer: "dict[str, Any]" = {"placing": placing}
    for name in fields_of(Situation):
        value = getattr(situation, name)
        if name != "placing":
            answer[name] = {"a": value[0], "b": value[1]} if isinstance(value, tuple) else value
    return answer


def board_dict(done: "Finished") -> "dict[str, Any]":
    """A finished board or crokinole round."""
    answer: "dict[str, Any]" = {name: getattr(done, name) for name in fields_of(type(done))}
    answer["laws"] = list(done.laws)
    return answer


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


# The fields of a State that JSON shows in another way.
_SHOWN = {
    "boards": lambda boards: [board_dict(board) for board in boards],
    "extra": lambda extra: extra is True,
    "history": lambda games: [game_dict(game) for game in games],
    "how_laws": list,
    "paused": lambda paused: None if paused is None else {"clock": paused[0], "left": paused[1]},
    "protests": lambda protests: [protest_dict(protest) for protest in protests],
    "situation": lambda situation: None if situation is None else situation_dict(situation),
}
