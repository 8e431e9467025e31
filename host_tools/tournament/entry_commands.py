"""`boardside entries`: the players, pairs and teams of an event."""

import sys
from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer

from host_tools.database_option import DEFAULT_DATABASE, Database
from host_tools.tournament import entry_list, seedings, tally, views, withdrawals, wording
from host_tools.tournament.command_line import (
    AsJson,
    Column,
    Event,
    Which,
    at_desk,
    event_of,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.desk import Desk, Person
from host_tools.tournament.errors import DeskError
from host_tools.tournament.hall_tables import AT_TABLE
from host_tools.tournament.model import Competition, Entry, Fixture
from host_tools.words import desk as desk_words

app = typer.Typer(no_args_is_help=True, help="The entries: import a list, add, list, change, withdraw.")

COLUMNS = (
    Column("no.", right=True),
    Column("entry"),
    Column("club"),
    Column("seeding", right=True),
    Column("id in the draw", right=True, spare=1),
    Column(""),
)
EventOption = Annotated[
    str | None, typer.Option("--event", "-e", help="Its key; not needed when there is only one.")
]
Club = Annotated[str, typer.Option("--club", help="Club or department.")]


@app.command("import")
def import_list(
    file: Annotated[Path, typer.Argument(help="The list as CSV, with a header; - is standard input.")],
    key: Annotated[
        str | None,
        typer.Argument(metavar="[EVENT]", help="Its key, as --event: not needed for the only one."),
    ] = None,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Enter all of a list (columns: name, latin, club, country, licence, seeding; doubles also partner;
    teams: team, players), or nothing of it.
    """
    with at_desk(db) as desk:
        _check_order(desk, which, file, key)
        _, competition = event_of(desk, which, key or event)
        try:
            data = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
            text = entry_list.decode(data)
        except OSError as error:
            raise DeskError("file_unreadable", file=str(file), why=error.strerror) from error
        except entry_list.EntryListError as error:
            raise DeskError("nothing_entered", file=str(file), why=error.to_json()) from error
        try:
            made = desk.import_entries(competition, text)
        except DeskError as error:
            raise DeskError("nothing_entered", file=str(file), why=error.to_json()) from error
        noun = "entry" if len(made) == 1 else "entries"
        there = desk.entries(competition)
        say(f"{len(made)} {noun} in {competition.name}; {len(there)} in all.")
        _say_seedings(there)


def _check_order(desk: Desk, which: str | None, file: Path, key: str | None) -> None:
    """Raises DeskError when the event and the file are typed in the wrong order."""
    keys = [competition.key for competition in desk.competitions(desk.tournament(which))]
    if str(file) == "-" or file.exists() or (key is None and str(file) not in keys):
        return
    if key is not None and Path(key).exists():
        raise DeskError("file_comes_first", file=key, key=str(file))
    if str(file) in keys:
        raise DeskError("event_is_no_file", key=str(file))


@app.command("add")
def add(
    names: Annotated[list[str], typer.Argument(help="The player, both players of a pair, or all of a team.")],
    team: Annotated[str, typer.Option("--team", help="The team's name.")] = "",
    club: Club = "",
    country: Annotated[str, typer.Option("--country")] = "",
    licence: Annotated[str, typer.Option("--licence")] = "",
    latin: Annotated[
        list[str] | None,
        typer.Option("--latin", help="The name in Latin letters; once for each player, in order."),
    ] = None,
    seeding: Annotated[int | None, typer.Option("--seeding", help="1 is the best.", min=1)] = None,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Enter one player, pair or team."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        spelled = zip_longest(names, (latin or [])[: len(names)], fillvalue="")
        people = [Person(name, club, country, licence, text) for name, text in spelled]
        made = desk.add_entry(competition, people, team, seeding)
        numbers = ", ".join(str(player.number) for player in made.players)
        say(f"{made.title} is in {competition.name}, start number {numbers}.")
        _say_seedings(desk.entries(competition))


def _say_seedings(entries: list[Entry]) -> None:
    for remark in seedings.remarks(entries):
        say(desk_words.say(remark, "command_line"))


@app.command("list")
def list_entries(
    event: Event = None, which: Which = None, as_json: AsJson = False, db: Database = DEFAULT_DATABASE
) -> None:
    """The entries of an event."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        there = desk.entries(competition)
        if as_json:
            print_json([views.entry(made) for made in there])
            return
        rows = []
        for made in there:
            numbers = ", ".join(str(player.number) for player in made.players)
            seeding = "" if made.seeding is None else str(made.seeding)
            names = made.title
            if made.name:
                names = f"{made.name}: {', '.join(player.name for player in made.players)}"
            state = "withdrawn" if made.withdrawn else ""
            rows.append((numbers, names, made.club, seeding, str(made.id), state))
        if not rows:
            say(
                f"Nobody has entered {competition.name} yet: boardside entries import FILE, "
                "or entries add NAME"
            )
        show_table(competition.name, COLUMNS, rows)


@app.command("withdraw")
def withdraw(
    entry: Annotated[str, typer.Argument(help="Name or start number.")],
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Withdraw an entry; after the draw its opponents get walk-overs. `entries return` takes it in again."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        withdrawn = desk.entry(competition, entry)
        changed = desk.withdraw(competition, withdrawn)
        say(f"{desk_words.numbered(withdrawn)} has withdrawn from {competition.name}.")
        for line in _results_of(desk, competition, withdrawn):
            say(line)
        for fixture in desk.fixtures(competition):
            if fixture.state in AT_TABLE and withdrawn.id in (fixture.a, fixture.b):
                say(_still_at_table(fixture, "b" if fixture.a == withdrawn.id else "a"))
        if changed:
            say(f"Changed: {', '.join(changed)}")


def _results_of(desk: Desk, competition: Competition, withdrawn: Entry) -> list[str]:
    """What becomes of the results of a withdrawn entry, in each stage with a standing that it plays in."""
    how, lines = desk.withdrawals_of(competition), []
    fixtures = [each for each in desk.fixtures(competition) if withdrawn.id in (each.a, each.b)]
    for stage in desk.stages(competition):
        own = [each for each in fixtures if each.stage == stage.position]
        if stage.kind == "knockout" or not own:
            continue
        if not tally.who_left(own, [withdrawn.id]):
            lines.append(
                f"All its matches of the {wording.stage(stage)} are played: they count, and its place stays."
            )
            continue
        played = sum(each.state == "done" and each.note_code != "withdrawn" for each in own)
        is_counted = withdrawals.count(how, stage.kind)
        counting = (
            "count, and the others are walk-overs" if is_counted else "count for nobody, nor do the others"
        )
        other = "none" if is_counted else "all"
        lines.append(
            f"Its results in the {wording.stage(stage)} ({played} decided) {counting}; it is last. The other "
            f"usual way: boardside event withdrawals {competition.key} {other}"
        )
    return lines


@app.command("return")
def take_in(
    entry: Annotated[str, typer.Argument(help="Name or start number.")],
    reason: Annotated[str, typer.Option("--reason", help="Why; it is kept in the record.")] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Also if a match that follows was called; it stays, marked.")
    ] = False,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Take a withdrawn entry in again, also after the event has begun: its unplayed matches come back."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        withdrawn = desk.entry(competition, entry)
        changed = desk.return_entry(competition, withdrawn, reason, force=force)
        say(f"{desk_words.numbered(withdrawn)} is in {competition.name} again.")
        if changed:
            say(f"Changed: {', '.join(changed)}")


def _still_at_table(fixture: Fixture, other: str) -> str:
    """What to do about a match of a withdrawn entry that was called or is in play."""
    if fixture.state == "called":
        return (
            f"Match {fixture.id} is called to table {fixture.table}: "
            f"`boardside walkover {fixture.id} {other} --early` gives it to the other side."
        )
    return (
        f"Match {fixture.id} is being played at table {fixture.table}: it goes on, and its result counts. "
        "If it is over, the umpire enters the concession there, or you: `boardside result "
        f"{fixture.id} … --winner {other} --reason …`."
    )


@app.command("change")
def change(
    entry: Annotated[str, typer.Argument(help="The entry: name or start number.")],
    leaves: Annotated[str, typer.Argument(metavar="OUT", help="The player who leaves.")],
    comes: Annotated[str, typer.Argument(metavar="IN", help="The player who comes instead.")],
    club: Club = "",
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Exchange a player before the event begins, as often as its rulebook allows."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        changed = desk.change_player(competition, desk.entry(competition, entry), leaves, Person(comes, club))
        say(f"{changed.title} plays in {competition.name} now.")
