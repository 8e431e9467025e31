"""A match asks its sport. Nothing else compares the name of a sport, or takes a ruleset for one."""

import ast
from pathlib import Path

import pytest

from boardside.game import match, rules, rulesets

ROOT = Path(__file__).resolve().parents[2]
NAMES = {"carrom", "crokinole", "wcc"}
ALLOWED = {
    "firmware/boardside/game/rules.py": "crokinole",  # chooses the object
    "firmware/boardside/game/rulesets/__init__.py": "wcc",  # loads the ruleset of this name
    "firmware/boardside/table/sports.py": "crokinole",  # chooses the table's object
    "host_tools/web/live/shown_tables.py": "crokinole",  # of a view, which is JSON
    "host_tools/exports/card_sheet.py": "crokinole",  # the form of the card
    "host_tools/tournament/acts/events.py": "crokinole",  # for which stages --games counts
}


def compared(path: Path) -> set[str]:
    """The names of sports and of crokinole's ruleset that the file compares something with."""
    text = path.read_text(encoding="utf-8")
    if not any(name in text for name in NAMES):
        return set()
    return {
        node.value
        for compare in ast.walk(ast.parse(text))
        if isinstance(compare, ast.Compare)
        for node in ast.walk(compare)
        if isinstance(node, ast.Constant) and node.value in NAMES
    }


def sources() -> list[Path]:
    folders = (ROOT / "firmware", ROOT / "host_tools")
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def test_nothing_else_compares_the_name_of_a_sport() -> None:
    names_by_file = {path.relative_to(ROOT).as_posix(): compared(path) for path in sources()}
    assert {path: names for path, names in names_by_file.items() if names} == {
        path: {name} for path, name in ALLOWED.items()
    }


def test_a_comparison_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "asking.py"
    file.write_text(
        'if rules["sport"] != "crokinole" or of.ruleset in ("wcc", "icf"):\n    name = "carrom"\n'
    )
    assert compared(file) == {"crokinole", "wcc"}


@pytest.mark.parametrize("ruleset", rulesets.IDS)
def test_a_match_has_the_sport_of_its_rules_from_its_beginning_on(ruleset: str) -> None:
    sport = rules.sport_of(rulesets.load(ruleset))
    assert sport.name == rulesets.load(ruleset)["sport"]
    event = {"kind": "match", "match": "M", "ruleset": ruleset, "stage": "final", "breaks": "a"}
    state, _ = match.apply(match.new(), event)
    after, _ = match.apply(state, {"kind": "play"})
    assert state.setup.sport is after.setup.sport is sport
    assert set(sport.phases) == set(sport.handlers)


def test_boards_and_rounds_say_alike_what_they_gave_a_side() -> None:
    finished = {
        "icf": {"kind": "board", "winner": "b", "left": 5, "queen": "b"},
        "wcc": {"kind": "round", "total": {"a": 60, "b": 60}},
    }
    given = {}
    for ruleset, event in finished.items():
        begin = {"kind": "match", "match": "M", "ruleset": ruleset, "stage": "final", "breaks": "a"}
        state, _ = match.apply(match.new(), begin)
        state, _ = match.apply(state, event)
        [done] = state.boards
        given[ruleset] = (done.points_of("a"), done.points_of("b"))
    assert given == {"icf": (0, 8), "wcc": (1, 1)}
