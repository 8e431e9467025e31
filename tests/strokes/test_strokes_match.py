"""What a board comes to stroke by stroke is what a `board` event with the same fields comes to."""

from typing import Any

import pytest
from stroke_player import Dice, act

from boardside.game import match, strokes
from boardside.game.rulesets.icf import RULES

MATCH = {"kind": "match", "match": "m1", "ruleset": "icf", "stage": "final", "a": ["Asha"], "b": ["Bimal"]}


def played(seed: int, points: dict[str, int]) -> dict[str, Any]:
    """The result of a board that the random player plays to its end (not one that is replayed)."""
    dice = Dice(seed)
    while True:
        situation = strokes.begin(RULES, "a", False, None, points)
        while not situation.over:
            situation, _ = act(situation, dice)
        if situation.result is not None:
            return situation.result


@pytest.mark.parametrize("score", [(0, 0), (21, 22), (22, 21), (24, 24)])
def test_a_match_takes_every_result_and_computes_the_same_points(score: tuple[int, int]) -> None:
    state, _ = match.apply(match.new(), {**MATCH, "breaks": "a"})
    points = {"a": score[0], "b": score[1]}
    state, _ = match.apply(state, {"kind": "override", "set": {"points_a": score[0], "points_b": score[1]}})
    for seed in range(150):
        result = played(seed, points)
        event = {name: result[name] for name in ("winner", "left", "queen", "law", "slam")}
        plain = match.propose(state, {"kind": "board", **event})
        assert plain.points == result["points"], result
        full = match.propose(state, {"kind": "board", **event, "demand": result["demand"]})
        assert full.points == result["most"], result
