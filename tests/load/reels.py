"""What tables play: the recorded championship as strokes, each step with the status a table then tells.

Made once, by the rules engine, so every event is acceptable; each table plays the same reels under its own
numbers. A hall of 1,000 tables then costs no more rules than one.
"""

from functools import cache
from typing import Any, NamedTuple

from boardside.game import match
from boardside.game.dicts import situation_dict
from boardside.game.strokes import Situation
from boardside.table.ruling_words import text_of
from host_tools.demo.recorded import BOARD_LIMIT, GAME_POINTS, RecordedMatch, championship
from host_tools.demo.strokes import strokes_of

Event = dict[str, Any]
SEED = 2024
#: One game, as the championship was played; eight boards may end even.
RULES = {"games": 1, "draws": True}


class Step(NamedTuple):
    """An event without what the journal adds, and the table's status behind it, without `seq` and clocks."""

    event: Event
    status: dict[str, Any]


Reel = tuple[Step, ...]


@cache
def reels(count: int = 12) -> tuple[Reel, ...]:
    """The first `count` recorded matches that ended by points or boards, from `match` to `confirm`."""
    whole = [match for match in championship() if not match.walk_over and _is_whole(match)]
    return tuple(_reel(match) for match in whole[:count])


def _is_whole(recorded: RecordedMatch) -> bool:
    return max(recorded.added_up) >= GAME_POINTS or len(recorded.boards) == BOARD_LIMIT


def _reel(recorded: RecordedMatch) -> Reel:
    state = match.new()
    steps: list[Step] = []

    def enter(event: Event) -> None:
        nonlocal state
        state, ruling = match.apply(state, event)
        ruling_json = {"text": text_of(ruling.clauses), "laws": list(ruling.laws)} if ruling.clauses else None
        steps.append(Step(event, _status(state, ruling_json)))

    begin = {"kind": "match", "match": recorded.id, "ruleset": "icf", "rules": RULES, "stage": "group"}
    names = {"a": [recorded.players[0]], "b": [recorded.players[1]], "title": recorded.title}
    enter({**begin, **names, "breaks": recorded.breaks})
    for number, board in enumerate(recorded.boards):
        enter({"kind": "play", "strokes": True})
        assert isinstance(state.situation, Situation)
        for event in strokes_of(board, state.situation, SEED + number):
            enter(event)
        enter(match.proposal(state) or {})
    enter({"kind": "confirm"})
    return tuple(steps)


def _status(state: Any, ruling: dict[str, Any] | None) -> dict[str, Any]:
    """A status as boardside.table.core.status makes it, without `seq`, `clock` and `hall`."""
    official = match.official(state)
    situation = None if state.situation is None else situation_dict(state.situation)
    return {
        "phase": state.phase,
        "match": state.setup.match,
        "game": state.game,
        "board": state.board,
        "points": official["points"],
        "games": official["games_won"],
        "confirmed": state.confirmed,
        "protest_left": 0,
        "left_side": state.left_side,
        "turn": situation and situation["turn"],
        "seat": situation and state.situation.seat,
        "placing": situation and situation["placing"],
        "queen": situation and situation["queen"],
        "owes": situation and [situation["owes"][side] + situation["waiting"][side] for side in ("a", "b")],
        "breaker": state.breaker,
        "ruling": ruling,
    }
