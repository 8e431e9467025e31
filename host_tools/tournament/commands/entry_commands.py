"""`boardside entries`: the players, pairs and teams of an event."""

from itertools import zip_longest
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.outside.files import read_input
from host_tools.reasons import Cause
from host_tools.tournament.acts.act import acts_named
from host_tools.tournament.commands import act_command
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Event,
    EventOption,
    Which,
    at_desk,
    entries_of,
    event_of,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from host_tools.tournament.entries import entry_list
from host_tools.tournament.model import check_in, seedings, wording
from host_tools.tournament.model.errors import DeskError
from host_tools.tournament.model.model import DRAWN, Competition, Entry
from host_tools.tournament.rounds import swiss_requests

app = typer.Typer(no_args_is_help=True, help="The entries: import a list, add, list, change, withdraw.")

COLUMNS = (
    Column("no.", right=True),
    Column("entry"),
    Column("club"),
    Column("seeding", right=True),
    Column("id in the draw", right=True, spare=1),
    Column(""),
)
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
        _, competition = event_of(desk, which, key, event)
        try:
            data = read_input(file)
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
        for why in (*entry_list.guessed(data), *entry_list.ignored(text, competition.kind)):
            say(str(why))
        _say_remarks(there, desk.namesakes(competition, made))


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
    is_reserve: Annotated[
        bool, typer.Option("--reserve", help="At the end of the list of reserves, also after the draw.")
    ] = False,
    event: EventOption = None,
    which: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Enter one player, pair or team."""
    with at_desk(db) as desk:
        _, competition = event_of(desk, which, event)
        spelled = zip_longest(names, (latin or [])[: len(names)], fillvalue="")
        people = [Person(name, club, country, licence, text) for name, text in spelled]
        new = NewEntry(tuple(people), team, seeding)
        [made] = desk.add_entries(competition, [new], as_reserves=is_reserve)
        numbers = ", ".join(str(player.number) for player in made.players)
        place = f"reserve {made.reserve} of" if made.reserve else "in"
        say(f"{made.title} is {place} {competition.name}, start number {numbers}.")
        _say_remarks(desk.entries(competition), desk.namesakes(competition, [made]))


def _say_remarks(entries: list[Entry], namesakes: list[Cause]) -> None:
    for remark in (*seedings.remarks(entries), *namesakes):
        say(str(remark))


@app.command("list")
def list_entries(
    event: Event = None,
    option: EventOption = None,
    absent: Annotated[
        bool, typer.Option("--absent", help="Only those of whom somebody is not checked in.")
    ] = False,
    which: Which = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """The entries of an event."""
    with at_desk(db) as desk:
        owner, competition = event_of(desk, which, event, option)
        there = desk.entries(competition)
        if absent:
            there = [made for made in there if not made.withdrawn and check_in.absent(owner, made)]
        if as_json:
            print_json([shapes.of_entry(made) for made in there])
            return
        rows = []
        for made in there:
            numbers = ", ".join(str(player.number) for player in made.players)
            seeding = "" if made.seeding is None else str(made.seeding)
            names = made.title
            if made.name:
                names = f"{made.name}: {', '.join(player.name for player in made.players)}"
            state = f"reserve {made.reserve}" if made.reserve else "withdrawn" if made.withdrawn else ""
            missing = len(check_in.absent(owner, made))
            if missing < len(made.players):
                here = "here" if not missing else f"{len(made.players) - missing} of {len(made.players)} here"
                state = ", ".join(filter(None, (state, here)))
            rows.append((numbers, names, made.club, seeding, str(made.id), state))
        if not rows and absent:
            say(f"Everybody of {competition.name} is checked in.")
        elif not rows:
            say(
                f"Nobody has entered {competition.name} yet: boardside entries import FILE, "
                "or entries add NAME"
            )
        show_table(competition.name, COLUMNS, rows)
        for request in swiss_requests.asked(there):
            say(str(request))
        _show_places(desk, competition)


def _show_places(desk: Desk, competition: Competition) -> None:
    """The reserves in their order, and the places that they can take."""
    entries = entries_of(desk, competition)
    reserves = desk.reserves(competition)
    for free in desk.places(competition) if reserves else ():
        if free.group:
            say(f"{wording.group_letter(free.group)}: one more in group {wording.group_letter(free.group)}")
        elif free.entry is None:
            other = wording.side(free.match.b if free.match.a is None else free.match.a, DRAWN, entries, {})
            say(desk.in_numbers(f"{free.match.id}: a bye of {other}"))
        else:
            say(f"{wording.numbered(free.entry)}: withdrawn before the first match")
    for entry in reserves:
        say(f"Reserve {entry.reserve}: {wording.numbered(entry)}")


for _verb, _act in acts_named("entry").items():
    app.command(_verb)(act_command.command(_act))
