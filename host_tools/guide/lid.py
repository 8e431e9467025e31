"""The digits with the legends that are printed on the lid around them, as docs/umpire/panel.md explains them.

The same words are sunk into the lid: hardware/generator/enclosure.py (a test compares them).
"""

from host_tools.simulator.glyphs import CELL_WIDTH

from . import digits
from .walks import encoded

ABOVE = (("POINTS", 0.5), ("CLOCK", 3.5), ("POINTS", 6.5))
"""Words above the digits, each with the place of its middle: 0 is the middle of the leftmost digit."""

BELOW = (("DUE", 1.5), ("QUEEN", 2.5), ("MIN", 4.5), ("QUEEN", 5.5), ("DUE", 7.5))
"""What a point means, below it."""

RULE = "ARROW: TURN, WINNER    BARS: GAMES WON    BOTH POINTS: TIME"
"""The line above all."""

FILE = "panel-lid.svg"
SCREEN = encoded("·8.[.12_·3")
"""On the picture: the left side has the turn and the Queen, and owes; the right has won a game."""
WIDTH, HEIGHT = 720, 232
_SCALE = 0.56
_FONT = "'Anek', 'Helvetica Neue', Arial, sans-serif"


def picture(screen: bytes) -> str:
    """A stand-alone SVG of the lid's legends around digits that show `screen`."""
    left = (WIDTH - digits.WIDTH * _SCALE) / 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" role="img">',
        f"<title>Above the digits: {RULE}</title>",
        "<style>.dim{fill:#361510}.lit{fill:#ff5a36}"
        f"text{{font:bold 15px {_FONT};fill:#f3ece0;text-anchor:middle}}</style>",
        f"<defs>{digits.definitions([screen])}</defs>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="18" fill="#2f2219"/>',
        f'<rect x="24" y="66" width="{WIDTH - 48}" height="132" rx="10" fill="#0c0605"/>',
        f'<text x="{WIDTH / 2:g}" y="26" xml:space="preserve">{RULE}</text>',
        f'<g transform="translate({left:g} 72) scale({_SCALE})">{digits.picture(screen)}</g>',
    ]
    for words, y in ((ABOVE, 56), (BELOW, 218)):
        for word, place in words:
            x = left + _SCALE * (20 + CELL_WIDTH * place + 60)
            parts.append(f'<text x="{x:.1f}" y="{y}">{word}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
