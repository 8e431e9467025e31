"""The displays of digits as they are made, in millimetres, and the words that are printed around them.

hardware/generator/enclosure.py sinks the words into the lids where this module has them, the page of a table
draws them there, and docs/umpire/panel.md explains them.
"""

from dataclasses import dataclass

from boardside import arrangement

from .glyphs import OUTLINES, POINT_AT

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
"""The middle and the height of a digit in the units of `glyphs.OUTLINES`."""


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
