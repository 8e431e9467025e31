"""Section 3 of the rules, read a second time, against the stroke engine: every finishing stroke there is."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from second_reading import Board, End, Stroke, end_of_board

from boardside.game import match, rules, strokes
from tests.sampling import examples

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
    owes = (int(before.owing), 0)
    situation = strokes.set_up(start, 0, left, HOLDERS[before.queen], owes, right=(True, True))
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
            for scores, owing in product(((0, 0), (21, 22), (22, 21)), BOOLEANS):
                if owing and (queen == "covering" or own_left == 9):
                    continue  # who owes has no right to the Queen; and a due waits only where c/m are down
                before = Board(own_left, opponent_left, queen, *scores, owing)
                expected = end_of_board(before, stroke)
                assert ruled(before, stroke) == expected, (before, stroke)
                ends["goes on" if expected is None else expected.winner] += 1
    assert min(ends["goes on"], ends["P"], ends["O"]) > 500, ends


def test_55_twelve_is_reached_and_never_passed() -> None:
    most = 0
    for own_left in range(1, 10):
        for stroke in finishing_strokes(own_left, 1):
            end = end_of_board(Board(own_left, 1, "board", 0, 0), stroke)
            most = max(most, end.most if end else 0)
    assert most == 12


COUNTS = st.integers(1, 9)
SCORES = st.integers(18, 24)


@given(COUNTS, COUNTS, st.sampled_from(sorted(HOLDERS)), SCORES, SCORES, st.booleans(), st.data())
@examples(250)
def test_87b_a_match_pays_what_the_second_reading_says(
    own_left: int,
    opponent_left: int,
    queen: str,
    mine: int,
    theirs: int,
    takes_all: bool,
    data: st.DataObject,
) -> None:
    """Through events: board set up, stroke, proposal, result, with all points on demand or none."""
    stroke = data.draw(st.sampled_from(list(finishing_strokes(own_left, opponent_left))))
    if stroke.queen_down and queen != "board":
        return
    before = Board(own_left, opponent_left, queen, mine, theirs)
    state = match.new()
    left = {"a": own_left, "b": opponent_left}
    for event in (
        {"kind": "match", "match": "m", "ruleset": "icf", "stage": "final", "breaks": "a"},
        {"kind": "override", "set": {"points_a": mine, "points_b": theirs}},
        {"kind": "play"},
        {
            "kind": "situation",
            "seat": 0,
            "left": left,
            "queen": HOLDERS[queen],
            "right": {"a": True, "b": True},
        },
        {
            "kind": "stroke",
            "own": stroke.own,
            "opponent": stroke.opponent,
            "queen": stroke.queen_down,
            "striker": stroke.striker,
            "improper": stroke.improper,
        },
    ):
        state, _ = match.apply(state, event)
    expected = end_of_board(before, stroke)
    proposal = match.proposal(state)
    assert (proposal is None) is (expected is None)
    if expected is None or proposal is None:
        return
    state, ruling = match.apply(state, proposal if takes_all else {**proposal, "demand": 0})
    assert ruling.facts["points"] == (expected.most if takes_all else expected.points)
    assert ruling.facts["winner"] == ("a" if expected.winner == "P" else "b")
    board = state.boards[-1] if state.boards else state.history[-1].boards[-1]
    assert board.source == "strokes"
