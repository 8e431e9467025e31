"""A line of text in any script as a bitmap of black and white: shaped and drawn by HarfBuzz.

The same fonts as on paper and the same pieces of a text (faces.py).
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import uharfbuzz

from host_tools.glyphs import faces
from host_tools.glyphs.faces import FACES, SUFFIXES, VARIABLE, Face

#: Of 255: from here on a pixel is ink. Below a half, so that the thin strokes of a small size stay whole.
INK_LEAST = 110
#: Names are drawn in this weight.
BOLD = "bold"
#: A name is made smaller to this part of its size, then it is cut.
SMALLEST = 2 / 3


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A line, `width` pixels wide. data: row by row, each begun in a new byte, leftmost bit 7; ink is 1."""

    width: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Room:
    """What names are drawn in, in pixels: most width of a line; its height; a capital's top and the line that
    letters stand on, counted from the top. lines: of a side, one above the other.
    """

    width: int
    height: int
    cap: int
    base: int
    lines: int


@dataclass(frozen=True, slots=True)
class _Glyph:
    """A shaped letter. x, y: where it stands, for an em of 1, y upwards."""

    face: str
    index: int
    x: float
    y: float


def is_in_fonts(text: str) -> bool:
    """Whether the fonts here have every letter of a text, and it has one."""
    row = _pieces(faces.normal(text))
    return bool(row) and all(piece.font for piece in row)


@lru_cache(maxsize=4096)
def line(text: str, room: Room) -> Bitmap | None:
    """A text in one line, smaller or cut with "…" where it is too wide. None: a letter is in no font here, or
    nothing is to be seen.
    """
    text = faces.normal(text).strip()
    if not is_in_fonts(text):
        return None
    size = _size(text, room)
    wide = width_of(text)
    if wide * size > room.width:
        size = max(size * SMALLEST, room.width / wide)
    kept = text
    while kept and width_of(text if kept is text else kept + "…") * size > room.width:
        kept = faces.cut(kept).rstrip()
    if not kept:
        return None
    return _drawn(text if kept is text else kept + "…", size, room)


@lru_cache(maxsize=4096)
def width_of(text: str) -> float:
    """How wide a text is, for an em of 1."""
    return _shaped(text)[1]


def natural_width(text: str, room: Room) -> float:
    """How wide a text would be in a line of this room, in pixels, if that were wide enough."""
    text = faces.normal(text).strip()
    return width_of(text) * _size(text, room)


def _size(text: str, room: Room) -> float:
    """Pixels of an em: a Latin capital would be as high as the room says, and all of the text's ink fits."""
    size = (room.base - room.cap) / _cap_height()
    top, bottom = _ink(text)
    return min(size, room.height / max(top - bottom, 0.01))


def _ink(text: str) -> tuple[float, float]:
    """How far a text's ink reaches above and below the line, for an em of 1."""
    tops, bottoms = [0.0], [0.0]
    for glyph in _shaped(text)[0]:
        font = _font(glyph.face)
        extents = font.get_glyph_extents(glyph.index)
        if extents is None or not extents.height:
            continue
        top = glyph.y + extents.y_bearing / font.face.upem
        tops.append(top)
        bottoms.append(top + extents.height / font.face.upem)
    return max(tops), min(bottoms)


def _drawn(text: str, size: float, room: Room) -> Bitmap:
    glyphs, wide = _shaped(text)
    width = max(1, min(room.width, round(wide * size)))
    top, bottom = _ink(text)
    base = room.base  # from the top; moved so far that all ink lies inside
    base = min(base, int(room.height + bottom * size))
    base = max(base, -int(-top * size))
    return Bitmap(
        width, _packed(_grey(glyphs, size, width, room.height, base), width, room.height, (width + 3) & ~3)
    )


def _grey(glyphs: Sequence[_Glyph], size: float, width: int, height: int, base: int) -> bytes:
    """The ink of each pixel, 0 to 255, the lowest row first; a row is filled up to four bytes."""
    drawing = uharfbuzz.RasterDraw()
    for glyph in glyphs:
        font = _font(glyph.face)
        scale = size / font.face.upem
        drawing.transform = (scale, 0, 0, scale, glyph.x * size, glyph.y * size + height - base)
        drawing.draw_glyph(font, glyph.index)
    stride = (width + 3) & ~3
    drawing.extents = uharfbuzz.RasterExtents(0, 0, width, height, stride)
    image = drawing.render()
    assert image.extents.stride == stride
    return bytes(image.buffer)


def _packed(grey: bytes, width: int, height: int, stride: int) -> bytes:
    """Bits of the ink; `grey` has its lowest row first."""
    data = bytearray()
    for y in range(height - 1, -1, -1):
        row = grey[y * stride : y * stride + width].ljust((width + 7) & ~7, b"\0")
        for at in range(0, len(row), 8):
            data.append(sum(1 << 7 - bit for bit in range(8) if row[at + bit] >= INK_LEAST))
    return bytes(data)


# Shaping


@lru_cache(maxsize=4096)
def _shaped(text: str) -> tuple[tuple[_Glyph, ...], float]:
    """The glyphs of a text from left to right, and its width, for an em of 1."""
    glyphs = []
    pen = 0.0
    for piece in _pieces(text):
        for run, direction in faces.runs(piece):
            font = _font(piece.font)
            buffer = uharfbuzz.Buffer()
            buffer.add_str(run)
            buffer.guess_segment_properties()
            buffer.direction = direction
            uharfbuzz.shape(font, buffer)
            upem = font.face.upem
            for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                at = pen + place.x_offset / upem, place.y_offset / upem
                glyphs.append(_Glyph(piece.font, info.codepoint, *at))
                pen += place.x_advance / upem
    return tuple(glyphs), pen


def _pieces(text: str) -> Sequence[faces.Piece]:
    return faces.pieces(text, _font_for, frozenset(f.name for f in _faces().values() if f.is_right_to_left))


def _font_for(letter: str, before: str) -> str:
    """The font of a letter that follows one in the font `before`; "" when no font has it."""
    code = ord(letter)
    is_of_before = letter == " " or (code > 0x7F and not letter.isalpha())
    if before and is_of_before and code in _letters_of(before):
        return before
    return next(
        (name for name, face in _faces().items() if face.covers(code) and code in _letters_of(name)), ""
    )


# Fonts, each read when it is first needed.


@cache
def _faces() -> dict[str, Face]:
    paths = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    own = [path for path in paths if path.suffix in SUFFIXES and path.is_file()]
    added = (Face(f"own{number}", str(path), ((0, 0x10FFFF),)) for number, path in enumerate(own))
    return {face.name: face for face in (*FACES, *added)}


@cache
def _font(name: str) -> uharfbuzz.Font:
    return uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(_faces()[name].path(BOLD)))))


def letters(files: Sequence[Path]) -> frozenset[int]:
    """The code points that the fonts here or these files have."""
    here = [_letters_of(face.name) for face in FACES]
    own = [uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(file))).unicodes for file in files]
    return frozenset().union(*here, *own)


def has_all(text: str) -> bool:
    """Whether the fonts here have all letters of a text."""
    return all(ord(letter) in _letters_here() for letter in faces.normal(text) if letter not in faces.JOINERS)


@cache
def _letters_here() -> frozenset[int]:
    return letters(())


@cache
def _letters_of(name: str) -> frozenset[int]:
    return frozenset(_font(name).face.unicodes)


@cache
def _cap_height() -> float:
    font = _font("latin")
    glyph = font.get_nominal_glyph(ord("H"))
    assert glyph is not None
    extents = font.get_glyph_extents(glyph)
    assert extents is not None
    return float(extents.y_bearing / font.face.upem)
