"""Drawing a sheet on a canvas, in small steps.

A step finds a mark, draws a letter or some rows of a shape, or makes some pieces of the canvas white.
Letters, small digits and discs are blitted by `framebuf`, which is in C. A bitmap of each is made when it is
first drawn, a few rows a step, and kept. What goes on with the mark is kept as a method, so that no step has
to find it anew.

Most calls have few arguments and local names, because MicroPython takes memory for a call of more than eleven
words. Only those that loop over rows have more.
"""

from framebuf import MONO_HLSB, FrameBuffer

from . import glyphs
from .fonts import NAME, SMALL, TALL, codes, read, spell
from .large import FULL, GAP, Digit
from .sheet import (
    COUNT,
    DISC,
    DRAWN,
    FILL,
    FRAME,
    HEADING,
    IS_CUT,
    NAMES,
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

_PIXELS = 1000
"""Most pixels that are filled in a step, but for a row."""

_ROWS = 2
"""Most rows of a round shape that are drawn in a step."""

_LETTER_ROWS = 4
"""Most rows of a letter's bitmap that are made in a step."""

_SKIPPED = 5
"""Most marks and parts that are passed over in a step."""

_CLEARED = 4
"""Most pieces of the canvas that are made white in a step."""

_DRAWN_ROWS = 2
"""Rows of a line drawn by the host that are copied in a step."""

_SMALL_DIGITS = 30
"""Digits up to this height in pixels have bitmaps. A step fills less of a larger one's runs than a blit."""

_WHOLE_ROWS = 24
"""A digit's bitmap of more rows is blitted in two steps, a half in each."""

_SMALL_DISCS = 22
"""Discs and rings up to this diameter have bitmaps."""

_CIRCLE_ROWS = 4
"""Most rows of a circle's insets that are made in a step, from both ends at once."""

_TEXTS = (TEXT, HEADING, NAMES)
_SMALL = (TEXT, COUNT)
_CUT_BIT = 8  # of IS_CUT

# A bitmap's number: of a letter where its glyph begins, its font and ink, less than 2^18; of others these.
_DIGIT, _DISC, _LOWER = 1 << 18, 1 << 19, 1 << 20


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
        self._sheet: "Any" = None
        self._bands: "bytearray | bytes" = b""
        self._band = self._part = 0
        self._at = 0  # of the part: where the next mark begins
        self._top = self._bottom = 0  # all rows that are drawn lie between them
        self._marks: "Any" = b"\0"
        # What draws a little of the mark, by its kind, and of the one that is being drawn; None without one.
        fill, frame, drawn, number = self._fill, self._frame, self._drawn, self._number
        words, letters, disc, shape = self._words, self._letters, self._disc, self._shape
        shapes = (None, fill, frame, self._round, disc, disc, shape)
        self._steps: "Any" = shapes + (drawn, words, words, letters, letters, number, words)
        self._draws: "Any" = None
        # Of the mark that is being drawn.
        self._kind = 0
        self._x = self._y = self._width = self._height = 0
        self._first = self._extra = 0
        self._white = 0
        self._paper = 1
        self._done = 0  # rows, letters or digits
        self._count = 0  # letters or digits
        self._left = 0  # of a large digit, at the full height
        # Ink of a line drawn by the host is 1 there, and 0 on the canvas.
        self._black = FrameBuffer(bytearray(b"\x80"), 2, 1, MONO_HLSB)
        self._numerals = bytearray(4)
        self._codes = codes
        self._text: "Any" = ""  # or a line that the host has drawn
        self._font = SMALL
        self._ink = 0
        self._is_begun = False  # a large digit, or the lower half of a small one
        self._digit = Digit()
        self._insets: "dict[int, bytearray]" = {}
        self._bitmaps: "dict[int, Any]" = {}
        self._making = 0  # the number of the bitmap that is being made
        self._buffer = bytearray(0)
        self._bitmap: "Any" = None
        self._row = 0
        # Of the circle whose insets are being made.
        self._circle = bytearray(0)
        self._circle_row = self._half = 0

    def start(self, sheet: "Sheet", bands: "bytearray | bytes") -> None:
        """From now on draw `sheet` in the pieces of the canvas that are 1 in `bands`."""
        self._sheet = sheet
        self._bands = bands
        self._band = self._part = self._at = 0
        self._draws = None
        self._marks = sheet.marks[0]
        self._top = bands.find(b"\1") * self.canvas.band_rows
        self._bottom = (bands.rfind(b"\1") + 1) * self.canvas.band_rows

    def more(self) -> bool:
        """Draw a little; return whether there is more to draw."""
        if self._draws is not None:
            if self._draws():
                self._draws = None
            return True
        if self._sheet is None:
            return False
        if self._band < len(self._bands):
            self._clear()
            return True
        return self._find()

    def _clear(self) -> None:
        bands, canvas, band = self._bands, self.canvas, self._band
        for _ in range(_CLEARED):
            band = bands.find(b"\1", band)
            if band < 0:
                band = len(bands)
                break
            canvas.clear(band)
            band += 1
        self._band = band

    # The next mark.

    def _find(self) -> bool:
        """Look at some marks for the next one to draw; return False behind the last one."""
        marks, at = self._marks, self._at
        room = _SKIPPED
        while room:
            room -= 1
            if not marks[at]:
                if not self._has_part():
                    return False
                marks, at = self._marks, 0
            elif (
                marks[at + 2] < self._bottom
                and marks[at + 2] + marks[at + 4] > self._top
                and self._is_wanted(marks[at + 2], marks[at + 4])
            ):
                self._take(marks, at)
                self._at = at + SIZE
                return True
            else:
                at += SIZE
        self._at = at
        return True

    def _has_part(self) -> bool:
        """Go to the next part that has marks, or the last one; whether there is one."""
        sheet, part = self._sheet, self._part + 1
        if sheet is None or part >= sheet.parts:
            return False
        marks, last = sheet.marks, sheet.parts - 1
        while part < last and not marks[part][0]:
            part += 1
        self._part = part
        self._marks = marks[part]
        return True

    def _is_wanted(self, y: int, height: int) -> bool:
        rows = self.canvas.band_rows
        return self._bands.find(b"\1", y // rows, (y + height - 1) // rows + 1) >= 0

    def _take(self, marks, at: int) -> None:
        """Begin to draw a mark."""
        self._kind = kind = marks[at] & 0xFF
        self._draws = self._steps[kind]
        self._white = 1 if marks[at] & WHITE else 0
        self._paper = 1 - self._white
        self._x = marks[at + 1]
        self._y = marks[at + 2]
        self._width = marks[at + 3]
        self._height = marks[at + 4]
        self._first = marks[at + 5]
        self._extra = marks[at + 6]
        self._done = 0
        if kind == NUMBER:
            self._count = spell(self._numerals, self._first, 0)
            self._left = 0
            self._is_begun = False
        elif kind >= DRAWN:
            self._take_text(kind, at // SIZE)

    def _take_text(self, kind: int, mark: int) -> None:
        self._text = self._sheet.texts[self._part][mark]
        if kind == DRAWN:
            return
        if kind in _SMALL:
            self._font, self._ink = SMALL, self._white << 2
        elif kind == NAMES:
            self._font, self._ink = TALL, self._white << 2 | 2
        else:
            self._font, self._ink = NAME, self._white << 2 | 1
        if kind in _TEXTS:
            self._codes = codes
            self._count = self._extra & ~IS_CUT
            self._extra = self._extra >> _CUT_BIT
        else:
            self._codes = self._numerals
            self._count = spell(self._numerals, self._first, 48, self._extra)
            self._first = self._extra = 0

    # Boxes.

    def _fill(self) -> bool:
        """Fill some rows of the box; whether all are filled."""
        if self._width == self.canvas.across:
            self.canvas.fill(self._y, self._y + self._height, self._white)
            return True
        return self._fill_to(self._height)

    def _fill_to(self, end: int) -> bool:
        """Fill some of the rows from `_done` to before `end`; whether all are filled."""
        row = self._done
        rows = min(_PIXELS // self._width + 1, end - row)
        self._box(row, rows)
        self._done = row + rows
        return self._done >= end

    def _box(self, row: int, rows: int) -> None:
        self._pixels.fill_rect(self._x, self._y + row, self._width, rows, self._white)

    def _frame(self) -> bool:
        edge = self._extra
        self._box(0, edge)
        self._box(self._height - edge, edge)
        self._pixels.fill_rect(self._x, self._y, edge, self._height, self._white)
        self._pixels.fill_rect(self._x + self._width - edge, self._y, edge, self._height, self._white)
        return True

    # Letters.

    def _drawn(self) -> bool:
        """Some rows of a line that the host has drawn; whether it is complete."""
        line, done = self._text, self._done
        strips = line.strips
        if done == len(strips):
            strips.append(_strip(line, done))
            return False
        y = self._y + done * _DRAWN_ROWS
        self._done = done + 1
        if self._white:
            self._pixels.blit(strips[done], self._x, y, 0)
        else:
            self._pixels.blit(strips[done], self._x, y, 1, self._black)
        return (done + 1) * _DRAWN_ROWS >= self._height

    def _words(self) -> bool:
        """A letter of a text; whether the last one is drawn."""
        read(self._text)
        return self._letters()

    def _letters(self) -> bool:
        """A letter; whether the last one is drawn."""
        done = self._done
        code = self._codes[self._first + done] if done < self._count else glyphs.MORE
        if code and code != 32 and not self._letter(code):
            return False
        self._x += self._font.advances[code]
        self._done = done = done + 1
        return done >= self._count + self._extra

    def _letter(self, code: int) -> bool:
        """Draw a letter at `_x`; return False while a bitmap is being made."""
        if code < 0xC0:
            return self._blit(self._font.start(code), self._x, self._y)
        base = self._font.start(glyphs.LATIN[(code - 0xC0) << 1])
        if not self._blit(base, self._x, self._y):
            return False
        above = glyphs.LATIN[(code - 0xC0) << 1 | 1]
        if not above or not self._font.rise:
            return True
        above = self._font.start(above)
        data = self._font.data
        place = self._x + ((data[base] - data[above]) >> 1)
        if code >= 0xE0 and data[above + 1] & 31 < self._font.rise:  # over a small letter
            return self._blit(above, place, self._y + self._font.drop)
        return self._blit(above, place, self._y)

    def _blit(self, start: int, x: int, y: int) -> bool:
        """Draw a glyph; return False while its bitmap is being made."""
        bitmap = self._bitmaps.get(start << 3 | self._ink)
        data = self._font.data
        if bitmap is None:
            self._making = start << 3 | self._ink
            self._buffer = bytearray(((data[start] + 7) >> 3) * (data[start + 2] & 31))
            self._row = 0
            self._draws = self._make_letter
            return False
        self._pixels.blit(bitmap, x, y + (data[start + 1] & 31), self._paper)
        return True

    def _make_letter(self) -> bool:
        """Make some rows of a glyph's bitmap: its ink is 1 in white, else 0. False: the letter is still to be
        drawn.
        """
        first, start, data = self._row, self._making >> 3, self._font.data
        rows = data[start + 2] & 31
        end = first + _LETTER_ROWS
        if end > rows:
            end = rows
        self._row = end
        self._font.copy(start, first, end, self._buffer, self._white)
        if end == rows:
            self._keep(FrameBuffer(self._buffer, data[start], rows, MONO_HLSB))
        return False

    # Large digits.

    def _number(self) -> bool:
        """Some rows of a digit, or the whole of a small one; whether the last one is drawn."""
        digit = self._numerals[self._done]
        if self._height > _SMALL_DIGITS:
            if not self._is_begun:
                self._digit.begin(digit, self._left)
                self._is_begun = True
            if not self._digit.draw(self._pixels, self._x, self._y, self._height, self._white):
                return False
            self._is_begun = False
        elif not self._small_digit(digit):
            return False
        self._left += glyphs.LARGE_WIDTHS[digit] + GAP
        self._done += 1
        return self._done >= self._count

    def _small_digit(self, digit: int) -> bool:
        """Draw a digit, or half of a tall one; return False while more of it is to be drawn, or its bitmap is
        being made.
        """
        height, y = self._height, self._y
        left = self._left * height
        number = _DIGIT | digit << 14 | height << 8 | left % FULL << 1 | self._white
        left //= FULL
        if self._is_begun:
            number |= _LOWER
            y += height >> 1
        bitmap = self._bitmaps.get(number)
        if bitmap is None:
            self._digit.begin(digit, self._left)
            self._make(number, _small_width(digit, height))
            self._row = -left
            self._draws = self._make_digit
            return False
        self._pixels.blit(bitmap, self._x + left, y, self._paper)
        if height > _WHOLE_ROWS:
            self._is_begun = not self._is_begun
        return not self._is_begun

    def _make_digit(self) -> bool:
        """Make some rows of a small digit's bitmap. False: the digit is still to be drawn."""
        height = self._height
        if self._digit.draw(self._bitmap, self._row, 0, height, self._white):
            if height > _WHOLE_ROWS:
                self._halve(_small_width(self._numerals[self._done], height), height >> 1)
            self._keep(self._bitmap)
        return False

    def _halve(self, width: int, rows: int) -> None:
        """Keep the lower half of the bitmap by itself; the upper one goes on as the bitmap."""
        halves = memoryview(self._buffer)
        at = ((width + 7) >> 3) * rows
        self._bitmap = FrameBuffer(halves[:at], width, rows, MONO_HLSB)
        lower = FrameBuffer(halves[at:], width, self._height - rows, MONO_HLSB)
        self._bitmaps[self._making | _LOWER] = lower

    def _make(self, number: int, width: int) -> None:
        """Begin a bitmap of the mark's height, without ink."""
        size = ((width + 7) >> 3) * self._height
        self._buffer = buffer = bytearray(b"\xff" * size if self._paper else size)
        self._bitmap = FrameBuffer(buffer, width, self._height, MONO_HLSB)
        self._making = number

    def _keep(self, bitmap) -> None:
        """The bitmap is complete: go on with the mark."""
        self._bitmaps[self._making] = bitmap
        self._draws = self._steps[self._kind]

    # Round shapes.

    def _disc(self) -> bool:
        """Draw a disc or a ring; return False while its bitmap is being made."""
        if self._width > _SMALL_DISCS:
            return self._shape()
        number = _DISC | self._width << 8 | self._extra << 2 | (self._kind == RING) << 1 | self._white
        bitmap = self._bitmaps.get(number)
        if bitmap is None:
            self._make(number, self._width)
            self._draws = self._make_disc
            return False
        self._pixels.blit(bitmap, self._x, self._y, self._paper)
        return True

    def _make_disc(self) -> bool:
        """Make some rows of a disc's or ring's bitmap. False: it is still to be drawn."""
        if self._rows(self._bitmap, 0, 0):
            self._keep(self._bitmap)
        return False

    def _round(self) -> bool:
        """Some rows of a box with round corners; whether it is complete."""
        end = self._height - self._extra
        if self._extra <= self._done < end:
            self._fill_to(end)
            return False
        return self._shape()

    def _shape(self) -> bool:
        """Some rows of an arrow head or of what is drawn row by row; whether it is complete."""
        return self._rows(self._pixels, self._x, self._y)

    def _rows(self, pixels, x: int, y: int) -> bool:
        """Draw some rows of an arrow head, disc, ring or box with round corners; whether it is complete."""
        # By three at most: four would make a tuple on the heap.
        kind, extra, white = self._kind, self._extra, self._white
        width, height = self._width, self._height
        if kind != WEDGE and not self._has_insets():
            return False
        row = self._done
        end = row + _ROWS if row + _ROWS < height else height  # `min` would be searched for
        if kind == WEDGE:
            while row < end:
                length = width * (height - abs(2 * row + 1 - height)) // height
                pixels.hline(x if extra else x + width - length, y + row, length, white)
                row += 1
        elif kind == ROUND:
            if row < extra < end:
                end = extra
            insets = self._insets[2 * extra]
            while row < end:
                inset = insets[row if row < extra else height - 1 - row]
                pixels.hline(x + inset, y + row, width - 2 * inset, white)
                row += 1
        else:
            insets = self._insets[width]
            inner = self._insets[width - 2 * extra] if kind == RING else insets
            while row < end:
                pixels.hline(x + insets[row], y + row, width - 2 * insets[row], white)
                if kind == RING and extra <= row < height - extra:
                    inset = extra + inner[row - extra]
                    pixels.hline(x + inset, y + row, width - 2 * inset, 1 - white)
                row += 1
        self._done = row
        return row >= height

    def _has_insets(self) -> bool:
        """Whether the insets for the round shape were there; else one circle's are made."""
        if self._kind == ROUND:
            return self._has_circle(2 * self._extra)
        return self._has_circle(self._width) and (
            self._kind == DISC or self._has_circle(self._width - 2 * self._extra)
        )

    def _has_circle(self, diameter: int) -> bool:
        if diameter in self._insets:
            return True
        if not self._circle_row:
            self._circle = bytearray(diameter)
            self._half = 0
        self._add_insets(self._circle, diameter)
        return False

    def _add_insets(self, insets: bytearray, diameter: int) -> None:
        """How far a circle's edge lies inside its box, in pixels: some more rows of it."""
        row, half = self._circle_row, self._half
        end = min(row + _CIRCLE_ROWS, (diameter + 1) >> 1)
        while row < end:
            reach = 2 * row + 1 - diameter
            square = diameter * diameter - reach * reach
            while (half + 1) * (half + 1) <= square:
                half += 1
            insets[row] = insets[diameter - 1 - row] = (diameter - half) >> 1
            row += 1
        self._half = half
        self._circle_row = row
        if 2 * row >= diameter:
            self._insets[diameter] = insets
            self._circle_row = 0


def _small_width(digit: int, height: int) -> int:
    """Pixels of a small digit's bitmap, wherever in a pixel the digit begins."""
    return glyphs.LARGE_WIDTHS[digit] * height // FULL + 2


def _strip(line, number: int) -> "FrameBuffer":
    """Some rows of a line that the host has drawn."""
    size = ((line.width + 7) >> 3) * _DRAWN_ROWS
    strip = memoryview(line.data)[number * size : (number + 1) * size]
    return FrameBuffer(strip, line.width, len(strip) * _DRAWN_ROWS // size, MONO_HLSB)


__all__ = ("DISC", "FILL", "FRAME", "WHITE", "Painter")
