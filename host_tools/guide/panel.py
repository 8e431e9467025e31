"""The panel as docs/umpire/panel.md explains it: ten keys, and the digits with the words of the lid.

The words are those of `host_tools.simulator.displays`; hardware/generator/lid.py sinks the same into the lid
(tests/hardware/test_hardware_lids.py compares them).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from host_tools.simulator.displays import (
    CELL_HEIGHT,
    LETTERS,
    MIDDLE_UNITS,
    MODULES,
    SIGNS,
    UNITS_HIGH,
    first_row,
    words_mm,
)

from . import digits


@dataclass(frozen=True)
class Cap:
    """Colours of a cap and of its print, and the mark that the finger feels."""

    cap: str
    ink: str
    mark: str


_MARK_OF = {
    "WHITE": "",
    "BLACK": "",
    "QUEEN": "dot",
    "STRIKER": "ring",
    "FOUL": "rough",
    "UNDO": "bar",
    "DUE": "dots",
    "PAUSE": "bars",
    "OK": "hollow",
    "CLOCK": "",
}

_STYLE = Path(__file__).resolve().parent.parent / "web" / "static" / "panel" / "keys.css"
_COLOURS = re.compile(r"^\.([A-Z]+) \{ --cap: (#\w+);(?: --on-cap: (#\w+);)?", re.MULTILINE)


def _caps() -> dict[str, Cap]:
    """The caps in the colours of the simulated panel, read from its style sheet."""
    colours = {name: (cap, ink or "#fff") for name, cap, ink in _COLOURS.findall(_STYLE.read_text("utf-8"))}
    return {name: Cap(*colours[name], mark) for name, mark in _MARK_OF.items()}


CAPS = _caps()
ROWS = (("WHITE", "BLACK", "QUEEN", "STRIKER", "FOUL"), ("UNDO", "DUE", "PAUSE", "OK", "CLOCK"))
RIM = "#009e73"

KEYS_WIDTH, KEYS_HEIGHT = 720, 356
_GAP, _HIGH = 12, 84
_FONT = "'Anek', 'Helvetica Neue', Arial, sans-serif"

_MARKS = {
    "": "",
    "dot": '<circle r="5" fill="{0}"/>',
    "ring": '<circle r="6" fill="none" stroke="{0}" stroke-width="2.5"/>',
    "rough": '<path d="M-22-4h44M-22 0h44M-22 4h44" stroke="{0}" stroke-width="2" stroke-dasharray="2 3"/>',
    "bar": '<path d="M-16 0h32" stroke="{0}" stroke-width="4" stroke-linecap="round"/>',
    "dots": '<circle cx="-9" r="4.500" fill="{0}"/><circle cx="9" r="4.500" fill="{0}"/>',
    "bars": '<path d="M-16-4h32M-16 4h32" stroke="{0}" stroke-width="3.500" stroke-linecap="round"/>',
    "hollow": '<circle r="9" fill="none" stroke="{0}" stroke-width="1.500"/><circle r="4" fill="{0}"/>',
}


def keys_picture(screen: bytes) -> str:
    """The panel as a stand-alone SVG, its digits showing `screen`."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {KEYS_WIDTH} {KEYS_HEIGHT}" role="img">\n'
        "<title>The panel: eight digits over two rows of five keys</title>\n"
        "<style>.dim{fill:#361510}.lit{fill:#ff5a36}</style>\n"
        f"<defs>{digits.definitions([screen])}</defs>\n{keys_drawing(screen)}\n</svg>\n"
    )


def keys_drawing(screen: bytes) -> str:
    """The content of that picture, without the digits' definitions and colours."""
    scale = 0.42
    left = (KEYS_WIDTH - digits.WIDTH * scale) / 2
    parts = [
        f'<rect width="{KEYS_WIDTH}" height="{KEYS_HEIGHT}" rx="26" fill="#2f2219"/>',
        f'<rect x="24" y="22" width="{KEYS_WIDTH - 48}" height="120" rx="14" fill="#0c0605"/>',
        f'<g transform="translate({left:g} 36) scale({scale})">{digits.picture(screen)}</g>',
    ]
    for row, names in enumerate(ROWS):
        y = 158 + row * (_HIGH + _GAP)
        # CLOCK is twice as wide as its neighbours.
        shares = len(names) + row
        unit = (KEYS_WIDTH - 48 - (shares - 1) * _GAP) / shares
        x = 24.0
        for name in names:
            wide = 2 * unit + _GAP if name == "CLOCK" else unit
            parts.append(_key(name, x, y, wide))
            x += wide + _GAP
    return "\n".join(parts)


def _key(name: str, x: float, y: float, width: float) -> str:
    cap = CAPS[name]
    rim = f' stroke="{RIM}" stroke-width="6"' if name == "OK" else ' stroke="#0006" stroke-width="1"'
    inset = 3 if name == "OK" else 0.5
    size = 26 if name == "CLOCK" else 22
    middle = _HIGH / 2 + (size * 0.36 if not cap.mark else size * 0.1)
    mark = _MARKS[cap.mark].format(cap.ink)
    return (
        f'<g transform="translate({x:g} {y:g})"><rect x="{inset}" y="{inset}" width="{width - 2 * inset:g}" '
        f'height="{_HIGH - 2 * inset:g}" rx="13" fill="{cap.cap}"{rim}/>'
        f'<text x="{width / 2:g}" y="{middle:g}" text-anchor="middle" font-family="{_FONT}" '
        f'font-weight="700" font-size="{size}" letter-spacing=".4" fill="{cap.ink}">{name}</text>'
        f'<g transform="translate({width / 2:g} {_HIGH - 22})" opacity=".7">{mark}</g></g>'
    )


LID_FILE = "panel-lid.svg"
LINES = (SIGNS, LETTERS[:6], LETTERS[6:12], LETTERS[12:])
"""Signs and letters below the digits, line by line."""

_MODULE = MODULES["max7219"]
_PX = 4.2
_GLASS_MM = 166.0
_GLASS_HIGH_MM = 28.0
_GLASS_AT = 44
_LINE_PX = 24
LID_WIDTH = 740


def lid_picture(screen: bytes) -> str:
    """A stand-alone SVG of the words on the lid around digits that show `screen`."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LID_WIDTH} {LID_HEIGHT}" '
        f'width="{LID_WIDTH}" role="img">',
        "<title>The digits, and what is printed on the lid around them</title>",
        f"<style>.dim{{fill:#361510}}.lit{{fill:#ff5a36}}{lid_style()}</style>",
        f"<defs>{digits.definitions([screen, ALL_LIT])}</defs>",
        lid_drawing(screen, LINES),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


ALL_LIT = bytes([0xFF])
"""A screen that `drawing` needs among the definitions: its digits when they are dark."""


def lid_style() -> str:
    """The style of the words."""
    return (
        f".lid text{{font:bold 16px {_FONT};fill:#f3ece0;text-anchor:middle}}"
        ".lid .line{font-size:14px;fill:#d5c6ae}"
    )


def lid_height(lines: int) -> int:
    """The height of a drawing with so many lines below the words."""
    return _GLASS_AT + int(_GLASS_HIGH_MM * _PX) + 34 + lines * _LINE_PX


LID_HEIGHT = lid_height(len(LINES))


def lid_drawing(screen: bytes, lines: Sequence[tuple[tuple[str, str], ...]]) -> str:
    """The content of that picture, without style and definitions, and with other lines below."""
    row = first_row("max7219")
    middles = _MODULE.middles_mm(row)
    left = LID_WIDTH / 2 - middles[-1] / 2 * _PX
    scale = _MODULE.digit_mm * _PX / UNITS_HIGH
    foot = _GLASS_AT + _GLASS_HIGH_MM * _PX
    top = _GLASS_AT + (_GLASS_HIGH_MM * _PX - CELL_HEIGHT * scale) / 2
    parts = [
        f'<g class="lid"><rect width="{LID_WIDTH}" height="{lid_height(len(lines))}" rx="18" '
        'fill="#2f2219"/>',
        f'<rect x="{(LID_WIDTH - _GLASS_MM * _PX) / 2:g}" y="{_GLASS_AT}" width="{_GLASS_MM * _PX:g}" '
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
        parts.append(f'<text class="line" x="{LID_WIDTH / 2:g}" y="{y:g}">{drawn}</text>')
    return "\n".join([*parts, "</g>"])
