"""docs/maintainer/laws.md: every Law of the ICF is in one of its tables, once; what the page names exists."""

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "maintainer"
PAGE = (DOCS / "laws.md").read_text(encoding="utf-8")
LAST = 151
# The Laws with letters, and their last one.
LETTERED = {
    **dict.fromkeys((2, 16, 21, 26, 30, 37, 38, 41, 49, 52, 56, 63, 64, 66, 69, 70, 77, 78, 79, 82), "b"),
    **dict.fromkeys((84, 87, 88, 89, *range(97, 113), 118, 121, 125, 126, 127, 130, 136), "b"),
    **dict.fromkeys((39, 65, 95), "d"),
    **dict.fromkeys((45, 53, 60, 72, 124, 151), "c"),
    **{122: "e", 143: "i"},
}
APPLIED, LEFT = "Applied by the software", "Left to the umpire"


def rows(heading: str, head: str = "| Law |") -> list[list[str]]:
    """The cells of the table that begins with `head` under a heading."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = section[section.index(head) :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table[2:]]


def clauses(number: int, first: str = "", last: str = "") -> list[str]:
    """`143a`, `143b` ... of a Law: from one letter to another, or all; the bare number where it has none."""
    end = LETTERED.get(number)
    if end is None:
        assert not first, f"{number}{first}: Law {number} has no letters"
        return [str(number)]
    first, last = first or "a", last or first or end
    assert "a" <= first <= last <= end, f"{number}: {first} to {last}, but the Law has a to {end}"
    return [f"{number}{chr(letter)}" for letter in range(ord(first), ord(last) + 1)]


def laws_of(cell: str) -> list[str]:
    """`27, 29-31, 143a-143c` as single clauses."""
    laws = []
    for part in cell.split(", "):
        match = re.fullmatch(r"(\d+)([a-i]?)(?:-(\d+)([a-i]?))?", part)
        assert match, f"{part}: not a Law or a range"
        number, letter, until, until_letter = match.groups()
        if until is None:
            laws += clauses(int(number), letter, letter)
        elif letter:
            assert number == until, f"{part}: a range of letters is of one Law"
            laws += clauses(int(number), letter, until_letter)
        else:
            assert not until_letter, part
            assert int(number) < int(until), part
            for law in range(int(number), int(until) + 1):
                laws += clauses(law)
    return laws


@pytest.mark.parametrize("heading", [APPLIED, LEFT])
def test_each_table_is_in_order(heading: str) -> None:
    firsts = [laws_of(row[0])[0] for row in rows(heading)]
    keys = [(int(re.match(r"\d+", law).group()), law) for law in firsts]  # type: ignore[union-attr]
    assert keys == sorted(keys)


def test_every_law_stands_in_one_table_once() -> None:
    laws = [law for heading in (APPLIED, LEFT) for row in rows(heading) for law in laws_of(row[0])]
    every = [law for number in range(1, LAST + 1) for law in clauses(number)]
    assert sorted({law for law in laws if laws.count(law) > 1}) == []
    assert sorted(set(every) - set(laws)) == []
    assert sorted(set(laws) - set(every)) == []


def test_every_row_says_something() -> None:
    assert len(rows(APPLIED)) > 100
    assert all(all(row) and len(row) == 4 for row in rows(APPLIED))
    assert all(all(row) and len(row) == 3 for row in rows(LEFT))


def resolve(name: str) -> object:
    """The object that `game.strokes.turns.foul` names below boardside."""
    words = name.split(".")
    for end in range(len(words), 0, -1):
        try:
            named: object = importlib.import_module(".".join(["boardside", *words[:end]]))
        except ModuleNotFoundError:
            continue
        for word in words[end:]:
            named = getattr(named, word)
        return named
    raise AssertionError(name)


@pytest.mark.parametrize("row", rows(APPLIED), ids=lambda row: row[0])
def test_the_code_and_the_test_of_a_law_exist(row: list[str]) -> None:
    resolve(row[2].strip("`"))
    file, function = row[3].strip("`").split(".")
    (path,) = (ROOT / "tests" / "portable").rglob(f"{file}.py")
    assert re.search(rf"^def {function}\(", path.read_text(encoding="utf-8"), re.MULTILINE), row[3]


def test_a_law_applied_elsewhere_is_applied_here() -> None:
    """No page tells of a Law with its code that is left to the umpire here."""
    left = {law for row in rows(LEFT) for law in laws_of(row[0])}
    for page in ("rules.md", "strokes.md"):
        text = (DOCS / page).read_text(encoding="utf-8")
        section = text.split("\n## Laws applied\n")[1].split("\n## ")[0]
        assert LEFT not in text, page
        for cell in re.findall(r"^\| (\d[^|]*) \| .*`test_", section, re.MULTILINE):
            for part in re.sub(r" i+\b", "", cell).split(", "):
                both = set(laws_of(part)) & left
                assert not both or set(laws_of(part)) - left, f"{page}: {part}"
