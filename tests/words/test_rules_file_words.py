"""Why a file of own rules cannot be used: each reason has words, and is given with their facts."""

import ast
import string
from pathlib import Path

import pytest

from host_tools import rules_files
from host_tools.rules_file_reasons import RULES_FILE_REASONS, RulesFileError
from host_tools.words import rules_files as words


def given() -> list[tuple[str, set[str]]]:
    """Every reason that is given in the source, with the names of its facts."""
    tree = ast.parse(Path(rules_files.__file__).read_text(encoding="utf-8"))
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RulesFileError"
    ]
    return [
        (ast.literal_eval(call.args[0]), {keyword.arg or "**" for keyword in call.keywords}) for call in calls
    ]


def test_every_reason_has_words_and_all_words_a_reason() -> None:
    assert sorted(words.WORDS) == sorted(RULES_FILE_REASONS)
    assert len(set(RULES_FILE_REASONS)) == len(RULES_FILE_REASONS)


def test_every_reason_is_given_somewhere_with_the_facts_of_its_words() -> None:
    assert {reason for reason, _ in given()} == set(RULES_FILE_REASONS)
    for reason, facts in given():
        text = words.WORDS[reason]  # type: ignore[index]
        assert {name for _, name, _, _ in string.Formatter().parse(text) if name is not None} == facts, reason


@pytest.mark.parametrize(
    ("text", "reason", "said"),
    [
        (
            '{"base": "icf", "point": 23}',
            "rule_refused",
            "club: rules.point: no such rule; allowed: ",
        ),
        (
            '{"base": "own"}',
            "base_unknown",
            'club: base: "own" is no ruleset; allowed: icf, vkk, spandan, vaishali, wcc.',
        ),
        ("{}", "base_missing", "club: base: is missing; allowed: icf, vkk, spandan, vaishali, wcc."),
        ("[1]", "no_object", 'club: it must be one JSON object, {"base": "icf", "name": ..., ...}.'),
        (
            '{"base": "icf", "name": ""}',
            "bad_name",
            'club: name: "" must be one line of 1 to 80 characters.',
        ),
        ('{"a": 1, "a": 2}', "name_twice", "club: a occurs twice; keep one."),
    ],
)
def test_what_is_said(text: str, reason: str, said: str) -> None:
    with pytest.raises(RulesFileError) as caught:
        rules_files.parse(text, "club")
    assert caught.value.reason == reason
    assert words.say(caught.value).startswith(said)


def test_a_misspelt_rule_is_told_the_one_that_is_meant() -> None:
    with pytest.raises(RulesFileError) as caught:
        rules_files.parse('{"base": "icf", "point": 23}', "club")
    assert caught.value.facts["nearest"] == "points"
    assert words.say(caught.value).endswith('; did you mean "points"?')
