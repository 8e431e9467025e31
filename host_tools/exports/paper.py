"""Writes a PDF on A4: names in any script, texts that fit their space, rules and boxes.

Everything is in millimetres from the left upper corner. The same content and the same moment give the same
bytes.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from fpdf import FPDF

from host_tools.exports.typesetting import Colour, Typesetter
from host_tools.glyphs import lettering

WIDTH, HEIGHT = 210.0, 297.0
MARGIN = 11.0
INK = (20, 24, 28)
GREY = (105, 112, 118)
RULE = (120, 126, 132)
SHADE = (238, 240, 241)
MARKED = (253, 240, 205)
ALARM = (176, 32, 24)

Align = Literal["L", "C", "R"]


class Paper:
    """A document. Draw with the methods below; `done` gives the bytes. fonts: as `Typesetter` has them.
    is_book: every page but the first has its number at its foot.
    """

    def __init__(
        self,
        title: str,
        moment: datetime,
        *,
        landscape: bool = False,
        fonts: Sequence[Path] | None = None,
        is_book: bool = False,
    ) -> None:
        self._pdf = FPDF("landscape" if landscape else "portrait", "mm", "A4")
        self._pdf.set_title(title)
        self._pdf.set_creator("Boardside")
        self._pdf.set_producer("Boardside")
        self._pdf.set_creation_date(moment)
        self._pdf.set_auto_page_break(False)
        self._texts = Typesetter(self._pdf, fonts)
        self._pen: tuple[float, Colour] | None = None
        self.is_book = is_book

    @property
    def fonts(self) -> frozenset[str]:
        """The names of the fonts that were asked for so far, with a B behind those that are bold."""
        return frozenset(self._pdf.fonts)

    @property
    def lacking(self) -> Mapping[str, str]:
        """The texts with letters that no font has, and which letters."""
        return self._texts.lacking

    @property
    def complaint(self) -> str:
        """One line about letters that no font has; "" when there are none."""
        return lettering.complaint(self.lacking)

    def add_page(self, orientation: Literal["", "portrait", "landscape"] = "") -> None:
        """Begin a new page; "": with the same orientation."""
        self._texts.end_page()
        self._pdf.add_page(orientation)
        self._pen = None
        if self.is_book and self.page > 1:
            width, height = self._pdf.w, self._pdf.h
            self.text_in(width - MARGIN - 12, height - 6.4, 12, 3, str(self.page), 8, align="R", colour=GREY)

    @property
    def page(self) -> int:
        """The number of the present page, from 1."""
        return self._pdf.page

    def turn_to(self, page: int) -> None:
        """Go on drawing on a page that is there."""
        self._texts.end_page()
        self._pdf.page = page
        self._pen = None

    def bookmark(self, title: str, level: int, page: int) -> None:
        """An entry of the file's outline that leads to a page; level: 0 or, below the last 0, 1."""
        now, self._pdf.page = self._pdf.page, page
        self._pdf.set_y(0)
        self._pdf.start_section(title, level)
        self._pdf.page = now

    def link(self, x: float, y: float, width: float, height: float, page: int) -> None:
        """A box that leads to a page."""
        self._pdf.link(x, y, width, height, self._pdf.add_link(page=page))

    def width_of(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is at `size` points, in mm."""
        return self._texts.width_of(text, size, bold)

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
        colour: Colour = INK,
    ) -> None:
        """One line of text in a box, in the middle of its height: smaller when it does not fit, down to
        two thirds and 7 points, then cut with an ellipsis. `size` in points. Texts are above all boxes and
        rules.
        """
        if not text:
            return
        fitted = self._texts.fit(text, width, size, bold)
        room = width - fitted.width
        left = x + (0 if align == "L" else room if align == "R" else room / 2)
        baseline = y + 0.5 * height + 0.3 * fitted.size / self._pdf.k
        self._texts.place(fitted, left, baseline, bold, colour)

    def lines_of(self, text: str, width: float, size: float) -> list[str]:
        """A text broken into lines that fit `width`."""
        lines: list[str] = []
        line = ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and self.width_of(longer, size) > width:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line] if line else lines

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Colour | None = None,
        rule: float = 0.2,
        colour: Colour = RULE,
    ) -> None:
        """A rectangle; `rule`: how thick its line is, 0 for none."""
        if fill is not None:
            self._pdf.set_fill_color(*fill)
        if rule:
            self._take_pen(rule, colour)
        style = ("D" if rule else "") + ("F" if fill is not None else "")
        self._pdf.rect(x, y, width, height, style=style)

    def rule(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        width: float = 0.2,
        colour: Colour = RULE,
    ) -> None:
        """A line."""
        self._take_pen(width, colour)
        self._pdf.line(x1, y1, x2, y2)

    def _take_pen(self, width: float, colour: Colour) -> None:
        """Set the pen for the next lines of this page. Most lines need no change."""
        pen = width, colour
        if pen != self._pen:
            self._pen = pen
            self._pdf.set_draw_color(*colour)
            self._pdf.set_line_width(width)

    def field(self, x: float, y: float, width: float, label: str, value: str, height: float = 7.2) -> None:
        """A labelled field on a line, filled in or empty to write on."""
        self.text_in(x, y, width, height * 0.42, label, 7, colour=GREY)
        self.text_in(x, y + height * 0.4, width, height * 0.58, value, 10, bold=True)
        self.rule(x, y + height - 0.2, x + width, y + height - 0.2)

    def done(self) -> bytes:
        """The bytes of the file; nothing can be drawn after this."""
        self._texts.end_page()
        return bytes(self._pdf.output())
