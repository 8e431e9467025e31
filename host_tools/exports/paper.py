"""A PDF on A4: fonts for Latin, Devanagari and Tamil names, texts that fit their room, rules and boxes.

Everything is in millimetres from the left upper corner. The same content and the same moment give the same
bytes.
"""

from datetime import datetime
from typing import Literal

from fpdf import FPDF

from host_tools.exports import font_files

WIDTH, HEIGHT = 210.0, 297.0
MARGIN = 11.0
INK = (20, 24, 28)
GREY = (105, 112, 118)
RULE = (120, 126, 132)
SHADE = (238, 240, 241)
MARKED = (253, 240, 205)
ALARM = (176, 32, 24)

Align = Literal["L", "C", "R"]
#: From here on a script needs shaping: marks and letters take their form from their neighbours.
_SHAPED_FROM = "\u0300"


class Paper(FPDF):
    """A document. Draw with the methods below; `output` gives the bytes."""

    def __init__(self, title: str, moment: datetime, *, landscape: bool = False) -> None:
        super().__init__("landscape" if landscape else "portrait", "mm", "A4")
        self.set_title(title)
        self.set_creator("Boardside")
        self.set_producer("Boardside")
        self.set_creation_date(moment)
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.c_margin = 0
        self._is_shaping = False
        self._widths: dict[tuple[str, bool], float] = {}  # at one point, in mm
        for script in font_files.SCRIPTS:
            for weight, style in (("regular", ""), ("bold", "B")):
                self.add_font(script, style, font_files.path(script, weight))
        letters = self.fonts["latin"].cmap  # type: ignore[union-attr]
        self._plain = {chr(code) for code in letters if chr(code) < _SHAPED_FROM}
        self.set_fallback_fonts([*font_files.SCRIPTS[1:]], exact_match=True)

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
        shown, size = self._fitted(text, width, size, bold)
        self._set(shown, bold, size)
        self.set_text_color(*colour)
        if self._is_plain(shown):
            # Ten times as quick as a cell, which looks for other fonts and for markup.
            room = width - self.width_of(shown, size, bold)
            left = x + (0 if align == "L" else room if align == "R" else room / 2)
            self.text(left, y + 0.5 * height + 0.3 * self.font_size, shown)
            return
        self.set_xy(x, y)
        self.cell(width, height, shown, align=align)

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
            text = text[:-1]
        return text.rstrip() + "…", size

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is at `size` points, in mm."""
        known = self._widths.get((text, bold))
        if known is None:
            self._set(text, bold, 10)
            known = self._widths[text, bold] = self.get_string_width(text) / 10
        return known * size

    def _set(self, text: str, bold: bool, size: float) -> None:
        self._shape_for(text)
        # A text that ended in another font leaves that one in the page, which fpdf2 2.8.9 does not notice.
        self.font_family = ""
        self.set_font("latin", "B" if bold else "", size)

    def _shape_for(self, text: str) -> None:
        needs_it = any(character >= _SHAPED_FROM for character in text)
        if needs_it != self._is_shaping:
            self.set_text_shaping(needs_it)
            self._is_shaping = needs_it

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

    def done(self) -> bytes:
        """The file."""
        return bytes(self.output())
