"""What `boardside rules check` approves can be played: at every stage, in singles and doubles, to the end."""

import json
from pathlib import Path
from random import Random

import pytest
from random_rules import random_board, random_file, random_match
from typer.testing import CliRunner

from boardside.game import rulesets
from boardside.game.errors import GameError
from boardside.game.terms import STAGES
from host_tools import cli
from host_tools.rules import files
from host_tools.rules.reasons import RulesFileError

FILES = 2737
SHARE, SLOW_SHARE = (
    40,
    8,
)  # of the files, in make test and among the slow tests; the night's long ones are all


def refusal(fields: dict[str, object]) -> RulesFileError:
    with pytest.raises(RulesFileError) as caught:
        files.check(files.parse(json.dumps(fields), "club.json"), "club.json")
    return caught.value


@pytest.mark.parametrize(
    ("fields", "stages"),
    [
        ({"base": "wcc", "games": 2}, STAGES[2:]),
        ({"base": "wcc", "games": 4, "all_games": False}, STAGES),
        ({"base": "wcc", "games": {"final": 4}}, ["final"]),
        ({"base": "wcc", "all_games": {"group": False}}, ["group"]),
    ],
)
def test_a_best_of_an_even_number_is_refused_with_its_stages(
    fields: dict[str, object], stages: list[str]
) -> None:
    error = refusal(fields)
    assert (error.reason, error.facts["stages"]) == ("cannot_be_played", list(stages))
    assert error.facts["why"]["reason"] == "no_majority_nor_all"
    text = str(error)
    assert text.startswith(f"club.json: no match can be played by it at {', '.join(stages)}: rules.games: ")


@pytest.mark.parametrize("base", rulesets.IDS)
def test_the_rulesets_that_come_with_it_play(base: str) -> None:
    files.check(files.OwnRules(base, base, {}), base)


def test_rules_with_as_many_discs_as_a_field_allows_play() -> None:
    own = files.parse(json.dumps({"base": "wcc", "discs_doubles": 24}), "club.json")
    files.check(own, "club.json")
    random_match(Random(1), own.base, own.changes, "final", doubles=True)


@pytest.mark.parametrize("changes", [{"lead": 2}, {"lead": 9, "most": 1, "queen": 0, "games": 1}])
def test_a_game_without_a_limit_that_is_won_by_a_lead_plays(changes: dict[str, object]) -> None:
    own = files.OwnRules("icf", "club", {"board_limit": None, **changes})
    files.check(own, "club")
    random_match(Random(2), own.base, own.changes, "final", doubles=False)


def test_the_command_refuses_with_status_2(tmp_path: Path) -> None:
    file = tmp_path / "club.json"
    file.write_text('{"base": "wcc", "games": 2}', encoding="utf-8")
    done = CliRunner().invoke(cli.build("rules"), ["rules", "check", str(file)])
    assert done.exit_code == 2
    assert "best of 2 has no majority" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    "fields",
    [
        {"base": "icf"},
        {"base": "vaishali"},
        {"base": "vaishali", "foul_with_piece": 0, "foul_opponent": 0},
        {"base": "icf", "strokes": "vaishali", "foul_last": 5},
    ],
)
def test_boards_of_random_strokes_end_and_no_side_is_left_without_a_piece(fields: dict[str, object]) -> None:
    own = files.parse(json.dumps(fields), "club.json")
    files.check(own, "club.json")
    for seed in range(30):
        random_board(Random(seed), own.base, own.changes, doubles=seed % 2 == 0)


def approved_and_played(number: int) -> bool:
    """Whether `rules check` approves the random file of this number; if so, matches by it are played."""
    rng = Random(number)
    fields = random_file(rng)
    try:
        own = files.parse(json.dumps(fields), "club.json")
        files.check(own, "club.json")
    except RulesFileError:
        return False
    for stage in STAGES:
        for doubles in (False, True):
            try:
                random_match(rng, own.base, own.changes, stage, doubles)
            except GameError as error:
                raise AssertionError(f"{fields} at {stage}: {error}") from error
    if own.base != "wcc":
        random_board(rng, own.base, own.changes, doubles=number % 2 == 0)
    return True


def test_none_of_the_random_files_that_it_approves_cannot_be_played() -> None:
    tried = range(0, FILES, SHARE)
    assert sum(approved_and_played(number) for number in tried) > len(tried) // 3


@pytest.mark.slow
def test_none_of_more_random_files_that_it_approves_cannot_be_played() -> None:
    tried = range(1, FILES, SLOW_SHARE)
    assert sum(approved_and_played(number) for number in tried) > len(tried) // 3


@pytest.mark.long
def test_none_of_all_random_files_that_it_approves_cannot_be_played() -> None:
    assert sum(approved_and_played(number) for number in range(FILES)) > FILES // 3
