"""The walks of a guide: tables of presses and digits in Markdown, each behind a comment that names its start.

The guides' tests press each walk and check that a table shows these digits.
"""

import re
from dataclasses import dataclass

from boardside.table.show.segments import DIGITS, GLYPHS, POINT

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
