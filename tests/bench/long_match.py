"""The longest match an evening has: best of three, three games of eight boards, every stroke recorded."""

from typing import Any

from boardside.game import match
from boardside.game.strokes import Situation
from host_tools.demo.recorded import RecordedBoard
from host_tools.demo.strokes import strokes_of

Event = dict[str, Any]
GAMES = 3
BOARDS = 8


def events() -> list[Event]:
    """Its events, without numbers, up to the decision; the same every time.

    The boards give one point each, so no game ends before its eighth.
    """
    made: list[Event] = []
    state = match.new()

    def enter(event: Event) -> None:
        nonlocal state
        state, _ = match.apply(state, event)
        made.append(event)

    enter(
        {"kind": "match", "match": "long", "ruleset": "icf", "stage": "round", "breaks": "a"}
        | {"a": ["Asha Kulkarni"], "b": ["Bimal Sen"], "title": "Round 3, table 12"}
    )
    for game in range(GAMES):
        winner, loser = ("a", "b") if game % 2 == 0 else ("b", "a")
        for board in range(BOARDS):
            if state.change_due:
                enter({"kind": "sides"})
            enter({"kind": "play", "strokes": True})
            recorded = RecordedBoard(winner, 1, loser)
            assert isinstance(state.situation, Situation)
            for event in strokes_of(recorded, state.situation, game * BOARDS + board):
                enter(event)
            proposal = match.proposal(state)
            assert proposal is not None
            enter(proposal)
    assert state.phase == "over"
    return made
