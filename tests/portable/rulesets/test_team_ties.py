"""Ties of teams as GEC Vaishali plays them: one doubles in the play-off, then two doubles and one singles."""

from boardside.game import match
from boardside.game.ties import ties

TEAMS = {"a": "CSE", "b": "Civil"}


def played(number, winner=None, stage="final", doubles=True, tie="F", teams=None):
    event = {"kind": "match", "match": "%s-%d" % (tie, number), "ruleset": "vaishali", "stage": stage}
    event.update({"doubles": doubles, "breaks": "a", "tie": tie, "teams": teams or TEAMS})
    state = match.apply(match.new(), event)[0]
    if winner:
        loser = "b" if winner == "a" else "a"
        state = match.apply(state, {"kind": "concede", "side": loser, "what": "match"})[0]
    return state


def test_one_doubles_decides_the_play_off():
    (tie,) = ties([played(1, "b", "round")])
    assert (tie["winner"], tie["decided"], tie["points"]) == ("Civil", True, {"CSE": 0, "Civil": 2})
    assert tie["left"] == {"doubles": 0, "singles": 0}
    assert tie["problems"] == []


def test_from_the_quarter_final_two_wins_take_the_tie():
    (tie,) = ties([played(1, "a")])
    assert (tie["winner"], tie["points"], tie["left"]) == (
        None,
        {"CSE": 2, "Civil": 0},
        {"doubles": 1, "singles": 1},
    )
    (tie,) = ties([played(1, "a"), played(2, "b"), played(3, "a", doubles=False)])
    assert (tie["winner"], tie["wins"], tie["left"]) == (
        "CSE",
        {"CSE": 2, "Civil": 1},
        {"doubles": 0, "singles": 0},
    )


def test_who_sits_on_which_side_does_not_matter():
    other = {"a": "Civil", "b": "CSE"}
    (tie,) = ties([played(1, "a"), played(2, "b", teams=other)])
    assert tie["winner"] == "CSE"


def test_a_match_in_play_counts_when_it_is_decided_and_once():
    (tie,) = ties([played(1), played(2)])
    assert (tie["wins"], tie["left"]) == ({"CSE": 0, "Civil": 0}, {"doubles": 2, "singles": 1})
    (tie,) = ties([played(1, "a"), played(1, "b")])
    assert tie["wins"] == {"CSE": 0, "Civil": 1}


def test_several_ties_are_in_order_and_matches_without_one_are_left_out():
    alone = match.apply(match.new(), {"kind": "match", "match": "x", "ruleset": "icf", "stage": "round"})[0]
    in_order = ties([played(1, "a", tie="S2"), alone, played(1, "b", tie="S1"), played(2, "a", tie="S2")])
    assert [(tie["tie"], tie["winner"]) for tie in in_order] == [("S2", "CSE"), ("S1", None)]


def test_what_does_not_fit_is_said():
    (tie,) = ties([played(1, "a"), played(2, "a", teams={"a": "CSE", "b": "Law"})])
    assert tie["winner"] is None
    assert tie["problems"] == [("other_teams", "F-2")]
    (tie,) = ties([played(1, "a", teams={"a": "CSE", "b": "CSE"})])
    assert tie["problems"] == [("one_team", "F-1")]
    (tie,) = ties([played(number, "a") for number in (1, 2, 3)])
    assert tie["problems"] == [("too_many", 2, 1)]
