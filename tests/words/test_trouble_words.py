"""What the collector says of a table: codes with values, and their words in the reader's language."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from host_tools.collector import reasons
from host_tools.collector.reasons import TROUBLES, Trouble, read_trouble, spoken_trouble
from host_tools.laws import refusals

COLLECTOR = Path(reasons.__file__).parent
VALUES: dict[str, Any] = {
    **{"table": 61, "owner": 62, "seq": 63, "journal": "cafe", "collector": "hall", "kind": "board"},
    **{
        "here": "COM4",
        "there": "tcp 10.0.0.7",
        "where": ["COM5", "COM6"],
        "why": "full {0} %s",
        "text": "No.",
        "said": 64,
        "own": 2,
    },
}


def made() -> Iterator[tuple[str, list[str]]]:
    """(reason, names of its values) of every trouble that the collector makes, from its sources.

    A reason or values in variables are looked up in the function around them.
    """
    for path in sorted({*COLLECTOR.glob("*.py")} - {Path(reasons.__file__)}):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            dicts = {}
            for node in ast.walk(function):
                if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
                    dicts[getattr(node.targets[0], "id", "")] = node.value
                if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "Trouble":
                    continue
                given = [node.args[0]]
                if isinstance(node.args[0], ast.Name):
                    rows = [each for each in ast.walk(function) if isinstance(each, ast.Tuple)]
                    given = [row.elts[2] for row in rows if len(row.elts) == 3]
                args = node.args[1] if len(node.args) > 1 else ast.Dict(keys=[], values=[])
                if isinstance(args, ast.Name):
                    args = dicts[args.id]
                assert isinstance(args, ast.Dict)
                names = [key.value for key in args.keys if isinstance(key, ast.Constant)]
                for reason in given:
                    if isinstance(reason, ast.Constant):
                        yield reason.value, names


def fields(reason: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(TROUBLES[reason]) if name}


def test_the_list_is_what_the_collector_makes_with_the_values_of_each() -> None:
    values: dict[str, set[str]] = {}
    for reason, names in made():
        assert values.setdefault(reason, set(names)) == set(names), reason
    assert {*values, "said_elsewhere"} == set(TROUBLES)  # `read_trouble` makes that one
    for reason, names in values.items():
        assert fields(reason) <= names, reason


def marked(context: str, text: str) -> str:
    """A language in which every text is the English one between marks."""
    assert context
    return f"‹{text}›"


@pytest.mark.parametrize("reason", TROUBLES)
def test_a_trouble_is_translated_with_all_its_values(reason: str) -> None:
    names = fields(reason)
    words = spoken_trouble(Trouble(reason, {name: VALUES[name] for name in names}, 7).named(), marked)
    assert "‹" in words
    assert "7" in words
    for name in names:
        value = VALUES[name]
        for part in value if isinstance(value, list) else [value]:
            assert str(part) in words
    assert not re.search(r"\{\w+\}", words.replace("{0}", ""))


def test_what_the_rules_refused_is_said_in_the_readers_language() -> None:
    refusal = {"reason": "no_match", "facts": {"kind": "board"}}
    why = refusals.sentence("no_match", refusal["facts"])
    left_out = Trouble("event_left_out", {"seq": 7, "kind": "board", "why": why, "refusal": refusal})
    assert why in str(left_out)
    translated = refusals.sentence("no_match", refusal["facts"], marked)
    assert translated in spoken_trouble(left_out.named(), marked)


def test_once_is_not_counted() -> None:
    assert str(Trouble("said_elsewhere", {"text": "No key."})) == "No key."
    assert "2" in str(Trouble("said_elsewhere", {"text": "No key."}, 2))


def test_a_column_holds_a_trouble_also_one_of_a_later_version() -> None:
    trouble = Trouble("two_devices", {"table": 3, "where": ["COM4", "tcp"]}, 2)
    assert read_trouble(trouble.written()) == trouble
    later = '{"reason":"ceiling_fell","args":{},"count":1}'
    for text in ("[1]", "7", later):
        assert str(read_trouble(text)) == text


def test_a_reason_that_is_not_known_is_an_error() -> None:
    with pytest.raises(KeyError):
        str(Trouble("ceiling_fell"))
