"""The stroke engine against a second reading of the Laws, written as sentences instead of tables."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stroke_player import possible

from boardside.game import strokes
from boardside.game.errors import GameError
from boardside.game.rulesets.icf import RULES
from tests.sampling import examples


class Stroke(NamedTuple):
    own: int
    opponent: int
    queen: bool
    striker: bool
    improper: bool

    @property
    def clean(self) -> bool:
        return not self.striker and not self.improper


class Case(NamedTuple):
    """A board with the side at `seat` in turn, and a stroke that is possible in it."""

    situation: strokes.Situation
    stroke: Stroke

    @property
    def me(self) -> str:
        return self.situation.turn

    @property
    def other(self) -> str:
        return "b" if self.me == "a" else "a"

    def left(self, side: str) -> int:
        return self.situation.left(side)


def pocketed(left: int) -> st.SearchStrategy[int]:
    """How many go down: often none or all, so that boards end."""
    return st.one_of(st.just(0), st.just(left), st.integers(0, left))


@st.composite
def cases(draw: st.DrawFn) -> Case:
    doubles = draw(st.booleans())
    seat = draw(st.integers(0, 3 if doubles else 1))
    left = (draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    right = (draw(st.booleans()), draw(st.booleans()))
    owes = (draw(st.integers(0, 2)), draw(st.integers(0, 2)))
    been = (right[0] or left[0] < 9, right[1] or left[1] < 9)
    queens = ["board", *(side for side, down in zip("ab", been, strict=True) if down)]
    if been[seat & 1] and not owes[seat & 1]:
        queens.append("covering")
    queen = draw(st.sampled_from(queens))
    points = {"a": draw(st.integers(19, 24)), "b": draw(st.integers(19, 24))}
    start = strokes.begin(RULES, draw(st.sampled_from("ab")), doubles, None, points)
    situation = strokes.set_up(start, seat, left, queen, owes, right)
    stroke = Stroke(
        draw(pocketed(left[seat & 1])),
        draw(pocketed(left[1 - (seat & 1)])),
        queen == "board" and draw(st.booleans()),
        draw(st.booleans()),
        draw(st.booleans()),
    )
    return Case(situation, stroke)


def made(case: Case) -> tuple[strokes.Situation, Any]:
    return strokes.stroke(case.situation, *case.stroke)


def ends(case: Case) -> str | None:
    """Whose last c/m the stroke pockets so that the board is over: "own", "opponent" or "both"."""
    own = case.stroke.own > 0 and case.stroke.own == case.left(case.me)
    opponent = case.stroke.opponent > 0 and case.stroke.opponent == case.left(case.other)
    if own and not opponent and not case.stroke.clean:
        # own c/m come back and play goes on, unless the Queen stays on the board: that loses at once
        lost = case.situation.queen == "board" and not case.stroke.queen
        return "own" if lost else None
    return "both" if own and opponent else "own" if own else "opponent" if opponent else None


@given(cases())
@examples(300)
def test_every_stroke_leads_to_a_possible_state(case: Case) -> None:
    after, ruling = made(case)
    possible(case.situation, after, ruling)


@given(cases())
@examples(300)
def test_own_c_m_stay_only_without_striker_and_properly_and_the_dues_are_counted(case: Case) -> None:
    _, ruling = made(case)
    own = case.stroke.own
    assert (ruling.stays, ruling.back) == ((own, 0) if case.stroke.clean else (0, own))
    assert ruling.opponent_stays == case.stroke.opponent
    assert (ruling.board is not None) == (ends(case) is not None)
    if ruling.board is None:
        assert (ruling.dues, ruling.penalties) == (case.stroke.striker, case.stroke.improper)
        index = "ab".index(case.me)
        owed_before = case.situation.owes[index] + case.situation.waiting[index]
        taken = sum(count for side, count, _ in ruling.placing if side == case.me)
        assert taken + ruling.owes[index] == owed_before + ruling.dues + ruling.penalties + ruling.back


@given(cases())
@examples(800)
def test_the_turn_and_the_queen(case: Case) -> None:
    _, ruling = made(case)
    if ruling.board is not None:
        return
    own, opponent, queen, striker, improper = case.stroke
    index = "ab".index(case.me)
    owing = case.situation.owes[index] + case.situation.waiting[index] > 0
    all_nine = case.left(case.me) == 9
    right = case.situation.right[index] and not owing
    covering = case.situation.queen == "covering"
    if improper:
        goes_on, state = False, "board"
    elif covering:
        goes_on = own > 0
        state = "board" if not own else "covering" if striker else case.me
    elif queen and striker:
        goes_on = not owing and (own > 0 or (right and not all_nine and not opponent))
        state = "board"
    elif queen and own:
        goes_on = not owing
        state = "board" if owing else "covering" if own == 1 and all_nine else case.me
    elif queen:
        goes_on, state = right, "covering" if right else "board"
    else:
        goes_on, state = own > 0, "board"
    if case.situation.queen in ("a", "b"):
        state = case.situation.queen
    assert (ruling.goes_on, ruling.queen) == (goes_on, state), ruling.clauses
    seats = 4 if case.situation.doubles else 2
    assert ruling.seat == (case.situation.seat if goes_on else (case.situation.seat + 1) % seats)


@given(cases())
@examples(800)
def test_the_points_of_a_board(case: Case) -> None:
    last = ends(case)
    _, ruling = made(case)
    if last is None:
        return
    own, opponent, queen_now, striker, improper = case.stroke
    clean = case.stroke.clean
    index = "ab".index(case.me)
    owing = case.situation.owes[index] + case.situation.waiting[index] > 0
    queen = "stroke" if queen_now else case.situation.queen
    if queen_now and owing and clean:
        queen = "board"  # a due is owed: she comes out, and the own c/m are down without her (95b, D13)
    mine, theirs, loose = queen == case.me, queen == case.other, queen == "board"
    wins = clean and not loose if last != "opponent" else False
    winner = case.me if wins else case.other
    high = case.situation.high["ab".index(winner)]
    left = 0
    if last == "own" and wins:
        left = case.left(case.other) - opponent
    elif last == "opponent":
        left = case.left(case.me) - (own if clean else 0)
    credited = not mine if not wins else not theirs
    points = max(left + (3 if credited and not high else 0), 1)
    demand = 0 if wins else striker + improper
    board = ruling.board
    assert (board["winner"], board["left"]) == (winner, left), ruling.clauses
    assert (board["points"], board["most"]) == (min(points, 12), min(points + demand, 12)), ruling.clauses


@given(cases(), st.integers(-3, 20), st.integers(-3, 20))
@examples(150)
def test_more_than_there_are_is_refused_and_nothing_else(case: Case, own: int, opponent: int) -> None:
    if 0 <= own <= case.left(case.me) and 0 <= opponent <= case.left(case.other):
        strokes.stroke(case.situation, own, opponent)
        return
    with pytest.raises(GameError) as caught:
        strokes.stroke(case.situation, own, opponent)
    assert caught.value.code == "impossible"
