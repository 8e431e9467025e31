"""`boardside entries`: the players, pairs and teams of an event."""

from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
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
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.model import check_in, wording
from host_tools.tournament.model.model import DRAWN, Competition
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
        entries = desk.entries(competition)
        if absent:
            entries = [made for made in entries if not made.withdrawn and check_in.absent(owner, made)]
        if as_json:
            print_json([shapes.of_entry(made) for made in entries])
            return
        rows = []
        for made in entries:
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
        for request in swiss_requests.asked(entries):
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
