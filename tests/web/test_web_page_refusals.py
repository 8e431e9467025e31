"""Why the public pages refuse a request: each reason has its words, and is given with the facts they need."""

import ast
import string
from pathlib import Path

from host_tools.web import page_refusals

SOURCES = Path(page_refusals.__file__).parent


def given() -> list[tuple[str, set[str]]]:
    """Every reason that is given in the sources, with the names of its facts."""
    calls = [
        node
        for path in sorted(SOURCES.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "PageRefused"
    ]
    return [
        (ast.literal_eval(call.args[0]), {keyword.arg or "**" for keyword in call.keywords}) for call in calls
    ]


def test_every_reason_has_words_once_and_no_words_are_of_none() -> None:
    assert sorted([*page_refusals.WORDS, *page_refusals.ENGLISH]) == sorted(page_refusals.PAGE_REASONS)


def test_every_reason_is_given_somewhere_with_the_facts_of_its_words() -> None:
    words = {**page_refusals.WORDS, **page_refusals.ENGLISH}
    assert {reason for reason, _ in given()} == set(words)
    for reason, facts in given():
        _, text = words[reason]  # type: ignore[index]
        assert {name for _, name, _, _ in string.Formatter().parse(text) if name is not None} == facts, reason


def test_no_module_of_the_public_pages_raises_a_sentence() -> None:
    raised = [
        path.name
        for path in sorted(SOURCES.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "HTTPException"
    ]
    assert raised == []
