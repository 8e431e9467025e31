"""Remarks on the boards of a score card."""

import pytest

from host_tools.exports.card import board_remarks, totals

RULES = {"points": 25, "lead": 0, "score_cut": True}


def test_a_board_won_by_the_one_point_has_a_remark() -> None:
    board = {"left": 0, "queen": "b", "points": 1, "computed": 1, "demand": 0, "winner": None}
    by_cm = {**board, "left": 1}
    by_queen = {**board, "queen": "a", "points": 3, "computed": 3}
    on_demand = {**board, "points": 2, "computed": 2, "demand": 1}
    assert len(board_remarks(board, RULES)) == 1
    assert (board_remarks(by_cm, RULES), board_remarks(by_queen, RULES)) == ([], [])
    assert len(board_remarks(on_demand, RULES)) == 2


@pytest.mark.parametrize(
    ("after", "rules", "counts"),
    [
        ({"a": 24, "b": 9}, {}, {"a": 24, "b": 9}),
        ({"a": 27, "b": 9}, {}, {"a": 25, "b": 9}),
        ({"a": 4, "b": 31}, {"points": 29}, {"a": 4, "b": 29}),
        ({"a": 27, "b": 25}, {"lead": 2}, {"a": 27, "b": 25}),
        ({"a": 27, "b": 9}, {"score_cut": False}, {"a": 27, "b": 9}),
    ],
)
def test_a_total_is_cut_as_the_result_is_and_says_what_was_scored(
    after: dict[str, int], rules: dict[str, object], counts: dict[str, int]
) -> None:
    board = {"winner": max(after, key=after.__getitem__), "left": 5, "after": after}
    assert totals(board, {**RULES, **rules}) == counts
    assert bool(board_remarks(board, {**RULES, **rules})) is (counts != after)
