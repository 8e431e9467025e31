"""The displays of digits side by side, in the states that docs/builder/displays.md lists: a picture of its
table."""

import re
from collections.abc import Iterator

from host_tools.simulator.glyphs import CELL_WIDTH

from . import digits
from .walks import GuideError, encoded

FILE = "displays-digits.svg"
SECTION = "## What is shown where"

_NAME_PX, _MODULE_PX, _HIGH_PX, _GAP_PX, _HEAD_PX = 190, 200, 46, 14, 34
_SCALE = (_MODULE_PX - 16) / digits.WIDTH
_FOUR = 4
_FOUR_PX = 16 + int((_FOUR * CELL_WIDTH + 20) * _SCALE)
_COLON_X = 2 * CELL_WIDTH - 14
_FONT = "-apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
_HEADS = ("one module", "two modules in a chain", "four digits")


def rows(page: str) -> Iterator[tuple[str, bytes, list[bytes], bytes, bool]]:
    """(state, eight digits, the two modules, four digits, their colon) of each row of the page's table.

    Raises GuideError without such a table, or for digits that cannot be shown.
    """
    section = page.partition(SECTION)[2]
    table = re.search(r"((?:^\|.*\n)+)", section, re.MULTILINE)
    if table is None:
        raise GuideError(f"docs/builder/displays.md has no table under {SECTION!r}.")
    for line in table[1].splitlines()[2:]:
        state, one_row, two, four = (cell.strip() for cell in line.strip("|").split("|"))
        modules = [encoded(text) for text in re.findall(r"`([^`]*)`", two)]
        clock = re.findall(r"`([^`]*)`", four)[0]
        yield (
            state,
            encoded(re.findall(r"`([^`]*)`", one_row)[0]),
            [*modules, bytes(8)][:2],
            encoded(clock.replace(":", ""))[:_FOUR],
            ":" in clock,
        )


def picture(page: str) -> str:
    """A stand-alone SVG, a row for each state."""
    lines = list(rows(page))
    columns = (_NAME_PX, _NAME_PX + _MODULE_PX + _GAP_PX, _NAME_PX + 3 * (_MODULE_PX + _GAP_PX))
    width = columns[2] + _FOUR_PX + _GAP_PX
    height = _HEAD_PX + len(lines) * (_HIGH_PX + _GAP_PX)
    lit = [screen for _, one_row, two, four, _ in lines for screen in (one_row, *two, four)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        "<title>What eight digits, two modules and four digits show, state by state</title>",
        f"<style>.dim{{fill:#361510}}.lit{{fill:#ff5a36}}text{{font:13px {_FONT};fill:#3b3128}}</style>",
        f"<defs>{digits.definitions(lit)}{digits.single()}</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="#f3ece0"/>',
    ]
    for x, head in zip(columns, _HEADS, strict=True):
        parts.append(f'<text x="{x}" y="22" font-weight="bold">{head}</text>')
    for index, (state, one_row, two, four, colon) in enumerate(lines):
        y = _HEAD_PX + index * (_HIGH_PX + _GAP_PX)
        parts.append(f'<text x="{_GAP_PX}" y="{y + _HIGH_PX // 2 + 4}">{state}</text>')
        parts.append(_module(columns[0], y, digits.picture(one_row)))
        for at, screen in enumerate(two):
            parts.append(_module(columns[1] + at * (_MODULE_PX + 2), y, digits.picture(screen)))
        parts.append(_module(columns[2], y, _four(four, colon), _FOUR_PX))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _module(x: int, y: int, drawn: str, width: int = _MODULE_PX) -> str:
    ground = f'<rect width="{width}" height="{_HIGH_PX}" rx="6" fill="#0c0605"/>'
    return (
        f'<g transform="translate({x} {y})">{ground}'
        f'<g transform="translate(8 5) scale({_SCALE:.4f})">{drawn}</g></g>'
    )


def _four(screen: bytes, colon: bool) -> str:
    """Four digits without points, and the colon between them."""
    places = "".join(f'<use class="dim" href="#{digits.OFF}" x="{at * CELL_WIDTH}"/>' for at in range(_FOUR))
    lit = "".join(
        f'<use href="#s{value:02x}" x="{at * CELL_WIDTH}"/>' for at, value in enumerate(screen) if value
    )
    dots = "".join(f'<circle cx="{_COLON_X}" cy="{y}" r="12"/>' for y in (66, 132))
    return (
        f'<g transform="translate(20 8) skewX(-4)">{places}<g class="lit">{lit}</g>'
        f'<g class="{"lit" if colon else "dim"}">{dots}</g></g>'
    )
