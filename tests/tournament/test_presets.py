"""What each rulebook's tournament looks like, and that a table takes its matches."""

import pytest

from boardside.game import match as game
from boardside.game import rulesets
from host_tools.tournament.model import presets
from host_tools.tournament.model.model import KINDS, STAGE_KINDS


def stages(ruleset: str, kind: str = "singles") -> list[str]:
    return [stage.kind for stage in presets.plan(ruleset, kind)]  # type: ignore[arg-type]


def test_the_stages_of_each_rulebook() -> None:
    assert stages("icf") == ["knockout"]
    assert stages("vkk") == ["groups", "knockout"]
    assert stages("spandan") == ["knockout"]
    assert stages("vaishali", "team") == ["knockout"]
    assert stages("wcc") == ["preliminary", "round_robin", "knockout"]


def test_two_of_a_vkk_group_go_on() -> None:
    assert presets.plan("vkk", "singles")[0].settings == {"size": 4, "advance": 2}


def test_spandan_is_drawn_by_lot_alone() -> None:
    assert presets.plan("spandan", "doubles")[0].settings == {"random": True}


def test_crokinole_s_preliminary_is_ten_opponents_a_game_each() -> None:
    """D83: "a preliminary with an opponent for each game is a match a game"; so is the play-off. The final is
    best of three.
    """
    preset = presets.preset("wcc")
    assert preset.plan[0].settings["opponents"] == 10
    for stage, games in (("group", 1), ("round", 1), ("final", 3)):
        event = {"kind": "match", "match": "m", "ruleset": "wcc", "rules": preset.rules, "stage": stage}
        state, _ = game.apply(game.new(), event)
        assert state.setup.rules["games"] == games


@pytest.mark.parametrize("ruleset", rulesets.IDS)
@pytest.mark.parametrize("kind", KINDS)
def test_there_is_a_plan_for_everything_that_can_be_entered(ruleset: str, kind: str) -> None:
    plan = presets.plan(ruleset, kind)  # type: ignore[arg-type]
    assert plan
    assert all(stage.kind in STAGE_KINDS for stage in plan)
    assert plan[-1].kind == "knockout"
    assert all(stage.settings.get("advance") for stage in plan[:-1])
