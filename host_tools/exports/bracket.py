"""Where a knockout's matches stand in its picture: boxes, lines and headings, for a web page and for paper.

Pure: fixtures in, places out, in whole units of which a box is BOX_WIDTH wide; whoever draws scales them.
The first round is on the left. A match stands half way between those that its sides come from; a match for
the third place stands under the final.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from host_tools.tournament import wording
from host_tools.tournament.model import Fixture, FixtureState, Result, Side, Source

BOX_WIDTH = 220
BOX_HEIGHT = 48
COLUMN_GAP = 44
ROW_GAP = 16
HEAD_HEIGHT = 36

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
    by_id = {fixture.id: fixture for fixture in fixtures}
    third = {fixture.id for fixture in fixtures if _is_third_place(fixture)}
    rounds = sorted({fixture.round for fixture in fixtures})
    column_of = {number: column for column, number in enumerate(rounds)}
    tops = _tops([fixture for fixture in fixtures if fixture.id not in third], by_id)
    for fixture in fixtures:
        if fixture.id in third:
            tops[fixture.id] = max(tops.values(), default=-_pitch()) + _pitch()
            below_final = [tops[other.id] for other in fixtures if _is_last(other, rounds, third)]
            if below_final:
                tops[fixture.id] = max(below_final) + _pitch() + ROW_GAP
    boxes = tuple(
        _box(fixture, column_of[fixture.round], tops[fixture.id], names, waiting, fixture.id in third)
        for fixture in sorted(fixtures, key=lambda one: (one.round, tops[one.id], one.number))
    )
    return Layout(
        width=max((box.x + box.width for box in boxes), default=0),
        height=max((box.y + box.height for box in boxes), default=0),
        boxes=boxes,
        lines=_lines(boxes, by_id),
        heads=_heads(fixtures, third, column_of),
    )


def _pitch() -> int:
    return BOX_HEIGHT + ROW_GAP


def _is_third_place(fixture: Fixture) -> bool:
    return fixture.source_a.kind == "loser" and fixture.source_b.kind == "loser"


def _is_last(fixture: Fixture, rounds: Sequence[int], third: set[str]) -> bool:
    return fixture.round == rounds[-1] and fixture.id not in third


def _feeders(fixture: Fixture, by_id: Mapping[str, Fixture]) -> list[Fixture]:
    sources = (fixture.source_a, fixture.source_b)
    return [by_id[one.fixture] for one in sources if one.kind == "winner" and one.fixture in by_id]


def _tops(fixtures: Sequence[Fixture], by_id: Mapping[str, Fixture]) -> dict[str, int]:
    """The upper edge of each: leaves one under the other, the others between those they come from."""
    fed = {feeder.id for fixture in fixtures for feeder in _feeders(fixture, by_id)}
    roots = sorted((one for one in fixtures if one.id not in fed), key=lambda one: (-one.round, one.number))
    tops: dict[str, int] = {}
    next_leaf = HEAD_HEIGHT

    def place(fixture: Fixture) -> int:
        nonlocal next_leaf
        if fixture.id in tops:
            return tops[fixture.id]
        feeders = _feeders(fixture, by_id)
        if feeders:
            found = [place(feeder) for feeder in feeders]
            tops[fixture.id] = sum(found) // len(found)
        else:
            tops[fixture.id] = next_leaf
            next_leaf += _pitch()
        return tops[fixture.id]

    for root in roots:
        if not _feeders(root, by_id):
            # Drawn round by round (nobody knows yet who meets whom): each column begins at the top.
            same = [one for one in roots if one.round == root.round and not _feeders(one, by_id)]
            tops[root.id] = HEAD_HEIGHT + same.index(root) * _pitch()
        else:
            place(root)
    return tops


def _box(
    fixture: Fixture,
    column: int,
    top: int,
    names: Mapping[int, str],
    waiting: Callable[[Source], str],
    is_third_place: bool,
) -> Box:
    return Box(
        fixture=fixture.id,
        x=column * (BOX_WIDTH + COLUMN_GAP),
        y=top,
        width=BOX_WIDTH,
        height=BOX_HEIGHT,
        column=column,
        state=fixture.state,
        a=_row("a", fixture.a, fixture.source_a, fixture.result, names, waiting),
        b=_row("b", fixture.b, fixture.source_b, fixture.result, names, waiting),
        mark=wording.mark(fixture),
        is_third_place=is_third_place,
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


def _lines(boxes: Sequence[Box], by_id: Mapping[str, Fixture]) -> tuple[tuple[tuple[int, int], ...], ...]:
    place_of = {box.fixture: box for box in boxes}
    found = []
    for box in boxes:
        for feeder in _feeders(by_id[box.fixture], by_id):
            start = place_of[feeder.id]
            from_y, to_y = start.y + start.height // 2, box.y + box.height // 2
            middle = box.x - COLUMN_GAP // 2
            found.append(
                ((start.x + start.width, from_y), (middle, from_y), (middle, to_y), (box.x, to_y)),
            )
    return tuple(found)


def _heads(fixtures: Sequence[Fixture], third: set[str], column_of: Mapping[int, int]) -> tuple[Head, ...]:
    stages = {one.round: one.laws_stage for one in fixtures if one.id not in third}
    return tuple(
        Head(
            x=column_of[number] * (BOX_WIDTH + COLUMN_GAP),
            y=HEAD_HEIGHT // 2,
            column=column_of[number],
            laws_stage=stage,
            text=STAGE_NAMES.get(stage, f"Round {number}"),
        )
        for number, stage in sorted(stages.items())
    )


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
