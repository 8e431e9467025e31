"""Text tables for terminals of any width, printed by the commands that read the database.

An empty column is left out, and cells wrap at blanks. If that is not enough, the least important columns are
dropped, then long words are shortened: never a number, a time, or a name that people type.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from host_tools.console import terminal

GAP = 2
"""Cells between two columns."""
SHORTEST = 8
"""Cells that a word keeps when it is shortened."""
#: A word, with the blanks after it; a double name may also be broken after its hyphen.
_PIECE = re.compile(r"\S+?(?:(?<=[^\W\d_]-)(?=[^\W\d_])|\s+|$)")

Cell = str | Text


@dataclass(frozen=True, slots=True)
class Column:
    """right: aligned to the right, for numbers. whole: its cells are neither wrapped nor shortened. spare: it
    is dropped if the table does not fit with two lines a cell, the highest first; 0: never.
    """

    head: str
    right: bool = False
    whole: bool = False
    spare: int = 0


class _Fitted:
    """A column with its cells, the head first. Widths in cells: widest with nothing folded, narrowest with no
    word broken, shortest with words shortened.
    """

    def __init__(self, column: Column, cells: list[Text]) -> None:
        self.column, self.cells = column, cells
        whole, folded = (cells[1:], cells[:1]) if column.whole else ([], cells)
        words = [piece.rstrip() for cell in folded for piece in _pieces(cell.plain)]
        self.widest = max(cell_len(cell.plain) for cell in cells)
        self.narrowest = max(map(cell_len, (*words, *(cell.plain for cell in whole))))
        if column.spare and not column.whole:
            self.narrowest = max(self.narrowest, *(_of_two_lines(cell.plain) for cell in cells))
        self.shortest = self.narrowest if column.whole or column.right else min(self.narrowest, SHORTEST)
        self.width = self.shortest


def show(console: Console, title: str, columns: Sequence[Column], rows: Iterable[Sequence[Cell]]) -> None:
    """Print a table as wide as the console at most; a row has a cell for each column. title: "": none."""
    if title:
        console.print(Text(title, style="italic"), soft_wrap=True)
    for line in drawn(columns, rows, console.width):
        console.print(line, soft_wrap=True)


def drawn(columns: Sequence[Column], rows: Iterable[Sequence[Cell]], width: int) -> list[Text]:
    """The lines, none longer than `width` cells unless a whole cell is. Empty without rows."""
    table = [[_text(cell) for cell in row] for row in rows]
    fitted_columns = [
        _Fitted(column, [Text(column.head, style="bold"), *(row[number] for row in table)])
        for number, column in enumerate(columns)
        if any(row[number].plain.strip() for row in table)
    ]
    if not fitted_columns:
        return []
    _fit(fitted_columns, width)
    return [line for number in range(len(table) + 1) for line in _row(fitted_columns, number)]


def _text(cell: Cell) -> Text:
    return cell if isinstance(cell, Text) else Text(terminal.visible(" ".join(cell.split())))


def _fit(columns: list[_Fitted], width: int) -> None:
    """Set the width of each column; spare ones are removed from `columns` if there is no room."""
    while _needed(columns) > width and (spare := max((fitted.column.spare for fitted in columns), default=0)):
        columns[:] = [fitted for fitted in columns if fitted.column.spare != spare]
    room = width - GAP * (len(columns) - 1)
    if _needed(columns) <= width:
        for fitted in columns:
            fitted.width = fitted.narrowest
    room -= sum(fitted.width for fitted in columns)
    # What is left goes to the narrowest column that can use it, a cell at a time.
    while room > 0 and (wanting := [fitted for fitted in columns if fitted.width < fitted.widest]):
        min(wanting, key=lambda fitted: fitted.width).width += 1
        room -= 1


def _needed(columns: list[_Fitted]) -> int:
    """Cells in all, with no word broken."""
    return sum(fitted.narrowest for fitted in columns) + GAP * (len(columns) - 1)


def _row(columns: list[_Fitted], number: int) -> Iterator[Text]:
    """The lines of a row (0: the heads)."""
    cells = [list(_folded(fitted.cells[number], fitted.width)) for fitted in columns]
    for level in range(max(map(len, cells))):
        line = Text()
        for fitted, lines in zip(columns, cells, strict=True):
            text = lines[level] if level < len(lines) else Text()
            blank = " " * (fitted.width - cell_len(text.plain))
            line = Text.assemble(line, *((blank, text) if fitted.column.right else (text, blank)), " " * GAP)
        line.rstrip()
        yield line


def _pieces(text: str) -> list[str]:
    return [match.group() for match in _PIECE.finditer(text)]


def _of_two_lines(text: str) -> int:
    """The least width in which a cell has two lines at most."""
    pieces = _pieces(text)
    halves = (("".join(pieces[:cut]), "".join(pieces[cut:])) for cut in range(len(pieces) + 1))
    return min(max(cell_len(half.strip()) for half in pair) for pair in halves)


def _folded(cell: Text, width: int) -> Iterator[Text]:
    """The cell as lines of at most `width`."""
    line, at = Text(), 0
    for piece in _pieces(cell.plain):
        word = cell[at : at + len(piece)]
        at += len(piece)
        if line.plain and cell_len(line.plain) + cell_len(piece.rstrip()) > width:
            yield _shortened(line, width)
            line = word
        else:
            line = Text.assemble(line, word)
    yield _shortened(line, width)


def _shortened(line: Text, width: int) -> Text:
    """The text cut to fit, without blanks at its end and with … for the rest; no letter loses its marks."""
    line.rstrip()
    if cell_len(line.plain) <= width:
        return line
    kept = len(line.plain)
    while kept and (cell_len(line.plain[:kept]) >= width or unicodedata.category(line.plain[kept])[0] == "M"):
        kept -= 1
    return Text.assemble(line[:kept], "…")
