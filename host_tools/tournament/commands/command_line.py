"""Parts shared by the tournament's commands: the desk on a database, tables of text, errors in words."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
from rich.progress import Progress as Bar

from host_tools.console import terminal, text_tables
from host_tools.console.shared_options import AsJson, DryRun, EventOption, Reason, Which, Yes
from host_tools.console.text_tables import Column
from host_tools.orders import BadRequest
from host_tools.store import Store, StoreError
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.imports.import_run import Progress
from host_tools.tournament.model import line_ups, wording
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import Competition, Entry, Fixture, Tournament

Event = Annotated[
    str | None, typer.Argument(metavar="[EVENT]", help="Its key; not needed when there is only one.")
]

out = terminal.console()
err = terminal.console(stderr=True)

__all__ = [
    "AsJson",
    "Column",
    "DryRun",
    "Event",
    "EventOption",
    "Progress",
    "Reason",
    "Which",
    "Yes",
    "at_desk",
    "print_json",
    "say",
    "show_table",
    "showing",
]


@contextmanager
def at_desk(db: str, create: bool = False) -> Iterator[Desk]:
    """The desk on this database; a refusal ends the command with its reason and exit status 2.

    create: make the database when it is not there, as `boardside collect` does.
    """
    store = None
    try:
        store = Store.open(db, create)
        yield Desk(store)
    except (BadRequest, StoreError, OSError) as error:
        message = str(error)
        if store is not None and isinstance(error, BadRequest):
            message = Desk(store).in_numbers(message)
        err.print(message, style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from error
    finally:
        if store is not None:
            store.close()


@contextmanager
def showing(doing: str, things: str, done: str = "written") -> Iterator[Progress]:
    """Shows on a terminal how far a long act is ("Importing", "rows"); it is removed at the end. Ctrl-C says
    that nothing was `done`: the act has to leave nothing then.
    """
    columns = (TextColumn(doing), BarColumn(), MofNCompleteColumn(), TextColumn(f"{things}, Ctrl-C stops it"))
    try:
        with Bar(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
            task = bar.add_task("", total=None)

            def show(now: int, total: int) -> None:
                bar.update(task, completed=now, total=total)

            yield show
    except KeyboardInterrupt:
        err.print(f"Stopped: nothing was {done}.")
        raise


def event_of(
    desk: Desk, which: str | None, key: str | None, option: str | None = None
) -> tuple[Tournament, Competition]:
    """The tournament and the event with these keys; option: the event's, by --event."""
    if key and option and key != option:
        raise DeskError("which_event", keys=[key, option])
    key = key or option
    tournament = desk.tournament(which)
    return tournament, desk.competition(tournament, key)


def entries_of(desk: Desk, competition: Competition) -> dict[int, Entry]:
    """The titles of an event's entries, by id."""
    return {entry.id: entry for entry in desk.entries(competition)}


@contextmanager
def going_on(desk: Desk, competition: Competition) -> Iterator[None]:
    """Run the block, which changes an event; then print the stages that were drawn by it, and whether the
    event is complete.
    """
    before = {stage.position: stage.state for stage in desk.stages(competition)}
    yield
    stages = desk.stages(competition)
    for stage in stages:
        if before[stage.position] == "waiting" and stage.state != "waiting":
            name = wording.stage(stage)
            say(f"{competition.name}: the {name} is drawn: boardside matches {competition.key}")
    if stages and all(stage.state == "done" for stage in stages) and set(before.values()) != {"done"}:
        say(f"{competition.name} is complete: boardside standings {competition.key}")


def players(
    competition: Competition, fixture: Fixture, entries: Mapping[int, Entry], prefix: str = ""
) -> list[str]:
    """A line with the players of the teams in this match of a tie, `prefix` before them, as far as the teams
    are known; none for other matches.
    """
    ids = {"a": fixture.a, "b": fixture.b}
    sides = {side: entries[entry] for side, entry in ids.items() if entry is not None and entry in entries}
    if competition.kind != "team" or not sides:
        return []
    named = [
        f"{sides[side].title}: {' / '.join(map(line_ups.shown, people))}"
        for side, people in line_ups.people(competition, fixture, sides).items()
    ]
    return [f"  {prefix}{'; '.join(named)}"]


def print_json(value: Any) -> None:
    """On one line. value: of Python's JSON types and of the shapes that the API answers with."""
    typer.echo(json.dumps(value, ensure_ascii=False, default=lambda shape: shape.model_dump(by_alias=True)))


def say(text: str) -> None:
    """A line for people."""
    out.print(text, markup=False, soft_wrap=True)


def show_table(title: str, columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """A table of text, as wide as the terminal at most; title: "" for none."""
    text_tables.show(out, title, columns, rows)


def clock(ms: int | None) -> str:
    """The time of day here, "14:05"; "" for None."""
    return "" if ms is None else datetime.fromtimestamp(ms / 1000).strftime("%H:%M")
