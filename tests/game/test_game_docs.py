"""docs/scripts/events.md names all kinds, fields and values of events, and its examples are events."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boardside.game import events, fold, match, rule_fields
from boardside.game.errors import CODES
from boardside.game.terms import CLOCKS, STAGES

ROOT = Path(__file__).resolve().parents[2]
EVENTS_PAGE = (ROOT / "docs" / "scripts" / "events.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```jsonl?\n(.*?)```", EVENTS_PAGE, re.DOTALL)
EXAMPLES = [line for block in BLOCKS for line in block.splitlines()]
SECTIONS = dict(re.findall(r"^### `(\w+)`\n(.*?)(?=^##)", EVENTS_PAGE, re.DOTALL | re.MULTILINE))


@pytest.mark.parametrize("line", EXAMPLES)
def test_every_example_is_an_event(line: str) -> None:
    events.check(json.loads(line))


def test_every_kind_has_its_section_with_an_example() -> None:
    assert set(SECTIONS) == set(events.KINDS)
    for kind, section in SECTIONS.items():
        examples = [json.loads(line) for line in EXAMPLES if line in section]
        assert [kind for _ in examples] == [example["kind"] for example in examples]
        assert examples, kind


class Asked(dict[str, Any]):
    """An event that notes which of its fields are asked for."""

    def __init__(self, event: dict[str, Any]) -> None:
        super().__init__(event)
        self.names: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.names.add(name)
        return super().get(name, default)


def fields_of(kind: str) -> set[str]:
    """The fields of its own that the check of a kind looks at."""
    asked = Asked(next(json.loads(line) for line in EXAMPLES if f'"kind":"{kind}"' in line.replace(" ", "")))
    events.check(asked)
    own = asked.names - {"kind", "seq", "boot", "at", "by", "match"}
    return own | {"match"} if kind == "match" else own


@pytest.mark.parametrize("kind", events.KINDS)
def test_every_field_of_a_kind_is_named_in_its_section(kind: str) -> None:
    for field in fields_of(kind):
        assert f"`{field}`" in SECTIONS[kind] or field == "clock", field


#: A match begins whatever stands there; the screen passes over what is wrong in it.
NEVER_REFUSED = {"latin"}


def test_every_field_in_a_sections_table_is_checked() -> None:
    for kind, section in SECTIONS.items():
        named = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", section, re.MULTILINE)
        fields = {name for cell in named for name in re.findall(r"\w+", cell)}
        assert fields - NEVER_REFUSED <= fields_of(kind) | set(events.OVERRIDES), kind


def test_values_that_are_names_are_all_listed() -> None:
    names = {*STAGES, *CLOCKS, *events.BOARD_LAWS, *events.REPLAY_LAWS, "143a", "143i"}
    for name in sorted(names):
        assert f'"{name}"' in EVENTS_PAGE, name
    for name in (*events.OVERRIDES, *rule_fields.FIELDS, *CODES):
        assert f"`{name}`" in EVENTS_PAGE, name


def test_the_whole_match_of_the_page_is_one() -> None:
    lines = next(block for block in BLOCKS if '"demo"' in block).splitlines()
    folded = fold.fold(lambda: map(json.loads, lines))
    assert match.official(folded.state)["games"] == [[25, 0]]
    assert folded.state.winner == "a"
