"""The pages of crokinole: the walks are pressed key by key, and every menu item and rule is named."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

from crokinole_umpire import STARTS  # noqa: E402
from guide_walks import walk, walks  # noqa: E402
from table_kit import LETTERS  # noqa: E402

from boardside.game.crokinole import fields  # noqa: E402
from boardside.game.terms import CATEGORIES  # noqa: E402
from boardside.table.crokinole import items  # noqa: E402

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
    assert {start for start, _ in walks(GUIDE)} == set(STARTS)


def test_every_menu_item_is_named() -> None:
    listed = re.findall(r"`([^`]+)`", GUIDE)
    for message, _, _ in items.ITEMS:
        assert message in listed, message
    for text, _ in items.CATEGORIES:
        assert text in listed, text


def test_every_field_of_a_ruleset_is_explained() -> None:
    table = RULESETS[RULESETS.index("## Your own rules of crokinole") :]
    for name in (*fields.FIELDS, *CATEGORIES):
        assert f"`{name}`" in table, name
