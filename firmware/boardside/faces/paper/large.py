"""The large digits: their runs of ink, at any height up to 90 pixels. The data: glyphs.py.

A digit is a list of groups: rows of the same runs. A group is drawn at once.
"""

from . import glyphs

FULL = 2 * glyphs.LARGE_ROWS
"""The height in pixels at which every row of the data is drawn, and one between each two of them."""

GAP = 10
"""Between two digits, in pixels at the full height."""

_SMOOTH = 6  # rows further apart than that are a corner: nothing lies between them

_GROUPS = 1
"""Most groups that are drawn in a call at the full height, and twice as many that are too low for a row."""

_SMALL_GROUPS = 2
"""The same at a smaller height, where nothing is drawn between two rows."""


def width_of(value: int, height: int) -> int:
    """Pixels of a number of 0 to 999 at this height."""
    widths = glyphs.LARGE_WIDTHS
    width = widths[value % 10]
    if value > 9:
        width += widths[value // 10 % 10] + GAP
    if value > 99:
        width += widths[value // 100] + GAP
    return width * height // FULL


class Digit:
    """A digit that is drawn in several calls."""

    def __init__(self) -> None:
        self._left = 0
        self._group = self._row = 0  # a row of the data

    def begin(self, digit: int, left: int) -> None:
        """Begin a digit, 0 to 9. left: pixels at the full height from where its number begins."""
        starts = glyphs.LARGE_STARTS
        self._group = starts[2 * digit] | starts[2 * digit + 1] << 8
        self._left = left
        self._row = 0

    def draw(self, pixels, x: int, y: int, height: int, white: int) -> bool:
        """Draw the next groups of the digit; return whether the last one is drawn.

        x, y: the upper left corner of the number, in pixels.
        """
        data, rows, left = glyphs.LARGE, glyphs.LARGE_ROWS, self._left
        group, last = self._group, self._row
        top = (last * height + rows - 1) // rows
        room = 2 * (_GROUPS if height == FULL else _SMALL_GROUPS)
        full = FULL
        while last < rows and room > 0:
            runs = data[group] >> 6
            last += data[group] & 63
            after = group + 1 + 2 * runs
            bottom = (last * height + rows - 1) // rows
            room -= 1
            if bottom > top:
                room -= 1
                is_smooth = height == full and last < rows and data[after] >> 6 == runs
                at, other = group + 1, after + 1
                while at < after:
                    start = left + data[at]
                    end = start + data[at + 1]
                    begin = x + start * height // full
                    width = x + end * height // full - begin
                    pixels.fill_rect(begin, y + top, width, bottom - top - is_smooth, white)
                    if is_smooth:
                        begin = left + data[other]
                        start = _between(start, begin)
                        end = _between(end, begin + data[other + 1])
                        pixels.hline(x + start, y + bottom - 1, end - start, white)
                        other += 2
                    at += 2
            group, top = after, bottom
        self._group, self._row = group, last
        return last >= rows


def _between(edge: int, next_edge: int) -> int:
    """Where the edge of a run lies halfway between two rows."""
    return (edge + next_edge) >> 1 if -_SMOOTH <= edge - next_edge <= _SMOOTH else edge
