"""Make the firmware's glyphs (firmware/boardside/faces/paper/glyphs.py) from the strokes in glyph_strokes.py.

`python -m host_tools.device.glyphs` writes the file; a test checks that it is current. The strokes' points
are moved to whole pixels before the pen is drawn, so that stems are sharp at every size.

A font is its glyphs one after the other: code; width in bits 0-4; first row in bits 0-4, (uniques - 1) & 7 in
bits 5-7; number of rows in bits 0-4, (uniques - 1) >> 3 in bit 5, "direct" in bit 6; then, unless direct, a
number for each row, two in a byte, upper half first; then the different rows, leftmost pixel in bit 7 of
their first byte. Rows are counted from the top of an accent over a capital. A direct glyph has all its rows.

A large digit has every second row; those between are the mean of their neighbours. It is its groups of equal
rows: how many rows in bits 0-5, how many runs in bits 6-7, then left edge and width of each run.
"""

import math
import sys
from itertools import pairwise
from pathlib import Path

from host_tools.device.glyph_strokes import ACCENTS, COMPOSED, ICONS, STROKES

TARGET = (
    Path(__file__).resolve().parent.parent.parent / "firmware" / "boardside" / "faces" / "paper" / "glyphs.py"
)

Point = tuple[float, float]
Stroke = list[tuple[float, float, float]]  # x, y, radius of the corner there

# Glyphs outside ASCII have codes below it: the accents first, in the order of the pairs in COMPOSED.
CODES = {name: at for at, name in enumerate([*ACCENTS, *"ıßÆØÞÐæøþð°·–×", *ICONS], start=1)}

# Names need no more; a character that the larger font lacks is drawn as a box.
_NOT_IN_NAMES = {*"@#%*<>[]|_=ȷ°", "link", "no_link"}
_NOT_TALL = {*STROKES, *ACCENTS, *ICONS} - {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.'ßÆØÞÐ", "more", "box"}
_NOT_SMALL = {*"ȷ@#*|_", "hourglass", "pause"}

_CURVE = 0.5523  # of a quarter circle by a Bezier curve
_STEPS = 12


def rows_of(
    text: str, cap: int, pen: float, above: int, below: int, narrow: float = 1
) -> tuple[int, list[int]]:
    """Draw strokes: (width, rows as ints), `above` rows over a capital of `cap` and `below` under it.

    narrow: how wide, as a part of the usual width.
    """
    scale = (cap - pen) / 9
    fills, lines, right = [], [], 0.0
    for part in text.split(";"):
        part = part.strip()
        points = [
            (round(x * scale * narrow) + pen / 2, round(y * scale) + pen / 2, radius * scale)
            for x, y, radius in _parsed(part.lstrip("@"))
        ]
        right = max(right, *(point[0] for point in points))
        lines.append(_flattened(points))
        if part.startswith("@"):
            fills.append(lines[-1])
    width = math.ceil(right + pen / 2 - 1e-6)
    rows = []
    for y in range(-above, cap + below):
        row = 0
        for x in range(width):
            centre = (x + 0.5, y + 0.5)
            inked = any(_inside(centre, fill) for fill in fills) or any(
                _near(centre, line, pen) for line in lines
            )
            row = row << 1 | inked
        rows.append(row)
    return width, rows


def _parsed(text: str) -> Stroke:
    stroke = []
    for token in text.split():
        place, rounded, radius = token.partition("~")
        x, y = place.split(",")
        stroke.append((float(x), float(y), (float(radius) if radius else 99.0) if rounded else 0.0))
    return stroke


def _flattened(stroke: Stroke) -> list[Point]:
    """The stroke as a polyline, its corners rounded."""
    line = [stroke[0][:2]]
    for before, corner, after in zip(stroke, stroke[1:], stroke[2:], strict=False):
        line += _corner(before, corner, after)
    line.append(stroke[-1][:2])
    return line


def _corner(
    before: tuple[float, float, float], corner: tuple[float, float, float], after: tuple[float, float, float]
) -> list[Point]:
    x, y, radius = corner
    if not radius:
        return [(x, y)]
    start, end = _along(corner, before), _along(corner, after)
    first = (start[0] + (x - start[0]) * _CURVE, start[1] + (y - start[1]) * _CURVE)
    second = (end[0] + (x - end[0]) * _CURVE, end[1] + (y - end[1]) * _CURVE)
    curve = []
    for step in range(_STEPS + 1):
        t = step / _STEPS
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
        points = (start, first, second, end)
        curve.append(
            (
                sum(weight * point[0] for weight, point in zip(weights, points, strict=True)),
                sum(weight * point[1] for weight, point in zip(weights, points, strict=True)),
            )
        )
    return curve


def _along(corner: tuple[float, float, float], other: tuple[float, float, float]) -> Point:
    """Where the rounding begins on the side towards `other`: both corners of a side share it."""
    x, y, radius = corner
    length = math.hypot(other[0] - x, other[1] - y)
    room = length if not other[2] else max(length / 2, length - other[2])
    part = min(radius, room) / length
    return (x + (other[0] - x) * part, y + (other[1] - y) * part)


def _near(centre: Point, line: list[Point], pen: float) -> bool:
    if all(point == line[0] for point in line):  # a dot: square, and a little larger than the pen
        return max(abs(centre[0] - line[0][0]), abs(centre[1] - line[0][1])) <= pen * 0.525 + 0.01
    reach = (pen / 2) ** 2 + 0.02
    for (x0, y0), (x1, y1) in pairwise(line):
        dx, dy = x1 - x0, y1 - y0
        length = dx * dx + dy * dy
        t = 0.0 if not length else ((centre[0] - x0) * dx + (centre[1] - y0) * dy) / length
        t = min(1.0, max(0.0, t))
        if (x0 + t * dx - centre[0]) ** 2 + (y0 + t * dy - centre[1]) ** 2 <= reach:
            return True
    return False


def _inside(centre: Point, line: list[Point]) -> bool:
    inside = False
    for (x0, y0), (x1, y1) in zip(line, line[1:] + line[:1], strict=True):
        if (y0 > centre[1]) != (y1 > centre[1]) and centre[0] < x0 + (centre[1] - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside


def font(cap: int, pen: float, above: int, below: int, left_out: set[str], narrow: float = 1) -> bytes:
    """All glyphs of a font in the format described at the top."""
    shapes = {ord(sign) if ord(sign) < 127 else CODES.get(sign, 0): text for sign, text in STROKES.items()}
    shapes |= {CODES[name]: text for name, text in {**ACCENTS, **ICONS}.items()}
    unwanted = {CODES.get(sign) or ord(sign) for sign in left_out}
    data = bytearray()
    for code in sorted(code for code in shapes if code and code not in unwanted):
        data += _glyph(code, *rows_of(shapes[code], cap, pen, above, below, narrow))
    return bytes(data)


def _glyph(code: int, width: int, rows: list[int]) -> bytes:
    inked = [at for at, row in enumerate(rows) if row]
    first, rows = inked[0], rows[inked[0] : inked[-1] + 1]
    size = (width + 7) // 8
    patterns = list(dict.fromkeys(rows))
    is_direct = len(patterns) > 16
    uniques = 0 if is_direct else len(patterns) - 1
    head = bytes(
        [code, width, first | (uniques & 7) << 5, len(rows) | (uniques >> 3) << 5 | is_direct << 6],
    )
    numbers = bytearray((len(rows) + 1) // 2)
    for at, row in enumerate(rows):
        if not is_direct:
            numbers[at >> 1] |= patterns.index(row) << (0 if at & 1 else 4)
    drawn = rows if is_direct else patterns
    body = b"".join((row << (8 * size - width)).to_bytes(size, "big") for row in drawn)
    return head + body if is_direct else head + bytes(numbers) + body


def digit(sign: str, cap: int, pen: float) -> tuple[int, bytes]:
    """(width, groups) of a large digit."""
    width, rows = rows_of(STROKES[sign], cap, pen, 0, 0)
    rows = rows[::2]
    data = bytearray()
    at = 0
    while at < len(rows):
        same = 1
        while at + same < len(rows) and rows[at + same] == rows[at]:
            same += 1
        runs = _runs(rows[at], width)
        data.append(same | len(runs) << 6)
        for run in runs:
            data += bytes(run)
        at += same
    return width, bytes(data)


def _runs(row: int, width: int) -> list[tuple[int, int]]:
    bits = f"{row:0{width}b}"
    runs, at = [], 0
    for piece in bits.split("0"):
        if piece:
            runs.append((at, len(piece)))
        at += len(piece) + 1
    return runs


def latin() -> bytes:
    """For each code from 0xC0 to 0xFF: base code and accent's code (0: none)."""
    pairs = bytearray()
    for code in range(0xC0, 0x100):
        letter = chr(code)
        pair = COMPOSED.get(letter, letter.replace("÷", "×") + " ")
        pairs += bytes([CODES[pair[0]] if pair[0] in CODES else ord(pair[0]), CODES.get(pair[1], 0)])
    return bytes(pairs)


def bases() -> bytes:
    """For each code from 0x100 to 0x17F: the ASCII letter that replaces it."""
    import unicodedata

    special = {
        "Đ": "D",
        "đ": "d",
        "Ħ": "H",
        "ħ": "h",
        "ı": "i",
        "Ĳ": "J",
        "ĳ": "j",
        "ĸ": "k",
        "Ł": "L",
        "ł": "l",
    }
    special |= {
        "ŉ": "n",
        "Ŋ": "N",
        "ŋ": "n",
        "Œ": "E",
        "œ": "e",
        "Ŧ": "T",
        "ŧ": "t",
        "ſ": "s",
        "Ŀ": "L",
        "ŀ": "l",
    }
    letters = [
        special.get(chr(code)) or unicodedata.normalize("NFD", chr(code))[0] for code in range(0x100, 0x180)
    ]
    return "".join(letters).encode()


_NAMED = (("DEGREE", "°"), ("DOT", "·"), ("DASH", "–"))

SMALL = (12, 2.0, 4, 4)
NAME = (20, 3.0, 7, 7)
TALL = (30, 4.0, 0, 1)
TALL_WIDTH = 0.53
LARGE = (90, 14.0)


def module() -> str:
    """The text of the firmware's glyphs.py."""
    digits = [digit(sign, *LARGE) for sign in "0123456789"]
    starts, at = bytearray(), 0
    for _, groups in digits:
        starts += at.to_bytes(2, "little")
        at += len(groups)
    parts = [
        '"""The lettering of the e-paper pages: made by host_tools/device/glyphs.py, format there."""',
        "",
        "# ruff: noqa: E501",
        "# fmt: off",
        *(f"{name.upper()} = {CODES[name]}" for name in ICONS),
        *(f"{name} = {CODES[sign]}" for name, sign in _NAMED),
        f"SMALL = {font(*SMALL, _NOT_SMALL)!r}",
        f"NAME = {font(*NAME, _NOT_IN_NAMES)!r}",
        f"TALL = {font(*TALL, _NOT_TALL, TALL_WIDTH)!r}",
        f"LATIN = {latin()!r}",
        f"BASES = {bases()!r}",
        f"LARGE_ROWS = {LARGE[0] // 2}",
        f"LARGE_WIDTHS = {bytes(width for width, _ in digits)!r}",
        f"LARGE_STARTS = {bytes(starts)!r}",
        f"LARGE = {b''.join(groups for _, groups in digits)!r}",
    ]
    return "\n".join(parts) + "\n"


def main() -> int:
    """Write the firmware's file."""
    TARGET.write_text(module(), encoding="utf-8")
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes of text")
    return 0


if __name__ == "__main__":
    sys.exit(main())
