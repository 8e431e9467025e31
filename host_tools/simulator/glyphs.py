"""Eight 7-segment digits as text and as a picture. Segment bytes are DP A B C D E F G, bit 7 to bit 0."""

_SHAPES = {
    0x00: " ",
    0x7E: "0",
    0x30: "1",
    0x6D: "2",
    0x79: "3",
    0x33: "4",
    0x5B: "5",
    0x5F: "6",
    0x70: "7",
    0x72: "7",
    0x7F: "8",
    0x7B: "9",
    0x73: "q",
    0x77: "A",
    0x1F: "b",
    0x4E: "C",
    0x3D: "d",
    0x4F: "E",
    0x47: "F",
    0x5E: "G",
    0x37: "H",
    0x17: "h",
    0x10: "i",
    0x06: "l",
    0x3C: "J",
    0x38: "J",
    0x0E: "L",
    0x15: "n",
    0x76: "N",
    0x1D: "o",
    0x67: "P",
    0x05: "r",
    0x0F: "t",
    0x3E: "U",
    0x1C: "u",
    0x3B: "y",
    0x01: "-",
    0x08: "_",
    0x65: "?",
    0x63: "°",
    0x20: ">",
    0x04: "(",
    0x02: "<",
    0x40: "~",
}

# The outline of each segment in a cell of 120 x 200, A to G; the point is at POINT_AT.
OUTLINES = (
    "26,14 36,4 84,4 94,14 84,24 36,24",
    "98,18 108,28 108,84 98,94 88,84 88,28",
    "98,102 108,112 108,168 98,178 88,168 88,112",
    "26,182 36,172 84,172 94,182 84,192 36,192",
    "22,102 32,112 32,168 22,178 12,168 12,112",
    "22,18 32,28 32,84 22,94 12,84 12,28",
    "26,98 36,88 84,88 94,98 84,108 36,108",
)

POINT_AT = (124, 184, 11)
"""Where the point is, and its radius."""

CELL_WIDTH = 140
CELL_HEIGHT = 212


def text_of(segments: bytes) -> str:
    """What the digits say, left to right; a lit point follows its digit; `*` is no known shape.

    Shapes that are a digit and a letter at once (0 O, 1 I, 2 Z, 5 S) are read as digits; there is no c.
    """
    return "".join(_SHAPES.get(value & 0x7F, "*") + ("." if value & 0x80 else "") for value in segments)


def svg_of(segments: bytes, lit: str = "#ff5a36", unlit: str = "#3a1712", ground: str = "#140b0a") -> str:
    """The digits as a stand-alone SVG picture in the given colours. The same bytes give the same text."""
    width = CELL_WIDTH * len(segments) + 20
    x, y, radius = POINT_AT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {CELL_HEIGHT + 20}" role="img">',
        f"<title>{_escaped(text_of(segments))}</title>",
        f'<rect width="{width}" height="{CELL_HEIGHT + 20}" rx="16" fill="{ground}"/>',
        '<g transform="translate(16 12) skewX(-4)">',
    ]
    for place, value in enumerate(segments):
        parts.append(f'<g transform="translate({place * CELL_WIDTH + 14} 0)">')
        for index, outline in enumerate(OUTLINES):
            colour = lit if value >> (6 - index) & 1 else unlit
            parts.append(f'<polygon points="{outline}" fill="{colour}"/>')
        parts.append(f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{lit if value & 0x80 else unlit}"/>')
        parts.append("</g>")
    parts.append("</g></svg>")
    return "\n".join(parts) + "\n"


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")
