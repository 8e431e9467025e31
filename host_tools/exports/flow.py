"""Prints headings, tables and paragraphs below each other, on as many pages as they need."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from host_tools.exports.event_report import EventReport
from host_tools.exports.paper import GREY, HEIGHT, INK, MARGIN, SHADE, WIDTH, Align, Paper

INNER = WIDTH - 2 * MARGIN
ROW = 5.4
BOTTOM = HEIGHT - 14


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a printed table: `width` in mm."""

    title: str
    width: float
    align: Align = "L"
    bold: bool = False


class Flow:
    """Tables under each other, over as many pages as they need."""

    def __init__(self, paper: Paper, report: EventReport) -> None:
        self.paper = paper
        self.report = report
        self.y = BOTTOM
        self.page = 0
        self.begins = 0
        """The page of the first heading since this was set to 0."""

    def need(self, height: float) -> bool:
        """Begin a new page when less than `height` mm are left. Returns whether it did."""
        if self.y + height <= BOTTOM:
            return False
        self.new_page()
        return True

    def new_page(self) -> None:
        """A page with the tournament's and the event's name on top."""
        paper, report = self.paper, self.report
        paper.add_page()
        self.page += 1
        about = report.tournament
        paper.text_in(MARGIN, 10, 130, 8, report.competition.name, 17, bold=True)
        where = ", ".join(part for part in (about.place, about.days) if part)
        paper.text_in(MARGIN + 100, 10, INNER - 100, 4.4, about.name, 9, bold=True, align="R")
        paper.text_in(MARGIN + 100, 14.4, INNER - 100, 4, where, 8, align="R", colour=GREY)
        paper.rule(MARGIN, 20, MARGIN + INNER, 20, 0.5, INK)
        if not paper.is_book:
            paper.text_in(MARGIN, HEIGHT - 11, INNER, 3, f"Page {self.page}", 7, align="R", colour=GREY)
        self.y = 24.0

    def heading(self, text: str, following: float = 3 * ROW) -> None:
        """A heading, on one page with `following` mm of what it heads."""
        self.need(9 + following)
        self.begins = self.begins or self.paper.page
        self.paper.text_in(MARGIN, self.y, INNER, 8, text, 12, bold=True)
        self.y += 8.4

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
        """Rows under their titles, which every page repeats."""
        self._titles(columns)
        for row in rows:
            if self.need(ROW):
                self._titles(columns)
            x = MARGIN
            for column, text in zip(columns, row, strict=True):
                self.paper.text_in(
                    x + 0.8, self.y, column.width - 1.6, ROW, text, 8.5, bold=column.bold, align=column.align
                )
                x += column.width
            self.y += ROW
            self.paper.rule(MARGIN, self.y, MARGIN + INNER, self.y, 0.1)
        self.y += 4

    def words(self, text: str) -> None:
        """A paragraph in small letters."""
        for line in self.paper.lines_of(text, INNER, 7.5):
            self.need(4)
            self.paper.text_in(MARGIN, self.y, INNER, 4, line, 7.5)
            self.y += 4

    def _titles(self, columns: Sequence[Column]) -> None:
        self.paper.box(MARGIN, self.y, INNER, ROW - 0.6, fill=SHADE, rule=0)
        x = MARGIN
        for column in columns:
            self.paper.text_in(
                x + 0.8,
                self.y,
                column.width - 1.6,
                ROW - 0.6,
                column.title,
                7,
                align=column.align,
                colour=GREY,
            )
            x += column.width
        self.y += ROW - 0.6
