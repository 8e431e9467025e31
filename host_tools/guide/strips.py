"""The screens of a walk as one picture, step by step: the keys pressed, and the digits after them."""

import re

from . import digits
from .walks import Walk

COLUMNS = 4
TILE_PX, TILE_HIGH_PX, GAP_PX = 200, 38, 14
_CAPTION_PX = 24
_SCALE = (TILE_PX - 16) / digits.WIDTH
_FONT = "-apple-system, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"


def file_name(walk: Walk) -> str:
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
        f"<defs>{digits.definitions(screen for _, screen in tiles)}</defs>",
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
            f'<g transform="translate(8 5) scale({_SCALE:.4f})">{digits.picture(screen)}</g></g></g>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
