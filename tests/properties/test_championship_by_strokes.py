"""The recorded championship stroke by stroke: made-up strokes, the rules' results, the official scores."""

from typing import Any

import pytest

from boardside.game import fold, match
from host_tools.demo.recorded import RecordedMatch, championship
from host_tools.demo.strokes import strokes_of

Event = dict[str, Any]
RULES = {"games": 1, "draws": True}
PLAYED = [match for match in championship() if not match.walk_over]
SEED = 2024


def by_strokes(recorded: RecordedMatch, doubles: bool = False) -> list[Event]:
    """The match as a table records it, each board's result entered as the strokes gave it."""
    state = match.new()
    events: list[Event] = []

    def enter(event: Event) -> None:
        nonlocal state
        state, _ = match.apply(state, event)
        events.append(event)

    begin: Event = {"kind": "match", "match": recorded.id, "ruleset": "icf", "rules": RULES, "stage": "group"}
    enter({**begin, "doubles": doubles, "breaks": recorded.breaks})
    for number, board in enumerate(recorded.boards):
        enter({"kind": "play", "strokes": True})
        for event in strokes_of(board, state.situation, SEED + number):
            enter(event)
        proposal = match.proposal(state)
        assert proposal is not None, f"board {number + 1} has not ended"
        enter(proposal)
        assert state.phase != "toss", "an extra board is none of the record"
    if recorded.ended_by_time:
        enter({"kind": "time"})
    enter({"kind": "confirm"})
    return events


@pytest.mark.parametrize("doubles", [False, True])
def test_every_recorded_match_comes_out_stroke_by_stroke_as_its_boards_say(doubles: bool) -> None:
    """113 of the published results agree; where a sheet contradicts itself, the sheet's own sum comes out."""
    disagreeing = {}
    strokes = 0
    for recorded in PLAYED:
        events = by_strokes(recorded, doubles)
        strokes += sum(event["kind"] == "stroke" for event in events)
        state = fold.fold(lambda events=events: iter(events)).state
        (game,) = state.history
        assert [board.source for board in game.boards] == ["strokes"] * len(recorded.boards)
        assert [(b.winner, b.left) for b in game.boards] == [(b.winner, b.left) for b in recorded.boards]
        ours = tuple(match.official(state)["games"][0])
        assert ours == recorded.added_up, recorded.title
        if ours != recorded.official:
            disagreeing[recorded.id] = (ours, recorded.official)
    assert set(disagreeing) == {match.id for match in PLAYED if match.contradicts_itself}
    assert strokes > 2000


def test_the_strokes_hold_dues_fouls_and_failed_covers() -> None:
    """The made-up boards are no walk from 9 to 0."""
    kinds: dict[str, int] = {}
    for recorded in PLAYED[:10]:
        state = match.new()
        for event in by_strokes(recorded):
            state, ruling = match.apply(state, event)
            kinds[event["kind"]] = kinds.get(event["kind"], 0) + 1
            for law in ruling.laws:
                kinds[law] = kinds.get(law, 0) + 1
    for name in ("stroke", "place", "72a", "77a", "78a", "96", "95a"):
        assert kinds.get(name, 0) > 2, (name, kinds)
