"""What the demonstration plays: the record as its sheets say, made-up strokes and rounds that come to it."""

from typing import cast

import pytest

from boardside.game import match as game
from boardside.game import rules, strokes
from host_tools.demo.recorded import SIDES, RecordedBoard, championship, play_offs, read_record
from host_tools.demo.strokes import NoSuchBoardError, performed, strokes_of
from host_tools.demo.tournament import score_of
from host_tools.demo.umpire import MOST_OTHERS, discs_of, rounds_of, stroke_keys
from host_tools.live_values import OfficialResult
from tests.recorded_events import assignment_of

HEADER = "turn,table,c1,c2,breaker,score1,score2,board,coins1,coins2,queen\n"


def test_the_record_has_forty_matches_and_two_walk_overs() -> None:
    matches = championship()
    assert len(matches) == 40
    assert [match.id for match in matches if match.walk_over] == ["R2-4", "R5-2"]


def test_three_sheets_contradict_themselves() -> None:
    slips = {
        match.id: (match.added_up, match.official) for match in championship() if match.contradicts_itself
    }
    assert slips == {
        "R2-2": ((11, 10), (15, 22)),  # three boards were never written down
        "R3-1": ((14, 20), (20, 20)),  # board 8 has no c/m
        "R4-7": ((21, 7), (21, 11)),  # four points more than the boards give
    }


def test_a_match_that_ends_early_was_ended_by_time() -> None:
    early = [match.id for match in championship() if match.ended_by_time]
    assert early == ["R1-5", "R1-6", "R2-2", "R2-8", "R3-1", "R3-5", "R3-6", "R4-7", "R4-8", "R5-7"]


def test_a_board_names_its_winner_by_the_c_m_left() -> None:
    match = read_record([HEADER, "1,1,3,13,1,25,0,1,8,0,1\n", "1,1,3,13,1,25,0,2,0,4,\n"])[0]
    assert match.boards == (RecordedBoard("a", 8, "a"), RecordedBoard("b", 4, None))
    assert match.players == ("Łukasz Wronak", "Ewa Żółkowa")
    assert match.breaks == "a"


def test_every_player_of_the_record_has_a_name_of_its_own() -> None:
    names = {name for match in championship() for name in match.players}
    assert len(names) == 16
    assert not any(name.startswith("Player") for name in names)
    assert read_record([HEADER, "1,1,3,17,1,25,0,1,8,0,1\n"])[0].players[1] == "Player 17"


def test_a_board_without_a_winner_is_named() -> None:
    with pytest.raises(ValueError, match="round 1, match 1, board 1"):
        read_record([HEADER, "1,1,3,13,1,25,0,1,2,2,1\n"])


# The made-up strokes of the demonstration: they end as recorded, and the robot's keys mean them.

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


# The made-up totals of the recorded crokinole rounds give the recorded points.


def test_made_up_discs_give_the_recorded_points_and_20s() -> None:
    made = winner_alone = 0
    for match in play_offs():
        for recorded in match.games:
            for played in rounds_of(recorded):
                discs = discs_of(played)
                if discs is None:
                    winner_alone += 1
                    continue
                made += 1
                a, b = (sum(side) for side in discs)
                assert played.points == ((2, 0) if a > b else (0, 2) if b > a else (1, 1))
                assert tuple(side.count(20) for side in discs) == played.twenties
                assert max(len(side) - side.count(20) for side in discs) <= MOST_OTHERS
    assert made > 60
    assert made + winner_alone == 73


def test_the_rules_take_every_made_up_round_and_come_to_what_was_published() -> None:
    for match in play_offs():
        state, _ = game.apply(game.new(), assignment_of(match))
        for recorded in match.games:
            for played in rounds_of(recorded):
                twenties = dict(zip(SIDES, played.twenties, strict=True))
                discs = discs_of(played)
                if discs is None:
                    winner = "a" if played.points[0] > played.points[1] else "b"
                    event = {"kind": "round", "winner": winner, "twenties": twenties}
                else:
                    totals = {side: sum(values) for side, values in zip(SIDES, discs, strict=True)}
                    event = {"kind": "round", "total": totals, "twenties": twenties}
                state, _ = game.apply(state, event)
        assert state.phase == "over"
        assert score_of(cast("OfficialResult", game.official(state))) == match.official == match.added_up
