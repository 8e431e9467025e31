"""The contents of a page: a list of marks, each with its box, in parts that a layout lays one by one.

A sheet is made once and laid again and again; laying allocates nothing. Two sheets, what is shown and what is
to be shown, compared part by part, give the boxes in which they differ.
"""

from array import array

from .fonts import NAME, SMALL, codes, read
from .glyphs import MORE
from .large import width_of

FILL, FRAME, ROUND, DISC, RING, WEDGE, TEXT, HEADING, NUMBER = range(1, 10)
"""Filled box, box of lines, round corners, disc, ring, arrow head; small text, names, large digits."""

WHITE = 0x100
"""Ink: added to a mark's kind, draws white on what is there."""

MARKS = 20
LETTERS = 112
"""Most marks and characters of a part; what is beyond is left out."""

SIZE = 7
"""Numbers of a mark: kind, x, y, width, height, where its letters begin, how many (or: radius, line, way)."""


class Sheet:
    """`parts` parts of at most MARKS marks. `kind` and so on are in `marks`, SIZE numbers for each mark."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.marks = array("H", bytes(2 * SIZE * MARKS * parts))
        self.letters = bytearray(LETTERS * parts)
        self._part = 0
        self._mark = self._letter = 0

    def begin(self, part: int) -> None:
        """Lay this part anew: take its marks away."""
        self._part = part
        self._mark = part * MARKS
        self._letter = part * LETTERS
        at = self._mark * SIZE
        end = at + MARKS * SIZE
        while at < end and self.marks[at]:  # behind the last mark there is none
            self.marks[at] = 0
            at += SIZE

    def add(self, kind: int, x: int, y: int, width: int, height: int, extra: int = 0) -> None:
        """A mark without letters. `extra`: FRAME and RING the line's width, ROUND the radius, WEDGE 0 left,
        1 right."""
        self._put(kind, x, y, width, height, 0, extra)

    def text(
        self, x: int, y: int, text: str, most: int, align: int = 0, white: bool = False, first=0, end=1000
    ) -> int:
        """Small text whose capitals' top is at y, at most `most` pixels wide; returns its width.

        align: 0 begins at x, 1 is centred on x, 2 ends at x. first, end: only these characters of it.
        """
        begin = self._letter
        width = self._encode(SMALL, text, most, first, end)
        return self._write(TEXT, SMALL, x, y, begin, width, align, white)

    def heading(
        self, x: int, y: int, text: str, most: int, align: int = 0, white: bool = False, first=0, end=1000
    ) -> int:
        """The same in the size of names."""
        begin = self._letter
        width = self._encode(NAME, text, most, first, end)
        return self._write(HEADING, NAME, x, y, begin, width, align, white)

    def count(
        self, x: int, y: int, value: int, align: int = 0, white: bool = False, sign: int = 0, font=SMALL
    ) -> int:
        """A number of 0 to 999 as text, behind the character `sign` if one is given; returns its width."""
        begin = self._letter
        if begin + 4 > (self._part + 1) * LETTERS:
            return 0
        if sign:
            self._letter = self._keep(sign)
        if value > 99:
            self._letter = self._keep(48 + value // 100 % 10)
        if value > 9:
            self._letter = self._keep(48 + value // 10 % 10)
        self._letter = self._keep(48 + value % 10)
        width = -font.gap
        for at in range(begin, self._letter):
            width += font.widths[self.letters[at]] + font.gap
        return self._write(TEXT if font is SMALL else HEADING, font, x, y, begin, width, align, white)

    def number(self, x: int, y: int, value: int, height: int, align: int = 0, white: bool = False) -> int:
        """A number of 0 to 999 in large digits; returns its width."""
        first = self._letter
        value = min(max(value, 0), 999)
        if first + 3 > (self._part + 1) * LETTERS:
            return 0
        if value > 99:
            self._letter = self._keep(value // 100)
        if value > 9:
            self._letter = self._keep(value // 10 % 10)
        self._letter = self._keep(value % 10)
        width = width_of(self.letters, first, self._letter - first, height)
        x -= width >> 1 if align == 1 else width if align == 2 else 0
        kind = NUMBER | WHITE if white else NUMBER
        self._put(kind, x, y, width, height, first, self._letter - first)
        return width

    def differs(self, other: "Sheet", part: int, box) -> bool:
        """Compare a part with another sheet's; `box` (x0, y0, x1, y1) becomes what holds all differences."""
        box[0] = box[1] = 0xFFFF
        box[2] = box[3] = 0
        for mark in range(part * MARKS, (part + 1) * MARKS):
            at = mark * SIZE
            if not self.marks[at] and not other.marks[at]:
                break
            if not self._is_same(other, at):
                self._take_in(at, box)
                other._take_in(at, box)
        return box[2] > 0

    def _is_same(self, other: "Sheet", at: int) -> bool:
        mine, others = self.marks, other.marks
        for index in range(SIZE):
            if index != 5 and mine[at + index] != others[at + index]:
                return False
        if mine[at] & 0xFF < TEXT:
            return True
        first, second = mine[at + 5], others[at + 5]
        for index in range(mine[at + 6]):
            if self.letters[first + index] != other.letters[second + index]:
                return False
        return True

    def _take_in(self, at: int, box) -> None:
        marks = self.marks
        if marks[at]:
            box[0] = min(box[0], marks[at + 1])
            box[1] = min(box[1], marks[at + 2])
            box[2] = max(box[2], marks[at + 1] + marks[at + 3])
            box[3] = max(box[3], marks[at + 2] + marks[at + 4])

    def _put(self, kind: int, x: int, y: int, width: int, height: int, first: int, extra: int) -> None:
        if self._mark >= (self._part + 1) * MARKS or width <= 0:
            return
        at = self._mark * SIZE
        marks = self.marks
        marks[at] = kind
        marks[at + 1] = max(x, 0)
        marks[at + 2] = max(y, 0)
        marks[at + 3] = width
        marks[at + 4] = height
        marks[at + 5] = first
        marks[at + 6] = extra
        self._mark += 1

    def _write(self, kind: int, font, x: int, y: int, first: int, width: int, align: int, white: bool) -> int:
        x -= width >> 1 if align == 1 else width if align == 2 else 0
        kind = kind | WHITE if white else kind
        self._put(kind, x, y - font.rise, width, font.rows, first, self._letter - first)
        return width

    def _encode(self, font, text: str, most: int, begin: int, end: int) -> int:
        """Keep the codes of a text, cut to `most` pixels and seen to be cut; its width."""
        letters, widths, gap = self.letters, font.widths, font.gap
        dots = widths[MORE]
        at = fits_until = self._letter
        last = (self._part + 1) * LETTERS
        width = fits_width = 0
        for index in range(begin, min(end, read(text))):
            code = codes[index]
            if not code:
                continue
            wide = widths[code]
            if width + wide > most or at >= last:
                letters[fits_until] = MORE
                self._letter = fits_until + 1
                return fits_width + dots
            letters[at] = code
            at += 1
            width += wide + gap
            if width + dots <= most and at < last:
                fits_until = at
                fits_width = width
        self._letter = at
        return max(width - gap, 0)

    def _keep(self, code: int) -> int:
        self.letters[self._letter] = code
        return self._letter + 1
