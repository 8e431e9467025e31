"""Every refusal of the rules as a sentence: none without words, none of a reason that there is not."""

import ast
import re
import string
from pathlib import Path
from typing import Any

from boardside.game.errors import CODES, GameError
from host_tools.laws import refusals
from host_tools.laws.refusals import ANSWERS, STORAGE
from tests.raised import BOARDSIDE, LINK, PARTS, UPDATE, raised, reasons

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
    assert set(refusals.SENTENCES) == reasons()
    assert set(refusals.UPDATE) == reasons(UPDATE)
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
    for reason in reasons(FIRMWARE):
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
