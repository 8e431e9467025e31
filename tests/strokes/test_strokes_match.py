"""Strokes come to what a `board` event comes to, in every carrom ruleset and on both interpreters."""

import os
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from stroke_player import RULESETS, Dice, act, play

from boardside.game import match, strokes

CARROM = ("icf", "vkk", "spandan", "vaishali")
SCORES = ((0, 0), (21, 22), (22, 21), (23, 24), (24, 23))


def played(rules: dict[str, Any], seed: int, points: dict[str, int]) -> dict[str, Any]:
    """The result of a board that the random player plays to its end (not one that is replayed)."""
    dice = Dice(seed)
    while True:
        situation = strokes.begin(rules, "a", False, None, points)
        while not situation.over:
            situation, _ = act(situation, dice)
        if situation.result is not None:
            return situation.result


def at(ruleset: str, score: tuple[int, int], changes: dict[str, Any] | None = None) -> Any:
    event: dict[str, Any] = {"kind": "match", "match": "m1", "ruleset": ruleset, "stage": "final"}
    state, _ = match.apply(match.new(), {**event, "rules": changes or {}, "breaks": "a"})
    state, _ = match.apply(state, {"kind": "override", "set": {"points_a": score[0], "points_b": score[1]}})
    return state


@pytest.mark.parametrize("score", SCORES)
@pytest.mark.parametrize("ruleset", CARROM)
def test_a_match_takes_every_result_and_computes_the_same_points(
    ruleset: str, score: tuple[int, int]
) -> None:
    state = at(ruleset, score)
    opened = at(ruleset, score, {"account": "open"})
    points = {"a": score[0], "b": score[1]}
    for seed in range(60):
        result = played(state.setup.rules, seed, points)
        event = {name: result[name] for name in ("winner", "left", "queen", "law", "slam")}
        assert match.propose(opened, {"kind": "board", **event}).points == result["points"], result
        full = {"kind": "board", **event, "demand": result["demand"]}
        assert match.propose(opened, full).points == result["most"], result
        board = match.propose(state, full)
        has_account = state.setup.rules["account"] == "open" or points[result["winner"]] > 0
        counts = has_account or result["queen"] == result["winner"]
        assert (board.points, board.withheld) == ((result["most"], 0) if counts else (0, result["most"])), (
            result
        )


ROOT = Path(__file__).resolve().parent.parent.parent
MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"


def micropython(*arguments: str) -> str:
    environment = {**os.environ, "MICROPYPATH": "firmware:tests/portable/strokes:.frozen"}
    command = [str(MICROPYTHON), "-X", "heapsize=8M", *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


FIRST, *OTHERS = RULESETS


@pytest.mark.parametrize("ruleset", [FIRST, *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS)])
def test_identical_states_for_the_same_seed(ruleset: str) -> None:
    output = micropython("tests/portable/strokes/stroke_player.py", "4000", "77", ruleset)
    digest, boards, most = play(4000, 77, ruleset)
    assert output == f"4000 strokes: digest {digest}, {boards} boards, most points {most}\n"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_million_strokes(ruleset: str) -> None:
    _, boards, most = play(1_000_000, 2026, ruleset)
    assert boards > 10_000
    assert most == RULESETS[ruleset]["most"]
