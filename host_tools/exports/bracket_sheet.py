"""A knockout's bracket on paper: lines and boxes as `bracket.layout` places them, on landscape A4."""

import itertools
from collections.abc import Sequence

from host_tools.exports.bracket import SIZES, Box, Layout, Row
from host_tools.exports.paper import GREY, HEIGHT, INK, MARGIN, SHADE, WIDTH, Paper

PAGE_WIDTH, PAGE_HEIGHT = HEIGHT, WIDTH  # landscape
TITLE = 12.0
#: mm of a unit, at most: a box is then 8 cm wide.
MOST_SCALE = 0.36


def draw(paper: Paper, title: str, layouts: Sequence[Layout]) -> None:
    """Add a page for each picture of one bracket (`bracket.pages`)."""
    for number, layout in enumerate(layouts, 1):
        paper.add_page(orientation="landscape")
        of = f" ({number} of {len(layouts)})" if len(layouts) > 1 else ""
        room_x, room_y = PAGE_WIDTH - 2 * MARGIN, PAGE_HEIGHT - 2 * MARGIN - TITLE
        paper.text_in(MARGIN, MARGIN - 2, room_x, 8, f"{title}{of}", 13, bold=True)
        scale = min(room_x / layout.width, MOST_SCALE), min(room_y / layout.height, MOST_SCALE)
        _draw_picture(paper, layout, scale)


def _draw_picture(paper: Paper, layout: Layout, scale: tuple[float, float]) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * scale[0], MARGIN + TITLE + y * scale[1]

    for line in layout.lines:
        for start, end in itertools.pairwise(line):
            paper.rule(*at(*start), *at(*end), 0.25)
    for head in layout.heads:
        x, y = at(head.x, 0)
        paper.text_in(x, y - 1, layout.boxes[0].width * scale[0], 5, head.text, 8, bold=True, colour=GREY)
    for box in layout.boxes:
        _draw_box(paper, box, *at(box.x, box.y), scale)


def _draw_box(paper: Paper, box: Box, x: float, y: float, scale: tuple[float, float]) -> None:
    width, half = box.width * scale[0], box.height * scale[1] / 2
    if box.state == "bye":
        # Nobody to play against: only who goes on, without a box.
        row = box.b if box.a.source.kind == "bye" else box.a
        paper.text_in(x + 1, y + half / 2, width - 2, half, row.name, min(9, half * 2.5), colour=GREY)
        return
    _draw_row(paper, box.a, x, y, width, half, box.mark)
    _draw_row(paper, box.b, x, y + half, width, half, box.mark)
    paper.rule(x, y + half, x + width, y + half, 0.1)
    paper.box(x, y, width, 2 * half, rule=0.3, colour=INK)
    if box.is_third_place:
        high = min(4, 1.5 * SIZES.row_gap * scale[1])
        paper.text_in(x, y - high, width, high, "Third place", min(7, 2 * high), colour=GREY)


def _draw_row(paper: Paper, row: Row, x: float, y: float, width: float, height: float, mark: str) -> None:
    if row.won:
        paper.box(x, y, width, height, fill=SHADE, rule=0)
    size = min(9.0, height * 2.5)
    score = f"{row.score}{mark if row.score else ''}"
    colour = INK if row.entry is not None else GREY
    paper.text_in(x + 1, y, width * 0.8 - 1, height, row.name, size, bold=bool(row.won), colour=colour)
    paper.text_in(x + width * 0.8, y, width * 0.2 - 1, height, score, size, bold=bool(row.won), align="R")
