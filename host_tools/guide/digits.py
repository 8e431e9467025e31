"""Eight digits as SVG for paper and page: each distinct digit is drawn once and then used."""

from collections.abc import Iterable

from host_tools.simulator.glyphs import CELL_WIDTH, OUTLINES, POINT_AT

PLACES = 8
WIDTH = PLACES * CELL_WIDTH + 20
HEIGHT = 216
"""The size of a picture of eight digits, in the units of `glyphs`."""

DIM, OFF = "dim", "off"
"""The ids of eight dark digits, and of a single one without its point."""


def definitions(screens: Iterable[bytes]) -> str:
    """The shapes that `picture` uses, for an SVG's `defs`: the dark digits, and each lit one by its byte."""
    lit = sorted({value for screen in screens for value in screen if value})
    digits = "".join(f'<path id="s{value:02x}" d="{_path(value)}"/>' for value in lit)
    dark = "".join(_path(0xFF, place * CELL_WIDTH) for place in range(PLACES))
    return f'<path id="{DIM}" d="{dark}"/>{digits}'


def single() -> str:
    """For an SVG's `defs`: a dark digit without its point."""
    return f'<path id="{OFF}" d="{_path(0x7F)}"/>'


def picture(screen: bytes) -> str:
    """A group with eight digits, of WIDTH x HEIGHT units, in the colours of the classes `dim` and `lit`."""
    lit = "".join(
        f'<use href="#s{value:02x}" x="{place * CELL_WIDTH}"/>' for place, value in enumerate(screen) if value
    )
    dark = f'<use class="dim" href="#{DIM}"/>'
    return f'<g transform="translate(20 8) skewX(-4)">{dark}<g class="lit">{lit}</g></g>'


def _path(value: int, x: int = 0) -> str:
    """The segments of a byte as a path, `x` to the right."""
    parts = []
    for index, outline in enumerate(OUTLINES):
        if value >> (6 - index) & 1:
            corners = [corner.split(",") for corner in outline.split()]
            parts.append("M" + "L".join(f"{int(at) + x},{y}" for at, y in corners) + "z")
    if value & 0x80:
        at, y, radius = POINT_AT
        half = f"a{radius},{radius} 0 1 0"
        parts.append(f"M{at + x - radius},{y}{half} {2 * radius},0{half} {-2 * radius},0z")
    return "".join(parts)
