"""Which font has the letters of a text: the fonts kept here, and a text in pieces of one font and direction.

`font_making` makes the files. Latin, Devanagari and Tamil are the web pages' Anek, the other scripts Noto
Sans (both SIL Open Font License 1.1).

A line reads from left to right. Each run of right-to-left letters in it (Arabic, Urdu, Dhivehi,
Hebrew) is reordered by itself, with the spaces inside it; figures are never a part of it. So a score
beside such a name keeps its order, which Unicode's rules for a whole paragraph would reverse ("25-10" after
an Arabic letter), and the names of a pair keep the order of their seats.
"""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Literal

HERE = Path(__file__).parent / "fonts"
#: More fonts, for letters that none of these has: files, separated as in PATH.
VARIABLE = "BOARDSIDE_FONTS"

WEIGHTS = {"regular": 400, "bold": 700}

Blocks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Face:
    """One design for one script. blocks: the code points (first, last) for which it is used.

    file: the files' name without weight and ending; of a user's, the whole path.
    """

    name: str
    file: str
    blocks: Blocks
    is_right_to_left: bool = False

    def covers(self, code: int) -> bool:
        """Whether it is used for a letter. The file may still lack the letter."""
        return any(first <= code <= last for first, last in self.blocks)

    def path(self, weight: str) -> Path:
        """The file of a weight, "regular" or "bold"."""
        return Path(self.file) if self.file.endswith(SUFFIXES) else HERE / f"{self.file}-{weight}.ttf"


SUFFIXES = (".ttf", ".otf")
_LATIN = ((0x20, 0x36F), (0x1E00, 0x1EFF), (0x2000, 0x22FF))


def _noto(script: str, *blocks: tuple[int, int], is_right_to_left: bool = False) -> Face:
    return Face(script, f"noto-{script}", blocks, is_right_to_left)


#: In the order in which they are tried for a letter.
FACES = (
    Face("latin", "anek-latin", (*_LATIN, (0x2C60, 0x2C7F), (0xA720, 0xA7FF))),
    Face("devanagari", "anek-devanagari", ((0x900, 0x97F), (0xA8E0, 0xA8FF), (0x1CD0, 0x1CFF))),
    Face("tamil", "anek-tamil", ((0xB80, 0xBFF),)),
    _noto("bengali", (0x980, 0x9FF)),
    _noto("gurmukhi", (0xA00, 0xA7F)),
    _noto("gujarati", (0xA80, 0xAFF)),
    _noto("oriya", (0xB00, 0xB7F)),
    _noto("telugu", (0xC00, 0xC7F)),
    _noto("kannada", (0xC80, 0xCFF)),
    _noto("malayalam", (0xD00, 0xD7F)),
    _noto("sinhala", (0xD80, 0xDFF)),
    _noto(
        "arabic",
        (0x600, 0x6FF), (0x750, 0x77F), (0x8A0, 0x8FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFF),
        is_right_to_left=True,
    ),
    _noto("thaana", (0x780, 0x7BF), is_right_to_left=True),
    _noto("greek-cyrillic", (0x300, 0x52F), (0x1E00, 0x1EFF)),
)  # fmt: skip


#: The class of the signs that remove a letter's vowel and join the letter to the next (Unicode, UAX 44).
VIRAMA = 9
JOINERS = "\u200c\u200d"
#: Unicode's classes of figures; they read from left to right in every script.
FIGURES = ("EN", "AN")
#: Between two right-to-left letters these do not end the run.
_INSIDE = " .,'-\u2019\u060c\u200c\u200d\u200f"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some letters and their font. `is_right_to_left`: they are drawn from right to left."""

    text: str
    font: str
    is_right_to_left: bool = False


def normal(text: str) -> str:
    """The text in composed form, which fonts have, with one kind of space, and without marks of direction,
    which pieces replace.
    """
    composed = unicodedata.normalize("NFC", text)
    spaced = (" " if c.isspace() else c for c in composed)
    return "".join(c for c in spaced if c in JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))


def pieces(
    text: str, font_for: Callable[[str, str], str], right_to_left: frozenset[str] | set[str]
) -> list[Piece]:
    """The pieces of a text from left to right as they are drawn.

    font_for: (letter, font of the letter before, "" at the beginning) → the name of its font. A mark or a
    joiner stays with its letter. The font "" means none. right_to_left: the fonts of right-to-left scripts.
    """
    stretches: list[list[str]] = []  # pairs [font, letters]
    for letter in text:
        before = stretches[-1][0] if stretches else ""
        font = font_for(letter, before)
        if stretches and font == before:
            stretches[-1][1] += letter
        else:
            stretches.append([font, letter])
    row = [Piece(letters, font, font in right_to_left) for font, letters in stretches]
    return _turned([part for piece in row for part in _without_end(piece, font_for(" ", ""))])


def _without_end(piece: Piece, font: str) -> list[Piece]:
    """Move a space after right-to-left letters to their right, where the line goes on."""
    letters = piece.text.rstrip(" ")
    if not piece.is_right_to_left or letters == piece.text:
        return [piece]
    return [Piece(letters, piece.font, True), Piece(piece.text[len(letters) :], font)]


def _turned(row: Sequence[Piece]) -> list[Piece]:
    """Exchange neighbours that read from right to left and have only a space or a point between them."""
    drawn: list[Piece] = []
    at = 0
    while at < len(row):
        end = at + 1
        if row[at].is_right_to_left:
            while end + 1 < len(row) and _is_inside(row[end]) and row[end + 1].is_right_to_left:
                end += 2
        drawn += reversed(row[at:end])
        at = end
    return drawn


def _is_inside(piece: Piece) -> bool:
    return piece.is_right_to_left or all(letter in _INSIDE for letter in piece.text)


def runs(piece: Piece) -> list[tuple[str, Literal["ltr", "rtl"]]]:
    """The parts of a piece from left to right, each in one direction: figures are read from left to right in
    every script.
    """
    if not piece.is_right_to_left:
        return [(piece.text, "ltr")]
    grouped = groupby(piece.text, lambda letter: unicodedata.bidirectional(letter) in FIGURES)
    parts = [(is_figures, "".join(letters)) for is_figures, letters in grouped]
    return [(letters, "ltr" if is_figures else "rtl") for is_figures, letters in reversed(parts)]


def cut(text: str) -> str:
    """The text without its last letter and the letter's marks. A joiner, or a letter whose sign (virama)
    needs a letter after it, is then removed too.
    """
    end = len(text) - 1
    while end > 0 and is_mark(text[end]):
        end -= 1
    text = text[: max(end, 0)]
    return cut(text) if text and (text[-1] in JOINERS or unicodedata.combining(text[-1]) == VIRAMA) else text


def is_mark(letter: str) -> bool:
    """Whether it belongs on, under or beside the letter before it, or joins that letter to the next."""
    return letter in JOINERS or unicodedata.category(letter) in ("Mn", "Mc", "Me")
