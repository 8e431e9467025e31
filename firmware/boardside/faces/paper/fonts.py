"""Letters by their codes: how wide they are, and the bits of one of their rows. The data: glyphs.py.

Codes are bytes: ASCII; Latin-1 letters from 0xC0 on, drawn as base and accent; signs of our own below 32.
"""

import sys
from array import array
from struct import pack_into

from . import glyphs

_SPACE = 32
_LATIN = 0xC0

_FEW = {
    0xA0: 32,
    0xB0: glyphs.DEGREE,
    0xB7: glyphs.DOT,
    0x2013: glyphs.DASH,
    0x2014: glyphs.DASH,
    0x2018: 39,
    0x2019: 39,
    0x201C: 34,
    0x201D: 34,
    0x2026: glyphs.MORE,
}


class Font:
    """One size of letters, all lengths in pixels.

    rows: height of a line, from the top of an accent to the foot of a g. rise: rows above a capital letter.
    drop: how much lower an accent is above a small letter. gap: between two letters. space: width of a blank.
    widths: width of the glyph of each code. advances: the same with the gap behind it, 0 for code 0.
    """

    def __init__(self, data: bytes, rows: int, rise: int, drop: int, gap: int, space: int) -> None:
        self.data = data
        self.rows, self.rise, self.drop = rows, rise, drop
        self.gap, self.space = gap, space
        self.starts = array("H", bytes(256))
        at = 0
        while at < len(data):
            self.starts[data[at]] = at + 1
            at += self._length(at)
        if not rise:
            for code in range(97, 123):
                self.starts[code] = self.starts[code - 32]
        self.widths = bytearray(256)
        self.advances = bytearray(256)
        for code in range(1, 256):
            self.widths[code] = space if code == _SPACE else self._width(code)
            self.advances[code] = self.widths[code] + gap

    def _length(self, at: int) -> int:
        data = self.data
        rows = data[at + 3] & 31
        size = (data[at + 1] + 7) >> 3
        if data[at + 3] & 64:
            return 4 + rows * size
        return 4 + ((rows + 1) >> 1) + ((data[at + 2] >> 5 | (data[at + 3] >> 2 & 8)) + 1) * size

    def start(self, code: int) -> int:
        """Where the glyph of a code below 128 begins, the box where there is none."""
        return self.starts[code] or self.starts[glyphs.BOX]

    def _width(self, code: int) -> int:
        if code >= _LATIN:
            code = glyphs.LATIN[(code - _LATIN) << 1]
        return self.data[self.start(code & 127)]

    def measure(self, text: str, first: int = 0, end: int = 1000) -> int:
        """Pixels of a text, or of its characters from `first` to before `end`, in one line."""
        return max(self.span(first, min(end, read(text))) - self.gap, 0)

    def span(self, first: int, end: int) -> int:
        """Pixels of the characters from `first` to before `end` of the text that was read last, with the gap
        behind the last one too.
        """
        advances, text = self.advances, codes
        width = 0
        while first < end:
            width += advances[text[first]]
            first += 1
        return width

    def copy(self, start: int, row: int, end: int, buffer: bytearray, white: int) -> None:
        """Copy the rows `row` to before `end` of a glyph to their place in `buffer`: whole bytes for each.

        start: where the glyph begins in `data`. white: 1 for ink that is 1, 0 for ink that is 0.
        """
        data = self.data
        paper = 0 if white else 0xFF
        size = (data[start] + 7) >> 3
        is_plain = data[start + 2] & 64
        numbers = start + 3  # half a byte for each row: which of the different rows it is
        rows = numbers if is_plain else numbers + ((data[start + 2] & 31) + 1 >> 1)
        to = row * size
        while row < end:
            number = row if is_plain else data[numbers + (row >> 1)] >> (0 if row & 1 else 4) & 15
            at = rows + number * size
            row += 1
            for _ in range(size):
                buffer[to] = data[at] ^ paper
                to += 1
                at += 1


MOST = 255
"""Most characters of a text, and bytes of its UTF-8; what is beyond is left out."""

codes = bytearray(MOST)
"""Of the text that was read last: the code of each character, 0 for nothing at all."""

_utf8 = bytearray(MOST + 4)
_is_micropython = sys.implementation.name == "micropython"


class _Last:
    """The text that was read last. An instance, as to set a field of a class takes 1,300 instructions."""

    def __init__(self) -> None:
        self.text = ""
        self.count = 0


_last = _Last()


def read(text: str) -> int:
    """Put the codes of a text's characters into `codes`; return how many. Allocates nothing.

    MicroPython looks for `text[at]` among all its interned strings, so the text is read as bytes.
    """
    if text is _last.text:
        return _last.count
    count = len(text)
    if count < MOST:
        pack_into("255s", codes, 0, text if _is_micropython else text.encode())
    if count >= MOST or codes[count]:  # more bytes than characters
        count = _decode(text)
    _last.text, _last.count = text, count
    return count


def _decode(text: str) -> int:
    """The same for any text: characters that are not ASCII have two to four bytes in UTF-8."""
    pack_into("255s", _utf8, 0, text if _is_micropython else text.encode())
    at = count = 0
    code = _utf8[0]
    while code:
        at += 1
        if code > 126:
            if code < 0x80:
                letter = code
            elif code < 0xE0:
                letter = (code & 0x1F) << 6 | _utf8[at] & 0x3F
                at += 1
            elif code < 0xF0:
                letter = (code & 0x0F) << 12 | (_utf8[at] & 0x3F) << 6 | _utf8[at + 1] & 0x3F
                at += 2
            else:
                letter = 0xFFFF  # not in the font
                at += 3
            code = code_of(letter)
        codes[count] = code
        count += 1
        code = _utf8[at]
    return count


def spell(numerals: bytearray, value: int, zero: int, sign: int = 0) -> int:
    """Put the codes of a number of 0 to 999 into `numerals`, four bytes; return how many they are.

    zero: the code of the digit 0. sign: a code that comes before the digits, 0 for none.
    """
    count = 0
    if sign:
        numerals[0] = sign
        count = 1
    if value > 99:
        numerals[count] = zero + value // 100
        count += 1
    if value > 9:
        numerals[count] = zero + value // 10 % 10
        count += 1
    numerals[count] = zero + value % 10
    return count + 1


def code_of(letter: int) -> int:
    """The code for a character of a text: itself, what stands for it, the box; 0: nothing at all."""
    if letter < 127 or _LATIN <= letter < 256:
        return letter
    if 0x100 <= letter < 0x180:
        return glyphs.BASES[letter - 0x100]
    if 0x300 <= letter < 0x370:  # a separate accent behind its letter
        return 0
    return _FEW.get(letter, glyphs.BOX)


SMALL = Font(glyphs.SMALL, rows=20, rise=4, drop=3, gap=2, space=4)
NAME = Font(glyphs.NAME, rows=34, rise=7, drop=6, gap=2, space=7)
TALL = Font(glyphs.TALL, rows=31, rise=0, drop=0, gap=2, space=6)
"""Narrow capitals of 6.4 mm, read from 1 m: small letters are drawn as capitals, and no accents."""


def fits(font: Font, text: str, most: int) -> bool:
    """Whether a text has room in so many pixels."""
    return bool(font.span(0, read(text)) - font.gap <= most)


def best_of(font: Font, texts: "tuple[str, ...]", most: int, count: int = 99) -> int:
    """The index of the first text that has room, of the first `count`; the last of them if none has."""
    at = 0
    while at < min(count, len(texts)) - 1 and not fits(font, texts[at], most):
        at += 1
    return at
