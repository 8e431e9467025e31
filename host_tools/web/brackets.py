"""A knockout as a drawing: boxes and lines with their places, for a template to make an SVG of. Pure.

A box is a match; rounds stand in columns, and each box in the middle of the two it takes its sides from.
Lengths are in px at the size in which text of 15 px is read on a phone.
"""

from collections.abc import Sequence
from typing import Any

from host_tools.tournament import ties
from host_tools.tournament.bracket import is_for_third_place
from host_tools.tournament.model import Fixture, Stage
from host_tools.web import fixtures
from host_tools.web.results import Event

BOX_WIDTH, BOX_HEIGHT = 232, 50
COLUMN = BOX_WIDTH + 34
PITCH = BOX_HEIGHT + 14
TOP = 30
MARGIN = 2
NAME_MAX = 25
"""So many letters of a name fit into a box."""


def matches_of(event: Event, stage: Stage) -> list[Fixture]:
    """The matches of a stage that a drawing shows, a tie of teams as one."""
    return ties.folded([one for one in event.fixtures if one.stage == stage.position])


def rounds_for(matches: Sequence[Fixture], most: int) -> int:
    """The first round to be drawn when a column may have `most` boxes."""
    counts = {one.round: 0 for one in matches}
    for one in matches:
        counts[one.round] += not is_for_third_place(one)
    return min((number for number, count in counts.items() if count <= most), default=1)


def drawing(event: Event, stage: Stage, first: int = 1) -> dict[str, Any]:
    """`width`, `height`, `heads` of the columns, `boxes` with two `rows` each, `lines` (SVG paths)."""
    shown = [one for one in matches_of(event, stage) if one.round >= first]
    boxes = [_box(event, one, first) for one in shown]
    lines = [_line(one, first) for one in shown if one.round > first and not is_for_third_place(one)]
    columns = max((one.round for one in shown), default=first) - first + 1
    heads = [
        {"x": MARGIN + (number - first) * COLUMN, "text": _head(event, shown, number)}
        for number in range(first, first + columns)
    ]
    return {
        "width": columns * COLUMN - (COLUMN - BOX_WIDTH) + 2 * MARGIN,
        "height": max((box["y"] + BOX_HEIGHT for box in boxes), default=0) + MARGIN,
        "heads": heads,
        "boxes": boxes,
        "lines": [line for pair in lines for line in pair],
    }


def _middle(round_: int, number: int, first: int) -> float:
    """The height at which a match stands: in the middle of those before it."""
    return float(TOP + (number - 0.5) * PITCH * (1 << (round_ - first)))


def _place(one: Fixture, first: int) -> tuple[float, float]:
    x = MARGIN + (one.round - first) * COLUMN
    if is_for_third_place(one):
        return x, _middle(one.round, 1, first) + BOX_HEIGHT + 20
    return x, _middle(one.round, one.number, first) - BOX_HEIGHT / 2


def _box(event: Event, one: Fixture, first: int) -> dict[str, Any]:
    x, y = _place(one, first)
    model = fixtures.match(event, one)
    won = _halves(one)
    rows = [
        {
            "name": _cut(model[key]["name"]),
            "is_known": model[key]["is_known"],
            "outcome": model[key]["outcome"],
            "score": won[index],
            "y": y + 20 + 22 * index,
        }
        for index, key in enumerate("ab")
    ]
    return {
        "x": x, "y": y, "rows": rows, "state": one.state, "table": model["table"],
        "mark": model["corrected"] and one.by_hand, "third": is_for_third_place(one),
    }  # fmt: skip


def _halves(one: Fixture) -> tuple[str, str]:
    """The score of each side; empty while there is none."""
    first, _dash, second = fixtures.score(one.result if one.state in ("done", "held") else None).partition(
        "–"
    )
    return first, second


def _line(one: Fixture, first: int) -> list[str]:
    """From the two boxes before to this one: across, along, across."""
    x, y = _place(one, first)
    bend = x - (COLUMN - BOX_WIDTH) / 2
    begins = x - (COLUMN - BOX_WIDTH)
    own = y + BOX_HEIGHT / 2
    above = [_middle(one.round - 1, number, first) for number in (2 * one.number - 1, 2 * one.number)]
    return [f"M{begins:g} {begin:g}H{bend:g}V{own:g}H{x:g}" for begin in above]


def _head(event: Event, shown: Sequence[Fixture], number: int) -> str:
    of = next((one for one in shown if one.round == number and not is_for_third_place(one)), None)
    if of is None:
        return ""
    return fixtures.round_name(number, of.laws_stage)


def _cut(name: str) -> str:
    return name if len(name) <= NAME_MAX else name[: NAME_MAX - 1].rstrip() + "…"
