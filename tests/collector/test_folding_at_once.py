"""A fold made of many events at once, as a collector loads a journal: the same as event by event."""

import json
from typing import Any

import pytest
from fake_table import MATCH, board
from hypothesis import given
from hypothesis import strategies as st
from test_folding_strokes import CARROM, CROKINOLE, folded, played

from boardside.game import dicts
from boardside.game import match as game
from boardside.game.errors import GameError
from host_tools.collector.match_fold import MatchFold
from tests.sampling import examples

UNDO = {"kind": "undo"}
some_events = st.lists(
    st.sampled_from(
        [MATCH, board(), board("b", 10), UNDO, {"kind": "undo", "of": 2}, {"kind": "dance"}, {"kind": "play"}]
    ),
    max_size=14,
)


def at_once(events: list[dict[str, Any]]) -> MatchFold:
    return MatchFold.from_events([(event["seq"], event, json.dumps(event)) for event in events])


def shown(fold: MatchFold) -> tuple[Any, ...]:
    """Everything that a fold shows."""
    return (
        *(dicts.to_dict(fold.state), fold.rulings, fold.problem, fold.first_seq, fold.last_seq, fold.count),
        *(fold.seats(), fold.official(), fold.situation()),
    )


def require_alike(events: list[dict[str, Any]]) -> None:
    """Checks that both folds are alike, now and after each of the presses that may follow: marks, undone
    events.
    """
    stepwise, whole = folded(events), at_once(events)
    assert shown(whole) == shown(stepwise)
    seq = events[-1]["seq"] if events else 0
    for number, event in enumerate([UNDO, UNDO, UNDO, {"kind": "play"}, board("b", 3), UNDO], seq + 1):
        for fold in (stepwise, whole):
            fold.add(number, {**event, "seq": number}, json.dumps({**event, "seq": number}))
        assert shown(whole) == shown(stepwise), event


@pytest.mark.parametrize("ruleset", [*CARROM, CROKINOLE])
def test_a_match_with_strokes_and_undos_has_the_same_result(ruleset: str) -> None:
    events = played(ruleset, doubles=True, seed=11, events=160)
    assert at_once(events).problem is None
    require_alike(events)


@examples(100)
@given(some_events)
def test_what_the_rules_refuse_is_left_out_in_the_same_way(events: list[dict[str, Any]]) -> None:
    require_alike([{**event, "seq": seq} for seq, event in enumerate(events, 1)])


def test_a_refused_event_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A handler may have changed its state before it refuses: that state is not gone on with."""
    advance = game.advance

    def spoiling(state: Any, event: dict[str, Any]) -> Any:
        if event["kind"] == "dance":
            state.points = {"a": 99, "b": 0}
            raise GameError("impossible", "nobody dances")
        return advance(state, event)

    monkeypatch.setattr(game, "advance", spoiling)
    events = [MATCH, board("a", 5), {"kind": "dance"}, board("b", 2)]
    require_alike([{**event, "seq": seq} for seq, event in enumerate(events, 1)])
