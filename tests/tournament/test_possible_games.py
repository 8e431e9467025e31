"""Which points a game can end with: exactly those that the game itself comes to, tried out to the last."""

from typing import Any

import pytest

from boardside.game import match as game
from host_tools.tournament import possible


def begun(stage: str, ruleset: str, rules: dict[str, Any]) -> Any:
    event = {"kind": "match", "match": "m", "ruleset": ruleset, "stage": stage, "rules": rules}
    state, _ = game.apply(game.new(), {**event, "a": ["A"], "b": ["B"], "breaks": "a"})
    return state


def endings(state: Any, moves: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """The points with which the first game ends, whatever is played."""
    found, seen, open_states = set(), set(), [state]
    while open_states:
        state = open_states.pop()
        if state.phase == "toss":
            state, _ = game.apply(state, {"kind": "toss", "breaks": "a"})
        sign = state.points["a"], state.points["b"], state.board if not state.extra else 0, state.extra
        if sign in seen:
            continue
        seen.add(sign)
        for move in moves:
            after, _ = game.apply(state, move)
            if after.history:
                points = after.history[0].points
                found.add((points["a"], points["b"]))
            elif max(after.points.values()) <= 12:  # extra rounds could go on for ever
                open_states.append(after)
    return found


def allowed(state: Any, stage: str, most: int) -> set[tuple[int, int]]:
    """The points that may be typed in as those of a finished game."""
    pairs = [(a, b) for a in range(most + 1) for b in range(most + 1)]
    return {
        pair
        for pair in pairs
        if not possible.slip(state.rules, *pair) and not possible.unfinished(state.rules, stage, *pair)
    }


@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize(
    ("points", "most", "limit"), [(7, 3, 2), (7, 3, 3), (9, 4, 5), (5, 2, None), (6, 9, 1)]
)
def test_carrom_allows_what_can_be_played_and_nothing_else(
    points: int, most: int, limit: int | None, draws: bool
) -> None:
    rules = {"points": points, "most": most, "board_limit": limit, "draws": draws, "queen": 1, "games": 1}
    state = begun("round", "icf", rules)
    moves = [
        {"kind": "board", "winner": side, "left": left, "queen": "b" if side == "a" else "a"}
        for side in "ab"
        for left in range(1, min(most, 9) + 1)
    ]
    assert allowed(state, "round", points + 2) == endings(state, moves)


@pytest.mark.parametrize("stage", ["group", "final"])
@pytest.mark.parametrize("rounds", [1, 2, 4, 5])
def test_crokinole_allows_what_can_be_played_and_nothing_else(stage: str, rounds: int) -> None:
    state = begun(stage, "wcc", {"rounds": rounds, "games": 1})
    moves: list[dict[str, Any]] = [{"kind": "round", "winner": side} for side in ("a", "b", "level")]
    moves.append({"kind": "round", "unshot": True})
    played = {pair for pair in endings(state, moves) if max(pair) <= 11}
    assert allowed(state, stage, 11) == played


@pytest.mark.parametrize(
    ("ruleset", "stage", "points", "said"),
    [
        ("icf", "final", (20, 10), "20-10: here a game is played until a side has 25 points (56a)."),
        ("vkk", "group", (3, 2), "3-2: a game ends at 25 points or after 6 boards, and each board gives"),
        ("vkk", "group", (13, 13), "13-13: a game that is level after 6 boards has an extra board (56b)."),
        (
            "spandan",
            "group",
            (25, 10),
            "25-10: 3 boards cannot come to this; a board gives 12 points at most",
        ),
        ("wcc", "final", (7, 1), "7-1: the game was decided before its last round (D81)."),
        ("wcc", "final", (5, 4), "5-4: a round gives two points in all"),
        ("wcc", "final", (4, 4), "4-4: a level game has another round"),
        ("wcc", "group", (8, 2), "8-2: 4 rounds give 8 points in all (Scoring)."),
    ],
)
def test_what_cannot_be_is_said_with_its_reason(
    ruleset: str, stage: str, points: tuple[int, int], said: str
) -> None:
    state = begun(stage, ruleset, {})
    assert possible.slip(state.rules, *points) == ""
    assert possible.unfinished(state.rules, stage, *points).startswith(said)


@pytest.mark.parametrize(
    ("ruleset", "points", "said"),
    [
        ("icf", (31, 10), "31-10: a game goes to 25 points"),
        ("icf", (25, 25), "25-25: only one side reaches 25"),
        ("wcc", (12, 0), "12-0: 4 rounds give a side 8 points at most"),
    ],
)
def test_points_that_no_game_has_are_a_slip(ruleset: str, points: tuple[int, int], said: str) -> None:
    state = begun("final", ruleset, {})
    assert possible.slip(state.rules, *points).startswith(said)
