"""A PDF on A4: names in any script, texts that fit their room, rules and boxes.

Everything is in millimetres from the left upper corner. The same content and the same moment give the same
bytes.
"""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from host_tools.exports.setting import Colour, Setting

WIDTH, HEIGHT = 210.0, 297.0
MARGIN = 11.0
INK = (20, 24, 28)
GREY = (105, 112, 118)
RULE = (120, 126, 132)
SHADE = (238, 240, 241)
MARKED = (253, 240, 205)
ALARM = (176, 32, 24)

Align = Literal["L", "C", "R"]


class Paper(Setting):
    """A document. Draw with the methods below; `done` gives the bytes. fonts: as `Setting` has them."""

    def __init__(
        self, title: str, moment: datetime, *, landscape: bool = False, fonts: Sequence[Path] | None = None
    ) -> None:
        super().__init__("landscape" if landscape else "portrait", fonts)
        self.set_title(title)
        self.set_creator("Boardside")
        self.set_producer("Boardside")
        self.set_creation_date(moment)
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.c_margin = 0
        self._pen: tuple[int, float, Colour] | None = None

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
        two thirds, then cut with an ellipsis. `size` in points.
        """
        if not text:
            return
        laid = self.lay(text, width, size, bold)
        room = width - laid.width
        left = x + (0 if align == "L" else room if align == "R" else room / 2)
        self.place(laid, left, y + 0.5 * height + 0.3 * laid.size / self.k, bold, colour)

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
        fill: Colour | None = None,
        rule: float = 0.2,
        colour: Colour = RULE,
    ) -> None:
        """A rectangle; `rule`: how thick its line is, 0 for none."""
        if fill is not None:
            self.set_fill_color(*fill)
        if rule:
            self._take_pen(rule, colour)
        style = ("D" if rule else "") + ("F" if fill is not None else "")
        self.rect(x, y, width, height, style=style)

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
        self.line(x1, y1, x2, y2)

    def _take_pen(self, width: float, colour: Colour) -> None:
        """For the lines that come, on this page; most are like the one before."""
        pen = self.page, width, colour
        if pen != self._pen:
            self._pen = pen
            self.set_draw_color(*colour)
            self.set_line_width(width)

    def field(self, x: float, y: float, width: float, label: str, value: str, height: float = 7.2) -> None:
        """A labelled field on a line, to be read or to be written on."""
        self.text_in(x, y, width, height * 0.42, label, 5.6, colour=GREY)
        self.text_in(x, y + height * 0.36, width, height * 0.6, value, 9.5, bold=True)
        self.rule(x, y + height - 0.2, x + width, y + height - 0.2)

    def done(self) -> bytes:
        """The file; nothing can be drawn after it."""
        self._forget_shaping()
        return bytes(self.output())
