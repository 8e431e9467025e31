"""What a browser is told of a table's displays: digits as segments, e-paper as its pixels. JSON-ready."""

import base64
from dataclasses import dataclass
from typing import Any

from boardside import arrangement

from .glyphs import text_of
from .senses import Lit, Picture, Senses


@dataclass(frozen=True)
class Kind:
    """How a display is built: `places` digits (0: an e-paper of `width` x `height` pixels)."""

    places: int = 0
    width: int = 0
    height: int = 0


KINDS = {
    "max7219": Kind(places=8),
    "max7219x2": Kind(places=16),
    "tm1637": Kind(places=4),
    "ht16k33": Kind(places=4),
    "digits": Kind(places=8),
    "epd42": Kind(width=400, height=300),
    "epd29": Kind(width=296, height=128),
}


def kind_of(name: str) -> Kind:
    """How the display called `name`, " back" behind it or not, is built. KeyError when there is none."""
    return KINDS[arrangement.plain(name)]


def seen(senses: Senses, index: int) -> Lit | Picture | None:
    """What is seen on display `index`: another object after each change; None until it was first written."""
    return senses.lit.get(index) or senses.pictures.get(index)


def view(name: str, shown: Lit | Picture | None) -> dict[str, Any]:
    """A display called `name` (as in KINDS, " back" behind it or not) with what is `shown` on it.

    `kind`: as in KINDS; `is_back`: it faces the other way. With digits: `segments` (bit 7 the point, bits
    6-0 A-G, leftmost first), `intensity` 0-15, `text`. An e-paper: `width`, `height`, and `pixels`, base64 of
    rows of whole bytes, 1 = white, bit 7 leftmost; null for one that has shown nothing.
    """
    kind = kind_of(name)
    seat = {"kind": arrangement.plain(name), "is_back": arrangement.is_back(name)}
    if kind.places:
        lit = shown if isinstance(shown, Lit) else Lit(bytes(kind.places), 0, 0.0)
        return seat | {
            "segments": list(lit.segments),
            "intensity": lit.intensity,
            "text": text_of(lit.segments),
        }
    picture = shown if isinstance(shown, Picture) else None
    return seat | {
        "width": kind.width,
        "height": kind.height,
        "pixels": None if picture is None else base64.b64encode(picture.pixels).decode(),
    }
