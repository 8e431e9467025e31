"""Every refusal of the rules as a sentence: none without words, none of a reason that there is not."""

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from boardside.game.errors import CODES, GameError
from host_tools.collector import reasons
from host_tools.collector.reasons import TROUBLES, Trouble, read_trouble, spoken_trouble
from host_tools.laws import refusals
from host_tools.laws.refusals import ANSWERS, STORAGE
from tests.raised import BOARDSIDE, LINK, PARTS, UPDATE, raised
from tests.raised import reasons as raised_reasons

FIRMWARE = PARTS + UPDATE + LINK

ROOT = Path(__file__).resolve().parents[2]


def holes(text: str) -> set[str]:
    """The facts that a sentence speaks of."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_sources_were_read() -> None:
    assert len(raised()) > 80
    assert len(raised(UPDATE)) > 10
    for place in raised(FIRMWARE):
        assert place.reasons, f"{place.where}: its reason is not to be seen"
        assert "**" not in place.facts, f"{place.where}: its facts are not to be seen"


def test_every_reason_has_a_sentence_and_every_sentence_a_reason() -> None:
    assert set(refusals.SENTENCES) == raised_reasons()
    assert set(refusals.UPDATE) == raised_reasons(UPDATE)
    assert not set(refusals.SENTENCES) & set(refusals.UPDATE)


def test_every_answer_to_an_order_has_a_sentence() -> None:
    tree = ast.parse((BOARDSIDE / "table" / "core" / "commands.py").read_text(encoding="utf-8"))
    answers = (node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value)
    texts = {node.value for answer in answers for node in ast.walk(answer) if isinstance(node, ast.Constant)}
    own = {text for text in texts if isinstance(text, str) and ("_" in text or text == "done")}
    assert own == set(ANSWERS)


def test_every_reason_of_the_journal_not_to_store_has_words() -> None:
    record = BOARDSIDE / "table" / "core" / "record.py"
    sources = [*(BOARDSIDE / "journal").rglob("*.py"), record]
    errors = "".join(path.read_text(encoding="utf-8") for path in sources)
    codes = set(re.findall(r'(?:JournalError|NotStored)\(\s*"(\w+)"', errors))
    assert codes == set(STORAGE)
    for code, words in STORAGE.items():
        assert refusals.sentence("not_stored", {"storage": code}).endswith(words)
    assert refusals.sentence("not_stored", {"storage": "worn"}).endswith(": worn")


def test_each_place_gives_the_facts_that_its_sentences_speak_of() -> None:
    for place in raised(FIRMWARE):
        for reason in place.reasons:
            missing = holes(refusals.ALL[reason]) - place.facts
            assert not missing, f"{place.where}: {reason} without {missing}"


def test_a_reason_is_a_name_and_no_sentence() -> None:
    for reason in raised_reasons(FIRMWARE):
        assert re.fullmatch(r"[a-z]+(_[a-z0-9]+)*", reason), reason


def test_each_place_has_one_of_the_codes() -> None:
    others = {"game": (), "table": ("busy", "panel_only"), "link": ("too_long",)}
    for place in raised(FIRMWARE):
        of_part = others.get(place.where.split("/")[0], ("busy", "storage", "forged"))
        assert place.codes <= {*CODES, *of_part}, place.where


def test_a_sentence_names_field_value_and_what_is_allowed() -> None:
    facts: dict[str, Any] = {"field": "law", "value": "52", "allowed": ("51", "91", "121b")}
    for fact in ("law", '"52"', "51", "91", "121b"):
        assert fact in refusals.sentence("not_a_choice", facts)
    assert refusals.of_error(GameError("impossible", "not_a_choice", **facts)) == refusals.sentence(
        "not_a_choice", facts
    )
    assert "null" in refusals.sentence("not_true_or_false", {"field": "has", "value": None})
    assert '{"a"' in refusals.sentence("not_by_side", {"field": "total", "value": [1]})


def test_long_values_are_shortened() -> None:
    facts = {"field": "left", "value": "x" * 500, "low": 0, "high": 9}
    assert len(refusals.sentence("out_of_range", facts)) < 80


def test_what_this_version_does_not_know_is_shown_as_reason_and_facts() -> None:
    assert refusals.sentence("board_on_fire", {"side": "a"}) == "board_on_fire side=a"
    assert refusals.sentence("out_of_range", {"value": 5}) == "out_of_range value=5"
    assert refusals.of_answer(None, "Not so", "board_on_fire", {"side": "a"}) == "Not so"
    assert refusals.of_answer(None, "Not so", "out_of_range", {}) == "Not so"


def test_another_language_is_put_in_before_the_facts_are() -> None:
    facts = {"field": "side", "value": "c", "allowed": ["a", "b"]}

    def backwards(context: str, text: str) -> str:
        assert context == refusals.CONTEXT
        return "{last} oder {names}" if text == refusals.OR else "{allowed} muss {value}: {field}"

    assert refusals.sentence("not_a_choice", facts, backwards) == 'b oder a muss "c": side'


def test_the_page_names_every_reason() -> None:
    page = (ROOT / "docs" / "scripts" / "refusals.md").read_text(encoding="utf-8")
    assert {reason for reason in refusals.ALL if f"`{reason}`" not in page} == set()


# What the collector says of a table: codes with values, and their words in the reader's language.

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
