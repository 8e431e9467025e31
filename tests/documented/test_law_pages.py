"""The pages of Laws: every Law of the ICF is named, and the code and tests that the tables name exist."""

import importlib
import re

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
