"""The pages of Laws: every Law of the ICF and every cited reading is there, and what tables name exists."""

import importlib
import re
from pathlib import Path

import pytest

from tests.documented.extraction import ROOT

DOCS = ROOT / "docs" / "maintainer"
LAWS = 151
#: Each page, and below which part of the firmware its code is.
PAGES = {"laws.md": "", "crokinole.md": "game.crokinole."}

_ROW = re.compile(r"^\|.*\| `([\w.]+)` \| `(\w+)\.(test_\w+)` \|$", re.MULTILINE)
_LAW = re.compile(r"^\| (\d[^|]*) \|", re.MULTILINE)
_RANGE = re.compile(r"(\d+)[a-i]?(?:-(\d+)[a-i]?)?")


def exists(name: str) -> bool:
    """Whether `game.board.value` is something below boardside."""
    words = f"boardside.{name}".split(".")
    for end in range(len(words), 0, -1):
        try:
            value: object = importlib.import_module(".".join(words[:end]))
        except ModuleNotFoundError:
            continue
        for word in words[end:]:
            if not hasattr(value, word):
                return False
            value = getattr(value, word)
        return True
    return False


def portable_tests() -> dict[str, str]:
    """The text of each portable test file."""
    folder = ROOT / "tests" / "portable"
    return {path.stem: path.read_text(encoding="utf-8") for path in folder.rglob("test_*.py")}


@pytest.mark.parametrize("page", PAGES)
def test_the_code_and_the_tests_that_a_table_names_exist(page: str) -> None:
    rows = _ROW.findall((DOCS / page).read_text(encoding="utf-8"))
    assert rows
    files = portable_tests()
    missing = {f"{code} {file}.{test}" for code, file, test in rows if not exists(PAGES[page] + code)}
    missing |= {f"{file}.{test}" for _, file, test in rows if f"\ndef {test}(" not in files.get(file, "")}
    assert missing == set()


def test_every_law_is_named() -> None:
    named = set()
    for cell in _LAW.findall((DOCS / "laws.md").read_text(encoding="utf-8")):
        for first, last in _RANGE.findall(cell):
            named |= set(range(int(first), int(last or first) + 1))
    assert set(range(1, LAWS + 1)) - named == set()


def test_code_that_is_gone_is_noticed() -> None:
    assert exists("game.state.State.breaker")
    assert not exists("game.state.State.gone")
    assert not exists("game.gone.value")


PAGE = ROOT / "docs" / "maintainer" / "laws.md"
TEXT = PAGE.read_text(encoding="utf-8")

_CITED = re.compile(r"(?<![\w-])D(\d{1,3})\b")
_READING = re.compile(r"^\| D(\d+) \|", re.MULTILINE)

#: Files in which D and a number is a pin, a bit or a light, too.
PINS = {
    "firmware/boardside/drivers/max7219.py",
    "host_tools/simulator/chips/digit_chips.py",
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
