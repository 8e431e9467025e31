"""docs/maintainer/laws.md: every reading (a D-number) that is cited anywhere is in its table, once."""

import re
from pathlib import Path

from tests.documented.extraction import ROOT

PAGE = ROOT / "docs" / "maintainer" / "laws.md"
TEXT = PAGE.read_text(encoding="utf-8")

_CITED = re.compile(r"(?<![\w-])D(\d{1,3})\b")
_READING = re.compile(r"^\| D(\d+) \|", re.MULTILINE)

#: Files in which D and a number is a pin, a bit or a light, too.
PINS = {
    "firmware/boardside/drivers/max7219.py",
    "host_tools/simulator/chips/max7219.py",
    "tests/panel/test_key_colours.py",
    "tests/portable/table/test_table_segments.py",
}


def readings() -> list[int]:
    """The number of each reading, in the order of the page."""
    return [int(number) for number in _READING.findall(TEXT)]


def cited(text: str) -> set[int]:
    """The D-numbers that a text names."""
    return {int(number) for number in _CITED.findall(text)}


def citing_files() -> list[Path]:
    """Code, tests and pages, without those in which D and a number are something else as well."""
    code = [path for folder in ("firmware", "host_tools") for path in (ROOT / folder).rglob("*.py")]
    tests = [path for path in (ROOT / "tests").rglob("*.py") if "hardware" not in path.parts]
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return sorted(path for path in (*code, *tests, *pages) if path.relative_to(ROOT).as_posix() not in PINS)


def test_readings_are_in_order_and_no_number_stands_twice() -> None:
    assert readings() == sorted(set(readings()))


def test_every_reading_that_is_cited_is_on_the_page() -> None:
    known = set(readings())
    missing = {path.name: cited(path.read_text(encoding="utf-8")) - known for path in citing_files()}
    assert {name: numbers for name, numbers in missing.items() if numbers} == {}


def test_a_citation_is_found() -> None:
    assert cited("# the winner's (D21, D7); D20: a board. D1234, xD5, G-D3, VD-9") == {21, 7, 20}
