"""docs/maintainer/decisions.md: every D-number that is cited anywhere is decided there, once."""

import re
from collections import Counter
from pathlib import Path

from tests.documented.extraction import ROOT

PAGE = ROOT / "docs" / "maintainer" / "decisions.md"
TEXT = PAGE.read_text(encoding="utf-8")
GAME = ROOT / "firmware" / "boardside" / "game"

_CITED = re.compile(r"(?<![\w-])D(\d{1,3})\b")
_DECISION = re.compile(
    r"^### D(\d+)\n\n\*\*(.+?)\.\*\* .+\n\*(.+)\* · \[(.+)\]\(\.\./\.\./(.+)\)$", re.MULTILINE
)
_HEADING = re.compile(r"^### (.+)$", re.MULTILINE)
_AREA = re.compile(r"^\| ([a-z ]+) \| .+ \|$", re.MULTILINE)

#: The highest number of the rule documents' own decisions; those of this software begin at 20.
OF_RULE_DOCUMENTS = 12
#: Files in which D and a number is a pin, a bit or a light, too.
PINS = {
    "firmware/boardside/drivers/max7219.py",
    "host_tools/simulator/chips/max7219.py",
    "tests/panel/test_key_colours.py",
    "tests/portable/table/test_table_segments.py",
}


def decided() -> list[tuple[int, str, str, str]]:
    """Number, title, area and file of each decision, in the order of the page."""
    rows = _DECISION.findall(TEXT)
    assert all(shown == file for _, _, _, shown, file in rows)
    return [(int(number), title, area, file) for number, title, area, shown, file in rows]


def cited(text: str) -> set[int]:
    """The D-numbers that a text names."""
    return {int(number) for number in _CITED.findall(text)}


def citing_files() -> list[Path]:
    """Code, tests and pages, without those in which D and a number are something else as well."""
    code = [path for folder in ("firmware", "host_tools") for path in (ROOT / folder).rglob("*.py")]
    tests = [path for path in (ROOT / "tests").rglob("*.py") if "hardware" not in path.parts]
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(path for path in (*code, *tests, *pages) if path.relative_to(ROOT).as_posix() not in PINS)


def test_every_heading_is_a_decision_with_title_text_area_and_code() -> None:
    assert _HEADING.findall(TEXT) == [f"D{number}" for number, *_ in decided()]


def test_the_decisions_are_in_order_and_no_number_is_twice() -> None:
    numbers = [number for number, *_ in decided()]
    assert numbers[:OF_RULE_DOCUMENTS] == list(range(1, OF_RULE_DOCUMENTS + 1))
    assert [number for number, times in Counter(numbers).items() if times > 1] == []
    assert numbers == sorted(numbers)


def test_no_two_decisions_have_one_title() -> None:
    assert [title for title, times in Counter(title for _, title, *_ in decided()).items() if times > 1] == []


def test_every_area_is_explained_and_used() -> None:
    assert {area for _, _, area, _ in decided()} == set(_AREA.findall(TEXT)) - {"area"}


def test_the_code_of_a_decision_exists() -> None:
    assert [(number, file) for number, _, _, file in decided() if not (ROOT / file).is_file()] == []


def test_every_decision_that_is_cited_is_on_the_page() -> None:
    known = {number for number, *_ in decided()}
    missing = {path.name: cited(path.read_text(encoding="utf-8")) - known for path in citing_files()}
    assert {name: numbers for name, numbers in missing.items() if numbers} == {}


def test_a_citation_is_found() -> None:
    assert cited("# the winner's (D335, D7); D20: a board. D1234, xD5, G-D3, VD-9") == {335, 7, 20}


def test_every_decision_about_the_rules_of_carrom_is_cited_where_it_is_applied() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(GAME.rglob("*.py")))
    rules = {number for number, _, area, _ in decided() if area == "rules" and number > OF_RULE_DOCUMENTS}
    assert rules - cited(source) == set()


def test_only_this_page_decides() -> None:
    """A guide links to a decision; it has no list of them."""
    others = [path for path in (ROOT / "docs").rglob("*.md") if path != PAGE]
    listed = [path.name for path in others if re.search(r"^(- )?\*\*D\d+\b", path.read_text("utf-8"), re.M)]
    assert listed == []
