"""What is said of a file of own rules that cannot be used."""

import pytest

from host_tools.rules import files
from host_tools.rules.reasons import RulesFileError


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ('{"base": "icf", "point": 23}', "rule_refused", ["rules.point"]),
        ('{"base": "own"}', "base_unknown", ["own", "icf", "wcc"]),
        ("{}", "base_missing", ["icf", "wcc"]),
        ("[1]", "no_object", []),
        ('{"base": "icf", "name": ""}', "bad_name", ["80"]),
        ('{"base": "icf", "source": 7}', "bad_source", ["400"]),
        ('{"a": 1, "a": 2}', "name_twice", [": a "]),
    ],
)
def test_what_is_wrong_is_named(text: str, reason: str, facts: list[str]) -> None:
    with pytest.raises(RulesFileError) as caught:
        files.parse(text, "club")
    assert caught.value.reason == reason
    words = str(caught.value)
    assert [fact for fact in ("club", *facts) if fact not in words] == []


def test_a_misspelt_rule_is_told_the_one_that_is_meant() -> None:
    with pytest.raises(RulesFileError) as caught:
        files.parse('{"base": "icf", "point": 23}', "club")
    assert caught.value.facts["nearest"] == "points"
    assert "points" in str(caught.value)
