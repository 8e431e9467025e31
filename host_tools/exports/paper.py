"""A PDF on A4: names in any script, texts that fit their room, rules and boxes.

Everything is in millimetres from the left upper corner. The same content and the same moment give the same
bytes.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from fpdf import FPDF
from fpdf.line_break import Fragment

from host_tools.exports import font_files, lettering
from host_tools.exports.lettering import Piece

WIDTH, HEIGHT = 210.0, 297.0
MARGIN = 11.0
INK = (20, 24, 28)
GREY = (105, 112, 118)
RULE = (120, 126, 132)
SHADE = (238, 240, 241)
MARKED = (253, 240, 205)
ALARM = (176, 32, 24)

Align = Literal["L", "C", "R"]
#: Fonts whose letters keep their form whatever stands beside them, as long as no mark does.
_UNSHAPED = ("latin", "latin-ext", "greek-cyrillic", "cjk")


class Paper(FPDF):
    """A document. Draw with the methods below; `done` gives the bytes.

    fonts: files for letters that the fonts kept here lack (`font_files.own`); None: those of the variable
    BOARDSIDE_FONTS. lacking: the texts with letters that none of all these has, and which letters.
    """

    def __init__(
        self, title: str, moment: datetime, *, landscape: bool = False, fonts: Sequence[Path] | None = None
    ) -> None:
        super().__init__("landscape" if landscape else "portrait", "mm", "A4")
        self.set_title(title)
        self.set_creator("Boardside")
        self.set_producer("Boardside")
        self.set_creation_date(moment)
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.c_margin = 0
        self.lacking: dict[str, str] = {}
        self._faces = {face.name: face for face in (*font_files.FACES, *font_files.own(fonts))}
        self._right_to_left = {face.name for face in self._faces.values() if face.is_right_to_left}
        self._letters: dict[str, frozenset[int]] = {}
        self._pieces: dict[str, list[Piece]] = {}
        self._shaping = ""
        self._widths: dict[tuple[str, bool], float] = {}  # at one point, in mm
        self._plain = {chr(code) for code in self._letters_of("latin") if code < 0x300}

    def text_in(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        text: str,
        size: float = 9,
        *,
        bold: bool = False,
        align: Align = "L",
        colour: tuple[int, int, int] = INK,
    ) -> None:
        """One line of text in a box, in the middle of its height: smaller when it does not fit, down to
        two thirds, then cut with an ellipsis. `size` in points.
        """
        if not text:
            return
        shown, size = self._fitted(lettering.normal(text), width, size, bold)
        self.set_text_color(*colour)
        room = width - self.width_of(shown, size, bold)
        left = x + (0 if align == "L" else room if align == "R" else room / 2)
        for piece in self._pieces_of(shown):
            self._set(piece, bold, size)
            if self._shaping:
                self.set_xy(left, y)
                self.cell(room, height, piece.text)
            else:  # ten times as quick as a cell, which looks for markup
                self.text(left, y + 0.5 * height + 0.3 * self.font_size, piece.text)
            left += self._width_of_piece(piece, bold) * size

    def _is_plain(self, text: str) -> bool:
        """Whether the first font has all of a text, and nothing in it takes its form from its neighbours."""
        return all(character in self._plain for character in text)

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

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is at `size` points, in mm."""
        return size * sum(self._width_of_piece(piece, bold) for piece in self._pieces_of(text))

    def _width_of_piece(self, piece: Piece, bold: bool) -> float:
        key = piece.text, bold
        known = self._widths.get(key)
        if known is None:
            self._set(piece, bold, 10)
            known = self._widths[key] = self.get_string_width(piece.text) / 10
        return known

    # Fonts

    def _pieces_of(self, text: str) -> list[Piece]:
        if self._is_plain(text):
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

    def _set(self, piece: Piece, bold: bool, size: float) -> None:
        style: Literal["", "B"] = "B" if bold else ""
        if f"{piece.font}{style}" not in self.fonts:
            self._add(piece.font, style)
        needs_it = piece.font not in _UNSHAPED or any(map(lettering.is_mark, piece.text))
        shaping = "" if not needs_it else "rtl" if piece.is_right_to_left else "ltr"
        if shaping != self._shaping:
            self.set_text_shaping(bool(shaping), direction=shaping or None)
            self._shaping = shaping
        self.set_font(piece.font, style, size)

    def lines_of(self, text: str, width: float, size: float) -> list[str]:
        """A text broken into lines that fit `width`."""
        found: list[str] = []
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self.width_of(longer, size) > width:
                found.append(line)
                line = word
            else:
                line = longer
        return [*found, line] if line else found

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: tuple[int, int, int] | None = None,
        rule: float = 0.2,
        colour: tuple[int, int, int] = RULE,
    ) -> None:
        """A rectangle; `rule`: how thick its line is, 0 for none."""
        if fill is not None:
            self.set_fill_color(*fill)
        if rule:
            self.set_draw_color(*colour)
            self.set_line_width(rule)
        style = ("D" if rule else "") + ("F" if fill is not None else "")
        self.rect(x, y, width, height, style=style)

    def rule(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        width: float = 0.2,
        colour: tuple[int, int, int] = RULE,
    ) -> None:
        """A line."""
        self.set_draw_color(*colour)
        self.set_line_width(width)
        self.line(x1, y1, x2, y2)

    def field(self, x: float, y: float, width: float, label: str, value: str, height: float = 7.2) -> None:
        """A labelled field on a line, to be read or to be written on."""
        self.text_in(x, y, width, height * 0.42, label, 5.6, colour=GREY)
        self.text_in(x, y + height * 0.36, width, height * 0.6, value, 9.5, bold=True)
        self.rule(x, y + height - 0.2, x + width, y + height - 0.2)

    def _parse_chars(self, text: str, markdown: bool, **_: Any) -> Iterator[Fragment]:
        """A piece is in one font already. fpdf2 2.8.9 would cut it at each joiner, which it takes for another
        script, and Sinhala's conjuncts fell apart.
        """
        yield Fragment(list(text), self._get_current_graphics_state(), self.k)

    @property
    def complaint(self) -> str:
        """One line on letters that could not be set; "" when all could."""
        return lettering.complaint(self.lacking)

    def done(self) -> bytes:
        """The file."""
        return bytes(self.output())
