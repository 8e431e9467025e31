"""Recorded matches as moves at a table (tests/portable/journal/desk.py): stroke by stroke, and by results.

Umpires make mistakes: now and then a move is taken back and made again, three at once at some ends of boards.
"""

from typing import Any

from boardside.game import match
from host_tools.demo.recorded import RecordedMatch, championship
from host_tools.demo.strokes import strokes_of
from tests.recorded_events import assignment

Move = dict[str, Any]
UNDO: Move = {"press": "UNDO"}
IDLE: Move = {"press": "IDLE"}


def sheet(boards: int = 8) -> RecordedMatch:
    """The first recorded match with so many boards."""
    return next(match for match in championship() if len(match.boards) >= boards)


def moves(recorded: RecordedMatch, by_strokes: bool, most: int = 10_000) -> list[Move]:
    """At most `most` moves of the match, up to its confirmation; a pause of the keys after every tenth."""
    made: list[Move] = []
    state = match.new()
    count = 0

    def enter(event: Move) -> None:
        nonlocal state, count
        state, _ = match.apply(state, event)
        made.append(event)
        count += 1
        if count % 17 == 0 and event["kind"] not in ("match", "confirm"):
            made.extend((UNDO, event))
        if count % 10 == 0:
            made.append(IDLE)

    enter(assignment(recorded))
    for number, board in enumerate(recorded.boards):
        before = len(made)
        enter({"kind": "play", "strokes": True} if by_strokes else {"kind": "play"})
        if by_strokes:
            for event in strokes_of(board, state.situation, number):
                enter(event)
            proposal = match.proposal(state)
            assert proposal is not None
            enter(proposal)
        else:
            loser = "b" if board.winner == "a" else "a"
            result = {"kind": "board", "winner": board.winner, "left": board.left, "demand": 0}
            enter({**result, "queen": board.queen or loser})
        if number % 3 == 2:
            last = [move for move in made[before:] if "kind" in move][-2:]
            made.extend([UNDO] * len(last) + last)
        if state.phase == "over":
            break
    assert state.phase == "over", "the organiser called time in this match: take another"
    made.append({"kind": "confirm"})
    return made[:most]
