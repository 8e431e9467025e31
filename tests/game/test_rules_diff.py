"""`boardside rules diff`: what two rulesets differ in, and what is said of it."""

import json
from pathlib import Path
from random import Random

import pytest
from random_rules import random_file
from typer.testing import CliRunner, Result

from boardside.game import rules, rulesets
from boardside.game.terms import STAGES
from host_tools import cli
from host_tools.rules import diff as rules_diff
from host_tools.rules import diff as rules_meanings
from host_tools.rules import files
from host_tools.rules.reasons import RulesFileError


def diff(*arguments: str) -> Result:
    return CliRunner().invoke(cli.build("rules"), ["rules", "diff", *arguments])


def written(folder: Path, file: str, /, **fields: object) -> str:
    path = folder / file
    path.write_text(json.dumps(fields), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("sport", ["carrom", "crokinole"])
def test_every_field_has_a_meaning(sport: str) -> None:
    meanings = rules_meanings.meanings_of(sport)
    assert list(meanings) == list(rules_meanings.fields_of(sport))
    for name, meaning in meanings.items():
        assert meaning.strip(" .…") == meaning, name
        assert len(meaning) > 10, name


def test_equal_rules_end_with_0_whatever_they_are_called(tmp_path: Path) -> None:
    file = written(tmp_path, "club.json", base="icf", name="Club", points=25, board_limit={"group": 8})
    done = diff("icf", file)
    assert (done.exit_code, done.stdout) == (0, f"icf and {file} are equal in all fields.\n")
    assert json.loads(diff("icf", file, "--json").stdout)["differences"] == []


def test_a_field_that_differs_has_both_values_and_its_meaning(tmp_path: Path) -> None:
    file = written(tmp_path, "club.json", base="icf", points=23)
    done = diff("icf", file)
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        f"icf and {file} differ in 1 field.",
        f"points: 25 in icf, 23 in {file}",
        f"    {rules_meanings.meanings_of('carrom')['points']}",
    ]


def test_stages_categories_and_clocks_that_differ_alike_stand_together(tmp_path: Path) -> None:
    spandan = diff("icf", "spandan").stdout
    assert "board_limit (group, round, pre_quarter_final): 8 in icf, 3 in spandan" in spandan
    assert "board_limit (quarter_final): none in icf, 8 in spandan" in spandan
    assert "board_limit (semi_final, final): none in icf, 6 in spandan" in spandan
    assert "tries: 3 in icf, 1 in spandan" in spandan
    club = {"base": "wcc", "rounds": 6, "discs_singles": {"cue": 5}, "draws": {"final": True}}
    crokinole = diff("wcc", written(tmp_path, "club.json", **club)).stdout
    assert "rounds (every stage): 4 in wcc, 6 in " in crokinole
    assert "discs_singles (cue): 6 in wcc, 5 in " in crokinole
    assert "draws (final): false in wcc, true in " in crokinole


def test_two_sports_are_told_apart_by_all_their_fields() -> None:
    done = diff("icf", "wcc")
    assert done.exit_code == 1
    assert "sport: carrom in icf, crokinole in wcc" in done.stdout
    assert "points: 25 in icf, not in wcc" in done.stdout
    assert "rounds (every stage): not in icf, 4 in wcc" in done.stdout
    assert "games (group, round): 3 in icf, 10 in wcc" in done.stdout
    assert "carrom: a match is the best of so many; crokinole: games in a match" in done.stdout
    rows = {row["field"]: row for row in json.loads(diff("icf", "wcc", "--json").stdout)["differences"]}
    assert ("a" in rows["points"], "b" in rows["points"]) == (True, False)


def test_the_differences_as_json(tmp_path: Path) -> None:
    file = written(tmp_path, "club.json", base="vkk", name="Club", board_limit={"final": None})
    done = diff("vkk", file, "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout) == {
        "version": 1,
        "a": {"given": "vkk", "name": "vkk", "base": "vkk"},
        "b": {"given": file, "name": "Club", "base": "vkk"},
        "equal": False,
        "differences": [
            {
                "field": "board_limit",
                "entries": ["final"],
                "meaning": "boards in a game; null: no limit",
                "a": 6,
                "b": None,
            }
        ],
    }


def test_what_cannot_be_read_is_refused_with_its_reason(tmp_path: Path) -> None:
    wrong = written(tmp_path, "club.json", base="icf", point=23)
    for pair in (("icf", wrong), (wrong, "icf")):
        done = diff(*pair)
        assert (done.exit_code, done.stdout) == (2, "")
        assert 'did you mean "points"?' in done.stderr
    done = diff("icf", "icff")
    assert done.exit_code == 2
    assert "no ruleset and no file" in done.stderr


def test_a_file_whose_name_is_no_text_forges_no_line(tmp_path: Path) -> None:
    file = written(tmp_path, "a\nequal.json", base="icf", name="Club", points=23)
    assert len(diff("icf", file).stdout.splitlines()) == 3


@pytest.mark.parametrize("number", range(60))
def test_the_differences_are_all_that_differs(number: int) -> None:
    """Laid over the first ruleset, the second's values of the differences make the second."""
    rng = Random(number)
    try:
        a, b = (files.parse(json.dumps(random_file(rng)), "club").resolved() for _ in "ab")
    except RulesFileError:
        return
    different = rules_diff.differences(a, b)
    assert (different == []) == (a == b)
    assert rules_diff.differences(a, a) == []
    turned = rules_diff.differences(b, a)
    assert {row["field"] for row in turned} == {row["field"] for row in different}
    if a["sport"] != b["sport"]:
        return
    for row in different:
        if row["entries"] and not isinstance(a[row["field"]], dict):  # one number for all stages
            a[row["field"]] = dict.fromkeys(STAGES, a[row["field"]])
        for entry in row["entries"]:
            assert a[row["field"]][entry] == row["a"] != row["b"]
            a[row["field"]][entry] = row["b"]
        if not row["entries"]:
            a[row["field"]] = row["b"]
    assert {name: at_once(a[name]) for name in a} == {name: at_once(b[name]) for name in b}


def at_once(value: object) -> object:
    """One value for all entries where they are equal."""
    is_same = isinstance(value, dict) and len(set(value.values())) == 1
    return next(iter(value.values())) if is_same and isinstance(value, dict) else value


@pytest.mark.parametrize("base", rulesets.IDS)
def test_a_ruleset_is_equal_to_itself(base: str) -> None:
    assert rules_diff.differences(rulesets.load(base), rules.resolve(base)) == []
