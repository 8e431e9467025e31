"""Every refusal of the rules as a sentence: none without words, none of a reason that there is not."""

import ast
import re
import string
from pathlib import Path

import pytest

from boardside.game.errors import CODES, GameError
from host_tools.web import i18n
from host_tools.words import refusals
from host_tools.words.refusals_orders import ANSWERS, STORAGE
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


def test_a_reason_of_crokinole_alone_stands_with_crokinole() -> None:
    assert len(refusals.CARROM) + len(refusals.CROKINOLE) + len(refusals.ORDERS) == len(refusals.SENTENCES)
    shared = {reason for place in raised() if "crokinole" not in place.where for reason in place.reasons}
    assert not shared & set(refusals.CROKINOLE)


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


@pytest.mark.parametrize(
    ("reason", "facts", "words"),
    [
        ("out_of_range", {"field": "left", "value": 10, "low": 0, "high": 9}, "left: 10 must be 0 to 9"),
        (
            "not_a_choice",
            {"field": "law", "value": "52", "allowed": ("51", "91", "121b")},
            'law: "52" must be 51, 91 or 121b',
        ),
        ("not_true_or_false", {"field": "has", "value": None}, "has: null must be true or false"),
        ("several_protests_open", {"open": [1, 3]}, "protest: several are open; say which of 1 or 3"),
        (
            "not_by_side",
            {"field": "total", "value": [1]},
            'total: [1] must be an object with both sides, {"a": .., "b": ..}',
        ),
    ],
)
def test_a_sentence_names_field_value_and_what_is_allowed(
    reason: str, facts: dict[str, object], words: str
) -> None:
    assert refusals.sentence(reason, facts) == words
    assert refusals.of_error(GameError("impossible", reason, **facts)) == words  # type: ignore[arg-type]


def test_long_values_are_shortened() -> None:
    facts = {"field": "left", "value": "x" * 500, "low": 0, "high": 9}
    assert len(refusals.sentence("out_of_range", facts)) < 80


def test_what_this_version_does_not_know_is_shown_as_reason_and_facts() -> None:
    assert refusals.sentence("board_on_fire", {"side": "a"}) == "board_on_fire side=a"
    assert refusals.sentence("out_of_range", {"value": 5}) == "out_of_range value=5"
    assert refusals.of_answer("Not so", "board_on_fire", {"side": "a"}) == "Not so"
    assert refusals.of_answer("Not so", "out_of_range", {}) == "Not so"


@pytest.mark.parametrize("code", [code for code in i18n.CODES if code not in ("en", *i18n.LEFT_IN_ENGLISH)])
def test_every_refusal_is_said_in_every_language(code: str) -> None:
    """With all its facts, and never in English: a text that is the same in both was not translated."""
    with i18n.speaking(i18n.language(code)):
        for reason, text in refusals.SENTENCES.items():
            facts = {name: f"<{name}>" for name in holes(text)}
            words = refusals.sentence(reason, facts, i18n.translated)
            assert words != refusals.sentence(reason, facts), reason
            for name, value in facts.items():
                assert value in words, (reason, name, words)
        assert refusals.choices("ab", i18n.translated) != "a or b"


def test_another_language_is_put_in_before_the_facts_are() -> None:
    texts = {
        "{field}: {value} must be {allowed}": "{field}: {value} muss {allowed} sein",
        refusals.OR: "{names} oder {last}",
    }
    facts = {"field": "side", "value": "c", "allowed": ["a", "b"]}

    def german(context: str, text: str) -> str:
        assert context == refusals.CONTEXT
        return texts[text]

    assert refusals.sentence("not_a_choice", facts, german) == 'side: "c" muss a oder b sein'


def test_the_page_lists_every_reason_with_its_codes_facts_and_sentence() -> None:
    rows = {cells[0].strip("`"): cells[1:] for cells in listed()}
    assert set(rows) == set(refusals.ALL) == reasons(FIRMWARE) | set(ANSWERS)
    for reason, (codes, facts, text) in rows.items():
        places = [place for place in raised(FIRMWARE) if reason in place.reasons]
        if reason not in ANSWERS:
            assert set(named(codes)) == frozenset().union(*(place.codes for place in places)), reason
        assert set(named(facts)) == holes(refusals.ALL[reason]), reason
        assert text == refusals.ALL[reason].replace("{{", "{").replace("}}", "}"), reason


def listed() -> list[list[str]]:
    """The rows of the page's lists."""
    page = (ROOT / "docs" / "scripts" / "refusals.md").read_text(encoding="utf-8")
    lists = page[page.index("## Carrom") :]
    return [line[2:-2].split(" | ") for line in lists.splitlines() if line.startswith("| `")]


def named(cell: str) -> list[str]:
    """The names of a cell."""
    return [name.strip("` ") for name in cell.split(",") if name.strip()]
