"""`boardside sol`: rounds from SoL, results to SoL."""

import time
from pathlib import Path
from typing import Annotated

import typer

from host_tools.sol import addresses, importing, reading
from host_tools.sol.sender import Sender
from host_tools.sol.trying import attempt
from host_tools.store import DEFAULT_URL, StoreError, StoreUnavailable
from host_tools.tournament.command_line import Database, Which, at_desk, err, say

app = typer.Typer(
    no_args_is_help=True, help="SoL, the carrom tournament manager: its rounds here, our results there."
)


@app.command("import")
def import_round(
    file: Annotated[Path, typer.Argument(help="SoL's export of the tourney: .sol or .sol.gz.")],
    event: Annotated[
        str, typer.Option("--event", help="The event that takes the rounds; made if need be.")
    ] = "sol",
    of: Annotated[
        str | None, typer.Option("--of", help="Which tourney of the file: a part of its name or guid.")
    ] = None,
    calls: Annotated[
        bool, typer.Option("--call/--no-call", help="Call each match to the table with its board's number.")
    ] = True,
    first_table: Annotated[
        int, typer.Option("--first-table", min=1, help="The table of board 1, for a second tourney at once.")
    ] = 1,
    tournament: Which = None,
    db: Database = DEFAULT_URL,
) -> None:
    """Take SoL's current round: players, matches, tables. Again after each round: what is new is added."""
    with at_desk(db) as desk:
        found = reading.read(file, of)
        of_tournament = desk.tournament(tournament)
        competition = importing.event_for(desk, of_tournament, event, found)
        taken = importing.take(desk, competition, found)
        new = f"{len(taken.fixtures)} new matches, {len(taken.entered)} new entries"
        say(f"{found.title}, round {found.turn}: {new}.")
        if taken.replaced:
            say(f"  SoL has drawn again; these went: {', '.join(taken.replaced)}")
        for one in taken.renamed:
            at = ", ".join(f"table {number}" for number in one.tables)
            say(f"  {one.before} is {one.now} now{f': {at} is told' if at else ''}")
        if calls:
            called, why = importing.call(desk, competition, found, first_table)
            for match, table in called:
                say(f"  {match} is called to table {table}")
            for line in why:
                say(f"  not called: {line}")


@app.command("send")
def send(
    file: Annotated[
        Path, typer.Option("--addresses", help="The addresses of SoL's boards: one a line, or CSV.")
    ],
    once: Annotated[bool, typer.Option("--once", help="Send what there is, and end.")] = False,
    db: Database = DEFAULT_URL,
) -> None:
    """Send boards and results to SoL as they happen; `collect --sol` does the same. Exit status 1 with
    --once: SoL does not have everything.
    """
    with at_desk(db) as desk:
        sender = Sender(desk.store, addresses.read(file))
        if not once:
            say("Sending to SoL; Ctrl-C ends it.")
        if not _send(sender, once):
            raise typer.Exit(1)


def _send(sender: Sender, once: bool) -> bool:
    said: tuple[str, ...] = ()
    while True:
        tried = attempt(sender)
        for line in tried.done:
            say(line)
        if isinstance(tried.error, StoreError) and (once or not isinstance(tried.error, StoreUnavailable)):
            raise tried.error
        for problem in tried.problems:
            if problem not in said:
                err.print(problem, style="yellow", markup=False, soft_wrap=True)
        said = tried.problems
        if once:
            return not said
        time.sleep(tried.wait_s)
