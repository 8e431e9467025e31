"""What an e-paper page reads of the screen is what it watches: what is left out would be shown late."""

import re
from pathlib import Path

from paper_kit import ROOT

from boardside.faces.paper.reading import WATCHED
from boardside.table.show.screens import Screen

PAPER: Path = ROOT / "firmware" / "boardside" / "faces" / "paper"
APART = {"battery", "clock_name", "clock_s", "clock_state", "expired", "paused"}
"""Looked at by Watch itself: a clock's seconds are not shown."""


def read_by_pages() -> set[str]:
    paths = [*PAPER.glob("page*.py"), PAPER / "reading.py"]
    text = "".join(path.read_text(encoding="utf-8") for path in paths)
    return set(re.findall(r"screen\.(\w+)", text))


def test_every_field_that_a_page_reads_is_watched() -> None:
    assert read_by_pages() == set(WATCHED) | APART


def test_every_watched_field_is_one_of_a_screen() -> None:
    fields = set(vars(Screen(1)))
    assert set(WATCHED) | APART <= fields
