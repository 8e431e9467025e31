"""An organiser's own rules of crokinole: each error names the field, the value and what is allowed."""

from portable import raises

from boardside.game import rules
from boardside.game.crokinole import fields
from boardside.game.errors import GameError
from boardside.game.rulesets import wcc
from boardside.game.terms import STAGES


def fresh():
    """The wcc rules, one level deep."""
    fields = {}
    for name in wcc.RULES:
        value = wcc.RULES[name]
        fields[name] = dict(value) if isinstance(value, dict) else value
    return fields


def refused(name, value):
    error = raises(GameError, fields.change, fresh(), name, value)
    return "%s: %s" % (error.code, error)


def test_every_rule_is_a_field_and_within_its_range():
    for name in wcc.RULES:
        if name == "sport":
            continue
        changed = fresh()
        fields.change(changed, name, wcc.RULES[name])
        assert changed == wcc.RULES
    assert sorted(name for name in wcc.RULES if name != "sport") == sorted(fields.FIELDS)


def test_rounds_of_the_preliminaries_and_of_championship_matches():
    for stage in STAGES:
        preliminary = stage in ("group", "round")
        assert wcc.RULES["rounds"][stage] == 4
        assert wcc.RULES["games"][stage] == (10 if preliminary else 3)
        assert wcc.RULES["all_games"][stage] is preliminary
        assert wcc.RULES["draws"][stage] is preliminary


def test_one_value_sets_all_entries_and_an_object_those_it_names():
    changed = fresh()
    fields.change(changed, "rounds", 6)
    assert set(changed["rounds"].values()) == {6}
    fields.change(changed, "rounds", {"final": 8})
    assert changed["rounds"]["final"] == 8
    assert changed["rounds"]["group"] == 6
    fields.change(changed, "draws", True)
    assert set(changed["draws"].values()) == {True}
    fields.change(changed, "discs_doubles", {"cue": 4})
    assert changed["discs_doubles"]["cue"] == 4
    assert changed["discs_doubles"]["adult"] == 6
    fields.change(changed, "clocks", {"round": 720000})
    assert changed["clocks"]["round"] == 720000


def test_errors_name_field_value_and_what_is_allowed():
    assert refused("queen", 3).startswith("unknown: unknown_crokinole_rule allowed=['all_games', 'clocks'")
    assert refused("queen", 3).endswith("field=rules.queen")
    assert refused("games", 0) == "impossible: out_of_range field=rules.games high=20 low=1 value=0"
    assert refused("games", "4") == "malformed: not_whole field=rules.games high=20 low=1 value=4"
    assert refused("rounds", 0) == "impossible: out_of_range_or_null field=rules.rounds high=20 low=1 value=0"
    assert refused("rounds", "4") == "malformed: not_whole_or_null field=rules.rounds high=20 low=1 value=4"
    assert refused("to_points", 101) == (
        "impossible: out_of_range_or_null field=rules.to_points high=100 low=1 value=101"
    )
    assert refused("scoring", "three").startswith("impossible: not_a_choice allowed=('two', 'won'")
    assert refused("scoring", 2).startswith("malformed: not_a_choice")
    assert refused("rounds", {"finale": 4}).startswith("unknown: unknown_entry allowed=('group', 'round'")
    assert refused("rounds", {"finale": 4}).endswith("field=rules.rounds.finale what=stage")
    assert refused("draws", 1) == "malformed: not_true_or_false field=rules.draws value=1"
    assert refused("discs_singles", {"cue": 0}) == (
        "impossible: out_of_range field=rules.discs_singles.cue high=24 low=1 value=0"
    )
    assert refused("discs_singles", {"pro": 8}).endswith("field=rules.discs_singles.pro what=category")
    assert refused("clocks", 5) == "malformed: not_clocks field=rules.clocks value=5"
    assert refused("clocks", {"round": 5}) == (
        "impossible: out_of_range_or_null field=rules.clocks.round high=7200000 low=1000 value=5"
    )


def test_the_ruleset_resolves_and_is_left_as_it_is():
    resolved = rules.resolve("wcc", {"rounds": 6, "clocks": {"round": 600000}})
    assert resolved["rounds"]["final"] == 6
    assert resolved["clocks"]["round"] == 600000
    assert rules.resolve("wcc") == wcc.RULES
    assert wcc.RULES["rounds"]["final"] == 4
    error = raises(GameError, rules.resolve, "wcc", {"queen": 3})
    assert error.code == "unknown"


def test_a_best_of_needs_an_odd_number():
    from boardside.game import match

    event = {"kind": "match", "match": "m", "ruleset": "wcc", "stage": "final", "rules": {"games": 4}}
    error = raises(GameError, match.apply, match.new(), event)
    assert (error.reason, error.facts["value"]) == ("no_majority_nor_all", 4)
