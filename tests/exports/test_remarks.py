"""What the remarks of a score card say."""

import pytest

from host_tools.exports import remark_words
from host_tools.exports.columns import board_remarks, totals
from host_tools.exports.remarks import Remark, remark

RULES = {"points": 25, "lead": 0, "score_cut": True}
#: Results as `Result.to_json` has them, as far as they are shown.
OLD = {"winner": "a", "how": "played", "games": [[25, 10], [25, 3]]}
NEW = {"winner": "b", "how": "walk_over", "games": []}


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (remark("board_replayed", law="137"), "A board was replayed (Law 137)."),
        (
            remark("set_by_umpire", fields={"points": 3, "game": 1}, why="miscounted"),
            "Set by the umpire (Law 143c): game 1, points 3: miscounted.",
        ),
        (
            remark("set_by_umpire", fields={"points": 3}, why=None),
            "Set by the umpire (Law 143c): points 3.",
        ),
        (remark("conceded", players="Asha", unit="match"), "Asha conceded the match (Law 139)."),
        (remark("lost_by_ruling", players="Asha", law="143b"), "Asha lost the match by ruling (Law 143b)."),
        (remark("forfeited", players="Bo", unit="round", why="late"), "Bo forfeited the round: late."),
        (remark("forfeited", players="Bo", unit="round", why=""), "Bo forfeited the round."),
        (remark("entries_undone", count=1), "1 entry undone and entered again by the umpire."),
        (remark("entries_undone", count=2), "2 entries undone and entered again by the umpire."),
        (
            remark("protest", number=1, players="Asha", board=2, game=3, state="open", text="Late {x}"),
            "Protest 1 by Asha, board 2 of game 3: open: Late {x}.",
        ),
        (
            remark(
                "event_left_out",
                seq=2,
                kind="board",
                why={
                    "reason": "out_of_range",
                    "facts": {"field": "left", "value": 10, "low": 0, "high": 9},
                },
            ),
            "Event 2 (board) is left out: left: 10 must be 0 to 9.",
        ),
        (
            remark(
                "result_taken_away", before=OLD, actor="Ida", why={"text": "paper", "code": None, "facts": {}}
            ),
            "Result 25-10, 25-3 taken away by the organiser (Ida): paper",
        ),
        (
            remark(
                "result_entered", after=NEW, actor="Ida", why={"text": "paper", "code": None, "facts": {}}
            ),
            "Result walk-over entered by the organiser (Ida): paper",
        ),
        (
            remark(
                "result_changed",
                before=OLD,
                after=NEW,
                actor="table 3",
                why={"text": "", "code": "as_played", "facts": {}},
            ),
            "Result changed by the organiser (table 3) from 25-10, 25-3 to walk-over: "
            "confirmed at the table after the result by hand, which stands",
        ),
        (
            remark("walk_over_given", winner="Zoë"),
            "Walk-over given at the organiser's desk: won by Zoë (Law 143i).",
        ),
        (
            remark("walk_over_given", winner=None),
            "Walk-over given at the organiser's desk: won by nobody (Law 143i).",
        ),
    ],
    ids=lambda value: getattr(value, "reason", ""),
)
def test_what_is_said(made: Remark, said: str) -> None:
    assert remark_words.say(made) == said


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
