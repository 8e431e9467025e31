"""tests/README.md is the map of this folder: every folder is there, in order."""

from pathlib import Path

import pytest

from tests import area
from tests.documented.extraction import ROOT

TESTS = ROOT / "tests"
TEXT = (TESTS / "README.md").read_text(encoding="utf-8")


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


def test_every_folder_is_on_the_map_in_order() -> None:
    assert list(rows("Folders")) == folders_of(TESTS)
    assert list(rows("tests/portable")) == folders_of(TESTS / "portable")


def test_every_row_says_what_is_held() -> None:
    for heading in ("Folders", "tests/portable"):
        assert all(row[0] for row in rows(heading).values()), heading


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
    message = capsys.readouterr().err
    assert "no area of tests 'gane'" in message
    assert ", game, " in message
