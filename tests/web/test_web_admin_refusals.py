"""The reasons of refused requests to the admin pages, and their words: none without the other."""

import ast
import string
from pathlib import Path

from host_tools.web.admin import refusals

SOURCES = Path(refusals.__file__).parent


def test_every_reason_is_given_somewhere_with_the_facts_of_its_words() -> None:
    given: dict[str, set[str]] = {}
    for path in SOURCES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "AdminRefused":
                given[ast.literal_eval(node.args[0])] = {keyword.arg or "**" for keyword in node.keywords}
    assert set(given) == set(refusals.WORDS)
    for reason, facts in given.items():
        words = refusals.WORDS[reason][1]  # type: ignore[index]
        assert {name for _, name, _, _ in string.Formatter().parse(words) if name} == facts, reason
