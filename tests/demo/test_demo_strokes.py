"""The made-up strokes of the demonstration: they end as recorded, and the robot's keys mean them."""

import pytest

from boardside.game import rules, strokes
from host_tools.demo.recorded import RecordedBoard, championship
from host_tools.demo.strokes import NoSuchBoardError, performed, strokes_of
from host_tools.demo.umpire import stroke_keys

ICF = rules.resolve("icf")


@pytest.mark.parametrize("left", range(1, 10))
@pytest.mark.parametrize("winner", ["a", "b"])
@pytest.mark.parametrize("queen", ["a", "b", None])
def test_every_result_a_sheet_can_have_has_strokes_that_lead_to_it(
    left: int, winner: str, queen: str | None
) -> None:
    board = RecordedBoard(winner, left, queen)
    for seed in range(5):
        now = strokes.begin(ICF, "a")
        for event in strokes_of(board, now, seed):
            now = performed(now, event)
        assert now.result is not None
        loser = "b" if winner == "a" else "a"
        result = (now.result["winner"], now.result["left"], now.result["queen"], now.result["most"])
        assert result == (winner, left, queen or loser, board.points(0))
        assert now.left(loser) == left


def test_the_same_seed_gives_the_same_strokes() -> None:
    board = championship()[0].boards[0]
    now = strokes.begin(ICF, "a")
    assert strokes_of(board, now, 7) == strokes_of(board, now, 7) != strokes_of(board, now, 8)


def test_a_result_that_no_board_has_is_refused() -> None:
    with pytest.raises(NoSuchBoardError, match="left=0"):
        strokes_of(RecordedBoard("a", 0, "a"), strokes.begin(ICF, "a"), 1)


def test_keys_count_by_colour_and_who_is_in_turn() -> None:
    now = strokes.begin(ICF, "b")
    stroke = {"kind": "stroke", "own": 2, "opponent": 1, "queen": True, "striker": True, "improper": True}
    assert stroke_keys(stroke, now) == [
        "CLOCK", "WHITE", "WHITE", "BLACK", "QUEEN", "STRIKER", "FOUL", "CLOCK",
    ]  # fmt: skip
    after = performed(now, {"kind": "stroke"})
    assert stroke_keys({"kind": "stroke", "own": 1}, after) == ["CLOCK", "BLACK", "CLOCK"]


def test_45_nothing_touched_at_the_break_is_due() -> None:
    now = strokes.begin(ICF, "a")
    missed = {"kind": "stroke", "untouched": True}
    assert stroke_keys(missed, now) == ["CLOCK", "DUE"]
    assert stroke_keys(missed, performed(now, {"kind": "stroke"})) == ["CLOCK", "CLOCK"]
