"""What is said of a file of own rules that cannot be used."""

import pytest

from host_tools import rules_files
from host_tools.rules_file_reasons import RulesFileError
from host_tools.words import rules_files as words


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
        (
            '{"base": "icf", "source": 7}',
            "bad_source",
            "club: source: it must be one line of at most 400 characters.",
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
