"""The pages of crokinole are true: the walks are pressed key by key, the tables are those of the code."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
for folder in ("", "portable/table", "portable/crokinole"):
    sys.path.insert(0, str(ROOT / "tests" / folder))

from crokinole_umpire import STARTS  # noqa: E402
from guide_walks import walk, walks  # noqa: E402
from table_kit import LETTERS  # noqa: E402

from boardside.game.crokinole import fields  # noqa: E402
from boardside.game.terms import CATEGORIES  # noqa: E402
from boardside.table.crokinole import items  # noqa: E402
from boardside.table.show.segments import legible  # noqa: E402

DOCS = ROOT / "docs"
GUIDE = (DOCS / "umpire" / "crokinole.md").read_text(encoding="utf-8")
RULES = (DOCS / "maintainer" / "crokinole.md").read_text(encoding="utf-8")
RULESETS = (DOCS / "organiser" / "rulesets.md").read_text(encoding="utf-8")
GAME = ROOT / "firmware" / "boardside" / "game" / "crokinole"
LETTER_OF = {name: letter for letter, name in LETTERS.items()}


@pytest.mark.parametrize(
    ("start", "rows"), walks(GUIDE), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_walk_shows_what_the_guide_says(start: str, rows: list[tuple[str, str]]) -> None:
    walk(STARTS[start](), rows, LETTER_OF)


def test_there_are_walks() -> None:
    assert len(walks(GUIDE)) == 6
    assert {start for start, _ in walks(GUIDE)} == set(STARTS)
    assert sum(len(rows) for _, rows in walks(GUIDE)) > 40


def test_the_page_begins_with_the_panel_and_ends_with_the_rules() -> None:
    titles = re.findall(r"^##+ (.+)$", GUIDE, re.MULTILINE)
    assert titles[:3] == ["The panel", "What is pressed", "What is read"]
    assert titles[-1] == "The rules that the table applies"
    assert GUIDE.index("panel-keys.svg") < GUIDE.index("<!-- walk")
    pressed = GUIDE.partition("### What is pressed")[2].partition("### What is read")[0]
    named = re.findall(r"^\| ([A-Z, ]+) \|", pressed, re.MULTILINE)
    assert {key for names in named for key in names.split(", ")} == set(LETTER_OF)


def test_every_menu_item_is_named() -> None:
    listed = re.findall(r"`([^`]+)`", GUIDE)
    for message, _, _ in items.ITEMS:
        assert message in listed, message
    for text, _ in items.CATEGORIES:
        assert text in listed, text


def test_everything_written_for_the_digits_is_legible() -> None:
    for text in re.findall(r"`([^`]+)`", GUIDE):
        for word in text.replace("·", " ").split():
            assert legible(word), text


def test_every_rule_has_code_and_test() -> None:
    rows = re.findall(r"^\| [^|]+ \| [^|]+ \| `([^`]+)` \| `([^`]+)` \|$", RULES, re.MULTILINE)
    assert len(rows) > 20
    for code, test in rows:
        module, *names = code.split(".")
        assert names[-1] in _names(GAME / f"{module}.py"), code
        module, name = test.split(".")
        assert name in _names(ROOT / "tests" / "portable" / "crokinole" / f"{module}.py"), test


def test_every_field_of_a_ruleset_is_explained() -> None:
    table = RULESETS[RULESETS.index("## Your own rules of crokinole") :]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(fields.FIELDS)
    for category in CATEGORIES:
        assert f"`{category}`" in table


def _names(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
