"""Setting type on a PDF: a text in its fonts, as wide as it is, at a place. Millimetres; sizes in points.

A day's score cards are the same few hundred words on hundreds of pages. So each text is measured and fitted
once, its letters are encoded once, and one that is shaped (Indian scripts, Arabic) is shaped once in each
size; after that it is only placed (D302).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from fpdf import FPDF
from fpdf.enums import PDFResourceType
from fpdf.fonts import TTFFont
from fpdf.line_break import Fragment

from host_tools.exports import font_files, lettering
from host_tools.exports.lettering import Piece

Colour = tuple[int, int, int]
#: Fonts whose letters keep their form whatever stands beside them, as long as no mark does.
_UNSHAPED = ("latin", "latin-ext", "greek-cyrillic", "cjk")
_SHAPING_TABLES = ("GDEF", "GSUB", "GPOS")
#: Points of a millimetre.
_POINTS = 72 / 25.4


@dataclass(frozen=True, slots=True)
class Laid:
    """A text as it is set: its pieces, each with how far from the left it begins (mm); its size and width."""

    pieces: tuple[tuple[Piece, float], ...]
    size: float
    width: float


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What draws a piece: the number of its font, and the operators behind its place."""

    font: int
    size: float
    operators: str

    def at(self, x: float, y: float) -> str:
        """The text object, in points. Letters that are placed one by one are so from the origin."""
        font = f"/F{self.font} {self.size:.2f} Tf"
        if " Tm" in self.operators:
            return f"1 0 0 1 {x:.2f} {y:.2f} cm BT {font} {self.operators} ET"
        return f"BT {font} {x:.2f} {y:.2f} Td {self.operators} ET"


class Setting(FPDF):
    """An A4 document with our fonts. `lay` and `place` set a text.

    fonts: files for letters that the fonts kept here lack (`font_files.own`); None: those of the variable
    BOARDSIDE_FONTS. lacking: the texts with letters that none of all these has, and which letters.
    """

    def __init__(
        self, orientation: Literal["portrait", "landscape"], fonts: Sequence[Path] | None = None
    ) -> None:
        super().__init__(orientation, "mm", "A4")
        self.lacking: dict[str, str] = {}
        self._faces = {face.name: face for face in (*font_files.FACES, *font_files.own(fonts))}
        self._right_to_left = {face.name for face in self._faces.values() if face.is_right_to_left}
        self._letters: dict[str, frozenset[int]] = {}
        self._pieces: dict[str, list[Piece]] = {}
        self._widths: dict[tuple[Piece, bool], float] = {}  # at one point, in mm
        self._laid: dict[tuple[str, float, float, bool], Laid] = {}
        self._drawn: dict[tuple[Piece, bool, float], _Drawing] = {}
        self._painted: dict[Colour, str] = {}
        self._plain = {chr(code) for code in self._letters_of("latin") if code < 0x300}

    # A text

    def lay(self, text: str, width: float, size: float, bold: bool) -> Laid:
        """One line in `width`: smaller when it does not fit, to two thirds at least; then cut with "…"."""
        key = text, width, size, bold
        known = self._laid.get(key)
        if known is None:
            shown, fitting = self._fitted(lettering.normal(text), width, size, bold)
            found, left = [], 0.0
            for piece in self._pieces_of(shown):
                found.append((piece, left))
                left += self._width_of_piece(piece, bold) * fitting
            known = self._laid[key] = Laid(tuple(found), fitting, left)
        return known

    def place(self, laid: Laid, left: float, baseline: float, bold: bool, colour: Colour) -> None:
        """Draw it from `left` on, standing on `baseline`."""
        paint = self._painted.get(colour)
        if paint is None:
            paint = self._painted[colour] = " ".join(f"{part / 255:.4f}" for part in colour)
        y = (self.h - baseline) * _POINTS
        for piece, offset in laid.pieces:
            key = piece, bold, laid.size
            drawn = self._drawn.get(key)
            if drawn is None:
                drawn = self._drawn[key] = self._drawing_of(*key)
            self._resource_catalog.add(PDFResourceType.FONT, drawn.font, self.page)
            x = (left + offset) * _POINTS
            self._out(f"q {paint} rg {drawn.at(x, y)} Q")

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is at `size` points, in mm."""
        return size * sum(self._width_of_piece(piece, bold) for piece in self._pieces_of(text))

    def _fitted(self, text: str, width: float, size: float, bold: bool) -> tuple[str, float]:
        needed = self.width_of(text, size, bold)
        if needed <= width:
            return text, size
        size = max(size * 2 / 3, size * width / needed * 0.99)
        if self.width_of(text, size, bold) <= width:
            return text, size
        while text and self.width_of(text + "…", size, bold) > width:
            text = lettering.cut(text)
        return text.rstrip() + "…", size

    # A piece of it, in one font

    def _width_of_piece(self, piece: Piece, bold: bool) -> float:
        key = piece, bold
        known = self._widths.get(key)
        if known is None:
            self._set(piece, bold, 10)
            known = self._widths[key] = self.get_string_width(piece.text) / 10
        return known

    def _drawing_of(self, piece: Piece, bold: bool, size: float) -> "_Drawing":
        font = self._font(piece, bold)
        if not self._shaping_of(piece):
            return _Drawing(font.i, size, font.encode_text(piece.text))
        self._set(piece, bold, size)
        page = self.pages[self.page].contents
        assert isinstance(page, bytearray)  # of a page that is being drawn
        begin = len(page)
        self.text_color = self.fill_color  # else a colour is set for the text
        self.current_font_is_set_on_page = True
        self.set_xy(0, self.h - 0.3 * self.font_size)  # a cell of no height stands that far above its text
        self.cell(self.w, 0, piece.text)
        made = bytes(page[begin:]).decode("latin-1")
        del page[begin:]
        self.current_font_is_set_on_page = False
        return _Drawing(font.i, size, made[made.index(" Td") + 3 : made.rindex("ET")].strip())

    def _parse_chars(self, text: str, markdown: bool, **_: Any) -> Iterator[Fragment]:
        """A piece is in one font already. fpdf2 2.8.9 would cut it at each joiner, which it takes for another
        script, and Sinhala's conjuncts fell apart.
        """
        yield Fragment(list(text), self._get_current_graphics_state(), self.k)

    # Fonts

    def _pieces_of(self, text: str) -> list[Piece]:
        if all(character in self._plain for character in text):
            return [Piece(text, "latin")]
        known = self._pieces.get(text)
        if known is None:
            found = lettering.pieces(text, self._font_for, self._right_to_left)
            absent = dict.fromkeys(letter for piece in found if not piece.font for letter in piece.text)
            letters = "".join(letter for letter in absent if letter not in lettering.JOINERS)
            if letters:
                self.lacking[text] = letters
            known = self._pieces[text] = [lettering.with_stand_in(piece, "latin") for piece in found]
        return known

    def _font_for(self, letter: str, before: str) -> str:
        """The font of a letter after one of the font `before`; "" when there is none. What is no letter of
        its own stays with the letter before, where its font has it.
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
        """The code points that a font has; it is read when it is first asked for."""
        known = self._letters.get(name)
        if known is None:
            self._add(name, "")
            known = self._letters[name] = frozenset(self.fonts[name].cmap)  # type: ignore[union-attr]
        return known

    def _add(self, name: str, style: Literal["", "B"]) -> None:
        face = self._faces[name]
        self.add_font(name, style, face.path("bold" if style else "regular"))

    def _font(self, piece: Piece, bold: bool) -> Any:
        key = f"{piece.font}B" if bold else piece.font
        if key not in self.fonts:
            self._add(piece.font, "B" if bold else "")
        return self.fonts[key]

    def _shaping_of(self, piece: Piece) -> str:
        """The direction in which a piece is shaped; "" when none of its letters needs it."""
        if piece.font in _UNSHAPED and not any(map(lettering.is_mark, piece.text)):
            return ""
        return "rtl" if piece.is_right_to_left else "ltr"

    def _set(self, piece: Piece, bold: bool, size: float) -> None:
        """Make it the font of what fpdf2 does next."""
        self._font(piece, bold)
        shaping = self._shaping_of(piece)
        self.set_text_shaping(bool(shaping), direction=shaping or None)
        self.set_font(piece.font, "B" if bold else "", size)

    def _forget_shaping(self) -> None:
        """At the end: the tables that shape texts do not go into the file, and fontTools would read through
        all of them before it leaves them out.
        """
        for font in self.fonts.values():
            there = font.ttfont if isinstance(font, TTFFont) else {}
            for table in _SHAPING_TABLES:
                if table in there:
                    del there[table]

    @property
    def complaint(self) -> str:
        """One line on letters that could not be set; "" when all could."""
        return lettering.complaint(self.lacking)
