"""The large digits: their runs of ink in one row, at any height up to 90 pixels. The data: glyphs.py."""

from array import array

from . import glyphs

FULL = 2 * glyphs.LARGE_ROWS
"""The height at which every row of the data is drawn, and one between each two of them."""

_GAP = 10
_SMOOTH = 6  # rows further apart than that are a corner: nothing lies between them

_at = array("H", bytes(20))  # for each digit: the group of rows last drawn from, and the first of its rows
_row = array("H", bytes(20))


def width_of(letters, first: int, count: int, height: int) -> int:
    """Pixels of `count` digits (values, not characters) in `letters`."""
    width = -_GAP
    for index in range(first, first + count):
        width += glyphs.LARGE_WIDTHS[letters[index]] + _GAP
    return width * height // FULL


def draw(strip, letters, first: int, count: int, x: int, y: int, row: int, height: int, white: bool) -> None:
    """Draw a row of a number whose left end is at x into `strip` at y."""
    data = glyphs.LARGE
    left = 0
    for index in range(first, first + count):
        digit = letters[index]
        source = row * glyphs.LARGE_ROWS // height
        group = _group(digit, source)
        after = 0
        if height == FULL and row & 1 and _row[digit] + (data[group] & 63) == source + 1:
            after = group + 1 + 2 * (data[group] >> 6)
            if source + 1 >= glyphs.LARGE_ROWS or data[after] >> 6 != data[group] >> 6:
                after = 0
        for run in range(data[group] >> 6):
            at = group + 1 + 2 * run
            start, end = data[at], data[at] + data[at + 1]
            if after:
                other = after + 1 + 2 * run
                start = _between(start, data[other])
                end = _between(end, data[other] + data[other + 1])
            begin = x + (left + start) * height // FULL
            strip.run(begin, y, x + (left + end) * height // FULL - begin, white)
        left += glyphs.LARGE_WIDTHS[digit] + _GAP


def _between(one: int, other: int) -> int:
    return (one + other) >> 1 if -_SMOOTH <= one - other <= _SMOOTH else one


def _group(digit: int, row: int) -> int:
    """Where the group of a digit's row stands; quick when rows are asked for downwards."""
    data = glyphs.LARGE
    at, first = _at[digit], _row[digit]
    if not at or row < first:
        at = 1 + (glyphs.LARGE_STARTS[2 * digit] | glyphs.LARGE_STARTS[2 * digit + 1] << 8)
        first = 0
    while row >= first + (data[at - 1] & 63):
        first += data[at - 1] & 63
        at += 1 + 2 * (data[at - 1] >> 6)
    _at[digit], _row[digit] = at, first
    return at - 1
