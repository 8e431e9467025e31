"""Every Law, reading, line or heading that a ruling can name has its sentence in laws/law_texts.py."""

import ast
import re
from pathlib import Path

import pytest
from match_player import Player
from match_session import Session, refusal
from stroke_player import RULESETS, Dice, act

from boardside.game import strokes
from boardside.game.rulesets import IDS
from host_tools.laws.law_texts import LAWS, name_of, text_of

ROOT = Path(__file__).resolve().parent.parent.parent
NUMBER = re.compile(r"(\d{2,3}[a-i]?|[DPV]\d+|R\d+[\w.]*)$")
# A heading of a rulebook: two words or more, or "Scoring", all with a capital.
HEADING = re.compile(r"(Scoring|[A-Z][a-z]+( [A-Z][a-z]+)+)$")


def literals() -> list[str]:
    """All texts in the source of the rules; of the tables that are one text, the cells."""
    return [
        cell
        for path in sorted((ROOT / "firmware" / "boardside" / "game").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for cell in (re.split(r"[|;\n]", node.value) if node.value.startswith("\n") else [node.value])
    ]


def test_every_law_in_the_source_has_its_sentence() -> None:
    """Texts that consist of Laws alone, or are a heading, are what rulings name."""
    named = set()
    for text in literals():
        if HEADING.match(text):
            named.add(text)
        elif text.split() and all(NUMBER.match(word) for word in text.split()):
            named.update(text.split())
    assert len(named) > 130
    assert named >= {"Scoring", "Tournament Play", "D27", "151b", "40"}
    assert named - set(LAWS) == set()


@pytest.mark.parametrize("ruleset", IDS)
def test_every_law_that_a_random_match_names_has_its_sentence(ruleset: str) -> None:
    named = set()
    for seed in range(24):
        player = Player(seed)
        session = Session(player.begin(ruleset, seed % 2 == 1))
        for _ in range(250):
            event = player.next(session.state)
            if event.get("kind") == "undo":
                session.undo()
            else:
                refusal(session, event, is_compared=False)
        named.update(law for ruling in session.rulings for law in ruling.laws)
        named.update(law for game in (session.state.history or ()) for law in game.laws)
    assert len(named) > (7 if ruleset == "wcc" else 50)
    assert named - set(LAWS) == set()


def test_every_law_that_a_random_board_names_has_its_sentence() -> None:
    for ruleset, rules in RULESETS.items():
        dice = Dice(5)
        board = strokes.begin(rules, "a", True)
        for _ in range(3000):
            board, ruling = act(strokes.begin(rules, "a", True) if board.over else board, dice)
            missing = [law for law in ruling.laws if not text_of(law)]
            assert not missing, (ruleset, ruling.clauses)


def test_a_law_is_called_by_what_it_is() -> None:
    assert len({name_of(law).split(" ")[0] for law in ("54", "D6", "V3", "Tournament Play")}) == 4
    assert text_of("999") == ""
