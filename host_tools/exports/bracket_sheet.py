"""A knockout's bracket on paper: lines and boxes as `bracket.layout` places them, on landscape A4."""

import itertools

from host_tools.exports.bracket import SIZES, Box, Layout, Row
from host_tools.exports.paper import GREY, HEIGHT, INK, MARGIN, SHADE, WIDTH, Paper

PAGE_WIDTH, PAGE_HEIGHT = HEIGHT, WIDTH  # landscape
TITLE = 12.0
#: More than this many first-round boxes under each other go on more pages: text below 5 points is not read.
MOST_ROWS = 32
#: mm of a unit, at most: a box is then 8 cm wide.
MOST_SCALE = 0.36


def draw(paper: Paper, title: str, layout: Layout) -> None:
    """Add the page or pages of one bracket."""
    room_x = PAGE_WIDTH - 2 * MARGIN
    room_y = PAGE_HEIGHT - 2 * MARGIN - TITLE
    pitch = _pitch(layout)
    rows = max(1, round(layout.height / pitch))
    pages = -(-rows // MOST_ROWS)
    slice_height = layout.height if pages == 1 else MOST_ROWS * pitch
    scale_x = min(room_x / layout.width, MOST_SCALE)
    scale_y = min(room_y / slice_height, MOST_SCALE)
    for page in range(pages):
        paper.add_page(orientation="landscape")
        of = f" ({page + 1} of {pages})" if pages > 1 else ""
        paper.text_in(MARGIN, MARGIN - 2, room_x, 8, f"{title}{of}", 13, bold=True)
        top = page * slice_height
        with paper.rect_clip(MARGIN - 1, MARGIN + TITLE - 4, room_x + 2, room_y + 5):
            _draw_slice(paper, layout, (scale_x, scale_y), top, top + slice_height)


def _pitch(layout: Layout) -> float:
    tops = sorted(box.y for box in layout.boxes if box.column == 0)
    steps = [after - before for before, after in itertools.pairwise(tops)]
    return float(min(steps, default=layout.height))


def _draw_slice(paper: Paper, layout: Layout, scale: tuple[float, float], top: float, bottom: float) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * scale[0], MARGIN + TITLE + (y - top) * scale[1]

    for line in layout.lines:
        for start, end in itertools.pairwise(line):
            if max(start[1], end[1]) >= top and min(start[1], end[1]) <= bottom:
                paper.rule(*at(*start), *at(*end), 0.25)
    for head in layout.heads:
        x, y = at(head.x, top)
        paper.text_in(x, y - 1, layout.boxes[0].width * scale[0], 5, head.text, 8, bold=True, colour=GREY)
    for box in layout.boxes:
        if box.y + box.height >= top and box.y <= bottom:
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
