"""Digits in the guides: read from Markdown, and drawn as SVG.

A walk is a table of presses and digits behind a comment that names its start; the guides' tests press each
walk and check that a table shows these digits. Each distinct digit is drawn once and then used.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from boardside.table.show.segments import DIGITS, GLYPHS, POINT
from host_tools.simulator.displays import CELL_WIDTH, OUTLINES, POINT_AT

_WALK = re.compile(r"<!-- walk: (.+?) -->\n\n((?:\|.*\n)+)")
_HEADING = re.compile(r"^#{1,3} (.+)$", re.MULTILINE)


class GuideError(Exception):
    """The guide lacks a part that is needed, or cannot be printed."""


@dataclass(frozen=True)
class Step:
    """One row: the keys pressed, as written there, and the lit bytes of its screens: several when they
    alternate."""

    press: str
    screens: tuple[bytes, ...]


@dataclass(frozen=True)
class Walk:
    """`name`: the heading above it, numbered from the second walk under that heading on."""

    name: str
    steps: tuple[Step, ...]


def walks(guide: str) -> list[Walk]:
    """All walks of a guide, in its order. GuideError when digits are written that cannot be shown."""
    walks_read: list[Walk] = []
    headings: dict[str, int] = {}
    for match in _WALK.finditer(guide):
        heading = _HEADING.findall(guide, 0, match.start())[-1]
        number = headings[heading] = headings.get(heading, 0) + 1
        rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in match[2].splitlines()[2:]]
        steps = tuple(Step(row[0], tuple(encoded(text) for text in row[1].split(" / "))) for row in rows)
        walks_read.append(Walk(heading if number == 1 else f"{heading} {number}", steps))
    return walks_read


def encoded(text: str) -> bytes:
    """Digits as a guide writes them, `` `·8.0121·3` ``, as the eight bytes of the display, leftmost first."""
    codes: list[int] = []
    for letter in text.strip("`").replace("·", " "):
        if letter == "." and codes:
            codes[-1] |= POINT
        elif letter in GLYPHS:
            codes.append(GLYPHS[letter])
        else:
            raise GuideError(f"{text} cannot be shown: there is no {letter!r} on seven segments.")
    if len(codes) > DIGITS:
        raise GuideError(f"{text} cannot be shown: there are {DIGITS} digits.")
    return bytes(codes).ljust(DIGITS, b"\0")


SCORE = encoded("·8._12··3")
"""A score for pictures of the panel: the left side has the turn and the Queen."""


PLACES = 8
WIDTH = PLACES * CELL_WIDTH + 20
HEIGHT = 216
"""The size of a picture of eight digits, in the units of OUTLINES."""

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


COLUMNS = 4
TILE_PX, TILE_HIGH_PX, GAP_PX = 200, 38, 14
_CAPTION_PX = 24
_TILE_SCALE = (TILE_PX - 16) / WIDTH
_FONT = "-apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def strip_file(walk: Walk) -> str:
    """The picture's name in docs/img."""
    words = re.sub(r"[^a-z0-9 ]", "", walk.name.lower().replace("'s", "s")).split()
    return f"panel-{'-'.join(words)}.svg"


def strip(walk: Walk) -> str:
    """A stand-alone SVG with a tile for each screen, in reading order."""
    tiles = [
        (("at first" if step.press == "-" else step.press) if not index else "by turns", screen)
        for step in walk.steps
        for index, screen in enumerate(step.screens)
    ]
    rows = -(-len(tiles) // COLUMNS)
    width = COLUMNS * (TILE_PX + GAP_PX) + GAP_PX
    height = rows * (TILE_HIGH_PX + _CAPTION_PX + GAP_PX) + 2 * GAP_PX
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        f"<title>{_escaped(walk.name)}: the digits after each press</title>",
        "<style>.dim{fill:#361510}.lit{fill:#ff5a36}"
        f"text{{font:13px {_FONT};fill:#3b3128;text-anchor:middle}}</style>",
        f"<defs>{definitions(screen for _, screen in tiles)}</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="#f3ece0"/>',
    ]
    for index, (caption, screen) in enumerate(tiles):
        x = GAP_PX + index % COLUMNS * (TILE_PX + GAP_PX)
        y = GAP_PX + index // COLUMNS * (TILE_HIGH_PX + _CAPTION_PX + GAP_PX)
        parts.append(
            f'<g transform="translate({x} {y})">'
            f'<text x="{TILE_PX / 2:g}" y="15">{_escaped(caption)}</text>'
            f'<g transform="translate(0 {_CAPTION_PX})">'
            f'<rect width="{TILE_PX}" height="{TILE_HIGH_PX + 8}" rx="6" fill="#0c0605"/>'
            f'<g transform="translate(8 5) scale({_TILE_SCALE:.4f})">{picture(screen)}</g></g></g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


DISPLAYS_FILE = "displays-digits.svg"
DISPLAYS_SECTION = "## What is shown where"

_NAME_PX, _MODULE_PX, _HIGH_PX, _GAP_PX, _HEAD_PX = 190, 200, 46, 14, 34
_MODULE_SCALE = (_MODULE_PX - 16) / WIDTH
_FOUR = 4
_FOUR_PX = 16 + int((_FOUR * CELL_WIDTH + 20) * _MODULE_SCALE)
_COLON_X = 2 * CELL_WIDTH - 14
_COLUMN_HEADS = ("one module", "two modules in a chain", "four digits")


def display_rows(page: str) -> Iterator[tuple[str, bytes, list[bytes], bytes, bool]]:
    """(state, eight digits, the two modules, four digits, their colon) of each row of the page's table.

    Raises GuideError without such a table, or for digits that cannot be shown.
    """
    section = page.partition(DISPLAYS_SECTION)[2]
    table = re.search(r"((?:^\|.*\n)+)", section, re.MULTILINE)
    if table is None:
        raise GuideError(f"docs/builder/displays.md has no table under {DISPLAYS_SECTION!r}.")
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


def displays_picture(page: str) -> str:
    """A stand-alone SVG, a row for each state."""
    lines = list(display_rows(page))
    columns = (_NAME_PX, _NAME_PX + _MODULE_PX + _GAP_PX, _NAME_PX + 3 * (_MODULE_PX + _GAP_PX))
    width = columns[2] + _FOUR_PX + _GAP_PX
    height = _HEAD_PX + len(lines) * (_HIGH_PX + _GAP_PX)
    lit = [screen for _, one_row, two, four, _ in lines for screen in (one_row, *two, four)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" role="img">',
        "<title>What eight digits, two modules and four digits show, state by state</title>",
        f"<style>.dim{{fill:#361510}}.lit{{fill:#ff5a36}}text{{font:13px {_FONT};fill:#3b3128}}</style>",
        f"<defs>{definitions(lit)}{single()}</defs>",
        f'<rect width="{width}" height="{height}" rx="12" fill="#f3ece0"/>',
    ]
    for x, head in zip(columns, _COLUMN_HEADS, strict=True):
        parts.append(f'<text x="{x}" y="22" font-weight="bold">{head}</text>')
    for index, (state, one_row, two, four, colon) in enumerate(lines):
        y = _HEAD_PX + index * (_HIGH_PX + _GAP_PX)
        parts.append(f'<text x="{_GAP_PX}" y="{y + _HIGH_PX // 2 + 4}">{state}</text>')
        parts.append(_module(columns[0], y, picture(one_row)))
        for at, screen in enumerate(two):
            parts.append(_module(columns[1] + at * (_MODULE_PX + 2), y, picture(screen)))
        parts.append(_module(columns[2], y, _four(four, colon), _FOUR_PX))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _module(x: int, y: int, drawn: str, width: int = _MODULE_PX) -> str:
    ground = f'<rect width="{width}" height="{_HIGH_PX}" rx="6" fill="#0c0605"/>'
    return (
        f'<g transform="translate({x} {y})">{ground}'
        f'<g transform="translate(8 5) scale({_MODULE_SCALE:.4f})">{drawn}</g></g>'
    )


def _four(screen: bytes, colon: bool) -> str:
    """Four digits without points, and the colon between them."""
    places = "".join(f'<use class="dim" href="#{OFF}" x="{at * CELL_WIDTH}"/>' for at in range(_FOUR))
    lit = "".join(
        f'<use href="#s{value:02x}" x="{at * CELL_WIDTH}"/>' for at, value in enumerate(screen) if value
    )
    dots = "".join(f'<circle cx="{_COLON_X}" cy="{y}" r="12"/>' for y in (66, 132))
    return (
        f'<g transform="translate(20 8) skewX(-4)">{places}<g class="lit">{lit}</g>'
        f'<g class="{"lit" if colon else "dim"}">{dots}</g></g>'
    )
