"""`boardside cmn FILE`: look into a CMN file, take its results, or make events for `boardside replay`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.exports import cmn_taking
from host_tools.exports.cmn_events import events
from host_tools.exports.cmn_reading import MOST_BYTES, CmnMatch, parse
from host_tools.exports.errors import ExportError
from host_tools.store import DEFAULT_URL
from host_tools.store.store import now_ms
from host_tools.tournament.command_line import Database, Which, at_desk


def read(file: Path) -> list[CmnMatch]:
    """The matches of a file. Raises ExportError, which begins with its name."""
    try:
        with file.open("rb") as opened:
            return parse(opened.read(MOST_BYTES + 1))
    except OSError as error:
        raise ExportError(f"{file} cannot be read: {error.strerror or error}.") from error
    except ExportError as error:
        raise ExportError(f"{file}: {error}") from error


def cmn_command(
    file: Annotated[Path, typer.Argument(help="A .cmn file, a single match or a batch.")],
    match: Annotated[
        str | None, typer.Option("--events", help="Write the match with this id as events for `replay`.")
    ] = None,
    is_taken: Annotated[
        bool, typer.Option("--take", help="Enter its results into the draw: all of them, or none.")
    ] = False,
    event: Annotated[
        str | None, typer.Option("--event", help="With --take: the event; else all events of crokinole.")
    ] = None,
    tournament: Which = None,
    db: Database = DEFAULT_URL,
) -> None:
    """Look into a file of crokinole's CMN format: what is wrong with it, which matches it has. Or take it."""
    try:
        found = read(file)
        if is_taken:
            if match is not None:
                raise ExportError("Either --take or --events: they are two things.")
            _take(found, file, db, tournament, event)
        elif match is None:
            for one in found:
                typer.echo(_line(one))
        else:
            _tell(found, file, match)
    except ExportError as error:
        typer.secho(str(error), fg="red", err=True)
        raise typer.Exit(2) from error


def _tell(found: list[CmnMatch], file: Path, match: str) -> None:
    chosen = [one for one in found if one.id == match]
    if not chosen:
        raise ExportError(f"{file} has no match {match!r}; without --events its ids are shown.")
    for event in events(chosen[0]):
        typer.echo(json.dumps(event, ensure_ascii=False))


def _take(found: list[CmnMatch], file: Path, db: str, tournament: str | None, event: str | None) -> None:
    with at_desk(db) as desk:
        taken = cmn_taking.take(desk.store, found, file.name, now_ms(), tournament, event)
    for one in taken:
        sides = " - ".join(" / ".join(people) for people in one.match.teams)
        typer.echo(f"{one.fixture}  {sides}  {one.score}{'' if one.is_new else '  (was there)'}")
    new = sum(one.is_new for one in taken)
    typer.echo(f"{new} {'result' if new == 1 else 'results'} entered, {len(taken) - new} there before.")


def _line(one: CmnMatch) -> str:
    sides = " - ".join(" / ".join(people) for people in one.teams)
    won = "drawn" if one.winner is None else f"to {' / '.join(one.teams[one.winner])}"
    event = f" ({one.event})" if one.event else ""
    return f"{one.id}  {one.date}  {sides}  {one.points[0]}-{one.points[1]}, {won}{event}"
