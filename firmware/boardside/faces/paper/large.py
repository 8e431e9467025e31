"""The large digits: their runs of ink, at any height up to 90 pixels. The data: glyphs.py.

A digit is a list of groups: rows of the same runs. A group is drawn at once.
"""

from . import glyphs

FULL = 2 * glyphs.LARGE_ROWS
"""The height at which every row of the data is drawn, and one between each two of them."""

_GAP = 10
_SMOOTH = 6  # rows further apart than that are a corner: nothing lies between them


def width_of(letters, first: int, count: int, height: int) -> int:
    """Pixels of `count` digits (values, not characters) in `letters`."""
    width = -_GAP
    for index in range(first, first + count):
        width += glyphs.LARGE_WIDTHS[letters[index]] + _GAP
    return width * height // FULL


class Digits:
    """A number that is drawn group by group."""

    def __init__(self) -> None:
        self._letters = b""
        self._digit = self._end = 0
        self._left = 0
        self._group = self._row = 0  # a row of the data

    def begin(self, letters, first: int, count: int) -> None:
        """Begin a number of `count` digits in `letters`."""
        self._letters = letters
        self._digit, self._end = first, first + count
        self._left = self._row = 0
        self._group = _start(letters[first])

    def draw(self, pixels, x: int, y: int, height: int, white: int) -> bool:
        """Draw the next group of the number whose upper left corner is at x, y. Return whether it was the
        last one.
        """
        data = glyphs.LARGE
        group, first = self._group, self._row
        runs, last = data[group] >> 6, first + (data[group] & 63)
        after = group + 1 + 2 * runs
        top = (first * height + glyphs.LARGE_ROWS - 1) // glyphs.LARGE_ROWS
        bottom = (last * height + glyphs.LARGE_ROWS - 1) // glyphs.LARGE_ROWS
        is_smooth = height == FULL and last < glyphs.LARGE_ROWS and data[after] >> 6 == runs
        if is_smooth:
            bottom -= 1
        for run in range(runs if bottom > top else 0):
            at = group + 1 + 2 * run
            start, end = self._left + data[at], self._left + data[at] + data[at + 1]
            begin = x + start * height // FULL
            pixels.fill_rect(begin, y + top, x + end * height // FULL - begin, bottom - top, white)
            if is_smooth:
                other = after + 1 + 2 * run
                start = _between(start, self._left + data[other])
                end = _between(end, self._left + data[other] + data[other + 1])
                begin = x + start * height // FULL
                pixels.hline(begin, y + bottom, x + end * height // FULL - begin, white)
        self._group, self._row = after, last
        return last >= glyphs.LARGE_ROWS and self._is_last()

    def _is_last(self) -> bool:
        """Go on to the next digit, if there is one."""
        self._left += glyphs.LARGE_WIDTHS[self._letters[self._digit]] + _GAP
        self._digit += 1
        if self._digit >= self._end:
            return True
        self._group, self._row = _start(self._letters[self._digit]), 0
        return False


def _between(one: int, other: int) -> int:
    return (one + other) >> 1 if -_SMOOTH <= one - other <= _SMOOTH else one


def _start(digit: int) -> int:
    return glyphs.LARGE_STARTS[2 * digit] | glyphs.LARGE_STARTS[2 * digit + 1] << 8
