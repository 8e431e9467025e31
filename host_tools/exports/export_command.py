"""`boardside export`: writes the database's contents as CSV, JSON or XLSX, and crokinole's matches as CMN."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, assert_never

import typer
from sqlalchemy import Connection

from host_tools.console.shared_options import DEFAULT_DATABASE, Database, EventOption, Which
from host_tools.exports import export_files, sheets, stored_matches
from host_tools.exports.output import Choice, failed, moment_now, write
from host_tools.exports.reasons import ExportError
from host_tools.exports.sheets import WHATS, Row, SheetName
from host_tools.store import Store, StoreError
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
            choice = replace(choice, match=stored_matches.id_of(connection, choice.match))
        if form is Format.cmn:
            if writers is None or form not in writers:
                raise ExportError("format_not_installed", format=form.value)
            return writers[form](connection, choice)
        wanted_sheets = [
            replace(sheet, rows=_while_telling(sheet.rows, partial(progress, at, len(whats))))
            for at, sheet in enumerate(sheets.read(connection, whats, choice))
        ]
        if form is Format.csv:
            return export_files.as_csv(wanted_sheets[0], bom=bom)
        if form is Format.json:
            return export_files.as_json(wanted_sheets, made_at)
        if form is Format.xlsx:
            return export_files.as_xlsx(wanted_sheets, made_at)
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
    output: Annotated[str, typer.Option("--output", "-o", help="The file to write; - is standard output.")],
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
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Export entries, matches, boards, standings, events. docs/scripts/exports.md has every column."""
    try:
        form = form or _format_of(output)
        whats = _wanted(sheet_names or [], form)
        store = Store.open(db, create=False)
        try:
            choice = Choice(match=match, table=table, tournament=tournament, event=event)
            # The command line hands over, as the context's object, the writers of formats of other systems.
            with showing("Exporting", "sheets") as progress:
                given = store, form, whats, choice, moment_now()
                content = exported(*given, bom=bom, writers=context.obj, progress=progress)
        finally:
            store.close()
        if output == "-":
            sys.stdout.buffer.write(content)
            return
        write(Path(output), content)
    except (ExportError, StoreError) as error:
        raise failed(error) from error
    typer.echo(f"{output}: {', '.join(whats)}.")


def _format_of(output: str) -> Format:
    ending = Path(output).suffix.lower().removeprefix(".")
    if ending not in list(Format):
        raise ExportError("format_missing", file=output, formats=list(map(str, Format)))
    return Format(ending)
