"""`boardside labels`: a label for each table, its number large, with a QR code that leads to its page."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import segno
import typer

from host_tools.console.database_option import DEFAULT_DATABASE, Database
from host_tools.exports.output import Fonts, failed, moment_now, say, write
from host_tools.exports.paper import GREY, HEIGHT, INK, WIDTH, Paper
from host_tools.exports.reasons import ExportError
from host_tools.store import Store, StoreError

COLUMNS, ROWS = 2, 4
_WIDE, _HIGH = WIDTH / COLUMNS, HEIGHT / ROWS
#: Printers leave this much white at the edge of a page.
_EDGE = 9.0
_CODE = 42.0
#: The white around a code (ISO/IEC 18004), in modules.
_QUIET = 4
TABLE_MOST = 9999
#: Labels of one file, which then has 50 pages.
MOST = 400


def tables_of(text: str) -> list[int]:
    """The numbers in "1-12,15". Raises ExportError when it is no list of tables, or one of too many."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, dash, last = (end.strip() for end in part.partition("-"))
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdecimal() and len(end) < 5 for end in ends):
            raise ExportError("label_tables", text=text)
        low, high = int(ends[0]), int(ends[1])
        if not 1 <= low <= high <= TABLE_MOST:
            raise ExportError("label_tables", text=text)
        numbers.update(range(low, high + 1))
    if len(numbers) > MOST:
        raise ExportError("labels_many", most=MOST)
    return sorted(numbers)


def address_of(text: str) -> str:
    """The address of the pages, without the last slash. Raises ExportError when it is none of a web page."""
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address or parts.query or parts.fragment or not text.isascii() or not text.isprintable():
        raise ExportError("label_address", text=text)
    return text.rstrip("/")


def render(
    tables: Sequence[tuple[int, str]], address: str, moment: datetime, fonts: Sequence[Path] | None = None
) -> tuple[bytes, str]:
    """The PDF with the labels of these tables (number and name), eight on a page to be cut apart, and one
    line about letters that no font has ("": none). address: of the pages, such as http://192.168.1.10:7500.
    """
    paper = Paper("Tables", moment, fonts=fonts)
    for at, (table, name) in enumerate(tables):
        row, column = divmod(at % (COLUMNS * ROWS), COLUMNS)
        if not row and not column:
            paper.add_page()
            for edge in range(1, ROWS):
                paper.rule(0, edge * _HIGH, WIDTH, edge * _HIGH, 0.1)
            paper.rule(_WIDE, 0, _WIDE, HEIGHT, 0.1)
        _label(paper, column * _WIDE, row * _HIGH, table, name, address)
    return paper.done(), paper.complaint


def _label(paper: Paper, left: float, top: float, table: int, name: str, address: str) -> None:
    page = f"{address}/tables/{table}"
    width = _WIDE - 2 * _EDGE - _CODE
    x, right = left + _EDGE, left + _WIDE - _EDGE
    paper.text_in(x, top + _EDGE, width, 6, "Table", 12, colour=GREY)
    paper.text_in(x, top + _EDGE + 7, width, 34, str(table), 92, bold=True)
    if name not in ("", f"Table {table}"):
        paper.text_in(x, top + _HIGH - _EDGE - 14, width, 7, name, 13, bold=True)
    paper.text_in(x, top + _HIGH - _EDGE - 6, _WIDE - 2 * _EDGE, 5, page, 9, colour=GREY)
    _code(paper, right - _CODE, top + _EDGE, page)


def _code(paper: Paper, left: float, top: float, text: str) -> None:
    """A QR code that stands in for a seventh of it being dirty (level M)."""
    rows = [bytes(row) for row in segno.make_qr(text, error="m").matrix]
    module = _CODE / (len(rows) + 2 * _QUIET)
    for y, row in enumerate(rows, _QUIET):
        begin = None
        for x, is_dark in enumerate((*row, 0)):
            if is_dark and begin is None:
                begin = x
            elif not is_dark and begin is not None:
                at = left + (begin + _QUIET) * module, top + y * module
                paper.box(*at, (x - begin) * module, module, fill=INK, rule=0)
                begin = None


def named(store: Store, tables: Sequence[int]) -> list[tuple[int, str]]:
    """These tables, or all that were ever heard, with the names they have. Raises ExportError, StoreError."""
    names = {row["table_no"]: row["name"] for row in store.tables()}
    numbers = tables or sorted(names)
    if not numbers:
        raise ExportError("no_table_heard")
    return [(number, names.get(number, "")) for number in numbers]


def labels_command(
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")],
    address: Annotated[
        str, typer.Option("--address", help="Of the live pages, as the hall's phones reach them.")
    ],
    tables: Annotated[
        str, typer.Option("--tables", help="These tables, such as 1-12,15; else all that were heard.")
    ] = "",
    fonts: Fonts = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write labels for the tables as a PDF: the number large, and a QR code with the table's live page."""
    try:
        page_address = address_of(address)
        numbers = tables_of(tables) if tables else []
        store = Store.open(db, create=False)
        try:
            labelled = named(store, numbers)
        finally:
            store.close()
        content, complaint = render(labelled, page_address, moment_now(), fonts or None)
        write(output, content)
    except (ExportError, StoreError) as error:
        raise failed(error) from error
    typer.echo(f"{output}: labels for {len(labelled)} tables.")
    say(complaint)
