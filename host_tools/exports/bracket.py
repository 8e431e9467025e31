"""A knockout's picture: boxes, lines and columns, for pages and paper; and as data for paper and SVG.

Fixtures and sizes in, places out, in the unit of the sizes. The first round is on the left. A match is
half way between those that its sides come from; a match for the third place is under the final. The caller
draws the boxes' contents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from host_tools.exports import match_place
from host_tools.exports.event_report import EventReport
from host_tools.i18n import gettext as _
from host_tools.i18n import pgettext
from host_tools.tournament.draw.bracket import is_for_third_place
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Fixture, Result, Side, Source

Point = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sizes:
    """The size of a box, the space between columns and between rows, and the place of the first box."""

    box_width: int
    box_height: int
    column_gap: int
    row_gap: int
    left: int
    top: int

    @property
    def pitch(self) -> int:
        """The distance from one box of the first column to the next."""
        return self.box_height + self.row_gap

    def x_of(self, column: int) -> int:
        """The left edge of a column, from 0."""
        return self.left + column * (self.box_width + self.column_gap)


@dataclass(frozen=True, slots=True)
class Placed:
    """A match with its left upper corner; column from 0."""

    fixture: Fixture
    column: int
    x: int
    y: int

    @property
    def is_third_place(self) -> bool:
        """Whether it is the match for the third place, drawn under the final."""
        return is_for_third_place(self.fixture)


@dataclass(frozen=True, slots=True)
class Head:
    """A column: its left edge, the number of its round, and the round's stage of the Laws."""

    x: int
    column: int
    round: int
    laws_stage: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole picture; width and height hold all boxes. lines: from a box to the one its winner goes to."""

    width: int
    height: int
    boxes: tuple[Placed, ...]
    lines: tuple[tuple[Point, ...], ...]
    heads: tuple[Head, ...]


def layout(fixtures: Sequence[Fixture], sizes: Sizes) -> Layout:
    """The picture of one knockout stage, or of a part of one; an empty one without fixtures."""
    by_id = {fixture.id: fixture for fixture in fixtures}
    main = [fixture for fixture in fixtures if not is_for_third_place(fixture)]
    rounds = sorted({fixture.round for fixture in fixtures})
    tops = _tops(main, by_id, sizes)
    for fixture in fixtures:
        if is_for_third_place(fixture):
            above = [tops[other.id] for other in main if other.round == rounds[-1]] or [
                sizes.top - sizes.pitch
            ]
            tops[fixture.id] = max(above) + sizes.pitch + sizes.row_gap
    boxes = tuple(
        Placed(
            fixture, rounds.index(fixture.round), sizes.x_of(rounds.index(fixture.round)), tops[fixture.id]
        )
        for fixture in sorted(fixtures, key=lambda fixture: (fixture.round, tops[fixture.id], fixture.number))
    )
    stages = {fixture.round: fixture.laws_stage for fixture in main}
    return Layout(
        width=max((box.x + sizes.box_width for box in boxes), default=0),
        height=max((box.y + sizes.box_height for box in boxes), default=0),
        boxes=boxes,
        lines=_lines(boxes, by_id, sizes),
        heads=tuple(
            Head(sizes.x_of(rounds.index(number)), rounds.index(number), number, stage)
            for number, stage in sorted(stages.items())
        ),
    )


def _feeders(fixture: Fixture, by_id: Mapping[str, Fixture]) -> list[Fixture]:
    sources = (fixture.source_a, fixture.source_b)
    return [
        by_id[source.fixture] for source in sources if source.kind == "winner" and source.fixture in by_id
    ]


def _tops(fixtures: Sequence[Fixture], by_id: Mapping[str, Fixture], sizes: Sizes) -> dict[str, int]:
    """The upper edge of each match: those of the first column one under the other, the others between those
    that they come from.
    """
    fed = {feeder.id for fixture in fixtures for feeder in _feeders(fixture, by_id)}
    roots = sorted(
        (fixture for fixture in fixtures if fixture.id not in fed),
        key=lambda fixture: (-fixture.round, fixture.number),
    )
    tops: dict[str, int] = {}
    leaves = 0

    def place(fixture: Fixture) -> int:
        nonlocal leaves
        feeders = _feeders(fixture, by_id)
        if feeders:
            above = [place(feeder) for feeder in feeders]
            tops[fixture.id] = sum(above) // len(above)
        else:
            tops[fixture.id] = sizes.top + leaves * sizes.pitch
            leaves += 1
        return tops[fixture.id]

    for root in roots:
        if _feeders(root, by_id):
            place(root)
        else:
            # Each round is drawn when the one before is over, so no match leads to another: a column begins
            # at the top.
            same = [
                fixture for fixture in roots if fixture.round == root.round and not _feeders(fixture, by_id)
            ]
            tops[root.id] = sizes.top + same.index(root) * sizes.pitch
    return tops


def _lines(
    boxes: Sequence[Placed], by_id: Mapping[str, Fixture], sizes: Sizes
) -> tuple[tuple[Point, ...], ...]:
    """Lines of four points: across, along, across."""
    place_of = {box.fixture.id: box for box in boxes}
    lines = []
    for box in boxes:
        for feeder in _feeders(box.fixture, by_id):
            start = place_of[feeder.id]
            begin, end = start.y + sizes.box_height // 2, box.y + sizes.box_height // 2
            bend = box.x - sizes.column_gap // 2
            lines.append(((start.x + sizes.box_width, begin), (bend, begin), (bend, end), (box.x, end)))
    return tuple(lines)


# Large brackets, in several pictures


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a bracket that is drawn: the rounds `first` to `last` (0: to the end), and of these the
    branches that come from the matches `begin` + 1 to `begin` + `count` of the first round (0: from all).
    """

    first: int = 1
    last: int = 0
    begin: int = 0
    count: int = 0

    def has(self, fixture: Fixture) -> bool:
        """Whether the match is in it."""
        if fixture.round < self.first or (self.last and fixture.round > self.last):
            return False
        above = fixture.number - (self.begin >> (fixture.round - self.first))
        return not self.count or 1 <= above <= max(1, self.count >> (fixture.round - self.first))


WHOLE = Part()


def rounds_for(matches: Sequence[Fixture], most: int) -> int:
    """The first round to be drawn when a column may have `most` boxes."""
    counts = {fixture.round: 0 for fixture in matches}
    for fixture in matches:
        counts[fixture.round] += not is_for_third_place(fixture)
    return min((number for number, count in counts.items() if count <= most), default=1)


def parts(matches: Sequence[Fixture], most: int, rounds: int = 4) -> list[Part]:
    """A bracket in pictures whose columns have at most `most` boxes (a power of two). The first pictures are
    branches, `rounds` rounds at a time. The last is all of the bracket from the first round with at most
    `most` boxes. Each picture begins with the round in which those before it end.
    """
    end = rounds_for(matches, most)
    pictures = []
    first = 1
    while first < end:
        last = min(first + rounds - 1, end)
        boxes = sum(fixture.round == first and not is_for_third_place(fixture) for fixture in matches)
        pictures += [Part(first, last, begin, most) for begin in range(0, boxes, most)]
        first = last
    return [*pictures, Part(end)]


# With its texts, for paper and SVG

#: Lengths in units; `templates/lists.typ` chooses the unit so that a picture fills its page.
SIZES = Sizes(box_width=220, box_height=48, column_gap=44, row_gap=16, left=0, top=36)


class Row(TypedDict):
    """One side of a box. is_known: False: its name says where the side will come from. score: games won, or
    the points of the only game, with the mark of a result by hand; "" before the result.
    """

    name: str
    is_known: bool
    score: str
    has_won: bool


class Box(TypedDict):
    """A match: its left upper corner and its size; the first row is side a. title: over it at the left.
    number: for people. is_bye: nobody plays; the only row is who goes on.
    """

    x: int
    y: int
    width: int
    height: int
    rows: list[Row]
    title: str
    number: str
    is_bye: bool


class HeadText(TypedDict):
    """The text over a column."""

    x: int
    text: str


class Picture(TypedDict):
    """A bracket, or a part of it, under a title. lines: from a box to the one its winner goes to."""

    title: str
    width: int
    height: int
    boxes: list[Box]
    lines: Sequence[Sequence[tuple[int, int]]]
    heads: list[HeadText]


def pictures(report: EventReport, title: str, fixtures: Sequence[Fixture], most: int = 16) -> list[Picture]:
    """A knockout stage in parts with at most `most` boxes in a column, a power of two
    (`parts`).
    """
    pieces = parts(fixtures, most)
    return [
        picture(
            report,
            title
            if len(pieces) == 1
            else _("{title} ({page} of {pages})", title=title, page=number, pages=len(pieces)),
            [fixture for fixture in fixtures if part.has(fixture)],
        )
        for number, part in enumerate(pieces, 1)
    ]


def picture(report: EventReport, title: str, fixtures: Sequence[Fixture]) -> Picture:
    """The picture of these matches."""
    placed = layout(fixtures, SIZES)
    return {
        "title": title,
        "width": placed.width,
        "height": placed.height,
        "boxes": [_box(report, box) for box in placed.boxes],
        "lines": placed.lines,
        "heads": [{"x": head.x, "text": _head(head.round, head.laws_stage)} for head in placed.heads],
    }


def _head(number: int, laws_stage: str) -> str:
    """The text over a column of matches."""
    heads = {
        "final": pgettext("bracket", "Final"),
        "semi_final": pgettext("bracket", "Semi-finals"),
        "quarter_final": pgettext("bracket", "Quarter-finals"),
        "pre_quarter_final": pgettext("bracket", "Pre-quarter-finals"),
    }
    return heads.get(laws_stage) or _("Round {round}", round=number)


def _box(report: EventReport, placed: Placed) -> Box:
    fixture = placed.fixture
    rows = [
        _row(report, fixture, "a", fixture.a, fixture.source_a),
        _row(report, fixture, "b", fixture.b, fixture.source_b),
    ]
    is_bye = fixture.state == "bye"
    if is_bye:
        rows = rows[1:] if fixture.source_a.kind == "bye" else rows[:1]
    return {
        "x": placed.x,
        "y": placed.y,
        "width": SIZES.box_width,
        "height": SIZES.box_height,
        "rows": rows,
        "title": _("Third place") if placed.is_third_place else "",
        "number": report.numbers.get(fixture.id, ""),
        "is_bye": is_bye,
    }


def _row(report: EventReport, fixture: Fixture, side: Side, entry: int | None, source: Source) -> Row:
    result = fixture.result
    score = _score(side, result) if result is not None and entry is not None else ""
    return {
        "name": report.name(entry) if entry is not None else _waiting(source),
        "is_known": entry is not None,
        "score": f"{score}{wording.mark(fixture) if score else ''}",
        "has_won": result is not None and entry is not None and result.winner == side,
    }


def _waiting(source: Source) -> str:
    """The text for a side that is not known. A winner needs none: a line shows where it comes from."""
    if source.kind == "winner":
        return ""
    return _("Loser") if source.kind == "loser" else match_place.origin(source)


def _score(side: Side, result: Result) -> str:
    mine = 0 if side == "a" else 1
    if result.how == "walk_over":
        return _("w.o.") if result.winner == side else ""
    if len(result.games) == 1:
        return str(result.games[0][mine])
    return str(result.games_won[mine])
