"""A match of carrom is the best of so many games, by stage."""

from portable import raises

from boardside.game import match, rules
from boardside.game.errors import GameError
from boardside.game.terms import STAGES


def begun(stage, games):
    event = {
        "kind": "match",
        "match": "m",
        "ruleset": "icf",
        "stage": stage,
        "rules": {"games": games},
        "breaks": "a",
    }
    return match.apply(match.new(), event)


def test_d475_best_of_three_and_the_final_of_five():
    state, ruling = begun("final", {"final": 5})
    assert state.setup.rules["games"] == 5
    assert ruling.clauses[0] == ("match_begins", 5)
    for _game in range(3):
        assert state.phase != "over"
        for _ in range(3):
            state, _ = match.apply(state, {"kind": "board", "winner": "a", "left": 9, "queen": "a"})
            while state.change_due:
                state, _ = match.apply(state, {"kind": "sides"})
    assert (state.phase, match.official(state)["games"]) == ("over", [[25, 0]] * 3)
    assert begun("semi_final", {"final": 5})[0].setup.rules["games"] == 3


def test_d475_one_number_stands_for_all_stages():
    assert rules.resolve("icf", {"games": dict.fromkeys(STAGES, 5)})["games"] == 5
    assert rules.resolve("icf", {"games": {}})["games"] == 3
    assert rules.resolve("icf", {"games": {"group": 1}})["games"]["round"] == 3


def test_d475_each_is_odd_and_of_a_stage():
    for games in ({"final": 4}, {"final": 11}, {"last": 3}, {"final": None}, 2):
        raises(GameError, rules.resolve, "icf", {"games": games})
