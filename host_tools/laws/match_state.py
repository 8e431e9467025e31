"""What live pages, a match's page and the API have of a match's state, in one place; and which player of a
pair broke each board (Laws XIX, column 1; 49b): the record has the side, the events the seat.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from boardside.game import match
from boardside.game.dicts import protest_dict
from boardside.game.errors import GameError
from host_tools.live_values import MatchState, latin_names

#: The rules a page needs to draw a match, as far as its sport has them: what a game is, what the Queen is
#: worth, how many games; rounds, discs and whether all games are played (crokinole).
_RULES = (
    *("sport", "points", "lead", "score_cut", "queen", "queen_until", "games"),
    *("rounds", "discs", "all_games"),
)
_OF_TOURNAMENT = ("ruleset", "category", "variant", "tie", "teams")
#: Fields of `boardside.game.state.State` that are shown as they are.
_STATE = (
    *("phase", "game", "board", "points", "games", "breaker", "seat", "left_side", "extra", "change_due"),
    *("trials", "twenties", "confirmed"),
)

#: A table without a match.
NO_MATCH: MatchState = {
    "match": None,
    "rules": None,
    "phase": "idle",
    "game": 1,
    "board": 1,
    "points": {"a": 0, "b": 0},
    "games": {"a": 0, "b": 0},
    "breaker": None,
    "seat": None,
    "left_side": "a",
    "extra": False,
    "change_due": False,
    "trials": 0,
    "twenties": {"a": 0, "b": 0},
    "turn": None,
    "situation": None,
    "protests": [],
    "boards": [],
    "history": [],
    "rulings": [],
    "result": None,
    "confirmed": False,
}


def match_state(state: Any) -> dict[str, Any]:
    """What follows from a match's state alone, as `MatchState` has it: without its finished boards and games,
    which have their seats from the events, the board in play, the rulings and the result.
    """
    setup = state.setup
    return {
        "match": {
            "id": setup.match,
            "title": state.title,
            "stage": setup.stage,
            "doubles": setup.doubles,
            "names": state.names,
            **{name: setup.tournament[name] for name in _OF_TOURNAMENT},
            "latin": latin_names(setup.tournament["latin"]),
        },
        "rules": {name: setup.rules[name] for name in _RULES if name in setup.rules},
        **{name: getattr(state, name) for name in _STATE},
        "protests": [protest_dict(protest) for protest in state.protests],
    }


def breaking(events: Iterable[Mapping[str, Any]]) -> dict[int, list[int | None]]:
    """By game, for each board or round in its order the seat that broke it; None where it is not known.

    events: in their order, without those that were undone. An event that the rules refuse is skipped.
    """
    breakers: dict[int, list[int | None]] = {}
    state = match.new()
    for event in events:
        game, seat, before = state.game, state.seat, finished(state)
        try:
            state, _ruling = match.advance(state.copy(), dict(event))
        except GameError:
            continue
        if finished(state) > before:
            breakers.setdefault(game, []).append(seat)
    return breakers


def finished(state: Any) -> int:
    """How many boards or rounds of a match are over, of all its games."""
    count = len(state.boards)
    for game in state.history:  # twice as quick as a sum, and asked for twice an event
        count += len(game.boards)
    return count
