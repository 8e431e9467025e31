"""The pages of the e-papers: every mark is drawn, nothing beside it, the right way round, and the same on
MicroPython.
"""

import hashlib
import os
import subprocess
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from paper_kit import LAYOUTS, ROOT, STATES, page, paper_page

from boardside.faces.paper.sheet import (
    COUNT,
    FILL,
    FRAME,
    HEADING,
    HEADING_COUNT,
    NAMES,
    NUMBER,
    SIZE,
    TEXT,
    Sheet,
)
from boardside.faces.paper.sheet import MARKS as MOST
from host_tools.device import glyphs

MICROPYTHON = Path(sysconfig.get_path("scripts")) / "micropython"
KB = 1024
WRITTEN = (TEXT, HEADING, COUNT, HEADING_COUNT, NAMES)
WITH_INK = (TEXT, HEADING, COUNT, HEADING_COUNT, NUMBER)
Rows = list[str]

#: `F7`, a frame and a filled box, none of which looks the same from another side.
PICTURE = """
..........................############
..........................############
..........................##........##
..........................##........##
########..########........##........##
########..########........##........##
##.............##.........##........##
##.............##.........##........##
##.............##.........############
#######.......##..........############
#######.......##......................
##...........##.......................
##...........##.......................
##...........##..............#######..
##..........##...............#######..
##..........##...............#######..
"""


def rows_of(pixels: bytes, width: int) -> Rows:
    """Rows of `#` for black and `.` for white."""
    bits = "".join(f"{byte:08b}" for byte in pixels).translate({ord("0"): "#", ord("1"): "."})
    return [bits[at : at + width] for at in range(0, len(bits), width)]


def marks_of(sheet: Sheet) -> Iterator[tuple[int, int, int, int, int]]:
    """Kind, x, y, width and height of each mark, without its ink."""
    for marks in sheet.marks:
        for at in range(0, MOST * SIZE, SIZE):
            if marks[at]:
                yield (marks[at] & 0xFF, *marks[at + 1 : at + 5])  # type: ignore[misc]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("size", LAYOUTS)
def test_every_mark_is_drawn_and_nothing_beside_the_marks(size: str, state: str) -> None:
    layout, upright = LAYOUTS[size]
    umpire = STATES[state]()
    screen = umpire.table.screen(umpire.now)
    beside = [list(row) for row in rows_of(paper_page.page(layout, screen, upright), layout.WIDTH)]
    rows = ["".join(row) for row in beside]
    for kind, x, y, width, height in marks_of(paper_page.laid(layout, screen)):
        assert x + width <= layout.WIDTH
        box = [row[x : x + width] for row in rows[y : y + height]]
        assert kind not in WITH_INK or len(set("".join(box))) == 2, (kind, x, y)
        for row in beside[y : y + height]:
            row[x : x + width] = "." * width
    assert {pixel for row in beside for pixel in row} == {"."}


def inks(layout: ModuleType, screen: Any, upright: bool) -> Iterator[set[tuple[int, int]]]:
    """The pixels of each text of a page, drawn alone."""
    sheet = paper_page.laid(layout, screen)
    texts = [
        (part, mark) for part, marks in enumerate(sheet.marks) for mark in range(MOST) if marks[mark * SIZE]
    ]
    for part, mark in texts:
        marks = sheet.marks[part][mark * SIZE : (mark + 1) * SIZE]
        if marks[0] & 0xFF not in WRITTEN:
            continue
        alone = Sheet(len(layout.PARTS))
        alone.marks[0][:SIZE] = marks
        alone.marks[0][0] &= 0xFF
        alone.texts[0][0] = sheet.texts[part][mark]
        packed = b"".join(bytes(view) for view in paper_page.drawn(layout, alone, upright).views)
        pixels = paper_page.laid_down(packed, layout.WIDTH) if upright else packed
        rows = rows_of(pixels, layout.WIDTH)
        yield {(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#"}


@pytest.mark.parametrize("state", STATES)
def test_no_text_touches_another(state: str) -> None:
    layout, upright = LAYOUTS["42"]
    umpire = STATES[state]()
    near: set[tuple[int, int]] = set()
    for ink in inks(layout, umpire.table.screen(umpire.now), upright):
        assert not near & ink
        near |= {(x + right, y + down) for x, y in ink for right in (-1, 0, 1) for down in (-1, 0, 1)}


@pytest.mark.parametrize(("layout", "upright"), LAYOUTS.values(), ids=list(LAYOUTS))
def test_what_is_drawn_is_neither_turned_nor_mirrored(layout: ModuleType, upright: bool) -> None:
    sheet = Sheet(len(layout.PARTS))
    sheet.begin(0)
    sheet.at(10, 24).text("F7", 40)
    sheet.at(36, 20).add(FRAME, 12, 10, 2)
    sheet.at(39, 33).add(FILL, 7, 3)
    drawn = b"".join(bytes(view) for view in paper_page.drawn(layout, sheet, upright).views)
    rows = rows_of(paper_page.laid_down(drawn, layout.WIDTH) if upright else drawn, layout.WIDTH)
    assert [row[10:48] for row in rows[20:36]] == PICTURE.split()
    assert {pixel for row in (*rows[:20], *rows[36:]) for pixel in row} == {"."}


@pytest.mark.parametrize(
    "names", [list(STATES)[::6], pytest.param(list(STATES), marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_micropython_draws_the_same_pages(names: list[str]) -> None:
    command = [str(MICROPYTHON), "-X", "heapsize=8M", "tests/displays/paper_hashes.py", *names]
    environment = {**os.environ, "MICROPYPATH": "firmware:.frozen"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    expected = []
    for name in names:
        umpire = STATES[name]()
        screen = umpire.table.screen(umpire.now)
        expected += [f"{size} {name} {hashlib.sha256(page(size, screen)).hexdigest()}" for size in LAYOUTS]
    assert done.stdout.split("\n")[:-1] == expected


@pytest.mark.slow
def test_the_glyphs_are_as_their_strokes_make_them() -> None:
    assert glyphs.TARGET.read_text(encoding="utf-8") == glyphs.module(), (
        "run python -m host_tools.device.glyphs"
    )


def test_the_glyphs_take_no_more_than_eight_kilobytes() -> None:
    from boardside.faces.paper import glyphs as made

    sizes = {
        name: len(data) for name, data in vars(made).items() if isinstance(data, bytes) and name[0] != "_"
    }
    assert sum(sizes.values()) <= 8 * KB, sizes
