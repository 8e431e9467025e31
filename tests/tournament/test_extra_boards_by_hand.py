"""A result by hand says that an extra board decided a game; VKK leaves that board out of the net points.

The same matches are played by the game itself, whose official net points are what must come out.
"""

import random
from typing import Any

import pytest

from boardside.game import match as game
from host_tools.tournament.model.model import Competition, Fixture, Result
from host_tools.tournament.standings import results, sports, typed_results
from tests.refusals import refused


def of_event(ruleset: str, rules: dict[str, Any] | None = None) -> Competition:
    return Competition(1, "ms", "Singles", "singles", ruleset, rules=rules)


MATCH = Fixture("m-1", 1, 1, 1, "group", a=1, b=2, state="ready")


def by_hand(event: Competition, *games: str) -> Result:
    return typed_results.judge(event, MATCH, results.typed_in(list(games)))


def test_the_extra_board_of_vkk_does_not_count_in_net_points() -> None:
    vkk = of_event("vkk")
    assert by_hand(vkk, "17-10+").net == 0
    assert by_hand(vkk, "10-17+").net == 0
    assert by_hand(vkk, "17-10").net == 7
    assert by_hand(vkk, "17-10+").games == ((17, 10),)
    assert by_hand(vkk, "17-10+").winner == "a"
    best_of_three = of_event("vkk", {"games": 3})
    assert by_hand(best_of_three, "25-10", "10-17+", "17-10+").net == 15
    assert by_hand(best_of_three, "25-10, 10-17+ 17-10").net == 15 + 7


def test_where_the_rules_count_an_extra_board_so_does_a_result_by_hand() -> None:
    icf = of_event("icf", {"games": 1})
    assert by_hand(icf, "17-10+").net == by_hand(icf, "17-10").net == 7


@pytest.mark.parametrize(
    ("event", "games"),
    [
        (of_event("vkk"), ["25-3+"]),  # it was never level
        (of_event("vkk", {"draws": True}), ["10-10+"]),
        (of_event("vkk", {"draws": True}), ["17-10+"]),  # a level game stays as it is
        (of_event("wcc", {"games": 1}), ["6-2+"]),
    ],
)
def test_a_game_that_no_extra_board_can_have_decided_is_refused(event: Competition, games: list[str]) -> None:
    with refused("no_extra_board"):
        by_hand(event, *games)


@pytest.mark.parametrize("rules", [None, {"games": 3}, {"points": 15}, {"net_extra": True}, {"lead": 2}])
def test_net_points_by_hand_are_those_of_the_table(rules: dict[str, Any] | None) -> None:
    event, chance = of_event("vkk", rules), random.Random(4)
    with_extra = 0
    for _ in range(150):
        official, extra = _played(event, chance)
        with_extra += any(extra)
        typed = [f"{a}-{b}{'+' * is_extra}" for (a, b), is_extra in zip(official.games, extra, strict=True)]
        made = by_hand(event, *typed)
        assert (made.net, made.winner, made.games) == (official.net, official.winner, official.games), typed
        state = results.begun(event, MATCH)
        how = [sports.CARROM.extra_board(state.setup.rules, "group", *points) for points in official.games]
        assert all(each != ("no" if is_extra else "yes") for each, is_extra in zip(how, extra, strict=True))
        if all(each != "maybe" for each in how):  # without a word it is as certain
            assert by_hand(event, *(text.rstrip("+") for text in typed)).net == official.net
    assert with_extra > 10


def _played(event: Competition, chance: random.Random) -> tuple[Result, list[bool]]:
    """The official result of a match by chance, close to level, and which games had an extra board."""
    state = results.begun(event, MATCH)
    while state.phase not in ("over", "confirmed"):
        if state.phase == "toss":
            state, _ = game.apply(state, {"kind": "toss", "breaks": "a"})
        elif state.phase == "change":
            state, _ = game.apply(state, {"kind": "sides"})
        else:
            behind = min("ab", key=lambda side: state.points[side])
            gap = abs(state.points["a"] - state.points["b"])
            left = max(1, min(9, gap)) if gap and chance.random() < 0.7 else chance.randint(1, 4)
            loser = "b" if behind == "a" else "a"
            state, _ = game.apply(state, {"kind": "board", "winner": behind, "left": left, "queen": loser})
    extra = [any(board.extra for board in each.boards) for each in state.history]
    return results.from_table(game.official(state)), extra
