"""The ten keys as docs/umpire/panel.md lays them out: a picture of the panel, and a key's cap in print."""

import re
from dataclasses import dataclass
from pathlib import Path

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

WIDTH, HEIGHT = 720, 356
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


def panel(screen: bytes) -> str:
    """The panel as a stand-alone SVG, its digits showing `screen`."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">\n'
        "<title>The panel: eight digits over two rows of five keys</title>\n"
        "<style>.dim{fill:#361510}.lit{fill:#ff5a36}</style>\n"
        f"<defs>{digits.definitions([screen])}</defs>\n{drawing(screen)}\n</svg>\n"
    )


def drawing(screen: bytes) -> str:
    """The content of that picture, without the digits' definitions and colours."""
    scale = 0.42
    left = (WIDTH - digits.WIDTH * scale) / 2
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="26" fill="#2f2219"/>',
        f'<rect x="24" y="22" width="{WIDTH - 48}" height="120" rx="14" fill="#0c0605"/>',
        f'<g transform="translate({left:g} 36) scale({scale})">{digits.picture(screen)}</g>',
    ]
    for row, names in enumerate(ROWS):
        y = 158 + row * (_HIGH + _GAP)
        # CLOCK is twice as wide as its neighbours.
        shares = len(names) + row
        unit = (WIDTH - 48 - (shares - 1) * _GAP) / shares
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
