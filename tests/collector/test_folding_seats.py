"""Who broke each finished board, as the collector's fold knows it (49b): also over undo and games."""

import json
from typing import Any

import pytest

from host_tools.collector.match_fold import MatchFold
from host_tools.laws import match_state

BEGIN = {"kind": "match", "match": "M1", "ruleset": "icf", "stage": "group", "doubles": True, "breaks": "a",
         "a": ["Ann", "Bea"], "b": ["Cid", "Dev"]}  # fmt: skip


def folded(*events: dict[str, Any]) -> MatchFold:
    fold = MatchFold()
    for seq, event in enumerate(events, 1):
        stored = {**event, "seq": seq}
        fold.add(seq, stored, json.dumps(stored))
    assert fold.problem is None
    return fold


def board(winner: str, left: int = 3) -> dict[str, Any]:
    return {"kind": "board", "winner": winner, "left": left, "queen": winner}


def test_the_break_goes_round_the_four_seats() -> None:
    fold = folded(BEGIN, *(board(winner) for winner in "abab"))
    assert fold.seats() == [0, 1, 2, 3]


def test_an_undone_board_is_not_counted_and_what_follows_is_right() -> None:
    fold = folded(BEGIN, board("a"), board("b"), {"kind": "undo"}, board("a"), board("b"))
    assert fold.seats() == [0, 1, 2]
    fold.add(7, {**board("a"), "seq": 7}, json.dumps({**board("a"), "seq": 7}))
    assert fold.seats() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    "events",
    [
        [BEGIN, *(board("a", 9) for _ in range(5))],
        [{**BEGIN, "doubles": False, "a": ["Ann"], "b": ["Cid"]}, *(board("b", 9) for _ in range(5))],
    ],
)
def test_it_is_what_the_score_card_says_over_games(events: list[dict[str, Any]]) -> None:
    fold = folded(*events)
    by_game = match_state.breaking(events)
    assert len(by_game) > 1, "more than one game was begun"
    assert fold.seats() == [seat for game in sorted(by_game) for seat in by_game[game]]


def test_a_list_that_does_not_fit_says_nothing() -> None:
    fold = folded(BEGIN, board("a"))
    fold._seats = []
    assert fold.seats() == [None]
