"""The host's fold of matches with strokes and rounds: step by step as from the beginning, never slower."""

import gc
import json
import statistics
import types
from functools import partial
from typing import Any

import pytest
from match_player import CARROM, CROKINOLE, Player
from match_session import Session

from boardside.game import dicts
from boardside.game import fold as folds
from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools.collector import live
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.match_fold import RULINGS, MatchFold
from host_tools.laws import rulings
from tests.calls import calls
from tests.load.reels import reels

#: What is not an object of whoever refers to it.
SHARED = (
    type,
    types.ModuleType,
    types.FunctionType,
    types.BuiltinFunctionType,
    types.CodeType,
    types.FrameType,
)


def reachable(root: object) -> int:
    """How many objects can be reached from `root`."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in seen and not isinstance(thing, SHARED):
            seen.add(id(thing))
            waiting += gc.get_referents(thing)
    return len(seen)


def played(ruleset: str, doubles: bool, seed: int, events: int) -> list[dict[str, Any]]:
    """A random match of so many events, with its undos and redos."""
    player = Player(seed, wild=0)
    session = Session(player.begin(ruleset, doubles))
    while len(session.events) < events:
        if player.roll(8):
            for _ in range(player.chance.choice((1, 1, 2, 15))):
                session.undo()
            if player.roll(40):
                session.redo()
            continue
        try:
            session.add(player.next(session.state))
        except GameError:
            continue
    events: list[dict[str, Any]] = session.events
    return events


def folded(events: list[dict[str, Any]]) -> MatchFold:
    made = MatchFold()
    for event in events:
        made.add(event["seq"], event, json.dumps(event))
    return made


@pytest.mark.parametrize("doubles", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize("ruleset", [*CARROM, CROKINOLE])
def test_step_by_step_is_as_from_the_beginning_at_every_undo(ruleset: str, doubles: bool) -> None:
    events = played(ruleset, doubles, 7 + doubles, 250)
    stepwise = MatchFold()
    for at, event in enumerate(events, 1):
        stepwise.add(event["seq"], event, json.dumps(event))
        if event["kind"] != "undo" and at < len(events):
            continue
        whole = folds.fold(events[:at].__iter__)
        assert stepwise.problem is None
        assert dicts.to_dict(stepwise.state) == dicts.to_dict(whole.state)
        assert stepwise.rulings == [rulings.row(seq, ruling) for seq, ruling in whole.rulings[-RULINGS:]]


def long_match(boards: int) -> list[dict[str, Any]]:
    """So many boards of forty strokes; no game ends."""
    rules = {"points": 99, "board_limit": None, "queen": 0, "most": 1}
    events: list[dict[str, Any]] = [
        {"kind": "match", "match": "m", "ruleset": "icf", "stage": "final", "breaks": "a", "rules": rules}
    ]
    for number in range(boards):
        events.append({"kind": "play", "strokes": True})
        events += [{"kind": "stroke"}] * 40
        events.append({"kind": "board", "winner": "ab"[number % 2], "left": 1, "queen": "board"})
    return [{"seq": seq, **event} for seq, event in enumerate(events, 1)]


def test_an_undo_late_in_a_match_reads_one_board_not_all(monkeypatch: pytest.MonkeyPatch) -> None:
    made = folded([*long_match(30), {"seq": 5000, "kind": "play", "strokes": True}])
    applied = 0
    advance = game.advance

    def counting(state: Any, event: Any, is_checked: bool = False) -> Any:
        nonlocal applied
        applied += 1
        return advance(state, event, is_checked)

    monkeypatch.setattr(game, "advance", counting)
    made.add(5001, {"kind": "stroke"}, '{"kind": "stroke"}')
    assert applied == 1
    made.add(5002, {"kind": "undo"}, '{"kind": "undo"}')
    assert applied == 1
    made.add(5003, {"kind": "undo", "of": 5002}, '{"kind": "undo", "of": 5002}')
    assert applied == 2
    assert made.state.situation.turns == (1, 1)
    assert made.problem is None


def test_the_last_events_of_a_long_match_cost_no_more_than_the_first() -> None:
    events = [(event, json.dumps(event)) for event in long_match(60)]
    made = MatchFold()

    def typical(part: list[Any]) -> float:
        return statistics.median(calls(partial(made.add, event["seq"], event, text)) for event, text in part)

    tenth = len(events) // 10
    first = typical(events[:tenth])
    typical(events[tenth:-tenth])
    assert typical(events[-tenth:]) < 3 * first


def in_play(*events: dict[str, Any]) -> LiveTable:
    table = LiveTable(3)
    begin = {"kind": "match", "match": "m", "ruleset": "icf", "stage": "final", "breaks": "a"}
    numbered = [{"seq": seq, **event} for seq, event in enumerate([begin, *events], 1)]
    table.journal = JournalState("j", len(numbered), len(numbered), folded(numbered))
    return table


def status_of(table: LiveTable, **more: Any) -> dict[str, Any]:
    assert table.journal is not None
    state = table.journal.fold.state
    return {
        "seq": table.journal.received,
        "match": state.setup.match,
        "phase": state.phase,
        "games": [0, 0],
        "points": [0, 0],
        **more,
    }


STROKES = ({"kind": "play", "strokes": True}, {"kind": "stroke", "own": 1, "striker": True})
SAID = {
    "turn": "a",
    "seat": 0,
    "queen": "board",
    "owes": [1, 0],
    "placing": [{"side": "a", "count": 1, "seat": 1}],
}


@pytest.mark.parametrize(
    "wrong", [{"turn": "b"}, {"seat": 1}, {"queen": "a"}, {"owes": [0, 0]}, {"placing": []}, {"turn": None}]
)
def test_a_table_that_differs_in_the_board_in_play_disagrees(wrong: dict[str, Any]) -> None:
    table = in_play(*STROKES)
    table.status = status_of(table, **SAID)
    table.compare()
    assert table.agrees is True
    table.status = status_of(table, **{**SAID, **wrong})
    table.compare()
    assert table.agrees is False
    assert "differs" in str(table.problem())


def test_without_strokes_a_table_says_null() -> None:
    table = in_play({"kind": "play"})
    table.status = status_of(table, **dict.fromkeys(SAID))
    table.compare()
    assert table.agrees is True
    assert live._in_play(table.journal.fold) == dict.fromkeys(SAID)  # type: ignore[union-attr]


def test_words_for_a_ruling_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    row = rulings.row
    monkeypatch.setattr(rulings, "row", lambda seq, ruling: made.append(seq) or row(seq, ruling))
    stepwise = MatchFold()
    for event in played("icf", False, 7, 30):
        stepwise.add(event["seq"], event, json.dumps(event))
        if event["kind"] == "undo":
            made.clear()
        assert [row["seq"] for row in stepwise.rulings][-1:] == [stepwise._rulings[-1][0]]
    assert len(made) == len(set(made))


def test_a_match_leaves_nothing_behind_for_the_next() -> None:
    fold = MatchFold()
    seq, sizes = 0, []
    for _ in range(3):
        for step in reels(1)[0]:
            seq += 1
            event = {**step.event, "seq": seq}
            fold.add(seq, event, json.dumps(event))
            for asked in (fold.official, fold.situation, fold.seats):
                asked()
            assert len(fold.rulings) <= RULINGS
        sizes.append(reachable(fold))
    assert max(sizes) - min(sizes) < 20  # larger numbers are objects of their own
    assert fold.count == len(reels(1)[0])
