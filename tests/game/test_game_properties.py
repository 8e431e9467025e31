"""What holds in every match, legal or not: random play against the rules."""

import copy
import inspect
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import Event, guess, random_match

from boardside.game import dicts, fold, match, official
from boardside.game import events as event_checks
from boardside.game.errors import CODES, GameError
from boardside.game.events import KINDS, UNDOABLE
from boardside.game.state import State
from boardside.table.ruling_words import text_of
from host_tools.laws import refusals
from tests.sampling import examples

LAW = re.compile(r"(1[0-5][0-9]|[1-9]?[0-9])[a-i]?|D[0-9]+")
MATCHES = st.builds(
    random_match,
    st.randoms(use_true_random=False),
    st.integers(min_value=1, max_value=40),
)
UNDONE_MATCHES = st.builds(
    random_match,
    st.randoms(use_true_random=False),
    st.integers(min_value=1, max_value=30),
    st.just(0.3),
)


def folded(events: list[Event]) -> fold.Folded:
    return fold.fold(lambda: iter(events))


def seen(state: State) -> dict[str, object]:
    return dicts.to_dict(state)


def is_published(rules: dict[str, Any], points: dict[str, int]) -> bool:
    """Whether a game can have these official points: cut at those that win it, if the rules cut them."""
    low, high = sorted(points.values())
    if not rules["score_cut"]:
        return True
    return high <= rules["points"] or (rules["lead"] > 1 and high <= low + rules["lead"])


def check_state(state: State) -> None:
    rules = state.setup.rules
    assert set(state.points) == set(state.games) == {"a", "b"}
    for board in [*state.boards, *(board for game in state.history for board in game.boards)]:
        assert 0 <= board.points <= rules["most"]
        assert 1 <= board.computed <= rules["most"]
        assert board.override is (board.points != board.computed)
        assert board.winner in "ab"
    assert not (state.games["a"] > rules["games"] // 2 and state.games["b"] > rules["games"] // 2)
    for game in state.history:
        assert is_published(rules, game.points), "D6"
        assert game.winner is None or game.points[game.winner] >= min(game.points.values())
    decided = state.phase in ("over", "confirmed")
    assert decided is (state.how is not None)
    assert state.winner is None or decided
    assert decided is False or state.winner is not None or state.how in ("draw", "ruling")
    assert (state.phase == "toss") is (state.seat is None) or decided
    assert state.seat is None or state.seat in range(4 if state.setup.doubles else 2)
    assert state.phase not in ("change", "interval") or state.change_due
    assert state.phase != "ready" or not state.change_due
    result = official.official(state)
    assert result["winner"] == state.winner
    assert is_published(rules, dict(zip("ab", result["points"], strict=True)))


@given(MATCHES)
@examples(150)
def test_every_state_and_ruling_of_random_play_is_sound(events: list[Event]) -> None:
    state = match.new()
    for event in events:
        before = copy.deepcopy(seen(state))
        old = state
        state, ruling = match.apply(state, event)
        assert seen(old) == before, "apply leaves the state it is given alone"
        check_state(state)
        assert 0 < len(text_of(ruling.clauses)) <= 60
        assert not text_of(ruling.clauses).endswith("..."), "cut short"
        assert all(LAW.fullmatch(law) for law in ruling.laws), ruling.laws
        assert ruling.laws or event["kind"] == "names"
        json.dumps(ruling.facts)


@given(MATCHES)
@examples(100)
def test_points_are_the_sum_of_the_boards_where_nothing_was_overridden(events: list[Event]) -> None:
    events = [event for event in events if event["kind"] != "override"]
    state = match.new()
    for event in events:
        try:
            state, _ = match.apply(state, event)
        except GameError:
            continue
        for side in "ab":
            assert state.points[side] == sum(b.points for b in state.boards if b.winner == side)
        for game in state.history:
            if game.how == "played":
                for side in "ab":
                    total = sum(b.points for b in game.boards if b.winner == side)
                    if state.setup.rules["lead"] == 1:
                        most = state.setup.rules["points"] if state.setup.rules["score_cut"] else total
                        assert game.points[side] == min(total, most)


@given(MATCHES, st.integers(min_value=0, max_value=40))
@examples(100)
def test_undo_of_n_events_restores_the_state_exactly(events: list[Event], count: int) -> None:
    undoable = [event for event in events if event["kind"] in UNDOABLE]
    count = min(count, len(undoable))
    gone = undoable[len(undoable) - count :]
    kept = [event for event in events if event not in gone]
    undone = folded([*events, *({"kind": "undo"} for _ in range(count))])
    assert seen(undone.state) == seen(folded(kept).state)


@given(MATCHES, st.integers(min_value=1, max_value=10))
@examples(60)
def test_redo_of_every_undo_restores_the_state_exactly(events: list[Event], count: int) -> None:
    count = min(count, sum(event["kind"] in UNDOABLE for event in events))
    last = events[-1]["seq"]
    undos = [{"kind": "undo", "seq": last + 1 + number} for number in range(count)]
    redos = [{"kind": "undo", "of": undo["seq"]} for undo in reversed(undos)]
    assert seen(folded([*events, *undos, *redos]).state) == seen(folded(events).state)


@given(UNDONE_MATCHES)
@examples(60)
def test_fold_of_a_prefix_then_the_rest_is_the_fold_of_all(events: list[Event]) -> None:
    state = match.new()
    for number, event in enumerate(events, 1):
        whole = folded(events[:number])
        state = whole.state if event["kind"] == "undo" else match.apply(state, event)[0]
        assert seen(state) == seen(whole.state)
        assert whole.last == event["seq"]
        trial = fold.after(lambda number=number: iter(events[: number - 1]), event)
        assert seen(trial.state) == seen(whole.state)


@given(UNDONE_MATCHES)
@examples(60)
def test_events_and_state_survive_json(events: list[Event]) -> None:
    whole = folded(events)
    assert seen(folded(json.loads(json.dumps(events))).state) == seen(whole.state)
    assert json.loads(json.dumps(seen(whole.state))) == seen(whole.state)
    assert json.loads(json.dumps(dicts.score_card(whole.state))) == dicts.score_card(whole.state)


@given(UNDONE_MATCHES)
@examples(60)
def test_undoable_names_the_event_that_undo_leaves_out(events: list[Event]) -> None:
    whole = folded(events)
    trial = [*events, {"kind": "undo"}]
    if whole.undoable is None:
        with pytest.raises(GameError, match="nothing_to_undo"):
            folded(trial)
        return
    named = folded([*events, {"kind": "undo", "of": whole.undoable}])
    assert seen(folded(trial).state) == seen(named.state)


def refusal(function: Callable[..., object], *arguments: object) -> GameError | None:
    """The GameError that the call raises, or None; anything else it raises is a failure."""
    try:
        function(*arguments)
    except GameError as error:
        return error
    return None


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["a", "b"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = sorted(
    {*re.findall(r'(?:event, |get\()"(\w+)"', inspect.getsource(event_checks)), *event_checks._OF_STROKE}
)
assert {"winner", "improper", "seq", "total"} <= set(FIELDS)
WILD = st.builds(
    lambda kind, fields: {"kind": kind, **fields},
    st.sampled_from(KINDS) | JSON,
    st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5),
)


@given(WILD | JSON, st.randoms(use_true_random=False))
@examples(400)
def test_whatever_comes_is_taken_or_refused_with_a_code(event: object, rng: Random) -> None:
    state = folded(random_match(rng, 8)).state
    if isinstance(event, dict) and rng.random() < 0.5:
        event = guess(rng) | event
    before = copy.deepcopy(seen(state))
    error = refusal(match.apply, state, event)
    if error is not None:
        assert error.code in CODES
        assert error.reason in refusals.SENTENCES
        assert 0 < len(refusals.of_error(error)) < 500
    assert seen(state) == before


@given(st.lists(WILD, max_size=4), UNDONE_MATCHES)
@examples(100)
def test_a_wild_list_is_folded_or_refused_with_the_number_at_fault(
    wild: list[Event], events: list[Event]
) -> None:
    last = events[-1]["seq"]
    wild = [event | {"seq": last + number} for number, event in enumerate(wild, 1)]
    error = refusal(fold.fold_all, [*events, *wild])
    assert error is None or error.seq in {event["seq"] for event in wild}
