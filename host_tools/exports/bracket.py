"""Draws a knockout on paper and as SVG: the contents of the boxes that `bracket_layout` places."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from host_tools.exports import bracket_layout
from host_tools.exports.bracket_layout import Placed, Sizes
from host_tools.exports.paper import GREY, HEIGHT, INK, MARGIN, SHADE, WIDTH, Paper
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Fixture, FixtureState, Result, Side, Source

HEAD_HEIGHT = 36
SIZES = Sizes(box_width=220, box_height=48, column_gap=44, row_gap=16, left=0, top=HEAD_HEIGHT)

PAGE_WIDTH, PAGE_HEIGHT = HEIGHT, WIDTH  # landscape
TITLE = 12.0
#: mm of a unit, at most: a box is then 8 cm wide.
MOST_SCALE = 0.36

STAGE_NAMES = {
    "final": "Final",
    "semi_final": "Semi-finals",
    "quarter_final": "Quarter-finals",
    "pre_quarter_final": "Pre-quarter-finals",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One side of a box. `name` is "" while the side is not known; then `source` says where it comes from.

    score: games won, or the points of the only game; "" before the result. won: True, False, None: undecided.
    """

    entry: int | None
    name: str
    source: Source
    score: str = ""
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A match: its left upper corner (x, y) and its size; side a is the upper half, b the lower.

    mark: marks a result of the organiser's (`wording.MARKS`); "" for others.
    """

    fixture: str
    x: int
    y: int
    width: int
    height: int
    column: int
    state: FixtureState
    a: Row
    b: Row
    mark: str = ""
    is_third_place: bool = False


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of a column: `x` is its left edge, `y` the base line of the text."""

    x: int
    y: int
    column: int
    laws_stage: str
    text: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole picture. lines: each from a box to the one its winner goes to, as points (x, y)."""

    width: int
    height: int
    boxes: tuple[Box, ...]
    lines: tuple[tuple[tuple[int, int], ...], ...]
    heads: tuple[Head, ...]


def no_text(_source: Source) -> str:
    """Write nothing for a side that is not known yet."""
    return ""


def layout(
    fixtures: Sequence[Fixture],
    names: Mapping[int, str],
    waiting: Callable[[Source], str] = no_text,
) -> Layout:
    """The picture of one knockout stage; an empty one without fixtures.

    names: each entry's name. waiting: gives the text for a side that is not known yet.
    """
    placed = bracket_layout.layout(fixtures, SIZES)
    return Layout(
        width=placed.width,
        height=placed.height,
        boxes=tuple(_box(placed_box, names, waiting) for placed_box in placed.boxes),
        lines=placed.lines,
        heads=tuple(
            Head(
                x=head.x,
                y=HEAD_HEIGHT // 2,
                column=head.column,
                laws_stage=head.laws_stage,
                text=STAGE_NAMES.get(head.laws_stage, f"Round {head.round}"),
            )
            for head in placed.heads
        ),
    )


def pages(
    fixtures: Sequence[Fixture],
    names: Mapping[int, str],
    waiting: Callable[[Source], str] = no_text,
    most: int = 16,
) -> tuple[Layout, ...]:
    """The picture in parts with at most `most` boxes in a column, a power of two (`bracket_layout.parts`)."""
    parts = bracket_layout.parts(fixtures, most)
    return tuple(
        layout([fixture for fixture in fixtures if part.has(fixture)], names, waiting) for part in parts
    )


def _box(placed: Placed, names: Mapping[int, str], waiting: Callable[[Source], str]) -> Box:
    fixture = placed.fixture
    return Box(
        fixture=fixture.id,
        x=placed.x,
        y=placed.y,
        width=SIZES.box_width,
        height=SIZES.box_height,
        column=placed.column,
        state=fixture.state,
        a=_row("a", fixture.a, fixture.source_a, fixture.result, names, waiting),
        b=_row("b", fixture.b, fixture.source_b, fixture.result, names, waiting),
        mark=wording.mark(fixture),
        is_third_place=placed.is_third_place,
    )


def _row(
    side: Side,
    entry: int | None,
    source: Source,
    result: Result | None,
    names: Mapping[int, str],
    waiting: Callable[[Source], str],
) -> Row:
    name = names.get(entry, "") if entry is not None else waiting(source)
    if result is None or entry is None:
        return Row(entry, name, source)
    return Row(
        entry, name, source, _score(side, result), None if not result.winner else result.winner == side
    )


def _score(side: Side, result: Result) -> str:
    mine = 0 if side == "a" else 1
    if result.how == "walk_over":
        return "w.o." if result.winner == side else ""
    if len(result.games) == 1:
        return str(result.games[0][mine])
    return str(result.games_won[mine])


def svg(picture: Layout) -> str:
    """The picture as SVG, which has only shapes and texts. The same layout gives the same text."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {picture.width + 4} {picture.height + 4}" '
        'font-family="Anek, Anek Devanagari, Anek Tamil, sans-serif" font-size="15">'
    ]
    for line in picture.lines:
        points = " ".join(f"{x},{y}" for x, y in line)
        parts.append(f'<polyline points="{points}" fill="none" stroke="#788086"/>')
    parts += [
        f'<text x="{head.x}" y="{head.y}" font-weight="bold">{escape(head.text)}</text>'
        for head in picture.heads
    ]
    for box in picture.boxes:
        half = box.height // 2
        parts.append(
            f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="4" fill="#fff" '
            'stroke="#14181c"/>'
        )
        for number, row in enumerate((box.a, box.b)):
            weight = ' font-weight="bold"' if row.won else ""
            mark = box.mark if row.score else ""
            base, left, right = box.y + half * number + half - 7, box.x + 8, box.x + box.width - 8
            parts.append(f'<text x="{left}" y="{base}"{weight}>{escape(row.name)}</text>')
            score = f"{row.score}{mark}"
            parts.append(f'<text x="{right}" y="{base}" text-anchor="end"{weight}>{score}</text>')
    return "\n".join([*parts, "</svg>", ""])


# On landscape A4


def draw(
    paper: Paper, title: str, layouts: Sequence[Layout], numbers: Mapping[str, str] | None = None
) -> None:
    """Add a page for each picture of one bracket (`bracket.pages`). numbers: of the matches, for people."""
    for number, layout in enumerate(layouts, 1):
        paper.add_page(orientation="landscape")
        which = f" ({number} of {len(layouts)})" if len(layouts) > 1 else ""
        room_x, room_y = PAGE_WIDTH - 2 * MARGIN, PAGE_HEIGHT - 2 * MARGIN - TITLE
        paper.text_in(MARGIN, MARGIN - 2, room_x, 8, f"{title}{which}", 13, bold=True)
        scale = min(room_x / layout.width, MOST_SCALE), min(room_y / layout.height, MOST_SCALE)
        _draw_picture(paper, layout, scale, numbers or {})


def _draw_picture(
    paper: Paper, layout: Layout, scale: tuple[float, float], numbers: Mapping[str, str]
) -> None:
    def at(x: float, y: float) -> tuple[float, float]:
        return MARGIN + x * scale[0], MARGIN + TITLE + y * scale[1]

    for line in layout.lines:
        for start, end in itertools.pairwise(line):
            paper.rule(*at(*start), *at(*end), 0.25)
    for head in layout.heads:
        x, y = at(head.x, 0)
        paper.text_in(x, y - 1, layout.boxes[0].width * scale[0], 5, head.text, 8, bold=True, colour=GREY)
    for box in layout.boxes:
        _draw_box(paper, box, *at(box.x, box.y), scale, numbers.get(box.fixture, ""))


def _draw_box(paper: Paper, box: Box, x: float, y: float, scale: tuple[float, float], number: str) -> None:
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
    high = min(3.4, SIZES.row_gap * scale[1])
    paper.text_in(x, y - high, width, high, number, min(7, 2 * high), align="R", colour=GREY)
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
