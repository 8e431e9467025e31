"""`boardside export`: what the database knows, as CSV, JSON or XLSX; crokinole's matches as CMN."""

import sys
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from host_tools.exports import cmn, export_files, sheets
from host_tools.exports.errors import ExportError
from host_tools.exports.scorecards import Choice, moment_now, write
from host_tools.exports.sheets import WHATS, What
from host_tools.store import DEFAULT_URL, Store, StoreError
from host_tools.store.database import reading


class Format(StrEnum):
    """What a file can be."""

    csv = "csv"
    json = "json"
    xlsx = "xlsx"
    cmn = "cmn"


def exported(
    store: Store, form: Format, whats: list[What], choice: Choice, made_at: datetime, *, bom: bool = False
) -> bytes:
    """The file, of one state of the database. Raises ExportError and StoreError."""
    with reading(store.engine) as connection:
        if form is Format.cmn:
            return cmn.as_cmn(connection, choice)
        found = sheets.read(connection, whats, choice)
        if form is Format.csv:
            return export_files.as_csv(found[0], bom=bom)
        if form is Format.json:
            return export_files.as_json(found, made_at)
        return export_files.as_xlsx(found, made_at)


def _wanted(what: list[str], form: Format) -> list[What]:
    """What is asked for; by default everything but the tables' events. A CSV holds one thing."""
    unknown = [one for one in what if one not in WHATS]
    if unknown:
        raise ExportError(f"--what {unknown[0]}: there is {', '.join(WHATS)}.")
    chosen: list[What] = [one for one in WHATS if one in what]
    if form is Format.cmn:
        if chosen not in ([], ["matches"]):
            raise ExportError("CMN holds matches: leave --what out.")
        return ["matches"]
    if form is Format.csv:
        if len(chosen) > 1:
            raise ExportError("A CSV file holds one thing: give one --what, or use --format xlsx.")
        return chosen or ["matches"]
    return chosen or [one for one in WHATS if one != "events"]


def export_command(
    output: Annotated[str, typer.Option("--output", "-o", help="The file to write; - is standard output.")],
    form: Annotated[
        Format | None, typer.Option("--format", "-f", help="Left out: by the name of the file.")
    ] = None,
    what: Annotated[
        list[str] | None,
        typer.Option("--what", help=f"{', '.join(WHATS)}; can be given again. Left out: all but events."),
    ] = None,
    tournament: Annotated[str | None, typer.Option("--tournament", help="Only this tournament.")] = None,
    event: Annotated[str | None, typer.Option("--event", help="Only this event, by its key (ms).")] = None,
    match: Annotated[
        str | None, typer.Option("--match", help="Matches, boards, events: of this one.")
    ] = None,
    table: Annotated[
        int | None, typer.Option("--table", help="Matches, boards, events: of this table.", min=1, max=9999)
    ] = None,
    bom: Annotated[bool, typer.Option("--bom", help="CSV: begin with the mark that Excel needs.")] = False,
    db: Annotated[str, typer.Option("--db", help="The database, as an SQLAlchemy URL.")] = DEFAULT_URL,
) -> None:
    """Export entries, matches, boards, standings, events. docs/exports.md has every column."""
    try:
        form = form or _format_of(output)
        whats = _wanted(what or [], form)
        store = Store.open(db, create=False)
        try:
            choice = Choice(match=match, table=table, tournament=tournament, event=event)
            content = exported(store, form, whats, choice, moment_now(), bom=bom)
        finally:
            store.close()
        if output == "-":
            sys.stdout.buffer.write(content)
            return
        write(Path(output), content)
    except (ExportError, StoreError) as error:
        typer.secho(str(error), fg="red", err=True)
        raise typer.Exit(2) from error
    typer.echo(f"{output}: {', '.join(whats)}.")


def _format_of(output: str) -> Format:
    ending = Path(output).suffix.lower().removeprefix(".")
    if ending not in list(Format):
        raise ExportError(f"{output}: say --format csv, json, xlsx or cmn, or end the name with it.")
    return Format(ending)
