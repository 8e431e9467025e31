"""The reasons of CMN's part and their words: none without the other, each with the facts of its words."""

import ast
import string
from pathlib import Path

from host_tools.extras.cmn import words
from host_tools.extras.cmn.reasons import CMN_REASONS

SOURCES = Path(words.__file__).parent


def given() -> list[tuple[str, set[str]]]:
    """Every reason that is given in the sources, with the names of its facts."""
    reasons = []
    for path in sorted(SOURCES.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("CmnError", "note"):
                facts = {keyword.arg or "**" for keyword in node.keywords}
                reasons.append((node.args[0].value, facts | ({"at"} if name == "note" else set())))
    return reasons


def test_every_reason_has_words_and_all_words_a_reason() -> None:
    assert sorted(words.WORDS) == sorted(CMN_REASONS)


def test_every_reason_is_given_somewhere_with_the_facts_of_its_words() -> None:
    assert {reason for reason, _ in given()} == set(CMN_REASONS)
    for reason, facts in given():
        text = words.WORDS[reason]  # type: ignore[index]
        needed = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
        assert needed == facts, reason
