"""`boardside export`: writes the database's contents as CSV, JSON or XLSX, and crokinole's matches as CMN.
The same sheets and the same moment give the same bytes.
"""

import csv
import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any, assert_never

import typer
import xlsxwriter
from sqlalchemy import Connection

from host_tools.console.shared_options import DEFAULT_DATABASE, Database, EventOption, Language, Which
from host_tools.exports import sheets
from host_tools.exports.output import Choice, moment_now, write
from host_tools.exports.played import match_id_of
from host_tools.exports.reasons import ExportError
from host_tools.exports.sheets import VERSION, WHATS, Column, Row, Sheet, SheetName
from host_tools.store import Store
from host_tools.store.command_line import errors_reported, opened
from host_tools.store.database import reading
from host_tools.tournament.commands.command_line import Progress, showing


class Format(StrEnum):
    """The formats of a file."""

    csv = "csv"
    json = "json"
    xlsx = "xlsx"
    cmn = "cmn"


#: Makes the file of a format that another part of Boardside writes, in one transaction. Raises ExportError.
Writer = Callable[[Connection, Choice], bytes]


def exported(
    store: Store,
    form: Format,
    whats: list[SheetName],
    choice: Choice,
    made_at: datetime,
    *,
    bom: bool = False,
    writers: Mapping[str, Writer] | None = None,
    progress: Progress = lambda done, total: None,
) -> bytes:
    """The bytes of the file, from one state of the database. writers: by name, for the formats that other
    parts write. progress: told how many sheets are done, often; what it raises stops the work.

    Raises ExportError and StoreError.
    """
    with reading(store.engine) as connection:
        if choice.match is not None:
            choice = replace(choice, match=match_id_of(connection, choice.match))
        if form is Format.cmn:
            if writers is None or form not in writers:
                raise ExportError("format_not_installed", format=form.value)
            return writers[form](connection, choice)
        wanted_sheets = [
            replace(sheet, rows=_while_telling(sheet.rows, partial(progress, at, len(whats))))
            for at, sheet in enumerate(sheets.read(connection, whats, choice))
        ]
        if form is Format.csv:
            return as_csv(wanted_sheets[0], bom=bom)
        if form is Format.json:
            return as_json(wanted_sheets, made_at)
        if form is Format.xlsx:
            return as_xlsx(wanted_sheets, made_at)
        assert_never(form)


def _while_telling(rows: Iterable[Row], tell: Callable[[], None]) -> Iterator[Row]:
    """The rows, while `tell` is called every now and then."""
    for at, row in enumerate(rows):
        if at % 50 == 0:
            tell()
        yield row


def _wanted(names: list[str], form: Format) -> list[SheetName]:
    """The sheets that are wanted; by default all but the tables' events. A CSV file has one sheet."""
    unknown = [name for name in names if name not in WHATS]
    if unknown:
        raise ExportError("unknown_sheet", sheet=unknown[0], sheets=list(WHATS))
    chosen: list[SheetName] = [name for name in WHATS if name in names]
    if form is Format.cmn:
        if chosen not in ([], ["matches"]):
            raise ExportError("matches_only")
        return ["matches"]
    if form is Format.csv:
        if len(chosen) > 1:
            raise ExportError("one_sheet_only")
        return chosen or ["matches"]
    return chosen or [name for name in WHATS if name != "events"]


def export_command(
    context: typer.Context,
    file: Annotated[
        str, typer.Argument(help="The file to write; - is standard output; FOLDER/ for a folder of pages.")
    ],
    form: Annotated[
        Format | None, typer.Option("--format", "-f", help="Default: by the name of the file.")
    ] = None,
    sheet_names: Annotated[
        list[str] | None,
        typer.Option("--what", help=f"{', '.join(WHATS)}; repeat it for more. Default: all but events."),
    ] = None,
    tournament: Which = None,
    event: EventOption = None,
    match: Annotated[
        str | None, typer.Option("--match", help="Matches, boards, events: of this one.")
    ] = None,
    table: Annotated[
        int | None, typer.Option("--table", help="Matches, boards, events: of this table.", min=1, max=9999)
    ] = None,
    bom: Annotated[
        bool, typer.Option("--bom", help="CSV: begin with the byte order mark that Excel needs.")
    ] = False,
    language: Language = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Export entries, matches, boards, standings, events. docs/scripts/exports.md has every column.

    FOLDER/ is made, or made again, with the tournament's pages, for a USB stick or any web host; --language
    can be several then, as de,fr, or all.
    """
    if file.endswith("/"):
        context.obj["site"](db, Path(file), tournament, language)
        return
    with errors_reported():
        form = form or _format_of(file)
        whats = _wanted(sheet_names or [], form)
        choice = Choice(match=match, table=table, tournament=tournament, event=event)
        with opened(db) as store, showing("Exporting", "sheets") as progress:
            given = store, form, whats, choice, moment_now()
            # The command line hands over, as the context's object, the writers of formats of other systems.
            content = exported(*given, bom=bom, writers=context.obj, progress=progress)
        if file == "-":
            sys.stdout.buffer.write(content)
            return
        write(Path(file), content)
    typer.echo(f"{file}: {', '.join(whats)}.")


def _format_of(file: str) -> Format:
    ending = Path(file).suffix.lower().removeprefix(".")
    if ending not in list(Format):
        raise ExportError("format_missing", file=file, formats=list(map(str, Format)))
    return Format(ending)


# The files

#: A spreadsheet runs a text that begins with one of these as a formula (CWE-1236).
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
#: The most characters of a cell in a spreadsheet.
_CELL_MOST = 32_767


def as_csv(sheet: Sheet, *, bom: bool = False) -> bytes:
    """One sheet (RFC 4180, UTF-8, CRLF). A text that a spreadsheet would run as a formula gets an apostrophe
    before it; numbers are left as they are. bom: for Excel, which otherwise reads UTF-8 as another encoding.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow([column.key for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_csv_cell(column, row.get(column.key)) for column in sheet.columns])
    return out.getvalue().encode("utf-8-sig" if bom else "utf-8")


def _csv_cell(column: Column, value: Any) -> str:
    if value is None:
        return ""
    if column.kind == "yes":
        return "true" if value else "false"
    if column.kind == "whole":
        return str(value)
    text = _text(column, value)
    return f"'{text}" if text.startswith(_FORMULA) else text


def _text(column: Column, value: Any) -> str:
    if column.kind == "time":
        return moment(value)
    if column.kind == "json":
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return str(value)


def moment(ms: int) -> str:
    """UTC ms as RFC 3339: 2026-03-12T12:00:00.000Z."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def as_json(sheets: Sequence[Sheet], made_at: datetime) -> bytes:
    """All sheets in one object (docs/scripts/export-1.schema.json)."""
    document: dict[str, Any] = {
        "format": "boardside export",
        "version": VERSION,
        "made_at": made_at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
    }
    for sheet in sheets:
        document[sheet.name] = [
            {column.key: _json_value(column, row.get(column.key)) for column in sheet.columns}
            for row in sheet.rows
        ]
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _json_value(column: Column, value: Any) -> Any:
    if value is None:
        return None
    return moment(value) if column.kind == "time" else value


def as_xlsx(sheets: Sequence[Sheet], made_at: datetime) -> bytes:
    """A workbook with one sheet each: its head frozen and filtered, numbers and times (UTC) as such, every
    text as a text, whatever it begins with.
    """
    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    book.set_properties(
        {"title": "Boardside export", "created": made_at.astimezone(UTC).replace(tzinfo=None)}
    )
    head = book.add_format({"bold": True, "bottom": 1, "bg_color": "#EEF0F1"})
    whole = book.add_format({"num_format": "0"})
    time = book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
    for sheet in sheets:
        page = book.add_worksheet(sheet.name.capitalize())
        widths = [len(column.key) for column in sheet.columns]
        last = 0
        for last, row in enumerate(sheet.rows, 1):
            for at, column in enumerate(sheet.columns):
                value: Any = row.get(column.key)
                if value is None:
                    continue
                if column.kind == "whole":
                    page.write_number(last, at, value, whole)
                elif column.kind == "yes":
                    page.write_boolean(last, at, bool(value))
                elif column.kind == "time":
                    page.write_datetime(
                        last, at, datetime.fromtimestamp(value // 1000, UTC).replace(tzinfo=None), time
                    )
                else:
                    page.write_string(last, at, _text(column, value)[:_CELL_MOST])
                widths[at] = max(widths[at], 19 if column.kind == "time" else min(40, len(str(value))))
        for at, column in enumerate(sheet.columns):
            page.write_string(0, at, column.key, head)
            page.set_column(at, at, widths[at] + 2)
        page.freeze_panes(1, 0)
        page.autofilter(0, 0, max(1, last), len(sheet.columns) - 1)
    book.close()
    return out.getvalue()
