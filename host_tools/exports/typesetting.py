"""Sets text on the pages of a PDF: chooses each letter's font, measures texts, and draws them.

Lengths are in millimetres from the left upper corner of the page, sizes in points.

A day's score cards have the same few hundred words on hundreds of pages. So each text is measured, fitted and
encoded once, and a text that needs shaping (Indian scripts, Arabic) is shaped once in each size. After that
it is only placed.

fpdf2 2.8.9 cuts a text at each joiner and combining mark before it shapes it: conjuncts of Sinhala and words
in Arabic with vowel signs fall apart. So its `cell` is not used. The texts of a page are one item of a
drawing, and an item renders itself (`fpdf.drawing.Renderable`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from fpdf import FPDF
from fpdf.drawing import BoundingBox, GraphicsContext
from fpdf.enums import TextDirection

from host_tools.exports import font_files
from host_tools.glyphs import lettering
from host_tools.glyphs.lettering import Piece

if TYPE_CHECKING:
    from fpdf.drawing import Renderable
    from fpdf.drawing_primitives import Point

Colour = tuple[int, int, int]
#: Fonts whose letters have the same form beside any other letter, if there are no marks.
_UNSHAPED = ("latin", "latin-ext", "greek-cyrillic", "cjk")


_DIRECTIONS = {"ltr": TextDirection.LTR, "rtl": TextDirection.RTL}

SMALLEST = 7.0
"""A text is made no smaller than this (points) to fit: it could not be read."""


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text in the size in which it fits (points), and its width in that size (mm). pieces: each with its
    distance from the left (mm).
    """

    pieces: tuple[tuple[Piece, float], ...]
    size: float
    width: float


class _PageTexts:
    """The texts of one page, as an item of a drawing of fpdf2 (the protocol `fpdf.drawing.Renderable`)."""

    def __init__(self) -> None:
        self.operators: list[str] = []
        self.colour: Colour | None = None

    @property
    def end_point(self) -> "Point":
        """Used for lines only; a text is none."""
        raise NotImplementedError

    def bounding_box(self, start: "Point") -> "tuple[BoundingBox, Point]":
        """Used for gradients only; a text has none."""
        return BoundingBox.empty(), start

    def render(
        self, _resources: object, _style: object, last_item: "Renderable", initial_point: "Point"
    ) -> "tuple[str, Renderable, Point]":
        """The PDF operators. fpdf2 finds in them which fonts the page uses."""
        return f"BT {' '.join(self.operators)} ET", last_item, initial_point


class Typesetter:
    """Sets texts on the pages of a document: `fit`, then `place`, and `end_page` before the next page.

    fonts: files for letters that the fonts kept here lack (`font_files.own`); None: those of the variable
    BOARDSIDE_FONTS. lacking: the texts with letters that none of all these has, and which letters.
    """

    def __init__(self, pdf: FPDF, fonts: Sequence[Path] | None = None) -> None:
        self.lacking: dict[str, str] = {}
        self._pdf = pdf
        self._page = _PageTexts()
        self._faces = {face.name: face for face in (*font_files.FACES, *font_files.own(fonts))}
        self._right_to_left = {face.name for face in self._faces.values() if face.is_right_to_left}
        self._letters: dict[str, frozenset[int]] = {}
        self._pieces: dict[str, list[Piece]] = {}
        self._widths: dict[tuple[Piece, bool], float] = {}  # at one point, in mm
        self._fitted: dict[tuple[str, float, float, bool], FittedText] = {}
        self._drawn: dict[tuple[Piece, bool, float], str] = {}
        self._plain = {chr(code) for code in self._letters_of("latin") if code < 0x300}

    # A text

    def fit(self, text: str, width: float, size: float, bold: bool) -> FittedText:
        """One line in `width`: smaller when it does not fit, to two thirds and to SMALLEST at least; then cut
        with "…".
        """
        key = text, width, size, bold
        known = self._fitted.get(key)
        if known is None:
            shown, fitting = self._shortened(lettering.normal(text), width, size, bold)
            pieces, left = [], 0.0
            for piece in self._pieces_of(shown):
                pieces.append((piece, left))
                left += self._width_of_piece(piece, bold) * fitting
            known = self._fitted[key] = FittedText(tuple(pieces), fitting, left)
        return known

    def place(self, text: FittedText, left: float, baseline: float, bold: bool, colour: Colour) -> None:
        """Draw it from `left` on `baseline`, above everything else on the page."""
        page = self._page
        if colour != page.colour:
            page.colour = colour
            page.operators.append(" ".join(f"{part / 255:.4f}" for part in colour) + " rg")
        for piece, offset in text.pieces:
            key = piece, bold, text.size
            drawn = self._drawn.get(key)
            if drawn is None:
                drawn = self._drawn[key] = self._drawing_of(*key)
            # The y axis of a drawing points down; the letters must still be upright.
            page.operators.append(f"1 0 0 -1 {left + offset:.3f} {baseline:.3f} Tm {drawn}")

    def end_page(self) -> None:
        """Draw what was placed on the current page."""
        if self._page.operators:
            texts = GraphicsContext()
            texts.add_item(self._page, clone=False)
            with self._pdf.drawing_context() as drawing:
                drawing.add_item(texts, clone=False)
            self._page = _PageTexts()

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is at `size` points, in mm."""
        return size * sum(self._width_of_piece(piece, bold) for piece in self._pieces_of(text))

    def _shortened(self, text: str, width: float, size: float, bold: bool) -> tuple[str, float]:
        needed = self.width_of(text, size, bold)
        if needed <= width:
            return text, size
        size = max(size * 2 / 3, min(size, SMALLEST), size * width / needed * 0.99)
        if self.width_of(text, size, bold) <= width:
            return text, size
        while text and self.width_of(text + "…", size, bold) > width:
            text = lettering.cut(text)
        return text.rstrip() + "…", size

    # A piece of a text, in one font

    def _width_of_piece(self, piece: Piece, bold: bool) -> float:
        key = piece, bold
        known = self._widths.get(key)
        if known is None:
            font = self._font(piece, bold)
            points = sum(font.get_text_width(run, 10, shaping)[1] for run, shaping in _runs(piece))
            known = self._widths[key] = points / 10 / self._pdf.k
        return known

    def _drawing_of(self, piece: Piece, bold: bool, size: float) -> str:
        """The operators that draw a piece from the present point of the line. Each shaped letter has its own
        place.
        """
        font = self._font(piece, bold)
        operators = [f"/F{font.i} {size / self._pdf.k:.4f} Tf"]
        mm = size * font.scale / 1000 / self._pdf.k
        pen, last = 0.0, (0.0, 0.0)
        for run, shaping in _runs(piece):
            if shaping is None:
                operators.append(font.encode_text(run))
                continue
            for glyph in font.shape_text(run, size, shaping):
                if glyph["mapped_char"] is None:  # the font has nothing to draw for it
                    continue
                at = round(pen + glyph["x_offset"] * mm, 4), round(glyph["y_offset"] * mm, 4)
                letter = font.escape_text(chr(glyph["mapped_char"]))
                operators.append(f"{at[0] - last[0]:.4f} {at[1] - last[1]:.4f} Td ({letter}) Tj")
                pen, last = pen + glyph["x_advance"] * mm, at
        return " ".join(operators)

    # Fonts

    def _pieces_of(self, text: str) -> list[Piece]:
        if all(character in self._plain for character in text):
            return [Piece(text, "latin")]
        known = self._pieces.get(text)
        if known is None:
            pieces = lettering.pieces(text, self._font_for, self._right_to_left)
            absent = dict.fromkeys(letter for piece in pieces if not piece.font for letter in piece.text)
            letters = "".join(letter for letter in absent if letter not in lettering.JOINERS)
            if letters:
                self.lacking[text] = letters
            known = self._pieces[text] = [lettering.with_stand_in(piece, "latin") for piece in pieces]
        return known

    def _font_for(self, letter: str, before: str) -> str:
        """The font of a letter that follows one in the font `before`; "" when no font has it. A mark or
        joiner stays in the font of the letter before it, if that font has it.
        """
        code = ord(letter)
        is_of_before = letter == " " or (code > 0x7F and not letter.isalpha())
        if before and is_of_before and code in self._letters_of(before):
            return before
        return next(
            (
                name
                for name, face in self._faces.items()
                if face.covers(code) and code in self._letters_of(name)
            ),
            "",
        )

    def _letters_of(self, name: str) -> frozenset[int]:
        """The code points that a font has. A font is read when it is first needed."""
        known = self._letters.get(name)
        if known is None:
            known = self._letters[name] = frozenset(self._font(Piece("", name), False).cmap)
        return known

    def _font(self, piece: Piece, bold: bool) -> Any:
        style: Literal["", "B"] = "B" if bold else ""
        key = f"{piece.font}{style}"
        if key not in self._pdf.fonts:
            self._pdf.add_font(piece.font, style, self._faces[piece.font].path("bold" if bold else "regular"))
        return self._pdf.fonts[key]


class Shaping(TypedDict):
    """How fpdf2 shapes a text."""

    features: dict[str, bool]
    fragment_direction: TextDirection


def _runs(piece: Piece) -> Iterator[tuple[str, Shaping | None]]:
    """The parts of a piece from left to right, each with how fpdf2 shapes it; None: not shaped."""
    if piece.font in _UNSHAPED and not any(map(lettering.is_mark, piece.text)):
        yield piece.text, None
        return
    for letters, direction in lettering.runs(piece):
        yield letters, {"features": {}, "fragment_direction": _DIRECTIONS[direction]}
