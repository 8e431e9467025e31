"""The way of one press, from the key that the panel's driver reports to the picture of eight digits.

docs/maintainer/architecture.md tells it step by step; here it is followed on CPython. `game` counts as one
step: which of its modules rule depends on what happened on the board.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from portable import add
from table_kit import LETTERS, Umpire

from boardside.table.show.segments import render

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware" / "boardside"
TABLE = FIRMWARE / "table" / "table.py"
MOST_MODULES = 15
ENTRIES = ["press", "screen"]
"""What is called of table.py from outside, once each."""


class Way:
    """Follows `go()`: the modules in which a function ran, and what was called in table.py from outside."""

    def __init__(self, go: Callable[[], None]) -> None:
        self.modules: list[str] = []
        self.entries: list[str] = []
        sys.setprofile(self._see)
        try:
            go()
        finally:
            sys.setprofile(None)

    def _see(self, frame: FrameType, event: str, _argument: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event != "call" or not path.is_relative_to(FIRMWARE):
            return
        relative = path.relative_to(FIRMWARE)
        module = "game" if relative.parts[0] == "game" else str(relative)
        if module not in self.modules:
            self.modules.append(module)
        caller = frame.f_back
        if path == TABLE and caller is not None and Path(caller.f_code.co_filename) != TABLE:
            self.entries.append(frame.f_code.co_name)


def way_of(key: str, before: str) -> Way:
    """The way of `key` at a table with eight digits, after the keys `before`. All is loaded already."""
    for _ in range(2):
        umpire = Umpire(strokes=1)
        umpire.table.shows_lines = False
        umpire.assign()
        umpire.press(before)
        umpire.now = add(umpire.now, 50)
        table, now, digits = umpire.table, umpire.now, bytearray(8)
        render(table.screen(now), digits)  # as it was before the press

        def go(table: Any = table, now: int = now, digits: bytearray = digits) -> None:
            table.press(LETTERS[key], False, now)
            render(table.screen(now), digits)

        way = Way(go)
    return way


@pytest.mark.parametrize(
    ("key", "before"),
    [
        pytest.param("W", "CC", id="a piece of the stroke that is being made"),
        pytest.param("C", "CC" + "W", id="CLOCK enters the stroke"),
        pytest.param("U", "CC" + "WC", id="UNDO takes it back"),
        pytest.param("C", "C", id="CLOCK stops the count"),
        pytest.param("P", "C", id="PAUSE"),
        pytest.param("O", "CC", id="OK opens the result"),
        pytest.param("O", "CC" + "O" + "BBBQ", id="OK shows what it comes to"),
        pytest.param("O", "CC" + "O" + "BBBQ" + "O", id="OK enters the board"),
        pytest.param("F", "", id="a key that is refused"),
    ],
)
def test_a_press_goes_through_few_modules_and_twice_through_the_table(key: str, before: str) -> None:
    way = way_of(key, before)
    assert way.entries == ENTRIES
    assert len(way.modules) <= MOST_MODULES, way.modules
    assert way.modules[0] == "table/table.py"
    assert way.modules[-1] == "table/show/segments.py"
