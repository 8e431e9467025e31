"""tests/README.md is the map of this folder: everything in it is there, with the marks that it has."""

import re
from pathlib import Path

import pytest

from tests import area
from tests.documented.extraction import ROOT

TESTS = ROOT / "tests"
TEXT = (TESTS / "README.md").read_text(encoding="utf-8")
#: Marks that a folder's row names; `drawn` and `sampled` are put on by conftest.py.
MARKS = ("slow", "browser", "kicad", "long")


def rows(heading: str) -> dict[str, list[str]]:
    """The first table under a heading, by the name in its first cell."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    cells = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in section.splitlines()
        if line[:1] == "|"
    ]
    return {row[0].strip("`"): row[1:] for row in cells[2:]}


def folders_of(folder: Path) -> list[str]:
    """The folders with Python files right below a folder."""
    return sorted(
        {path.parent.name for path in folder.glob("*/*.py")}
        | {path.parts[len(folder.parts)] for path in folder.glob("*/*/*.py")}
    )


def marks_of(folder: Path) -> list[str]:
    """The marks that the files of a folder put on tests."""
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    return [mark for mark in MARKS if re.search(rf"\bmark\.{mark}\b", text)]


def test_every_folder_is_on_the_map_in_order() -> None:
    assert list(rows("Folders")) == folders_of(TESTS)
    assert list(rows("tests/portable")) == folders_of(TESTS / "portable")


def test_every_row_says_what_is_held() -> None:
    for heading in ("Folders", "tests/portable"):
        assert all(row[0] for row in rows(heading).values()), heading


@pytest.mark.parametrize("name", folders_of(TESTS))
def test_the_marks_of_a_folder_are_told(name: str) -> None:
    marks = rows("Folders")[name][1]
    assert [mark.strip() for mark in marks.split(",") if mark.strip()] == (
        [] if name == "portable" else marks_of(TESTS / name)
    )


def test_every_area_is_a_folder_of_the_map() -> None:
    assert set(area.areas()) <= {*rows("Folders"), *rows("tests/portable")}
    assert {"game", "web", "menu"} <= set(area.areas())


def test_an_area_runs_on_both_interpreters() -> None:
    names = area.tests_of("game")
    assert names[:2] == ["tests/game", "tests/portable/game"]
    assert all(name.startswith("tests/test_portable.py::") and "[game" in name for name in names[2:])
    assert len(names) > 2
    assert area.tests_of("web") == ["tests/web"]


def test_an_unknown_area_names_those_that_exist(capsys: pytest.CaptureFixture[str]) -> None:
    assert area.main(["gane"]) == 2
    said = capsys.readouterr().err
    assert "no area of tests 'gane'" in said
    assert ", game, " in said
