"""`boardside labels`: a label for each table, its number large, with a QR code that leads to its page."""

import io
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import segno
import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database, Fonts, Language
from host_tools.exports.output import in_language, moment_now, say, write
from host_tools.exports.reasons import ExportError
from host_tools.exports.typesetting import typeset
from host_tools.i18n import gettext as _
from host_tools.i18n import pgettext
from host_tools.store import Store
from host_tools.store.command_line import errors_reported, opened
from host_tools.store.keys import spaced, table_numbers

#: Labels of one file, which then has 50 pages.
MOST = 400


def tables_of(text: str) -> list[int]:
    """The numbers in "1-12,15". Raises ExportError when it is no list of tables, or one of too many."""
    try:
        numbers = table_numbers(text)
    except ValueError as error:
        raise ExportError("label_tables", text=text) from error
    if len(numbers) > MOST:
        raise ExportError("labels_many", most=MOST)
    return numbers


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
    tables: Sequence[tuple[int, str]],
    address: str,
    moment: datetime,
    fonts: Sequence[Path] | None = None,
    codes: Mapping[int, str] | None = None,
) -> tuple[bytes, str]:
    """The PDF with the labels of these tables (number and name), eight on a page to be cut apart, and one
    line about letters that no font has ("": none). address: of the pages, such as http://192.168.1.10:7500.
    codes: of tables without hardware; such a label opens the panel.
    """
    labels = [
        _label(table, name, f"{address}/tables/{table}", (codes or {}).get(table, ""))
        for table, name in tables
    ]
    return typeset(_("Tables"), [{"kind": "labels", "labels": labels}], moment, fonts=fonts)


def panel_address(page: str, code: str) -> str:
    """What opens the panel of a table without hardware: a browser sends nobody what is behind the #."""
    return f"{page}/panel#{code}"


def qr_code(address: str) -> str:
    """The QR code of an address, as SVG."""
    # Level M: the code can be read when a seventh of it is dirty. Around it is the white of ISO/IEC 18004.
    code = io.BytesIO()
    segno.make_qr(address, error="m").save(code, kind="svg", border=4, dark="#14181c", light="#fff")
    return code.getvalue().decode()


def _label(table: int, name: str, page: str, code: str) -> dict[str, str]:
    return {
        "word": pgettext("label", "Table"),
        "number": str(table),
        "name": "" if name == f"Table {table}" else name,
        "address": f"{page}/panel   {spaced(code)}" if code else page,
        "code": qr_code(panel_address(page, code) if code else page),
    }


def named(store: Store, tables: Sequence[int]) -> list[tuple[int, str]]:
    """These tables, or all that were ever heard, with the names they have. Raises ExportError, StoreError."""
    names = {row["table_no"]: row["name"] for row in store.tables()}
    numbers = tables or sorted(names)
    if not numbers:
        raise ExportError("no_table_heard")
    return [(number, names.get(number, "")) for number in numbers]


def codes(store: Store) -> dict[int, str]:
    """The codes of the tables that were without hardware when they were heard last. Raises StoreError."""
    hardware = {row["table_no"] for row in store.tables() if row["transport"] != "soft"}
    return {number: code for number, code in store.soft.codes().items() if number not in hardware}


def labels_command(
    file: Annotated[Path, typer.Argument(help="The PDF to write.")],
    address: Annotated[
        str, typer.Option("--address", help="Of the live pages, as the hall's phones reach them.")
    ],
    tables: Annotated[
        str, typer.Option("--tables", help="These tables, such as 1-12,15; else all that were heard.")
    ] = "",
    fonts: Fonts = None,
    language: Language = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Write labels for the tables as a PDF: the number large, and a QR code with the table's live page."""
    with errors_reported():
        page_address = address_of(address)
        numbers = tables_of(tables) if tables else []
        with opened(db) as store:
            labelled, panels = named(store, numbers), codes(store)
        with in_language(language):
            content, complaint = render(labelled, page_address, moment_now(), fonts or None, panels)
        write(file, content)
    typer.echo(f"{file}: labels for {len(labelled)} tables.")
    say(complaint)
