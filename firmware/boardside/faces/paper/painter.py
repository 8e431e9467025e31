"""Drawing a sheet strip by strip, row by row: no more of the page is ever held than one strip."""

from . import glyphs, large
from .fonts import NAME, SMALL
from .sheet import (
    DISC,
    FILL,
    FRAME,
    HEADING,
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
    from .sheet import Sheet

_SELECTED = 200  # marks that can be on a page: parts x MARKS
_ROUND = (DISC, RING)


class Painter:
    """Draws into `strip` (strip.Row or strip.Upright).

    With a `sheet`, `start` a window of it, then for each line `line`, and `more` until it is drawn; then
    `view()` is what the panel takes. Each `more` draws one row at most.
    """

    def __init__(self, strip) -> None:
        self.strip = strip
        self.unit_bytes = strip.unit_bytes
        self.sheet: "Sheet | None" = None
        self._chosen = bytearray(_SELECTED)
        self._count = 0
        self._row = self._end = 0

    def start(self, line: int, lines: int, unit: int, units: int) -> None:
        """From now on draw this window: only the marks that touch it are looked at."""
        sheet = self.sheet
        if sheet is None:
            return
        strip = self.strip
        top, bottom = line * strip.rows, (line + lines) * strip.rows
        left, right = unit * strip.unit, (unit + units) * strip.unit
        marks = sheet.marks
        self._count = 0
        for mark in range(sheet.parts * MARKS):
            at = mark * SIZE
            if not marks[at] or marks[at + 1] >= right or marks[at + 1] + marks[at + 3] <= left:
                continue
            if marks[at + 2] < bottom and marks[at + 2] + marks[at + 4] > top:
                self._chosen[self._count] = mark
                self._count += 1

    def line(self, line: int, unit: int, units: int) -> None:
        """Begin a line of the panel."""
        self.strip.open(unit, units)
        self._row = line * self.strip.rows
        self._end = self._row + self.strip.rows

    def more(self) -> bool:
        """Draw a row of the line; whether another is left."""
        sheet = self.sheet
        if sheet is not None:
            marks = sheet.marks
            for index in range(self._count):
                at = self._chosen[index] * SIZE
                row = self._row - marks[at + 2]
                if 0 <= row < marks[at + 4]:
                    self._draw(sheet, at, row)
        self._row += 1
        return self._row < self._end

    def view(self):
        """The line as bytes."""
        return self.strip.view()

    def _draw(self, sheet: "Sheet", at: int, row: int) -> None:
        marks = sheet.marks
        kind = marks[at] & 0xFF
        white = marks[at] & WHITE > 0
        x, width = marks[at + 1], marks[at + 3]
        if kind == TEXT:
            self._text(SMALL, sheet, at, row, white)
        elif kind == HEADING:
            self._text(NAME, sheet, at, row, white)
        elif kind == NUMBER:
            first, count = marks[at + 5], marks[at + 6]
            large.draw(self.strip, sheet.letters, first, count, x, self._row, row, marks[at + 4], white)
        elif kind == FILL:
            self.strip.run(x, self._row, width, white)
        else:
            self._shape(kind, x, width, marks[at + 4], marks[at + 6], row, white)

    def _text(self, font, sheet: "Sheet", at: int, row: int, white: bool) -> None:
        marks, letters = sheet.marks, sheet.letters
        x = marks[at + 1]
        for index in range(marks[at + 5], marks[at + 5] + marks[at + 6]):
            code = letters[index]
            if code == 32:
                x += font.space + font.gap
                continue
            if code >= 0xC0:
                x = self._accented(font, code, x, row, white)
                continue
            start = font.start(code)
            self._glyph(font, start, x, row, white)
            x += font.data[start] + font.gap

    def _accented(self, font, code: int, x: int, row: int, white: bool) -> int:
        base, accent = glyphs.LATIN[(code - 0xC0) << 1], glyphs.LATIN[(code - 0xC0) << 1 | 1]
        start = font.start(base)
        self._glyph(font, start, x, row, white)
        width = font.data[start]
        if accent:
            above = font.start(accent)
            shift = (width - font.data[above]) >> 1
            is_small = code >= 0xE0 and font.data[above + 1] & 31 < font.rise
            self._glyph(font, above, x + shift, row - font.drop if is_small else row, white)
        return x + width + font.gap

    def _glyph(self, font, start: int, x: int, row: int, white: bool) -> None:
        at = font.bits(start, row)
        if at < 0:
            return
        data = font.data
        for index in range((data[start] + 7) >> 3):
            if data[at + index]:
                self.strip.eight(x + 8 * index, self._row, data[at + index], white)

    def _shape(self, kind: int, x: int, width: int, height: int, extra: int, row: int, white: bool) -> None:
        if kind == FRAME:
            if row < extra or row >= height - extra:
                self.strip.run(x, self._row, width, white)
            else:
                self.strip.run(x, self._row, extra, white)
                self.strip.run(x + width - extra, self._row, extra, white)
        elif kind == WEDGE:
            length = width * (height - abs(2 * row + 1 - height)) // height
            self.strip.run(x if extra else x + width - length, self._row, length, white)
        elif kind in _ROUND:
            inset = _inset(width, row)
            self.strip.run(x + inset, self._row, width - 2 * inset, white)
            if kind == RING and extra <= row < height - extra:
                inset = extra + _inset(width - 2 * extra, row - extra)
                self.strip.run(x + inset, self._row, width - 2 * inset, not white)
        elif kind == ROUND:
            edge = min(row, height - 1 - row)
            inset = _inset(2 * extra, edge) if edge < extra else 0
            self.strip.run(x + inset, self._row, width - 2 * inset, white)


def _inset(diameter: int, row: int) -> int:
    """How far a circle's edge lies inside its box in a row."""
    reach = 2 * row + 1 - diameter
    square = diameter * diameter - reach * reach
    half = 0
    while (half + 1) * (half + 1) <= square:
        half += 1
    return (diameter - half) >> 1


__all__ = ("FILL", "FRAME", "Painter")
