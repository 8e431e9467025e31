"""The digits with the words that are printed on the lid around them, as docs/umpire/panel.md explains them.

The words are those of `host_tools.simulator.modules`; hardware/generator/lid.py sinks the same into the lid
(tests/hardware/test_hardware_lids.py compares them).
"""

from collections.abc import Sequence

from host_tools.simulator.glyphs import CELL_HEIGHT
from host_tools.simulator.modules import (
    LETTERS,
    MIDDLE_UNITS,
    MODULES,
    SIGNS,
    UNITS_HIGH,
    first_row,
    words_mm,
)

from . import digits
from .walks import encoded

FILE = "panel-lid.svg"
SCREEN = encoded("·8._12··3")
"""On the picture: the left side has the turn and the Queen."""

LINES = (SIGNS, LETTERS[:6], LETTERS[6:12], LETTERS[12:])
"""Signs and letters below the digits, line by line."""

_MODULE = MODULES["max7219"]
_PX = 4.2
_GLASS_MM = 166.0
_GLASS_HIGH_MM = 28.0
_GLASS_AT = 44
_LINE_PX = 24
WIDTH = 740
_FONT = "'Anek', 'Helvetica Neue', Arial, sans-serif"


def picture(screen: bytes) -> str:
    """A stand-alone SVG of the words on the lid around digits that show `screen`."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img">',
        "<title>The digits, and what is printed on the lid around them</title>",
        f"<style>.dim{{fill:#361510}}.lit{{fill:#ff5a36}}{style()}</style>",
        f"<defs>{digits.definitions([screen, ALL_LIT])}</defs>",
        drawing(screen, LINES),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


ALL_LIT = bytes([0xFF])
"""A screen that `drawing` needs among the definitions: its digits when they are dark."""


def style() -> str:
    """The style of the words."""
    return (
        f".lid text{{font:bold 16px {_FONT};fill:#f3ece0;text-anchor:middle}}"
        ".lid .line{font-size:14px;fill:#d5c6ae}"
    )


def height(lines: int) -> int:
    """The height of a drawing with so many lines below the words."""
    return _GLASS_AT + int(_GLASS_HIGH_MM * _PX) + 34 + lines * _LINE_PX


HEIGHT = height(len(LINES))


def drawing(screen: bytes, lines: Sequence[tuple[tuple[str, str], ...]]) -> str:
    """The content of that picture, without style and definitions, and with other lines below."""
    row = first_row("max7219")
    middles = _MODULE.middles_mm(row)
    left = WIDTH / 2 - middles[-1] / 2 * _PX
    scale = _MODULE.digit_mm * _PX / UNITS_HIGH
    foot = _GLASS_AT + _GLASS_HIGH_MM * _PX
    top = _GLASS_AT + (_GLASS_HIGH_MM * _PX - CELL_HEIGHT * scale) / 2
    parts = [
        f'<g class="lid"><rect width="{WIDTH}" height="{height(len(lines))}" rx="18" fill="#2f2219"/>',
        f'<rect x="{(WIDTH - _GLASS_MM * _PX) / 2:g}" y="{_GLASS_AT}" width="{_GLASS_MM * _PX:g}" '
        f'height="{_GLASS_HIGH_MM * _PX:g}" rx="8" fill="#0c0605"/>',
    ]
    for value, middle in zip(screen, middles, strict=True):
        x = left + middle * _PX - MIDDLE_UNITS * scale + 3
        at = f"translate({x:.1f} {top:.1f}) scale({scale:.4f}) skewX(-4)"
        lit = f'<use class="lit" href="#s{value:02x}"/>' if value else ""
        parts.append(f'<g transform="{at}"><use class="dim" href="#sff"/>{lit}</g>')
    for words, y in zip(words_mm(_MODULE, row), (_GLASS_AT - 10, foot + 20), strict=True):
        parts += [f'<text x="{left + at * _PX:.1f}" y="{y:g}">{word}</text>' for word, at in words]
    for index, pairs in enumerate(lines):
        drawn = "".join(
            f'<tspan dx="{18 if place else 0}" fill="#fff">{sign}</tspan><tspan dx="5">{meaning}</tspan>'
            for place, (sign, meaning) in enumerate(pairs)
        )
        y = foot + 48 + index * _LINE_PX
        parts.append(f'<text class="line" x="{WIDTH / 2:g}" y="{y:g}">{drawn}</text>')
    return "\n".join([*parts, "</g>"])
