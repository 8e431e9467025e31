"""Section 3 of the rules, read a second time, against the stroke engine: every finishing stroke there is."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from second_reading import Board, End, Stroke, end_of_board

from boardside.game import rules, strokes

ICF = rules.resolve("icf")
BOOLEANS = (False, True)
HOLDERS = {"board": "board", "covering": "covering", "P": "a", "O": "b"}  # P is always side a here


def finishing_strokes(own_left: int, opponent_left: int) -> Iterator[Stroke]:
    """Every stroke after which one side has no c/m left, and a few after which both have."""
    for own, opponent in product({0, 1, own_left - 1, own_left}, {0, 1, opponent_left - 1, opponent_left}):
        for queen, striker, improper in product(BOOLEANS, repeat=3):
            yield Stroke(own, opponent, queen, striker, improper)


def ruled(before: Board, stroke: Stroke) -> End | None:
    """The same from the engine, through its own way into the middle of a board."""
    points = {"a": before.score_of_p, "b": before.score_of_o}
    start = strokes.begin(ICF, "a", points=points)
    left = (before.own_left, before.opponent_left)
    situation = strokes.set_up(start, 0, left, HOLDERS[before.queen], right=(True, True))
    _, ruling = strokes.stroke(
        situation, stroke.own, stroke.opponent, stroke.queen_down, stroke.striker, stroke.improper
    )
    if ruling.board is None:
        return None
    winner = "P" if ruling.board["winner"] == "a" else "O"
    return End(winner, ruling.board["points"], ruling.board["most"])


@pytest.mark.parametrize("queen", HOLDERS)
def test_52_to_55_and_102_to_112_every_end_of_a_board_twice(queen: str) -> None:
    ends: Counter[str] = Counter()
    for own_left, opponent_left in product(range(1, 10), repeat=2):
        for stroke in finishing_strokes(own_left, opponent_left):
            if stroke.queen_down and queen != "board":
                continue
            for scores in ((0, 0), (21, 22), (22, 21)):
                before = Board(own_left, opponent_left, queen, *scores)
                expected = end_of_board(before, stroke)
                assert ruled(before, stroke) == expected, (before, stroke)
                ends["goes on" if expected is None else expected.winner] += 1
    assert min(ends["goes on"], ends["P"], ends["O"]) > 500, ends


def test_55_twelve_is_reached_and_never_passed() -> None:
    most = 0
    for own_left in range(1, 10):
        for stroke in finishing_strokes(own_left, 1):
            found = end_of_board(Board(own_left, 1, "board", 0, 0), stroke)
            most = max(most, found.most if found else 0)
    assert most == 12
