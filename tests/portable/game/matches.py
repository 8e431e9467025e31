"""Short words for matches in the tests of the rules."""

from portable import raises

from boardside.game import dicts, match
from boardside.game.errors import GameError


def begin(stage="group", breaks="a", rules=None, **more):
    """A `match` event of singles by the ICF rules."""
    event = {"kind": "match", "match": "M1", "ruleset": "icf", "stage": stage, "a": ["Asha"], "b": ["Bela"]}
    if breaks:
        event["breaks"] = breaks
    if rules:
        event["rules"] = rules
    event.update(more)
    return event


def board(winner, left, queen="loser", **more):
    """A `board` event; queen may be "winner" or "loser" as well."""
    if queen == "winner":
        queen = winner
    elif queen == "loser":
        queen = "b" if winner == "a" else "a"
    event = {"kind": "board", "winner": winner, "left": left, "queen": queen}
    event.update(more)
    return event


def kind(name, **fields):
    """An event of a kind, with its fields."""
    event = {"kind": name}
    event.update(fields)
    return event


def play(events, state=None):
    """The state after the events, from `state` or from an idle table on."""
    return rule(events, state)[0]


def rule(events, state=None):
    """(state, last ruling) after the events."""
    state = match.new() if state is None else state
    ruling = None
    for event in events:
        state, ruling = match.apply(state, event)
    return state, ruling


def refused(state, event):
    """The GameError by which `event` is refused; the state must stay as it was."""
    before = dicts.to_dict(state)
    error = raises(GameError, match.apply, state, event)
    assert dicts.to_dict(state) == before
    return error


def points(state):
    """(points of a, points of b) of the current game."""
    return state.points["a"], state.points["b"]


def games(state):
    """(games of a, games of b)."""
    return state.games["a"], state.games["b"]


def won_game(winner, times=1):
    """Boards that win games to nothing: 9 + 3, 9 + 3, 1."""
    return [board(winner, 9, "winner"), board(winner, 9, "winner"), board(winner, 1)] * times
