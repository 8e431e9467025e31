"""The recorded championship is read as its score sheets say."""

import pytest

from host_tools.demo.recorded import RecordedBoard, championship, read_record

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
