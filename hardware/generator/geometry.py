"""Points on a board, in millimetres, y downwards."""

import math
from dataclasses import dataclass

from .model import Design


def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """A point turned counter-clockwise about the origin."""
    c, s = round(math.cos(math.radians(degrees)), 9), round(math.sin(math.radians(degrees)), 9)
    return x * c + y * s, -x * s + y * c


@dataclass(frozen=True)
class PlacedPad:
    """A pad where it lies on the board: half its width and height, and whether it goes through."""

    ref: str
    number: str
    net: str | None
    x: float
    y: float
    half_width: float
    half_height: float
    is_through: bool


def placed_pads(design: Design) -> list[PlacedPad]:
    """All pads of a design's board."""
    pads = []
    for part in design.parts:
        if not part.footprint or not part.place:
            continue
        px, py, angle = part.place
        for pad in part.footprint.pads:
            dx, dy = turned(pad.x, pad.y, angle)
            sideways = angle % 180 == 90
            width, height = (pad.height, pad.width) if sideways else (pad.width, pad.height)
            pads.append(PlacedPad(
                part.ref, pad.number, part.nets.get(pad.number), px + dx, py + dy, width / 2, height / 2,
                pad.drill > 0
            ))  # fmt: skip
    return pads
