"""Why a file cannot be made: each reason has its words, and is given with the facts that they need."""

import ast
import string
from pathlib import Path

import pytest

from host_tools import cli, exports
from host_tools.exports import words
from host_tools.exports.reasons import EXPORT_REASONS, ExportError

SOURCES = [*sorted(Path(exports.__file__).parent.glob("*.py")), Path(cli.__file__)]


def reasons_of(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return reasons_of(node.body) + reasons_of(node.orelse)
    return [ast.literal_eval(node)]


def given() -> list[tuple[str, set[str]]]:
    """Every reason that is given in the sources, with the names of its facts."""
    calls = [
        node
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "ExportError"
    ]
    return [
        (reason, {keyword.arg or "**" for keyword in call.keywords})
        for call in calls
        for reason in reasons_of(call.args[0])
    ]


def test_every_reason_has_words_and_all_words_a_reason() -> None:
    assert sorted(words.WORDS) == sorted(EXPORT_REASONS)
    assert len(set(EXPORT_REASONS)) == len(EXPORT_REASONS)


def test_every_reason_is_given_somewhere_with_the_facts_of_its_words() -> None:
    assert {reason for reason, _ in given()} == set(EXPORT_REASONS)
    for reason, facts in given():
        text = words.WORDS[reason]  # type: ignore[index]
        assert {name for _, name, _, _ in string.Formatter().parse(text) if name is not None} == facts, reason


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ExportError("no_event", event="xd", keys=["md", "ms"]), "There is no event xd. There are: md, ms."),
        (ExportError("no_event", event="xd", keys=[]), "There is no event xd. No event was made yet."),
        (
            ExportError("unknown_sheet", sheet="players", sheets=["entries", "matches"]),
            "--what players: there is entries, matches.",
        ),
        (
            ExportError("format_missing", file="out", formats=["csv", "json"]),
            "out: say --format csv, json, or end the name with it.",
        ),
        (
            ExportError(
                "ruleset_refused",
                ruleset="chess",
                why={"reason": "unknown_ruleset", "facts": {"value": "chess", "allowed": ["icf", "wcc"]}},
            ),
            '--ruleset chess: ruleset: "chess" is not known; allowed: icf or wcc.',
        ),
        (
            ExportError("not_writable", file="{match}.pdf", why="No space left on device"),
            "{match}.pdf cannot be written: No space left on device.",
        ),
    ],
    ids=lambda value: getattr(value, "reason", ""),
)
def test_what_is_said(error: ExportError, said: str) -> None:
    assert words.say(error) == said
