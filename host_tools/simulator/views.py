"""What a browser gets of a table's displays: digits as segments, e-paper as its pixels. JSON-ready."""

import base64
from typing import NotRequired, TypedDict

from boardside import arrangement

from .digits import LETTERS, SIGNS, Module, module, text_of, words_mm
from .observed import Lit, Observed, Picture


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
    """A display `name` (of arrangement.DISPLAYS, with or without " back" at the end) that shows `shown`; the
    `pixels` of an e-paper that has shown nothing are None.
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
