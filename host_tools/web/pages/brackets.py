"""A knockout as a drawing from which a template makes an SVG: the texts in the boxes. Pure.

`exports.bracket_layout` places the boxes, as on paper. Lengths are in px, for text of 15 px on a phone.
"""

import unicodedata
from collections.abc import Sequence

from host_tools.exports import match_place
from host_tools.exports.bracket import WHOLE, Head, Part, Placed, Sizes, layout, parts, rounds_for
from host_tools.exports.event_report import EventReport
from host_tools.i18n import gettext as _
from host_tools.tournament.model import ties
from host_tools.tournament.model.model import Fixture, Stage
from host_tools.web.live.page_models import BracketBox, BracketDrawing, BracketHead, BracketRow
from host_tools.web.pages import fixtures

__all__ = ["SIZES", "WHOLE", "Part", "drawing", "matches_of", "parts", "rounds_for"]

MARGIN = 2
SIZES = Sizes(box_width=232, box_height=50, column_gap=34, row_gap=14, left=MARGIN, top=37)
NAME_PX = SIZES.box_width - 20
"""The width for a name, together with the score beside it if there is one."""
SCORE_PX = 8
"""The width of the space before a score, and of each digit."""
SLIM, SLIM_OTHERS = 0.76, 0.87
"""The width of slim letters (`.b-slim` in events.css), as a part of their usual width: Latin ones; those of
scripts whose typeface has one width.
"""


def matches_of(event: EventReport, stage: Stage) -> list[Fixture]:
    """The matches of a stage that a drawing shows; a tie of teams counts as one."""
    return ties.folded([fixture for fixture in event.fixtures if fixture.stage == stage.position])


def drawing(event: EventReport, stage: Stage, part: Part = WHOLE) -> BracketDrawing:
    """`width`, `height`, `heads` of the columns, `boxes` with two `rows` each, `lines` (SVG paths)."""
    fixtures = [fixture for fixture in matches_of(event, stage) if part.has(fixture)]
    picture = layout(fixtures, SIZES)
    return {
        "width": picture.width + MARGIN,
        "height": picture.height + MARGIN,
        "heads": [_head(head) for head in picture.heads],
        "boxes": [_box(event, box) for box in picture.boxes],
        "lines": ["M" + "L".join(f"{x} {y}" for x, y in line) for line in picture.lines],
    }


def _head(head: Head) -> BracketHead:
    return {"x": head.x, "text": match_place.round_name(head.round, head.laws_stage)}


def _box(event: EventReport, box: Placed) -> BracketBox:
    fixture = box.fixture
    model = fixtures.match(event, fixture)
    scores = _halves(fixture)
    rooms = [NAME_PX - (SCORE_PX * (1 + len(score)) if score else 0) for score in scores]
    rows: list[BracketRow] = [
        {
            "name": _cut(side["name"], rooms[index] / _slim(side["name"])),
            "is_slim": _measured(side["name"]) > rooms[index],
            "is_known": side["is_known"],
            "outcome": side["outcome"],
            "score": scores[index],
            "y": box.y + 20 + 22 * index,
            "key": "ab"[index],
        }
        for index, side in enumerate((model["a"], model["b"]))
    ]
    return {
        "match": fixture.id,
        "href": "" if event.competition.kind == "team" else fixtures.address(fixture.id),
        "x": box.x,
        "y": box.y,
        "rows": rows,
        "state": fixture.state,
        "table": model["table"],
        "mark": fixture.by_hand or "" if model["corrected"] else "",
        "says": _("Third place") if box.is_third_place else "",
    }


def _halves(fixture: Fixture) -> tuple[str, str]:
    """The score of each side; empty while there is none."""
    result = fixture.result if fixture.state in ("done", "held") else None
    first, _dash, second = fixtures.score(result).partition("–")
    return first, second


def _cut(name: str, room: float) -> str:
    """The name, cut to this many px if it is wider: of the names of a pair the longest first, so that a short
    one stays whole.
    """
    names = name.split(" / ")
    rooms = _shares([_measured(each) for each in names], room - _measured(" / ") * (len(names) - 1))
    return " / ".join(_ended(each, share) for each, share in zip(names, rooms, strict=True))


def _slim(name: str) -> float:
    return SLIM_OTHERS if any(letter >= "\u0900" for letter in name) else SLIM


def _shares(widths: Sequence[float], room: float) -> list[float]:
    """How much of the room each gets: no more than it needs, and what is left over goes to the wider ones."""
    shares = [0.0] * len(widths)
    for done, at in enumerate(sorted(range(len(widths)), key=lambda at: widths[at])):
        shares[at] = min(widths[at], room / (len(widths) - done))
        room -= shares[at]
    return shares


def _ended(name: str, room: float) -> str:
    """The name, with an ellipsis in place of the end that does not fit."""
    if _measured(name) <= room:
        return name
    end, left = 0, room - _width("…")
    while left >= _width(name[end]):
        left -= _width(name[end])
        end += 1
    return name[:end].rstrip() + "…"


def _measured(text: str) -> float:
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> float:
    """The approximate width of a letter of the pages' bold typeface at 15 px, an upper estimate."""
    if letter in " .,:;'’|/-()ijlItfr1!":
        return 4.0
    if letter in "mwMW@…":
        return 10.9
    if unicodedata.category(letter) == "Mn":
        return 0
    if "\u0b80" <= letter <= "\u0bff":  # Tamil
        return 10.6
    return 15 if letter >= "\u1100" else 7.0
