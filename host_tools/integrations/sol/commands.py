"""`boardside sol`: rounds from SoL, results to SoL."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.integrations.sol import addresses, importing, reading
from host_tools.integrations.sol.reasons import SolError
from host_tools.integrations.sol.safe_step import attempt
from host_tools.integrations.sol.sender import Sender
from host_tools.reasons import Cause
from host_tools.store import StoreError, StoreUnavailable
from host_tools.tournament.commands.command_line import Which, at_desk, err, say
from host_tools.tournament.desk.desk import Desk

app = typer.Typer(
    no_args_is_help=True, help="Play rounds of SoL, the carrom tournament manager, and send it the results."
)


@app.command("import")
def import_round(
    file: Annotated[Path, typer.Argument(help="SoL's export of the tourney: .sol or .sol.gz.")],
    event: Annotated[
        str, typer.Option("--event", help="The event for the rounds; made if it does not exist.")
    ] = "sol",
    wanted: Annotated[
        str | None, typer.Option("--of", help="Which tourney of the file: a part of its name or guid.")
    ] = None,
    calls: Annotated[
        bool, typer.Option("--call/--no-call", help="Call each match to the table with its board's number.")
    ] = True,
    first_table: Annotated[
        int, typer.Option("--first-table", min=1, help="The table of board 1, for a second tourney at once.")
    ] = 1,
    tournament: Which = None,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Take SoL's current round: players, matches, tables. Run it after each round: it adds what is new."""
    with _at_desk(db) as desk:
        sol_round = reading.read(file, wanted)
        competition = importing.event_for(desk, desk.tournament(tournament), event, sol_round)
        taken = importing.take(desk, competition, sol_round)
        new = f"{len(taken.fixtures)} new matches, {len(taken.entered)} new entries"
        say(f"{sol_round.title}, round {sol_round.turn}: {new}.")
        if taken.replaced:
            say(f"  SoL has drawn again; these went: {', '.join(taken.replaced)}")
        for renamed in taken.renamed:
            tables = ", ".join(f"table {number}" for number in renamed.tables)
            say(f"  {renamed.before} is {renamed.now} now{f': {tables} is told' if tables else ''}")
        others = importing.differing(desk, competition, sol_round)
        if others:
            say(f"  SoL has other results of {', '.join(others)}: no standing is shown until they agree.")
        if calls:
            called, refused = importing.call(desk, competition, sol_round, first_table)
            for match, table in called:
                say(f"  {match} is called to table {table}")
            for match, error in refused:
                say(f"  not called: {match}: {error!s}")


@app.command("send")
def send(
    file: Annotated[
        Path, typer.Option("--addresses", help="The addresses of SoL's boards: one a line, or CSV.")
    ],
    once: Annotated[bool, typer.Option("--once", help="Send what there is, and end.")] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Send boards and results to SoL as they happen; `collect --sol` does the same. Exit status 1 with
    --once: SoL does not have everything.
    """
    with _at_desk(db) as desk:
        sender = Sender(desk.store, addresses.read(file))
        if not once:
            say("Sending to SoL; Ctrl-C ends it.")
        if not _send(sender, once):
            raise typer.Exit(1)


@contextmanager
def _at_desk(db: str) -> Iterator[Desk]:
    """As `at_desk`; a SolError ends the command in the same way."""
    with at_desk(db) as desk:
        try:
            yield desk
        except SolError as error:
            err.print(str(error), style="red", markup=False, soft_wrap=True)
            raise typer.Exit(2) from error


def _send(sender: Sender, once: bool) -> bool:
    notes: tuple[Cause, ...] = ()
    while True:
        tried = attempt(sender)
        for card in tried.done:
            say(str(card))
        if isinstance(tried.error, StoreError) and (once or not isinstance(tried.error, StoreUnavailable)):
            raise tried.error
        for problem in tried.problems:
            if problem not in notes:
                err.print(str(problem), style="yellow", markup=False, soft_wrap=True)
        notes = tried.problems
        if once:
            return not notes
        time.sleep(tried.wait_s)
