"""A knockout as a drawing: boxes and lines with their places, for a template to make an SVG of. Pure.

A box is a match; rounds stand in columns, and each box in the middle of the two it takes its sides from.
Lengths are in px at the size in which text of 15 px is read on a phone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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
"""So many letters of a name fit into a box beside the score."""
ALONE_MAX = 30
"""So many where there is none yet, as in "Winner of Pre-quarter-final 1"."""


def matches_of(event: Event, stage: Stage) -> list[Fixture]:
    """The matches of a stage that a drawing shows, a tie of teams as one."""
    return ties.folded([one for one in event.fixtures if one.stage == stage.position])


def rounds_for(matches: Sequence[Fixture], most: int) -> int:
    """The first round to be drawn when a column may have `most` boxes."""
    counts = {one.round: 0 for one in matches}
    for one in matches:
        counts[one.round] += not is_for_third_place(one)
    return min((number for number, count in counts.items() if count <= most), default=1)


@dataclass(frozen=True, slots=True)
class Part:
    """Which of a bracket is drawn: the rounds `first` to `last` (0: to the end), and of them the branches
    that come from the matches `begin` + 1 to `begin` + `count` of the first (0: from all).
    """

    first: int = 1
    last: int = 0
    begin: int = 0
    count: int = 0

    def has(self, one: Fixture) -> bool:
        """Whether the match is in it."""
        if one.round < self.first or (self.last and one.round > self.last):
            return False
        above = one.number - self._begin(one.round)
        return not self.count or 1 <= above <= max(1, self.count >> (one.round - self.first))

    def middle(self, round_: int, number: int) -> float:
        """The height at which a match stands: in the middle of those before it."""
        above = number - self._begin(round_) - 0.5
        return float(TOP + above * PITCH * (1 << (round_ - self.first)))

    def _begin(self, round_: int) -> int:
        return self.begin >> (round_ - self.first)


WHOLE = Part()


def parts(matches: Sequence[Fixture], most: int, rounds: int = 4) -> list[Part]:
    """A bracket in drawings whose columns have at most `most` boxes (a power of two): the branches of the
    first rounds, `rounds` of them at a time, then the whole from the first round that has no more than that.
    Each drawing begins with the round in which those before it end.
    """
    end = rounds_for(matches, most)
    found = []
    first = 1
    while first < end:
        last = min(first + rounds - 1, end)
        boxes = sum(one.round == first and not is_for_third_place(one) for one in matches)
        found += [Part(first, last, begin, most) for begin in range(0, boxes, most)]
        first = last
    return [*found, Part(end)]


def drawing(event: Event, stage: Stage, part: Part = WHOLE) -> dict[str, Any]:
    """`width`, `height`, `heads` of the columns, `boxes` with two `rows` each, `lines` (SVG paths)."""
    shown = [one for one in matches_of(event, stage) if part.has(one)]
    first = part.first
    boxes = [_box(event, one, part) for one in shown]
    lines = [_line(one, part) for one in shown if one.round > first and not is_for_third_place(one)]
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


def _place(one: Fixture, part: Part) -> tuple[float, float]:
    x = MARGIN + (one.round - part.first) * COLUMN
    if is_for_third_place(one):
        return x, part.middle(one.round, 1) + BOX_HEIGHT + 20
    return x, part.middle(one.round, one.number) - BOX_HEIGHT / 2


def _box(event: Event, one: Fixture, part: Part) -> dict[str, Any]:
    x, y = _place(one, part)
    model = fixtures.match(event, one)
    won = _halves(one)
    rows = [
        {
            "name": _cut(model[key]["name"], NAME_MAX if won[index] else ALONE_MAX),
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


def _line(one: Fixture, part: Part) -> list[str]:
    """From the two boxes before to this one: across, along, across."""
    x, y = _place(one, part)
    bend = x - (COLUMN - BOX_WIDTH) / 2
    begins = x - (COLUMN - BOX_WIDTH)
    own = y + BOX_HEIGHT / 2
    above = [part.middle(one.round - 1, number) for number in (2 * one.number - 1, 2 * one.number)]
    return [f"M{begins:g} {begin:g}H{bend:g}V{own:g}H{x:g}" for begin in above]


def _head(event: Event, shown: Sequence[Fixture], number: int) -> str:
    of = next((one for one in shown if one.round == number and not is_for_third_place(one)), None)
    if of is None:
        return ""
    return fixtures.round_name(number, of.laws_stage)


def _cut(name: str, most: int) -> str:
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"
