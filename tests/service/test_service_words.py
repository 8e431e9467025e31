"""The reasons of the service and their words: none without the other, each fact where the words need it."""

import ast
import string
from pathlib import Path

from host_tools.extras.service import words
from host_tools.extras.service.reasons import SERVICE_REASONS, ServiceError

SOURCES = Path(words.__file__).parent


def raised() -> list[tuple[str, set[str]]]:
    """Every reason that is given in the sources, with the names of its facts."""
    calls = [
        node
        for path in sorted(SOURCES.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ServiceError"
    ]
    return [
        (ast.literal_eval(call.args[0]), {keyword.arg or "**" for keyword in call.keywords}) for call in calls
    ]


def test_every_reason_has_words_and_all_words_a_reason() -> None:
    assert sorted(words.WORDS) == sorted(SERVICE_REASONS)
    assert len(set(SERVICE_REASONS)) == len(SERVICE_REASONS)


def test_every_reason_is_given_somewhere_with_the_facts_of_its_words() -> None:
    given = raised()
    assert {reason for reason, _ in given} == set(SERVICE_REASONS)
    for reason, facts in given:
        text = words.WORDS[reason]  # type: ignore[index]
        needed = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
        assert needed == facts, reason


def test_a_path_with_braces_is_said_as_it_is() -> None:
    error = ServiceError("not_readable", path="/srv/{why}", why="no such file")
    assert words.say(error) == "/srv/{why} cannot be read: no such file."
