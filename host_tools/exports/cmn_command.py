"""`boardside cmn FILE`: look into a CMN file, or make events for `boardside replay` of one of its matches."""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.exports.cmn_events import events
from host_tools.exports.cmn_reading import MOST_BYTES, CmnMatch, parse
from host_tools.exports.errors import ExportError


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
) -> None:
    """Look into a file of crokinole's CMN format: what is wrong with it, or which matches it has."""
    try:
        found = read(file)
        if match is None:
            for one in found:
                typer.echo(_line(one))
            return
        chosen = [one for one in found if one.id == match]
        if not chosen:
            raise ExportError(f"{file} has no match {match!r}; without --events its ids are shown.")
        for event in events(chosen[0]):
            typer.echo(json.dumps(event, ensure_ascii=False))
    except ExportError as error:
        typer.secho(str(error), fg="red", err=True)
        raise typer.Exit(2) from error


def _line(one: CmnMatch) -> str:
    sides = " - ".join(" / ".join(people) for people in one.teams)
    won = "drawn" if one.winner is None else f"to {' / '.join(one.teams[one.winner])}"
    event = f" ({one.event})" if one.event else ""
    return f"{one.id}  {one.date}  {sides}  {one.points[0]}-{one.points[1]}, {won}{event}"
