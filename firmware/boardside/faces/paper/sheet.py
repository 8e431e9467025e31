"""The contents of a page: a list of marks, each with its box, in parts that a layout lays one by one.

A sheet is made once and laid again and again; laying allocates nothing. The shown sheet and the next one are
compared part by part; that gives the rows in which they differ.

Each call has few arguments and local names, because MicroPython takes memory for a call of more than eleven
words.
"""

from array import array
from struct import pack_into

from .fonts import NAME, SMALL, TALL, codes, read, spell
from .glyphs import MORE
from .large import width_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

FILL, FRAME, ROUND, DISC, RING, WEDGE, DRAWN, TEXT, HEADING, COUNT, HEADING_COUNT, NUMBER, NAMES = range(
    1, 14
)
"""Filled box, box of lines, round corners, disc, ring, arrow head, a line that the host has drawn; text and
numbers in the small size, in the size of headings, in large digits; a text in tall capitals."""

WHITE = 0x100
"""Ink: added to a mark's kind, draws white on what is there."""

DRAWN_CAP = 4
"""Rows above a capital letter in a line drawn by the host."""

MARKS = 12
"""Most marks of a part; more are left out."""

SIZE = 7
"""Numbers of a mark: kind, x, y, width, height, and two more.

The two are: for a text, its first character and the number of characters, with IS_CUT added if a sign behind
them says that it is cut; for a number, its value and the character before it or 0; for a shape, 0 and its
radius, width of line or way.
"""

IS_CUT = 0x100

_MORE = 1000  # beyond the last character of any text


class Sheet:
    """`parts` parts of at most MARKS marks. `marks` has an array for each part: SIZE numbers for each mark,
    and a kind of 0 behind the last one. `texts` has a list for each part: the text of each mark.

    For the parts of a page the first one (reading.py) sets kind: what takes the middle of the page; clock:
    what is to be seen of it, minutes or seconds to show or -1; banner: the phase in large letters, or "".
    """

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.marks = [array("H", bytes(2 * SIZE * (MARKS + 1))) for _ in range(parts)]
        self.texts: "list[list[Any]]" = [[""] * MARKS for _ in range(parts)]
        self._zeros = "%ds" % (2 * SIZE * (MARKS + 1))
        self._x = self._y = self._align = self._ink = 0
        self._first = self._extra = 0
        self._end = _MORE
        self._span = -1
        self._kept = 0
        self._is_whole = True  # the next text, and it is not measured
        self._text: "Any" = ""  # or a line that the host has drawn
        self._numerals = bytearray(4)
        self.carry = 0  # pixels that a part tells the next one
        self.kind = self.clock = 0
        self.minutes = self.seconds = -1
        self.banner = ""
        self.skip = 0  # so many parts behind this one have no marks
        self.begin(0)

    def begin(self, part: int) -> None:
        """Lay this part anew: take its marks away."""
        if not part:
            self._make_whole()
        self._marks, self._texts = self.marks[part], self.texts[part]
        self._mark = self.skip = 0
        if self._marks[0]:
            pack_into(self._zeros, self._marks, 0, b"")

    def at(self, x: int, y: int, align: int = 0, white: int = 0) -> "Sheet":
        """Where the next mark is, and which ink it has: x and y of its upper left corner in pixels, of a text
        and of a number the y of the capitals' top. Returns the sheet.

        align: of a text or number; 0 begins at x, 1 is centred on x, 2 ends at x. white: 1 for white ink.
        """
        self._x, self._y = x, y
        self._align = align
        self._ink = WHITE if white else 0
        return self

    def lower(self, rows: int) -> "Sheet":
        """The next mark so many rows lower. Returns the sheet."""
        self._y += rows
        return self

    def add(self, kind: int, width: int, height: int, extra: int = 0) -> None:
        """A shape. `extra`: FRAME and RING the line's width, ROUND the radius, WEDGE 0 left, 1 right."""
        self._extra = extra
        self._put(kind, width, height)

    def widen(self, width: int) -> None:
        """Make the shape before the last mark this wide."""
        self._marks[(self._mark - 2) * SIZE + 3] = width

    def text(self, text: str, most: int) -> int:
        """Small text, cut to at most `most` pixels and seen to be cut; returns its width."""
        return self._write(TEXT, SMALL, text, most)

    def heading(self, text: str, most: int) -> int:
        """The same in the size of names."""
        return self._write(HEADING, NAME, text, most)

    def named(self, font, text: str, most: int) -> int:
        """The same in the size of this font."""
        return self._write(NAMES if font is TALL else HEADING if font is NAME else TEXT, font, text, most)

    def drawn(self, line) -> None:
        """A line that the host has drawn (app/letters.py)."""
        self._text = line
        self._y -= DRAWN_CAP
        self._put(DRAWN | self._ink, line.width, line.height)
        self._text = ""

    def only(self, first: int, end: int = _MORE) -> "Sheet":
        """Of the next text only the characters from `first` to before `end`. Returns the sheet."""
        self._first, self._end = first, end
        self._is_whole = False
        return self

    def measured(self, span: int) -> "Sheet":
        """The `span` of the next text's characters, so that it need not be measured. Returns the sheet."""
        self._span = span
        self._is_whole = False
        return self

    def fit(self, text: str, most: int) -> None:
        """Measure the next small text, the whole of `text`, and cut it to at most `most` pixels, in a step of
        its own.
        """
        self._extra = read(text)
        width = SMALL.span(0, self._extra)
        if width - SMALL.gap > most:
            width = self._cut(SMALL, most, width) + SMALL.gap
            self._kept = self._extra
        self.measured(width)

    def count(self, value: int, sign: int = 0) -> int:
        """A number of 0 to 999 as small text, behind the character `sign`, 0 for none; returns its width."""
        return self._count(COUNT, SMALL, value, sign)

    def heading_count(self, value: int, sign: int = 0) -> int:
        """The same in the size of names."""
        return self._count(HEADING_COUNT, NAME, value, sign)

    def number(self, value: int, height: int) -> int:
        """A number of 0 to 999 in large digits, `height` pixels high; returns its width."""
        value = min(max(value, 0), 999)
        width = width_of(value, height)
        self._first, self._extra = value, 0
        self._put(NUMBER | self._ink, width, height)
        self._first = 0
        return width

    def take(self, other: "Sheet", part: int) -> None:
        """Exchange a part with another sheet. Allocates nothing."""
        self.marks[part], other.marks[part] = other.marks[part], self.marks[part]
        self.texts[part], other.texts[part] = other.texts[part], self.texts[part]

    def is_same(self, other: "Sheet", part: int) -> bool:
        """Whether a part is the same as another sheet's."""
        marks = self.marks[part]
        if marks != other.marks[part]:
            return False
        if marks[0]:
            texts, others = self.texts[part], other.texts[part]
            at = mark = 0
            while marks[at]:
                if texts[mark] != others[mark]:
                    return False
                at += SIZE
                mark += 1
        return True

    def end_of_skipped(self, other: "Sheet", part: int) -> int:
        """Behind `part`, the first part that is not to be skipped, or has marks here or on another sheet."""
        part += 1
        end = part + self.skip
        marks, others = self.marks, other.marks
        while part < end and not (marks[part][0] or others[part][0]):
            part += 1
        return part

    def differs(self, other: "Sheet", part: int, rows) -> bool:
        """Compare a part with another sheet's. `rows` becomes the rows that hold all differences: the first
        one, and the one behind the last.
        """
        mine, others = self.marks[part], other.marks[part]
        my_texts, other_texts = self.texts[part], other.texts[part]
        top, bottom = 0xFFFF, 0
        at = mark = 0
        while mark < MARKS and (mine[at] or others[at]):
            index, end = at, at + SIZE
            while index < end and mine[index] == others[index]:
                index += 1
            if index < end or my_texts[mark] != other_texts[mark]:
                if mine[at]:
                    top, bottom = min(top, mine[at + 2]), max(bottom, mine[at + 2] + mine[at + 4])
                if others[at]:
                    top, bottom = min(top, others[at + 2]), max(bottom, others[at + 2] + others[at + 4])
            at = end
            mark += 1
        rows[0], rows[1] = top, bottom
        return bottom > 0

    def _put(self, kind: int, width: int, height: int) -> None:
        """Add a mark at the place that `at` has set."""
        at = self._mark
        if at >= MARKS or width <= 0:
            return
        self._texts[at] = self._text
        self._mark = at + 1
        at *= SIZE
        marks, place = self._marks, self._x
        if self._align:
            place -= width >> 1 if self._align == 1 else width
        marks[at] = kind
        marks[at + 1] = place if place > 0 else 0
        place = self._y
        marks[at + 2] = place if place > 0 else 0
        marks[at + 3] = width
        marks[at + 4] = height
        marks[at + 5] = self._first
        marks[at + 6] = self._extra

    def _write(self, kind: int, font, text: str, most: int) -> int:
        self._extra = width = read(text)
        width = font.span(0, width) if self._is_whole else self._part_of(font, width)
        if width - font.gap > most:
            width = self._cut(font, most, width)
        else:
            width = width - font.gap if width > font.gap else 0
        self._text = text
        self._y -= font.rise
        self._put(kind | self._ink, width, font.rows)
        self._text = ""
        if not self._is_whole:
            self._make_whole()
        return width

    def _part_of(self, font, width: int) -> int:
        """The same of a part of the text, or of one that is measured: its span."""
        if self._kept:
            self._extra = self._kept
            return self._span
        if self._end < width:
            width = self._end
        self._extra = width - self._first
        return self._span if self._span >= 0 else font.span(self._first, width)

    def _make_whole(self) -> None:
        self._first, self._end, self._span = 0, _MORE, -1
        self._kept = 0
        self._is_whole = True

    def _cut(self, font, most: int, width: int) -> int:
        """Keep as many characters as fit before the sign that the text is cut; the width with it."""
        advances, text = font.advances, codes
        room = most - font.widths[MORE]
        at = self._first + self._extra
        while width > room:
            at -= 1
            width -= advances[text[at]]
        self._extra = at - self._first | IS_CUT
        return width + font.widths[MORE]

    def _count(self, kind: int, font, value: int, sign: int) -> int:
        if not 0 <= value <= 999:
            value = 0 if value < 0 else 999
        self._first, self._extra = value, sign
        self._y -= font.rise
        at = spell(self._numerals, value, 48, sign)
        value = -font.gap  # from here on the width
        while at:
            at -= 1
            value += font.advances[self._numerals[at]]
        self._put(kind | self._ink, value, font.rows)
        self._first = 0
        return value
