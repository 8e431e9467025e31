"""The web's score card of a crokinole match: rounds in the columns that boards have."""

import json
import os
import re
import subprocess
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import web_halls

from boardside.game import dicts, fold
from host_tools.collector import view as collected
from host_tools.collector.live import JournalState, LiveTable
from host_tools.web.pages import card

NOW = 1_700_000_000_000
BEGIN = {"kind": "match", "match": "m", "ruleset": "wcc", "stage": "final", "breaks": "a"}
EVENTS: list[dict[str, Any]] = [
    BEGIN,
    {"kind": "round", "total": {"a": 85, "b": 60}, "twenties": {"a": 2, "b": 0}},
    {"kind": "round", "winner": "level", "twenties": {"a": 1, "b": 3}},
    {"kind": "round", "unshot": True},
    {"kind": "forfeit", "side": "a", "what": "round"},
]


def view_of(events: list[dict[str, Any]]) -> dict[str, Any]:
    state = dicts.to_dict(fold.fold(lambda: iter(events)).state)
    kept = {name: state[name] for name in ("rules", "points", "games", "breaker", "board", "game", "extra")}
    return web_halls.view(
        3, NOW, phase=state["phase"], boards=state["boards"], history=state["history"], **kept
    )


def test_a_card_holds_rounds_20s_discs_and_points() -> None:
    page = card.page(view_of(EVENTS))["card"]
    assert page["heads"] == card.round_heads()
    first, second, third, fourth, to_come = page["rows"]
    assert (first["no"], first["breaker"]["name"], first["points"]) == ("1", "Maria Irudayam", "2–0")
    assert first["a"] == {"queen": "2", "queen_is": "twenty", "cm": "85", "total": "2", "won": "yes"}
    assert first["b"] == {"queen": "–", "queen_is": "", "cm": "60", "total": "0", "won": "no"}
    assert (second["a"]["cm"], second["b"]["queen"], second["points"]) == ("–", "3", "1–1")
    assert [[r["text"] for r in row["remarks"]] for row in (second, third, fourth)] == [
        ["Level"],
        ["Not shot"],
        ["Forfeited"],
    ]
    assert [law["says"] for law in fourth["laws"]] == ["Tournament Play"]
    assert (to_come["no"], to_come["state"]) == ("E", "open")  # level, 3-3: the fifth round


def test_the_collectors_view_of_a_crokinole_table_makes_a_page() -> None:
    table = LiveTable(3)
    table.journal = JournalState("j", 0, 0)
    for seq, event in enumerate(EVENTS, 1):
        table.journal.fold.add(seq, event, json.dumps(event))
    made = collected.build(table, 0)
    assert made["rules"]["sport"] == "crokinole"
    assert made["result"]["twenties"] == [3, 3]
    page = json.loads(json.dumps(card.page(made)))["card"]
    assert page["heads"] == card.round_heads()
    assert [row["no"] for row in page["rows"]] == ["1", "2", "3", "4", "E"]


def test_a_card_without_a_round_says_so_in_its_own_words() -> None:
    page = card.page(view_of([BEGIN]))["card"]
    assert page["nothing"] == card.no_round()
    carrom = card.page(web_halls.view(3, NOW))["card"]
    assert carrom["nothing"] == "No board has been played in this game."
    assert carrom["heads"]["first"] == "Break by"


# The pages of crokinole: the walks are pressed key by key, and every menu item and rule is named.

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


# A carrom table never pays for crokinole: nothing of it is imported before its first match comes.

MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
CODE = """
import sys
from table_kit import Umpire

def crokinole():
    return [name for name in sys.modules if "crokinole" in name or name.endswith("wcc")]

umpire = Umpire()
umpire.assign()
umpire.press("COBBQOO")
umpire.show()
umpire.press("O+")
umpire.show()
assert crokinole() == [], crokinole()
umpire = Umpire()
umpire.assign(ruleset="wcc")
umpire.press("CC")
umpire.show()
assert crokinole()
"""


def test_crokinole_is_imported_when_its_first_match_comes() -> None:
    done = subprocess.run(
        [str(MICROPYTHON), "-X", "heapsize=8M", "-c", CODE],
        cwd=ROOT,
        env={**os.environ, "MICROPYPATH": "firmware:tests/portable:tests/portable/table:.frozen"},
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
