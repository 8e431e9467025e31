"""Rules are data: the ICF ruleset, an organiser's changes to it, and changes that cannot be."""

from matches import begin, board, games, kind, play, points
from portable import raises

from boardside.game import match, rule_fields, rules, rulesets
from boardside.game.errors import GameError
from boardside.game.terms import STAGES

EARLY = ("group", "round", "pre_quarter_final")


def test_icf_ruleset_is_what_the_laws_say():
    icf = rules.resolve("icf")
    assert (icf["points"], icf["queen"], icf["queen_until"], icf["most"]) == (25, 3, 21, 12)
    assert (icf["games"], icf["draws"], icf["tries"], icf["trial_boards"]) == (3, False, 3, 2)
    for stage in STAGES:
        assert icf["board_limit"][stage] == (8 if stage in EARLY else None)
        assert icf["change_after_board"][stage] == (4 if stage in EARLY else None)
    assert icf["clocks"] == {
        "break": 15000,
        "stroke": 15000,
        "placing": 15000,
        "side_change": 120000,
        "interval": 600000,
        "report": 900000,
        "protest": 900000,
    }


def test_every_field_of_every_ruleset_is_known_and_in_range():
    for name in rulesets.IDS:
        base = rulesets.load(name)
        if base["sport"] == "carrom":
            assert set(base) == set(rule_fields.FIELDS)
            assert rules.resolve(name, base) == base


def test_changes_leave_the_ruleset_itself_alone():
    changed = rules.resolve("icf", {"board_limit": {"group": 4}, "clocks": {"stroke": 10000}, "queen": 2})
    assert (changed["board_limit"]["group"], changed["board_limit"]["round"]) == (4, 8)
    assert (changed["clocks"]["stroke"], changed["clocks"]["break"]) == (10000, 15000)
    assert rules.resolve("icf")["board_limit"]["group"] == 8
    assert rules.resolve("icf")["clocks"]["stroke"] == 15000


def test_one_board_limit_holds_for_all_stages():
    for limit in (4, None):
        changed = rules.resolve("icf", {"board_limit": limit})
        assert set(changed["board_limit"].values()) == {limit}


def test_a_clock_can_be_switched_off():
    assert rules.resolve("icf", {"clocks": {"stroke": None}})["clocks"]["stroke"] is None


def test_changes_that_cannot_be_name_field_value_and_what_is_allowed():
    for changes, code, words in (
        ({"point": 23}, "unknown", ("unknown_rule", "=rules.point")),
        ({"points": "23"}, "malformed", ("not_whole", "=rules.points", "value=23", "high=99 low=1")),
        ({"points": True}, "malformed", ("not_whole", "=rules.points", "value=True")),
        ({"points": None}, "malformed", ("not_whole", "=rules.points", "value=None")),
        ({"points": 0}, "impossible", ("out_of_range", "=rules.points", "value=0", "high=99 low=1")),
        ({"points": 100}, "impossible", ("out_of_range", "=rules.points", "value=100")),
        ({"games": 2}, "impossible", ("no_majority", "=rules.games", "value=2")),
        ({"draws": 1}, "malformed", ("not_true_or_false", "=rules.draws", "value=1")),
        (
            {"board_limit": 0},
            "impossible",
            ("out_of_range_or_null", "=rules.board_limit", "=0", "=99"),
        ),
        ({"board_limit": "all"}, "malformed", ("not_whole_or_null", "=rules.board_limit", "value=all")),
        (
            {"board_limit": {"last": 8}},
            "unknown",
            ("unknown_entry", "=rules.board_limit.last", "what=stage"),
        ),
        (
            {"board_limit": {"final": 0}},
            "impossible",
            ("out_of_range_or_null", "=rules.board_limit.final", "=0"),
        ),
        ({"clocks": 10000}, "malformed", ("not_clocks", "=rules.clocks", "value=10000")),
        ({"clocks": {"shot": 10000}}, "unknown", ("unknown_entry", "=rules.clocks.shot", "what=clock")),
        (
            {"clocks": {"stroke": 10}},
            "impossible",
            ("out_of_range_or_null", "=rules.clocks.stroke", "low=1000"),
        ),
        (
            {"clocks": {"stroke": 10.5}},
            "malformed",
            ("not_whole_or_null", "=rules.clocks.stroke", "=10.5"),
        ),
        ([], "malformed", ("not_an_object", "field=rules")),
        ("23", "malformed", ("not_an_object", "field=rules", "value=23")),
    ):
        error = raises(
            GameError,
            match.apply,
            match.new(),
            begin(rules=changes) if changes else dict(begin(), rules=changes),
        )
        assert error.code == code, (changes, error.code, error)
        for word in words:
            assert word in str(error), (word, error)


def test_unknown_ruleset_and_stage():
    error = raises(GameError, match.apply, match.new(), begin(ruleset="xyz"))
    assert error.code == "unknown"
    assert "icf" in error.facts["allowed"]
    error = raises(GameError, match.apply, match.new(), begin("last16"))
    assert error.code == "unknown"
    assert "pre_quarter_final" in error.facts["allowed"]


def test_a_club_plays_23_points_or_four_boards():
    state = play([begin(rules={"points": 23, "board_limit": 4, "games": 1}), board("a", 9, "winner")])
    state = play([board("a", 9, "winner")], state)
    assert (state.winner, match.official(state)["games"]) == ("a", [[23, 0]])
    state = play([begin(rules={"points": 23, "board_limit": 4, "games": 1})] + [board("b", 1)] * 4)
    assert state.winner == "b"


def test_a_club_counts_the_queen_2_at_any_score():
    state = play([begin(rules={"queen": 2, "queen_until": 99, "points": 50}), board("a", 9, "winner")])
    assert points(state) == (11, 0)
    state = play([board("a", 9, "winner"), board("a", 9, "winner")], state)
    assert points(state) == (33, 0)


def test_a_queen_worth_nothing_is_not_asked_for():
    state = play([begin(rules={"queen": 0}), board("a", 4, None), board("a", 4, "board")])
    assert points(state) == (8, 0)
    assert state.boards[0].laws == ("53a",)


def test_a_club_plays_29_points_with_the_queen_at_5():
    changes = {"points": 29, "queen": 5, "queen_until": 23, "most": 14, "board_limit": None, "games": 1}
    state = play([begin(rules=changes), board("a", 9, "winner"), board("a", 9, "winner", demand=2)])
    assert points(state) == (28, 0)
    state = play([board("a", 1, None)], state)
    assert state.winner == "a"


def test_best_of_five_and_one():
    won = [board("a", 9, "winner"), board("a", 9, "winner"), board("a", 1)]
    state = play([begin(rules={"games": 5})] + won + won)
    assert (state.phase, state.game, games(state)) == ("interval", 3, (2, 0))
    assert play([kind("sides")] + won, state).winner == "a"
    assert play([begin(rules={"games": 1})] + won).winner == "a"


def test_the_ends_of_a_range_are_in_it():
    for value in (1, 99):
        assert rules.resolve("icf", {"points": value, "board_limit": value})["points"] == value
    assert raises(GameError, rules.resolve, "icf", "23").code == "malformed"
