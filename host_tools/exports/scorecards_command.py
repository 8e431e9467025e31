"""`boardside scorecards`: score cards as a PDF."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from host_tools.exports.errors import ExportError
from host_tools.exports.scorecards import Choice, Fonts, blank, cards, moment_now, render, say, write
from host_tools.store import DEFAULT_URL, Store, StoreError


def scorecards_command(
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")],
    match_id: Annotated[str | None, typer.Option("--match", help="Of this match, by its id.")] = None,
    table: Annotated[
        int | None, typer.Option("--table", help="Of all matches at this table.", min=1, max=9999)
    ] = None,
    event: Annotated[str | None, typer.Option("--event", help="Of this event, by its key (ms).")] = None,
    tournament: Annotated[str | None, typer.Option("--tournament", help="Of this tournament.")] = None,
    day: Annotated[str | None, typer.Option("--day", help="Begun on this day, as 2026-03-12.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Of all matches in the database.")] = False,
    planned: Annotated[
        bool, typer.Option("--planned", help="Of matches yet to be played, to be filled in by hand.")
    ] = False,
    blanks: Annotated[int, typer.Option("--blank", help="So many empty cards.", min=0, max=500)] = 0,
    ruleset: Annotated[str, typer.Option("--ruleset", help="Of the empty cards.")] = "icf",
    fonts: Fonts = None,
    db: Annotated[str, typer.Option("--db", help="The database, as an SQLAlchemy URL.")] = DEFAULT_URL,
) -> None:
    """Score cards as a PDF, made to be signed: of matches that were played, or to be filled in by hand."""
    choice = Choice(match_id, table, tournament, event, day, planned)
    try:
        if blanks:
            found = blank(blanks, ruleset)
        elif choice == Choice() and not everything:
            raise ExportError("Say which: --match, --table, --event, --tournament, --day, --all or --blank.")
        else:
            store = Store.open(db, create=False)
            try:
                found = cards(store, choice, datetime.now().astimezone().tzinfo or UTC)
            finally:
                store.close()
        content, complaint = render(found, moment_now(), fonts or None)
        write(output, content)
    except (ExportError, StoreError) as error:
        typer.secho(str(error), fg="red", err=True)
        raise typer.Exit(2) from error
    typer.echo(f"{output}: {len(found)} score card{'' if len(found) == 1 else 's'}.")
    say(complaint)
