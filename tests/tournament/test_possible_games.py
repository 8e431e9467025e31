"""Which points a game can end with: exactly those that the game itself comes to, tried out to the last."""

from typing import Any

import pytest

from boardside.game import match as game
from host_tools.reasons import Cause
from host_tools.tournament.reasons import cause
from host_tools.tournament.standings import possible_points, sports


def with_points(why: Cause, points: tuple[int, int]) -> Cause:
    return cause(why.reason, points=list(points), **why.facts)


def begun(stage: str, ruleset: str, rules: dict[str, Any]) -> Any:
    event = {"kind": "match", "match": "m", "ruleset": ruleset, "stage": stage, "rules": rules}
    state, _ = game.apply(game.new(), {**event, "a": ["A"], "b": ["B"], "breaks": "a"})
    return state


def endings(state: Any, moves: list[dict[str, Any]]) -> set[tuple[int, int]]:
    """The points with which the first game ends, whatever is played."""
    scores, seen, open_states = set(), set(), [state]
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
                scores.add((points["a"], points["b"]))
            elif max(after.points.values()) <= 12:  # extra rounds could go on for ever
                open_states.append(after)
    return scores


def allowed(state: Any, stage: str, most: int) -> set[tuple[int, int]]:
    """The points that may be typed in as those of a finished game."""
    pairs = [(a, b) for a in range(most + 1) for b in range(most + 1)]
    return {
        pair
        for pair in pairs
        if not sports.of_rules(state.setup.rules).slip(state.setup.rules, *pair)
        and not sports.of_rules(state.setup.rules).unfinished(state.setup.rules, stage, *pair)
    }


def each_board(most: int) -> list[dict[str, Any]]:
    """A board of each number of points up to `most`, for either side."""
    return [
        {"kind": "board", "winner": side, "left": left, "queen": "b" if side == "a" else "a"}
        for side in "ab"
        for left in range(1, min(most, 9) + 1)
    ]


@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize(
    ("points", "most", "limit"), [(7, 3, 2), (7, 3, 3), (9, 4, 5), (5, 2, None), (6, 9, 1)]
)
def test_carrom_allows_what_can_be_played_and_nothing_else(
    points: int, most: int, limit: int | None, draws: bool
) -> None:
    rules = {"points": points, "most": most, "board_limit": limit, "draws": draws, "queen": 1, "games": 1}
    state = begun("round", "icf", rules)
    assert allowed(state, "round", points + 2) == endings(state, each_board(most))


@pytest.mark.parametrize(
    ("points", "most", "limit"), [(7, 3, 2), (7, 3, 3), (9, 4, 5), (5, 2, None), (6, 9, 1)]
)
def test_points_that_are_not_cut_are_those_that_the_last_board_gave(
    points: int, most: int, limit: int | None
) -> None:
    rules = {"points": points, "most": most, "board_limit": limit, "queen": 1, "games": 1}
    state = begun("round", "icf", rules | {"score_cut": False})
    assert allowed(state, "round", points + most + 2) == endings(state, each_board(most))


@pytest.mark.parametrize("is_cut", [False, True])
@pytest.mark.parametrize(("most", "limit"), [(3, None), (3, 4), (4, 5), (9, 2)])
def test_a_game_won_by_a_lead_ends_with_the_points_that_play_comes_to(
    most: int, limit: int | None, is_cut: bool
) -> None:
    rules = {"points": 5, "most": most, "board_limit": limit, "queen": 1, "games": 1, "lead": 2}
    state = begun("round", "icf", rules | {"score_cut": is_cut})
    played = {pair for pair in endings(state, each_board(most)) if max(pair) <= 11}
    taken = allowed(state, "round", 11)
    assert taken == played if limit is None else taken >= played


@pytest.mark.parametrize(("points", "most", "limit"), [(9, 1, 5), (7, 3, 3), (9, 4, 5), (20, 3, 4)])
def test_a_game_that_ends_when_it_is_decided_has_fewer_boards(points: int, most: int, limit: int) -> None:
    rules = {"points": points, "most": most, "board_limit": limit, "queen": 1, "games": 1, "early_end": True}
    state = begun("round", "icf", rules)
    played = {pair for pair in endings(state, each_board(most)) if max(pair) <= points + 2}
    assert allowed(state, "round", points + 2) >= played
    assert (3, 0) in played or most > 1


@pytest.mark.parametrize("stage", ["group", "final"])
@pytest.mark.parametrize("rounds", [1, 2, 4, 5])
def test_crokinole_allows_what_can_be_played_and_nothing_else(stage: str, rounds: int) -> None:
    state = begun(stage, "wcc", {"rounds": rounds, "games": 1})
    moves: list[dict[str, Any]] = [{"kind": "round", "winner": side} for side in ("a", "b", "level")]
    moves.append({"kind": "round", "unshot": True})
    played = {pair for pair in endings(state, moves) if max(pair) <= 11}
    assert allowed(state, stage, 11) == played


@pytest.mark.parametrize(
    ("ruleset", "stage", "points", "why"),
    [
        ("icf", "final", (20, 10), cause("game_unfinished", top=25)),
        ("vkk", "group", (3, 2), cause("game_too_short", top=25, boards=6)),
        ("vkk", "group", (13, 13), cause("level_has_extra_board", boards=6)),
        (
            "spandan",
            "group",
            (25, 10),
            cause("boards_cannot", boards=3, most=12),
        ),
        ("wcc", "final", (7, 1), cause("decided_before_last")),
        ("wcc", "final", (5, 4), cause("odd_sum")),
        ("wcc", "final", (4, 4), cause("level_has_round")),
        ("wcc", "group", (8, 2), cause("rounds_give_less", rounds=4, total=8)),
    ],
)
def test_what_cannot_be_is_said_with_its_reason(
    ruleset: str, stage: str, points: tuple[int, int], why: Cause
) -> None:
    state = begun(stage, ruleset, {})
    assert sports.of_rules(state.setup.rules).slip(state.setup.rules, *points) is None
    assert sports.of_rules(state.setup.rules).unfinished(state.setup.rules, stage, *points) == with_points(
        why, points
    )


@pytest.mark.parametrize(
    ("ruleset", "points", "why"),
    [
        ("icf", (31, 10), cause("game_points_over", top=25)),
        ("icf", (25, 25), cause("only_one_reaches", top=25)),
        ("wcc", (12, 0), cause("round_points_over", rounds=4, most=8)),
    ],
)
def test_points_that_no_game_has_are_a_slip(ruleset: str, points: tuple[int, int], why: Cause) -> None:
    state = begun("final", ruleset, {})
    assert sports.of_rules(state.setup.rules).slip(state.setup.rules, *points) == with_points(why, points)


def test_a_game_of_crokinole_to_so_many_points_or_by_difference() -> None:
    """Only what is wrong for certain: an end without a lead, or short of the points that alone end it."""
    rules = {"scoring": "difference", "to_points": 100, "rounds": None, "draws": False, "decider": "round"}
    assert possible_points.slip_of_rounds(rules, 135, 45) is None
    assert possible_points.unfinished_rounds(rules, "final", 135, 45) is None
    short = possible_points.unfinished_rounds(rules, "final", 95, 45)
    assert short is not None
    assert (short.reason, short.facts["top"]) == ("points_not_reached", 100)
    level = possible_points.unfinished_rounds(rules, "final", 100, 100)
    assert level is not None
    assert level.reason == "level_has_round"
    limited = rules | {"scoring": "two", "to_points": 9, "rounds": 8}
    assert possible_points.unfinished_rounds(limited, "final", 9, 3) is None
    assert possible_points.unfinished_rounds(limited | {"draws": True}, "final", 8, 8) is None
    pair = {"scoring": "two", "to_points": None, "rounds": 4, "draws": False, "decider": "pair"}
    assert possible_points.slip_of_rounds(pair, 8, 4) is None
    assert possible_points.unfinished_rounds(pair, "final", 8, 4) is None
