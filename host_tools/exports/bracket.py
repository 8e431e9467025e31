"""A knockout's picture for paper and SVG: what stands in the boxes that `bracket_layout` places. Pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from host_tools.exports import bracket_layout
from host_tools.exports.bracket_layout import Placed, Sizes
from host_tools.tournament import wording
from host_tools.tournament.model import Fixture, FixtureState, Result, Side, Source

HEAD_HEIGHT = 36
SIZES = Sizes(box_width=220, box_height=48, column_gap=44, row_gap=16, left=0, top=HEAD_HEIGHT)

STAGE_NAMES = {
    "final": "Final",
    "semi_final": "Semi-finals",
    "quarter_final": "Quarter-finals",
    "pre_quarter_final": "Round of 16",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One side of a box. `name` "" while it is not known: then `source` says where it comes from.

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

    mark: that its result is the organiser's (`wording.MARKS`); "" when it is not.
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
    """What stands over a column: `x` its left edge, `y` the base line of the text."""

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
    """Nothing is written where a side is not known yet."""
    return ""


def layout(
    fixtures: Sequence[Fixture],
    names: Mapping[int, str],
    waiting: Callable[[Source], str] = no_text,
) -> Layout:
    """The picture of one knockout stage; an empty one without fixtures.

    names: what each entry is called. waiting: what is written for a side that is not known yet.
    """
    placed = bracket_layout.layout(fixtures, SIZES)
    return Layout(
        width=placed.width,
        height=placed.height,
        boxes=tuple(_box(one, names, waiting) for one in placed.boxes),
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
    """The same in pictures with at most `most` boxes in a column, a power of two (`bracket_layout.parts`)."""
    parts = bracket_layout.parts(fixtures, most)
    return tuple(layout([one for one in fixtures if part.has(one)], names, waiting) for part in parts)


def _box(one: Placed, names: Mapping[int, str], waiting: Callable[[Source], str]) -> Box:
    fixture = one.fixture
    return Box(
        fixture=fixture.id,
        x=one.x,
        y=one.y,
        width=SIZES.box_width,
        height=SIZES.box_height,
        column=one.column,
        state=fixture.state,
        a=_row("a", fixture.a, fixture.source_a, fixture.result, names, waiting),
        b=_row("b", fixture.b, fixture.source_b, fixture.result, names, waiting),
        mark=wording.mark(fixture),
        is_third_place=one.is_third_place,
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
    """The picture as SVG, with nothing but shapes and texts: the same layout gives the same text."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {picture.width + 4} {picture.height + 4}" '
        'font-family="Anek, Anek Devanagari, Anek Tamil, sans-serif" font-size="15">'
    ]
    for line in picture.lines:
        points = " ".join(f"{x},{y}" for x, y in line)
        parts.append(f'<polyline points="{points}" fill="none" stroke="#788086"/>')
    parts += [
        f'<text x="{one.x}" y="{one.y}" font-weight="bold">{escape(one.text)}</text>' for one in picture.heads
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
