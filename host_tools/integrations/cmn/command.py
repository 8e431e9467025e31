"""`boardside cmn FILE`: look into a CMN file, take its results, or make events for `boardside replay`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console import terminal
from host_tools.console.shared_options import DEFAULT_DATABASE, Database, EventOption
from host_tools.integrations.cmn.reading import MOST_BYTES, CmnMatch, events, parse
from host_tools.integrations.cmn.reasons import CmnError
from host_tools.integrations.cmn.taking import take
from host_tools.store.database import now_ms
from host_tools.tournament.commands.command_line import Which, at_desk


def read(file: Path) -> list[CmnMatch]:
    """The matches of a file. Raises CmnError."""
    try:
        with file.open("rb") as opened:
            return parse(opened.read(MOST_BYTES + 1))
    except OSError as error:
        raise CmnError("file_unreadable", file=str(file), why=error.strerror or str(error)) from error
    except CmnError as error:
        raise CmnError("in_file", file=str(file), why=error.to_json()) from error


def cmn_command(
    file: Annotated[Path, typer.Argument(help="A .cmn file, a single match or a batch.")],
    match: Annotated[
        str | None, typer.Option("--events", help="Write the match with this id as events for `replay`.")
    ] = None,
    is_taken: Annotated[
        bool, typer.Option("--take", help="Enter all its results into the draw, or none.")
    ] = False,
    event: EventOption = None,
    tournament: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Check a file in crokinole's CMN format and list its matches, or take its results."""
    try:
        matches = read(file)
        if is_taken:
            if match is not None:
                raise CmnError("take_or_events")
            _take(matches, file, db, tournament, event)
        elif match is None:
            for known in matches:
                typer.echo(_line(known))
        else:
            _tell(matches, file, match)
    except CmnError as error:
        terminal.complain(str(error))
        raise typer.Exit(2) from error


def _tell(matches: list[CmnMatch], file: Path, match: str) -> None:
    chosen = [known for known in matches if known.id == match]
    if not chosen:
        raise CmnError("no_such_match", file=str(file), match=match)
    for event in events(chosen[0]):
        typer.echo(json.dumps(event, ensure_ascii=False))


def _take(matches: list[CmnMatch], file: Path, db: str, tournament: str | None, event: str | None) -> None:
    with at_desk(db) as desk:
        taken = take(desk.store, matches, file.name, now_ms(), tournament, event)
    for result in taken:
        sides = " - ".join(" / ".join(people) for people in result.match.teams)
        typer.echo(f"{result.fixture}  {sides}  {result.score}{'' if result.is_new else '  (was there)'}")
    new = sum(result.is_new for result in taken)
    typer.echo(f"{new} {'result' if new == 1 else 'results'} entered, {len(taken) - new} there before.")


def _line(match: CmnMatch) -> str:
    sides = " - ".join(" / ".join(people) for people in match.teams)
    won = "drawn" if match.winner is None else f"to {' / '.join(match.teams[match.winner])}"
    event = f" ({match.event})" if match.event else ""
    return f"{match.id}  {match.date}  {sides}  {match.points[0]}-{match.points[1]}, {won}{event}"
