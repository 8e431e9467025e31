"""What each rulebook's tournament looks like, and that a table takes its matches."""

from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from desk_line import Line

from boardside.game import match as game
from boardside.game import rulesets
from host_tools.live_values import Rules
from host_tools.tournament.acts.events import AddEvent, SetEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.commands import act_command
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import planning
from host_tools.tournament.model.model import KINDS, STAGE_KINDS, StagePlan
from tests.refusals import refused


def stages(ruleset: str, kind: str = "singles") -> list[str]:
    return [stage.kind for stage in planning.preset_plan(ruleset, kind)]  # type: ignore[arg-type]


def test_the_stages_of_each_rulebook() -> None:
    assert stages("icf") == ["knockout"]
    assert stages("vkk") == ["groups", "knockout"]
    assert stages("spandan") == ["knockout"]
    assert stages("vaishali", "team") == ["knockout"]
    assert stages("wcc") == ["preliminary", "round_robin", "knockout"]


def test_two_of_a_vkk_group_go_on() -> None:
    assert planning.preset_plan("vkk", "singles")[0].settings == {"size": 4, "advance": 2}


def test_spandan_is_drawn_by_lot_alone() -> None:
    assert planning.preset_plan("spandan", "doubles")[0].settings == {"random": True}


def test_crokinole_s_preliminary_is_ten_opponents_a_game_each() -> None:
    """D83: "a preliminary with an opponent for each game is a match a game"; so is the play-off. The final is
    best of three.
    """
    preset = planning.preset("wcc")
    assert preset.plan[0].settings["opponents"] == 10
    for stage, games in (("group", 1), ("round", 1), ("final", 3)):
        event = {"kind": "match", "match": "m", "ruleset": "wcc", "rules": preset.rules, "stage": stage}
        state, _ = game.apply(game.new(), event)
        assert state.setup.rules["games"] == games


@pytest.mark.parametrize("ruleset", rulesets.IDS)
@pytest.mark.parametrize("kind", KINDS)
def test_there_is_a_plan_for_everything_that_can_be_entered(ruleset: str, kind: str) -> None:
    plan = planning.preset_plan(ruleset, kind)  # type: ignore[arg-type]
    assert plan
    assert all(stage.kind in STAGE_KINDS for stage in plan)
    assert plan[-1].kind == "knockout"
    assert all(stage.settings.get("advance") for stage in plan[:-1])


def games(ruleset: str, rules: Rules | None, stage: str) -> object:
    """How many games a match of this stage has at a table."""
    event = {"kind": "match", "match": "m", "ruleset": ruleset, "rules": rules, "stage": stage}
    state, _ = game.apply(game.new(), {name: value for name, value in event.items() if value is not None})
    return state.setup.rules["games"]


@pytest.mark.parametrize("ruleset", rulesets.IDS)
def test_the_length_of_a_match_is_chosen_with_the_event(desk: Desk, ruleset: str) -> None:
    """Of crokinole in the rounds before the play-offs; a rulebook's ten are told when nobody chooses."""
    owner = desk.do(NewTournament(key="open", name="Open", ruleset=ruleset), None)
    plan = [StagePlan("round_robin", settings={"advance": 2}), StagePlan("knockout")]
    usual = desk.do(AddEvent(key="a", name="A", stages=plan), owner)
    is_long = ruleset == "wcc"
    assert [why.facts["games"] for why in usual.remarks] == [10] * is_long
    one = desk.do(AddEvent(key="b", name="B", stages=plan, games=1), owner)
    assert (games(ruleset, one.event.rules, "group"), one.remarks) == (1, ())
    assert games(ruleset, one.event.rules, "final") == (3 if is_long else 1)
    changed = desk.do(SetEvent(games=5), usual.event)
    assert games(ruleset, changed.event.rules, "group") == 5
    if not is_long:
        with refused("rules_refused"):
            desk.do(SetEvent(games=2), usual.event)
    changed = desk.do(SetEvent(name="Two", stages=plan), one.event)
    assert games(ruleset, changed.event.rules, "group") == 1


def test_a_terminal_asks_for_the_length_that_is_seldom_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = Line(tmp_path)
    line.ok("tournament", "new", "open", "Open", "--ruleset", "wcc")
    add = ("event", "add", "ms", "Singles", "--stage", "round_robin")
    assert "--games 1" in line.ok(*add)  # a script is told, and not kept waiting
    terminal = SimpleNamespace(stdin=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr(act_command, "sys", terminal)
    for answer, kept in (("1", {"games": {"group": 1, "round": 1}}), ("", None)):
        line.ok("event", "delete", "ms", "--yes")
        monkeypatch.setattr(typer, "prompt", lambda *asked, answer=answer, **options: answer)
        line.ok(*add)
        assert line.json("tournament", "show", "open")["events"][0]["rules"] == kept
    monkeypatch.setattr(typer, "prompt", None)
    line.ok("event", "delete", "ms", "--yes")
    line.ok(*add, "--games", "2")  # it was chosen: nobody is asked
