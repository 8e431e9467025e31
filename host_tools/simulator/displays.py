"""What displays show: segments as text and as a picture, modules in millimetres with the words around them,
and what a browser gets of digits and e-paper (JSON-ready).

Segment bytes are DP A B C D E F G, bit 7 to bit 0. hardware/generator/enclosure.py sinks the words into the
lids where this module has them, the page of a table draws them there, and docs/umpire/panel.md explains them.
"""

import base64
from dataclasses import dataclass
from typing import NotRequired, TypedDict

from boardside import arrangement

from .observed import Lit, Observed, Picture

_SHAPES = {
    0x00: " ",
    0x7E: "0",
    0x30: "1",
    0x6D: "2",
    0x79: "3",
    0x33: "4",
    0x5B: "5",
    0x5F: "6",
    0x70: "7",
    0x72: "7",
    0x7F: "8",
    0x7B: "9",
    0x73: "q",
    0x77: "A",
    0x1F: "b",
    0x4E: "C",
    0x3D: "d",
    0x4F: "E",
    0x47: "F",
    0x5E: "G",
    0x37: "H",
    0x17: "h",
    0x10: "i",
    0x06: "l",
    0x3C: "J",
    0x38: "J",
    0x0E: "L",
    0x15: "n",
    0x76: "N",
    0x1D: "o",
    0x67: "P",
    0x05: "r",
    0x0F: "t",
    0x3E: "U",
    0x1C: "u",
    0x3B: "y",
    0x01: "-",
    0x08: "_",
    0x65: "?",
    0x63: "°",
    0x20: ">",
    0x04: "(",
    0x02: "<",
    0x40: "~",
}

# The outline of each segment in a cell of 120 x 200, A to G; the point is at POINT_AT.
OUTLINES = (
    "26,14 36,4 84,4 94,14 84,24 36,24",
    "98,18 108,28 108,84 98,94 88,84 88,28",
    "98,102 108,112 108,168 98,178 88,168 88,112",
    "26,182 36,172 84,172 94,182 84,192 36,192",
    "22,102 32,112 32,168 22,178 12,168 12,112",
    "22,18 32,28 32,84 22,94 12,84 12,28",
    "26,98 36,88 84,88 94,98 84,108 36,108",
)

POINT_AT = (124, 184, 11)
"""Where the point is, and its radius."""

CELL_WIDTH = 140
CELL_HEIGHT = 212


def text_of(segments: bytes) -> str:
    """What the digits say, left to right; a lit point follows its digit; `*` is no known shape.

    Shapes that are a digit and a letter at once (0 O, 1 I, 2 Z, 5 S) are read as digits; there is no c.
    """
    return "".join(_SHAPES.get(value & 0x7F, "*") + ("." if value & 0x80 else "") for value in segments)


ABOVE = (("POINTS", 0, 1), ("TURN", 2, 2), ("CLOCK", 3, 4), ("TURN", 5, 5), ("POINTS", 6, 7))
"""Words above the digits, each with the first and the last digit below it; 0 is the leftmost."""

BELOW = (("QUEEN", 1), ("POINT: MIN", 4), ("QUEEN", 7))
"""What a lit point means, below it: the word and the digit whose point it is."""

SIGNS = (
    ("LOW BAR", "TURN OR BREAK"),
    ("HIGH BAR", "2ND PLAYER"),
    ("BOTH POINTS", "TIME UP"),
)
"""Signs between the numbers, and what they mean."""

LETTERS = (
    ("b", "BOARD"),
    ("r", "ROUND"),
    ("P", "ITS POINTS"),
    ("U", "BY HAND"),
    ("C", "PIECES"),
    ("on", "ON BOARD"),
    ("in", "POCKETED"),
    ("St", "STRIKER"),
    ("Fo", "FOUL"),
    ("SF", "BOTH"),
    ("d", "OWED"),
    ("PL", "PLACES"),
    ("L", "LAW"),
    ("GA", "GAMES"),
    ("tY", "20S"),
    ("di", "DISCS LEFT"),
    ("G1", "GAME 1"),
    ("AL", "ALL GAMES"),
    ("tiE", "EXTRA"),
    ("d- --", "MORE"),
)
"""Letters as the digits have them, and which number comes with them."""

_CORNERS = [tuple(map(int, corner.split(","))) for outline in OUTLINES for corner in outline.split()]
_LEFT, _RIGHT = min(x for x, _ in _CORNERS), max(x for x, _ in _CORNERS)
MIDDLE_UNITS = (_LEFT + _RIGHT) / 2
UNITS_HIGH = max(y for _, y in _CORNERS) - min(y for _, y in _CORNERS)
"""The middle and the height of a digit in the units of `OUTLINES`."""


@dataclass(frozen=True)
class Module:
    """Digits in a row. digit_mm: the height of one; pitch_mm: from one to the next in the same part; gap_mm:
    what lies between two parts more than that. has_lid: the words are printed around it."""

    digit_mm: float
    pitch_mm: float
    gap_mm: float = 0.0
    has_lid: bool = False

    def middles_mm(self, row: tuple[int, ...]) -> list[float]:
        """The middle of each digit of a row, from the leftmost one's on; `row`: how many digits each part
        has."""
        middles: list[float] = []
        x = 0.0
        for places in row:
            middles += [x + place * self.pitch_mm for place in range(places)]
            x += places * self.pitch_mm + self.gap_mm
        return middles

    @property
    def point_mm(self) -> float:
        """How far a digit's point lies to the right of its middle."""
        return (POINT_AT[0] - MIDDLE_UNITS) * self.digit_mm / UNITS_HIGH


MODULES = {
    # Eight digits of 0.8 inch, 20 mm wide each, in a window of 161 mm: hardware/sources.md.
    "max7219": Module(20.3, 20.0, 1.0, has_lid=True),
    "max7219x2": Module(20.3, 20.0, 1.0, has_lid=True),
    # Digits of 2.3 inch, two on a board, in frames side by side: hardware/generator/enclosure.py.
    "digits": Module(57.0, 49.0, 8.0, has_lid=True),
    # The usual clock module: one part of 30 mm with four digits of 0.36 inch.
    "tm1637": Module(9.1, 7.6),
    # The usual backpack: one part of 50 mm with four digits of 0.56 inch.
    "ht16k33": Module(14.2, 12.7),
}
"""Each display of digits, by its name in `arrangement.DISPLAYS`."""

_LIKE_A_CLOCK = MODULES["ht16k33"]


def module(kind: str) -> Module:
    """The display of digits called `kind`; one that is not listed is like a clock backpack."""
    return MODULES.get(kind, _LIKE_A_CLOCK)


def first_row(kind: str) -> tuple[int, ...]:
    """How many digits each part of the first row of a display has."""
    row: tuple[int, ...] = arrangement.display(kind).ROWS[0]
    return row


def words_mm(made: Module, row: tuple[int, ...]) -> tuple[list[tuple[str, float]], list[tuple[str, float]]]:
    """The words above and below a row, each with the place of its middle, from the leftmost digit's on."""
    middles = made.middles_mm(row)
    above = [(word, (middles[first] + middles[last]) / 2) for word, first, last in ABOVE]
    below = [(word, middles[place] + made.point_mm) for word, place in BELOW]
    return above, below


def in_one_line(pairs: tuple[tuple[str, str], ...], between: str = "   ", after: str = ": ") -> str:
    """Signs and letters as one line."""
    return between.join(f"{sign}{after}{meaning}" for sign, meaning in pairs)


class LidView(TypedDict):
    """Words around a row of digits: each with its place in mm from the leftmost digit's middle; and lines
    below."""

    above: list[tuple[str, float]]
    below: list[tuple[str, float]]
    lines: list[tuple[tuple[str, str], ...]]


class DisplayView(TypedDict):
    """A display in the browser: digits, or an e-paper."""

    kind: str  # its name, as in arrangement.DISPLAYS
    is_back: bool  # it faces the other way
    says: str  # its name for people
    # Digits.
    rows: NotRequired[tuple[tuple[int, ...], ...]]  # how many digits each part of a row has
    mm: NotRequired[
        dict[str, float]
    ]  # digit: the height of one; pitch: in a part; gap: more between two parts
    lid: NotRequired[LidView | None]  # what is printed around its first row
    has_colon: NotRequired[bool]
    segments: NotRequired[list[int]]  # leftmost first: bit 7 the point, bits 6-0 A-G
    intensity: NotRequired[int]  # 0 to 15
    text: NotRequired[str]
    # An e-paper.
    width: NotRequired[int]
    height: NotRequired[int]
    pixels: NotRequired[str | None]  # base64 of rows of whole bytes, 1 = white, bit 7 leftmost


def seen(observed: Observed, index: int) -> Lit | Picture | None:
    """What display `index` shows: a new object after each change; None before the first one."""
    return observed.lit.get(index) or observed.pictures.get(index)


def places(name: str) -> int:
    """How many digits the display called `name` has, with or without " back" at the end; 0: an e-paper."""
    return sum(sum(row) for row in getattr(arrangement.display(name), "ROWS", ()))


def view(name: str, content: Lit | Picture | None) -> DisplayView:
    """A display `name` (of arrangement.DISPLAYS, with or without " back" at the end) that shows `content`;
    the `pixels` of an e-paper that has shown nothing are None.
    """
    made = arrangement.display(name)
    seat: DisplayView = {
        "kind": arrangement.plain(name),
        "is_back": arrangement.is_back(name),
        "says": made.SAYS,
    }
    if count := places(name):
        size = module(arrangement.plain(name))
        lit = content if isinstance(content, Lit) else Lit(bytes(count), 0, 0.0)
        return {
            **seat,
            "rows": made.ROWS,
            "mm": {"digit": size.digit_mm, "pitch": size.pitch_mm, "gap": size.gap_mm},
            "lid": _lid(size, made.ROWS[0]) if size.has_lid and not seat["is_back"] else None,
            "has_colon": getattr(made, "HAS_COLON", False),
            "segments": list(lit.segments),
            "intensity": lit.intensity,
            "text": text_of(lit.segments),
        }
    width, height = made.PIXELS
    picture = content if isinstance(content, Picture) else None
    return {
        **seat,
        "width": width,
        "height": height,
        "pixels": None if picture is None else base64.b64encode(picture.pixels).decode(),
    }


def _lid(size: Module, row: tuple[int, ...]) -> LidView:
    above, below = words_mm(size, row)
    return {"above": above, "below": below, "lines": [SIGNS, LETTERS]}
