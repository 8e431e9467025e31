"""A knockout as a drawing for a template to make an SVG of: what stands in the boxes. Pure.

Where they stand is `exports.bracket_layout`'s, as on paper. Lengths are in px at the size in which text of
15 px is read on a phone.
"""

import unicodedata
from typing import Any

from host_tools.exports import bracket_layout
from host_tools.exports.bracket_layout import WHOLE, Head, Part, Placed, Sizes, parts, rounds_for
from host_tools.tournament import ties
from host_tools.tournament.model import Fixture, Stage
from host_tools.web import fixtures
from host_tools.web.i18n import gettext as _
from host_tools.web.results import Event

__all__ = ["SIZES", "WHOLE", "Part", "drawing", "matches_of", "parts", "rounds_for"]

MARGIN = 2
SIZES = Sizes(box_width=232, box_height=50, column_gap=34, row_gap=14, left=MARGIN, top=37)
NAME_PX = SIZES.box_width - 20
"""So wide is the room for a name, and for the score beside it where there is one."""
SCORE_PX = 8
"""So much of it takes the space before a score, and each of its digits."""


def matches_of(event: Event, stage: Stage) -> list[Fixture]:
    """The matches of a stage that a drawing shows, a tie of teams as one."""
    return ties.folded([one for one in event.fixtures if one.stage == stage.position])


def drawing(event: Event, stage: Stage, part: Part = WHOLE) -> dict[str, Any]:
    """`width`, `height`, `heads` of the columns, `boxes` with two `rows` each, `lines` (SVG paths)."""
    shown = [one for one in matches_of(event, stage) if part.has(one)]
    picture = bracket_layout.layout(shown, SIZES)
    return {
        "width": picture.width + MARGIN,
        "height": picture.height + MARGIN,
        "heads": [_head(head) for head in picture.heads],
        "boxes": [_box(event, box) for box in picture.boxes],
        "lines": ["M" + "L".join(f"{x} {y}" for x, y in line) for line in picture.lines],
    }


def _head(head: Head) -> dict[str, Any]:
    return {"x": head.x, "text": fixtures.round_name(head.round, head.laws_stage)}


def _box(event: Event, box: Placed) -> dict[str, Any]:
    one = box.fixture
    model = fixtures.match(event, one)
    scores = _halves(one)
    rooms = [NAME_PX - (SCORE_PX * (1 + len(score)) if score else 0) for score in scores]
    rows = [
        {
            "name": _cut(model[key]["name"], rooms[index]),
            "is_known": model[key]["is_known"],
            "outcome": model[key]["outcome"],
            "score": scores[index],
            "y": box.y + 20 + 22 * index,
            "key": key,
        }
        for index, key in enumerate("ab")
    ]
    return {
        "match": one.id, "x": box.x, "y": box.y, "rows": rows, "state": one.state, "table": model["table"],
        "mark": model["corrected"] and one.by_hand, "says": _("Third place") if box.is_third_place else "",
    }  # fmt: skip


def _halves(one: Fixture) -> tuple[str, str]:
    """The score of each side; empty while there is none."""
    result = one.result if one.state in ("done", "held") else None
    first, _dash, second = fixtures.score(result).partition("–")
    return first, second


def _cut(name: str, room: int) -> str:
    """The name, or as much of its beginning as fits into so many px with an ellipsis."""
    widths = [_width(letter) for letter in name]
    if sum(widths) <= room:
        return name
    end, left = 0, room - _width("…")
    while left >= widths[end]:
        left -= widths[end]
        end += 1
    return name[:end].rstrip() + "…"


def _width(letter: str) -> float:
    """About how wide a letter of the pages' typeface is in bold at 15 px, rather more than less."""
    if letter in " .,:;'’|/-()ijlItfr1!":
        return 4.0
    if letter in "mwMW@…":
        return 10.9
    if unicodedata.category(letter) == "Mn":
        return 0
    if "\u0b80" <= letter <= "\u0bff":  # Tamil
        return 10.6
    return 15 if letter >= "\u1100" else 7.0
