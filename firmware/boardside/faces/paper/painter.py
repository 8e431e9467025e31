"""Drawing a sheet on a canvas, in small steps.

A step is a letter, or some rows of a shape. Letters are blitted by `framebuf`, which is in C: a bitmap of
each is made when it is first drawn, and kept.
"""

from framebuf import MONO_HLSB, FrameBuffer

from . import glyphs
from .fonts import NAME, SMALL
from .large import Digits
from .sheet import (
    DISC,
    FILL,
    FRAME,
    MARKS,
    NUMBER,
    RING,
    ROUND,
    SIZE,
    TEXT,
    WEDGE,
    WHITE,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .canvas import Canvas
    from .sheet import Sheet

_PIXELS = 1600
"""Most pixels that are filled in a step, and bits in which a bitmap is made."""

_ROWS = 4
"""Most rows of a round shape that are drawn in a step."""

_SKIPPED = 6
"""Most marks that are passed over in a step."""

_CLEARED = 6
"""Most pieces of the canvas that are cleared in a step."""


class Painter:
    """Draws into `canvas`: what a driver sends as its `source`.

    `start` with a sheet and the pieces of the canvas to draw, then `more` until it returns False. It spoils
    the other pieces.
    """

    def __init__(self, canvas: "Canvas") -> None:
        self.canvas = canvas
        self.views = canvas.views
        self.lines, self.line_bytes = canvas.lines, canvas.line_bytes
        self._pixels: "Any" = canvas.pixels
        self._sheet: "Sheet | None" = None
        self._bands: "bytearray | bytes" = b""
        self._band = self._mark = self._done = self._x = 0
        self._digits = Digits()
        self._insets: "dict[int, bytes]" = {}
        self._bitmaps: "dict[int, Any]" = {}

    def start(self, sheet: "Sheet", bands: "bytearray") -> None:
        """From now on draw `sheet` in the pieces of the canvas whose number in `bands` is not 0."""
        self._sheet = sheet
        self._bands = bands
        self._band = self._mark = self._done = 0

    def more(self) -> bool:
        """Draw a little; return whether there is more to draw."""
        sheet = self._sheet
        if sheet is None:
            return False
        if self._band < len(self._bands):
            self._clear()
            return True
        marks, last = sheet.marks, sheet.parts * MARKS
        for _ in range(_SKIPPED):
            if self._mark >= last:
                return False
            at = self._mark * SIZE
            if not marks[at]:
                self._mark = (self._mark // MARKS + 1) * MARKS  # the rest of the part is empty
            elif self._done or self._is_wanted(marks[at + 2], marks[at + 4]):
                if self._draw(sheet, at):
                    self._mark += 1
                    self._done = 0
                return True
            else:
                self._mark += 1
        return True

    def _clear(self) -> None:
        bands, canvas = self._bands, self.canvas
        end = min(self._band + _CLEARED, len(bands))
        for band in range(self._band, end):
            if bands[band]:
                canvas.clear(band)
        self._band = end

    def _is_wanted(self, y: int, height: int) -> bool:
        rows, bands = self.canvas.band_rows, self._bands
        band, end = y // rows, min((y + height - 1) // rows + 1, len(bands))
        while band < end and not bands[band]:
            band += 1
        return band < end

    def _draw(self, sheet: "Sheet", at: int) -> bool:
        """A step of the mark; return whether it is complete."""
        marks = sheet.marks
        kind = marks[at] & 0xFF
        white = marks[at] >> 8
        if kind >= TEXT and kind != NUMBER:
            return self._letter(SMALL if kind == TEXT else NAME, sheet, at, white)
        x, y = marks[at + 1], marks[at + 2]  # by two: four would make a tuple on the heap
        width, height = marks[at + 3], marks[at + 4]
        if kind == NUMBER:
            if not self._done:
                self._digits.begin(sheet.letters, marks[at + 5], marks[at + 6])
                self._done = 1
            return self._digits.draw(self._pixels, x, y, height, white)
        if kind == FILL:
            return self._fill(x, y, width, height, 0, height, white)
        if kind == FRAME:
            edge, pixels = marks[at + 6], self._pixels
            pixels.fill_rect(x, y, width, edge, white)
            pixels.fill_rect(x, y + height - edge, width, edge, white)
            pixels.fill_rect(x, y, edge, height, white)
            pixels.fill_rect(x + width - edge, y, edge, height, white)
            return True
        return self._shape(kind, x, y, width, height, marks[at + 6], white)

    def _fill(self, x: int, y: int, width: int, height: int, first: int, end: int, white: int) -> bool:
        """Fill some of the rows from `first` to before `end`, where `_done` is; whether `end` is reached."""
        row = max(self._done, first)
        rows = min(_PIXELS // width + 1, end - row)
        self._pixels.fill_rect(x, y + row, width, rows, white)
        self._done = row + rows
        return self._done >= height

    def _letter(self, font, sheet: "Sheet", at: int, white: int) -> bool:
        """Draw a letter."""
        marks = sheet.marks
        done = self._done
        if not done:
            self._x = marks[at + 1]
        code = sheet.letters[marks[at + 5] + done]
        if code != 32:
            y = marks[at + 2]
            accent = 0
            if code >= 0xC0:
                accent = glyphs.LATIN[(code - 0xC0) << 1 | 1]
                base = glyphs.LATIN[(code - 0xC0) << 1]
            else:
                base = code
            start = font.start(base)
            self._blit(font, start, self._x, y, white)
            if accent:
                data = font.data
                above = font.start(accent)
                if code >= 0xE0 and data[above + 1] & 31 < font.rise:  # over a small letter
                    y += font.drop
                self._blit(font, above, self._x + ((data[start] - data[above]) >> 1), y, white)
        self._x += font.widths[code] + font.gap
        self._done = done + 1
        return self._done >= marks[at + 6]

    def _blit(self, font, start: int, x: int, y: int, white: int) -> None:
        number = start << 2 | white << 1 | (font is NAME)
        bitmap = self._bitmaps.get(number)
        if bitmap is None:
            bitmap = self._bitmaps[number] = _bitmap(font, start, white)
        self._pixels.blit(bitmap, x, y + (font.data[start + 1] & 31), 1 - white)

    def _shape(self, kind: int, x: int, y: int, width: int, height: int, extra: int, white: int) -> bool:
        """Draw some rows of an arrow head, a disc, a ring or a box with round corners."""
        row, pixels = self._done, self._pixels
        if kind == ROUND and extra <= row < height - extra:
            self._fill(x, y, width, height, extra, height - extra, white)
            return False
        end = min(row + _ROWS, height)
        if kind == WEDGE:
            while row < end:
                length = width * (height - abs(2 * row + 1 - height)) // height
                pixels.hline(x if extra else x + width - length, y + row, length, white)
                row += 1
        elif kind == ROUND:
            if row < extra:
                end = min(end, extra)
            insets = self._insets_of(2 * extra)
            while row < end:
                inset = insets[min(row, height - 1 - row)]
                pixels.hline(x + inset, y + row, width - 2 * inset, white)
                row += 1
        else:
            insets = self._insets_of(width)
            inner = self._insets_of(width - 2 * extra) if kind == RING else b""
            while row < end:
                pixels.hline(x + insets[row], y + row, width - 2 * insets[row], white)
                if kind == RING and extra <= row < height - extra:
                    inset = extra + inner[row - extra]
                    pixels.hline(x + inset, y + row, width - 2 * inset, 1 - white)
                row += 1
        self._done = row
        return row >= height

    def _insets_of(self, diameter: int) -> bytes:
        found = self._insets.get(diameter)
        if found is None:
            found = self._insets[diameter] = _made_insets(diameter)
        return found


def _made_insets(diameter: int) -> bytes:
    # Not in the method above: its own call would allocate for the name that the comprehension shares.
    return bytes([_inset(diameter, row) for row in range(diameter)])


def _bitmap(font, start: int, white: int):
    """A letter as something to blit: its ink is 1 in white, else 0."""
    data = font.data
    top, rows = data[start + 1] & 31, data[start + 2] & 31
    size = (data[start] + 7) >> 3
    buffer = bytearray(size * rows)
    paper = 0 if white else 0xFF
    for row in range(rows):
        at = font.bits(start, top + row)
        for index in range(size):
            buffer[row * size + index] = data[at + index] ^ paper
    return FrameBuffer(buffer, data[start], rows, MONO_HLSB)


def _inset(diameter: int, row: int) -> int:
    """How far a circle's edge lies inside its box in a row."""
    reach = 2 * row + 1 - diameter
    square = diameter * diameter - reach * reach
    half = 0
    while (half + 1) * (half + 1) <= square:
        half += 1
    return (diameter - half) >> 1


__all__ = ("DISC", "FILL", "FRAME", "WHITE", "Painter")
