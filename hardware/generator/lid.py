"""What is sunk into the lids: the keys' names and the words around the digits, laid out between holes and
edges.

x to the right, y away from the umpire, millimetres. On the consoles (0, 0) is the inner corner in front on
the left; on a digit frame the corner of its board, as one sees the frame from the front.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from host_tools.simulator.displays import (
    ABOVE,
    BELOW,
    LETTERS,
    MODULES,
    SIGNS,
    first_row,
    in_one_line,
    words_mm,
)

WALL_MM = 2.4
KEY_PITCH_MM = 22.0
KEY_PLACES = {
    "WHITE": (0, 1), "BLACK": (1, 1), "QUEEN": (2, 1), "STRIKER": (3, 1), "FOUL": (4, 1),
    "UNDO": (0, 0), "DUE": (1, 0), "PAUSE": (2, 0), "OK": (3, 0), "CLOCK": (4, 0),
}  # fmt: skip
"""Column and row of each key (row 0 is near the umpire), as docs/umpire/panel.md draws them."""

KEY_HOLE_MM, CLOCK_HOLE_MM, SCREW_HOLE_MM = 13.2, 24.4, 3.4
KEY_COVER_MM, CLOCK_COVER_MM, SCREW_COVER_MM = 13.2, 28.0, 6.4
"""What lies on the lid there: a key's body, the rim of an arcade button, a screw's head."""

KEY_TEXT_MM, WORD_MM, LINE_MM, FRAME_WORD_MM, FRAME_LINE_MM = 2.7, 3.4, 3.0, 5.0, 3.2
"""The height of capitals. From 2.5 mm on a nozzle of 0.4 mm leaves the counters of bold letters open, and
they are read from half a metre (height = distance / 200)."""
LEAST_MM = 2.5
APART_MM, FROM_EDGE_MM = 0.8, 1.5
"""Least distance between a legend and the next one or what lies on the lid, and to the lid's edge."""

EM = 1.389
"""OpenSCAD's `text(size)`: the em is that many times the size; capitals of DejaVu Sans are then as high as
the size."""
_WIDTHS = {
    " ": 713, ",": 778, "-": 850, "/": 748, ":": 819, "0": 1425, "1": 1425, "2": 1425,
    "A": 1585, "B": 1561, "C": 1503, "D": 1700, "E": 1399, "F": 1399, "G": 1681, "H": 1714, "I": 762,
    "K": 1587, "L": 1305, "M": 2038, "N": 1714, "O": 1741, "P": 1501, "Q": 1741, "R": 1577, "S": 1475,
    "T": 1397, "U": 1663, "W": 2259, "X": 1579, "Y": 1483, "b": 1466, "d": 1466, "i": 702, "n": 1458,
    "o": 1407, "r": 1010, "t": 979,
}  # fmt: skip
"""Advance widths of DejaVu Sans Bold, 2048 to the em."""
FONT = "DejaVu Sans:style=Bold"


@dataclass(frozen=True)
class Box:
    """A rectangle, or a `round` hole in it."""

    x0: float
    y0: float
    x1: float
    y1: float
    round: bool = False

    def distance(self, other: "Box") -> float:
        """From this rectangle to another box; below 0 when they overlap."""
        across = max(self.x0 - other.x1, other.x0 - self.x1)
        along = max(self.y0 - other.y1, other.y0 - self.y1)
        if not other.round:
            return max(across, along) if max(across, along) < 0 else math.hypot(max(across, 0), max(along, 0))
        x, y, radius = (other.x0 + other.x1) / 2, (other.y0 + other.y1) / 2, (other.x1 - other.x0) / 2
        beside, above = max(self.x0 - x, x - self.x1, 0), max(self.y0 - y, y - self.y1, 0)
        return math.hypot(beside, above) - radius


@dataclass(frozen=True)
class Legend:
    """A text: the middle of its foot, and the height of its capitals."""

    text: str
    x: float
    y: float
    size: float

    @property
    def box(self) -> Box:
        """What it covers. Q, comma and stroke reach below the line."""
        half = sum(_WIDTHS[letter] for letter in self.text) / 2048 * EM * self.size / 2
        tail = 0.21 * self.size if set(self.text) & set("Q,/") else 0.0
        return Box(self.x - half, self.y - tail, self.x + half, self.y + 1.06 * self.size)


@dataclass(frozen=True)
class Lid:
    """A lid's outer edge, what lies on it or is cut out of it, by name, and its legends."""

    name: str
    edge: Box
    covers: tuple[tuple[str, Box], ...]
    legends: tuple[Legend, ...]

    def moved(self, text: str, x: float, y: float) -> "Lid":
        """The same lid with each legend of this text moved."""
        return replace(
            self,
            legends=tuple(
                replace(legend, x=legend.x + x, y=legend.y + y) if legend.text == text else legend
                for legend in self.legends
            ),
        )


def faults(lid: Lid) -> list[str]:
    """Legends that overlap, or nearly, each other, a hole, what lies on the lid, or its edge; or that are too
    small."""
    return list(_faults(lid))


def _faults(lid: Lid) -> Iterator[str]:
    for legend in lid.legends:
        box = legend.box
        for name, cover in lid.covers:
            if box.distance(cover) < APART_MM:
                yield f"{lid.name}: {legend.text} is {box.distance(cover):.1f} mm from {name}"
        edge = lid.edge
        room = min(box.x0 - edge.x0, edge.x1 - box.x1, box.y0 - edge.y0, edge.y1 - box.y1)
        if room < FROM_EDGE_MM:
            yield f"{lid.name}: {legend.text} is {room:.1f} mm from the edge"
        if legend.size < LEAST_MM:
            yield f"{lid.name}: {legend.text} is {legend.size:g} mm high"
    for first, other in combinations(lid.legends, 2):
        if first.box.distance(other.box) < APART_MM:
            yield f"{lid.name}: {first.text} is {first.box.distance(other.box):.1f} mm from {other.text}"


def _around(x: float, y: float, size: float, *, is_round: bool = False) -> Box:
    return Box(x - size / 2, y - size / 2, x + size / 2, y + size / 2, is_round)


def key_at(name: str, inner_x: float) -> tuple[float, float]:
    """The middle of a key on a console that is so wide inside."""
    column, row = KEY_PLACES[name]
    aside = 6 if name == "CLOCK" else 0
    return inner_x / 2 - 2 * KEY_PITCH_MM - 3 + column * KEY_PITCH_MM + aside, 19 + row * 23


CORNER_MM = 4.5
"""The lid's screws, from the inner walls."""


def console(name: str, inner: tuple[float, float], window: tuple[float, float, float, float]) -> Lid:
    """The lid of a console: `inner` is its size inside; `window`: middle, and the size of its opening in the
    face."""
    x, y, wide, deep = window
    covers = [("the window", Box(x - wide / 2, y - deep / 2, x + wide / 2, y + deep / 2))]
    for at_x in (CORNER_MM, inner[0] - CORNER_MM):
        for at_y in (CORNER_MM, inner[1] - CORNER_MM):
            covers.append(("a screw", _around(at_x, at_y, SCREW_COVER_MM, is_round=True)))
    legends = []
    for key in KEY_PLACES:
        key_x, key_y = key_at(key, inner[0])
        is_clock = key == "CLOCK"
        size = CLOCK_COVER_MM if is_clock else KEY_COVER_MM
        covers.append((f"the key {key}", _around(key_x, key_y, size, is_round=is_clock)))
        # CLOCK's button leaves no room between it and FOUL: its name is below it.
        foot = key_y - size / 2 - 1.2 - 1.06 * KEY_TEXT_MM if is_clock else key_y + 8.2
        legends.append(Legend(key, key_x, foot, KEY_TEXT_MM))
    edge = Box(-WALL_MM, -WALL_MM, inner[0] + WALL_MM, inner[1] + WALL_MM)
    if name == "basic":
        legends += _around_the_digits(x, y - deep / 2, y + deep / 2)
    return Lid(name, edge, tuple(covers), tuple(legends))


def _around_the_digits(x: float, below_y: float, above_y: float) -> list[Legend]:
    """The words of a module of eight digits, whose middle is at x."""
    row = first_row("max7219")
    module = MODULES["max7219"]
    left = x - module.middles_mm(row)[-1] / 2
    above, below = words_mm(module, row)
    legends = [Legend(word, left + at, above_y + 1.6, WORD_MM) for word, at in above]
    legends += [Legend(word, left + at, below_y - 1.6 - 1.06 * WORD_MM, WORD_MM) for word, at in below]
    pitch = LINE_MM + 2
    top = above_y + 1.6 + 1.06 * WORD_MM + 2 + (len(_LINES_ABOVE) - 1) * pitch
    foot = below_y - 1.6 - 1.06 * WORD_MM - 2 - 1.06 * LINE_MM
    for first, lines in ((top, _LINES_ABOVE), (foot, _LINES_BELOW)):
        legends += [
            Legend(in_one_line(pairs), x, first - at * pitch, LINE_MM) for at, pairs in enumerate(lines)
        ]
    return legends


_LINES_ABOVE = (SIGNS[:2], SIGNS[2:] + LETTERS[:2], LETTERS[2:5])
_LINES_BELOW = (LETTERS[5:10], LETTERS[10:15], LETTERS[15:])


def frames(
    size: tuple[float, float],
    gap: float,
    middles: tuple[tuple[float, float], ...],
    digit: tuple[float, float],
) -> list[Lid]:
    """The digit frames from left to right. size: of their board; gap: between board and wall; middles: of its
    digits; digit: the size of one. A word over digits of two frames is on both."""
    per_frame = len(middles)
    outer = WALL_MM + gap
    edge = Box(-outer, -outer, size[0] + outer, size[1] + outer)
    wide, high = digit[0] + 0.6, digit[1] + 0.6
    covers = tuple(
        (f"digit {at + 1}", Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        for at, (x, y) in enumerate(middles)
    )
    top, bottom = covers[0][1].y1, covers[0][1].y0
    words_y = bottom - 1.6 - 1.06 * FRAME_WORD_MM
    lines_y = words_y - 2.4 - 1.06 * FRAME_LINE_MM
    made = []
    for frame, lines in enumerate(_FRAME_LINES):
        here = range(frame * per_frame, (frame + 1) * per_frame)
        legends = []
        for word, first, last in ABOVE:
            own = [middles[place % per_frame][0] for place in (first, last) if place in here]
            if own:
                legends.append(Legend(word, sum(own) / len(own), top + 1.6, FRAME_WORD_MM))
        for word, place in BELOW:
            if place in here:
                half = Legend(word, 0, 0, FRAME_WORD_MM).box.x1
                x = middles[place % per_frame][0] + MODULES["digits"].point_mm
                legends.append(Legend(word, min(x, edge.x1 - FROM_EDGE_MM - half), words_y, FRAME_WORD_MM))
        legends += [
            Legend(in_one_line(pairs), size[0] / 2, lines_y - at * (FRAME_LINE_MM + 2.2), FRAME_LINE_MM)
            for at, pairs in enumerate(lines)
        ]
        made.append(Lid(f"digit frame {frame + 1}", edge, covers, tuple(legends)))
    return made


_FRAME_LINES = (
    (SIGNS[:1], SIGNS[1:2], SIGNS[2:] + LETTERS[:1]),
    (LETTERS[1:3], LETTERS[3:5], LETTERS[5:7]),
    (LETTERS[7:10], LETTERS[10:13], LETTERS[13:15]),
    (LETTERS[15:17], LETTERS[17:19], LETTERS[19:]),
)
"""What is in_one_line below the digits of each frame, line by line."""
