"""A text in pieces, each to be set in one font and one direction. Pure.

**D255. Names are isolated from what stands beside them.** A line on paper reads from left to right; within it
each stretch of letters that read from right to left (Arabic, Urdu, Dhivehi, Hebrew) is turned by itself, with
the spaces inside it. Figures are never a part of it. So a score beside such a name keeps its order, which
Unicode's rules for a whole paragraph would turn round ("25-10" after an Arabic letter), and the names of a
pair stand in the order of their seats.
"""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

#: The class of the signs that take a letter's vowel away and join it to the next (Unicode, UAX 44).
VIRAMA = 9
JOINERS = "\u200c\u200d"
#: In place of a letter that no font has.
STAND_IN = "?"
#: Between two letters that read from right to left these do not end the stretch.
_INSIDE = " .,'-\u2019\u060c\u200c\u200d\u200f"


@dataclass(frozen=True, slots=True)
class Piece:
    """Some letters and the font for them; `is_right_to_left`: drawn in that order."""

    text: str
    font: str
    is_right_to_left: bool = False


def normal(text: str) -> str:
    """The composed form, which fonts have; one kind of space; no marks of direction, which pieces replace."""
    composed = unicodedata.normalize("NFC", text)
    spaced = (" " if c.isspace() else c for c in composed)
    return "".join(c for c in spaced if c in JOINERS or unicodedata.category(c) not in ("Cc", "Cf", "Cs"))


def pieces(
    text: str, font_for: Callable[[str, str], str], right_to_left: frozenset[str] | set[str]
) -> list[Piece]:
    """The pieces of a text from left to right as they are drawn.

    font_for: (letter, font of the letter before, "" at the beginning) → the name of its font. A mark or a
    joiner stays with its letter. A font "" stands for none. right_to_left: the fonts of scripts that read so.
    """
    found: list[list[str]] = []  # pairs [font, letters]
    for letter in text:
        before = found[-1][0] if found else ""
        font = font_for(letter, before)
        if found and font == before:
            found[-1][1] += letter
        else:
            found.append([font, letter])
    row = [Piece(letters, font, font in right_to_left) for font, letters in found]
    return _turned([one for piece in row for one in _without_end(piece, font_for(" ", ""))])


def _without_end(piece: Piece, font: str) -> list[Piece]:
    """A space after letters that read from right to left stands at their right, where the line goes on."""
    letters = piece.text.rstrip(" ")
    if not piece.is_right_to_left or letters == piece.text:
        return [piece]
    return [Piece(letters, piece.font, True), Piece(piece.text[len(letters) :], font)]


def _turned(row: Sequence[Piece]) -> list[Piece]:
    """Neighbours that read from right to left, with only a space or a point between them, change places."""
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


def cut(text: str) -> str:
    """The text without its last letter and the marks on it, and without what would hang in the air then: a
    joiner, or a letter whose sign (virama) asks for another one.
    """
    end = len(text) - 1
    while end > 0 and is_mark(text[end]):
        end -= 1
    text = text[: max(end, 0)]
    return cut(text) if text and (text[-1] in JOINERS or unicodedata.combining(text[-1]) == VIRAMA) else text


def is_mark(letter: str) -> bool:
    """Whether it stands on, under or beside the letter before it, or joins it to the next."""
    return letter in JOINERS or unicodedata.category(letter) in ("Mn", "Mc", "Me")


def with_stand_in(piece: Piece, font: str) -> Piece:
    """The piece; of one without a font the stand-ins of its letters, in this font."""
    if piece.font:
        return piece
    return Piece(STAND_IN * sum(letter not in JOINERS for letter in piece.text), font)


def complaint(lacking: Mapping[str, str]) -> str:
    """What to say of texts with letters that no font has: text → these letters. Empty when there are none."""
    if not lacking:
        return ""
    text, letters = next(iter(lacking.items()))
    more = f" (and some of {len(lacking) - 1} more)" if len(lacking) > 1 else ""
    return (
        f"No font here has the letters {letters} of “{text}”{more}: each stands as “{STAND_IN}”. "
        "--font FILE, or the variable BOARDSIDE_FONTS, names a font that has them."
    )
