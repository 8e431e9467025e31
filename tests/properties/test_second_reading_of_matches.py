"""Section 4 of the rules, read a second time: points, games, breaks and changes of sides of whole matches."""

from random import Random

import pytest
from second_reading import SIDES, Result, Scored, ScoredRounds, rules_of

from boardside.game import match, official
from boardside.game.terms import STAGES

EARLY = ("group", "round", "pre_quarter_final")
MOST_BOARDS = 120  # more than any match here; where nobody's account opens (D10) nobody wins


def result(chance: Random, scored: Scored) -> Result:
    """A board's result, low more often than high, so that games reach their limits of boards, and level."""
    lead = scored.totals[0] - scored.totals[1]
    if scored.played + 1 == scored.rules.board_limit and 0 < abs(lead) < 10 and chance.random() < 0.5:
        trailing = SIDES[lead > 0]
        return Result(trailing, abs(lead), SIDES[lead < 0], 0)
    winner = chance.choice(SIDES)
    queen = chance.choice(SIDES if scored.rules.account else ("a", "b", "board"))  # V9: she has been covered
    left = chance.choice((1, 1, 1, 2, 3, 5, 8, 9))
    demand = chance.choice((0, 0, 0, 1, 2)) if queen == "board" else 0
    return Result(winner, left, queen, demand)


@pytest.mark.parametrize("ruleset", ["icf", "vkk", "spandan", "vaishali"])
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("doubles", [False, True])
def test_points_games_breaks_and_sides_of_whole_matches(ruleset: str, stage: str, doubles: bool) -> None:
    chance = Random(f"{ruleset} {stage} {doubles}")
    extra_boards = 0
    for _ in range(30):
        ours = Scored(rules_of(ruleset, stage), 4 if doubles else 2, 0, stage in EARLY)
        begin = {"kind": "match", "match": "m", "ruleset": ruleset, "stage": stage, "doubles": doubles}
        state, _ = match.apply(match.new(), {**begin, "breaks": "a"})
        for _ in range(MOST_BOARDS):
            if ours.extra:
                extra_boards += 1
                side = chance.choice(SIDES)
                ours.toss(side)
                state, _ = match.apply(state, {"kind": "toss", "breaks": side})
            assert state.breaker == SIDES[ours.seat & 1]
            assert doubles is False or ours.extra or state.seat == ours.seat, "49b"
            board = result(chance, ours)
            ours.board(board)
            state, _ = match.apply(state, {"kind": "board", **board._asdict()})
            assert official.official(state)["games"] == ours.games
            assert official.official(state)["games_won"] == ours.won
            assert state.winner == ours.winner
            if ours.winner is not None:
                assert state.phase == "over"
                break
            assert [state.points[side] for side in SIDES] == ours.totals, board
            assert state.change_due is ours.changes_owed, "58 to 60"
            if ours.changes_owed and chance.random() < 0.8:  # else noticed late (60c)
                ours.changed_sides()
                state, _ = match.apply(state, {"kind": "sides"})
        else:
            assert ruleset == "vaishali", "only an account that never opens goes on for ever"
    if ruleset in ("vkk", "spandan"):
        assert extra_boards > 0


@pytest.mark.parametrize("stage", STAGES)
def test_scoring_crokinole_by_rounds_games_and_first_shots(stage: str) -> None:
    chance = Random(stage)
    longest = 0
    for _ in range(40):
        ours = ScoredRounds(stage in ("group", "round"))
        begin = {"kind": "match", "match": "m", "ruleset": "wcc", "stage": stage, "breaks": "a"}
        state, _ = match.apply(match.new(), begin)
        while not ours.over:
            assert state.breaker == SIDES[ours.first]
            points, winner = chance.choice((((2, 0), "a"), ((0, 2), "b"), ((1, 1), "level")))
            ours.round(points)
            state, _ = match.apply(state, {"kind": "round", "winner": winner})
            assert official.official(state)["games"] == ours.games
            assert ours.over or [state.points[side] for side in SIDES] == ours.now
            longest = max(longest, ours.played)
        assert state.phase == "over"
        assert state.winner == ours.winner
    assert longest > (4 if stage not in ("group", "round") else 2)


def test_54_the_queen_at_21_and_at_22() -> None:
    rules = rules_of("icf", "final")
    for before, points in ((21, 5 + 3), (22, 5)):
        scored = Scored(rules, 2, 0, False)
        scored.totals = [before, 0]
        state, _ = match.apply(
            match.new(), {"kind": "match", "match": "m", "ruleset": "icf", "stage": "final", "breaks": "a"}
        )
        state, _ = match.apply(state, {"kind": "override", "set": {"points_a": before}})
        scored.board(Result("a", 5, "a", 0))
        state, ruling = match.apply(state, {"kind": "board", "winner": "a", "left": 5, "queen": "a"})
        assert state.history[0].boards[0].points == points, ruling.clauses
        assert scored.games == [[25, 0]] == official.official(state)["games"]
