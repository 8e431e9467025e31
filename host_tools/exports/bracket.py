"""A knockout as data for paper and SVG: the texts in the boxes that `bracket_layout` places."""

from collections.abc import Sequence
from typing import TypedDict

from host_tools.exports import bracket_layout, match_place
from host_tools.exports.bracket_layout import Placed, Sizes
from host_tools.exports.event_report import EventReport
from host_tools.i18n import gettext as _
from host_tools.i18n import pgettext
from host_tools.tournament.model import wording
from host_tools.tournament.model.model import Fixture, Result, Side, Source

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


class Head(TypedDict):
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
    heads: list[Head]


def pictures(report: EventReport, title: str, fixtures: Sequence[Fixture], most: int = 16) -> list[Picture]:
    """A knockout stage in parts with at most `most` boxes in a column, a power of two
    (`bracket_layout.parts`).
    """
    parts = bracket_layout.parts(fixtures, most)
    return [
        picture(
            report,
            title
            if len(parts) == 1
            else _("{title} ({page} of {pages})", title=title, page=number, pages=len(parts)),
            [fixture for fixture in fixtures if part.has(fixture)],
        )
        for number, part in enumerate(parts, 1)
    ]


def picture(report: EventReport, title: str, fixtures: Sequence[Fixture]) -> Picture:
    """The picture of these matches."""
    placed = bracket_layout.layout(fixtures, SIZES)
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
