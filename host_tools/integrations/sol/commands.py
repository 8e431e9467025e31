"""`boardside sol`: rounds from SoL, results to SoL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.integrations.sol import importing, reading
from host_tools.integrations.sol.reasons import SolError
from host_tools.integrations.sol.sender import Sender, attempt
from host_tools.store import StoreError
from host_tools.tournament.commands.command_line import Which, at_desk, err, say
from host_tools.tournament.desk.desk import Desk


def sol_command(
    file: Annotated[Path | None, typer.Argument(help="SoL's export of the tourney: .sol or .sol.gz.")] = None,
    send: Annotated[
        Path | None,
        typer.Option("--send", help="The addresses of SoL's boards: send what there is, and end."),
    ] = None,
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
    """Take SoL's current round: players, matches, tables. Run it after each round: it adds what is new.

    With --send results go to SoL once, as `collect --sol` sends them. Exit status 1: some are missing.
    """
    with _at_desk(db) as desk:
        if send is not None and not _send(Sender(desk.store, reading.read_addresses(send))):
            raise typer.Exit(1)
        if file is None and send is None:
            raise typer.BadParameter("Name SoL's file, or --send and the file of addresses.")
        if file is None:
            return
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


@contextmanager
def _at_desk(db: str) -> Iterator[Desk]:
    """As `at_desk`; a SolError ends the command in the same way."""
    with at_desk(db) as desk:
        try:
            yield desk
        except SolError as error:
            err.print(str(error), style="red", markup=False, soft_wrap=True)
            raise typer.Exit(2) from error


def _send(sender: Sender) -> bool:
    """Send what there is; whether SoL has everything."""
    tried = attempt(sender)
    for card in tried.done:
        say(str(card))
    if isinstance(tried.error, StoreError):
        raise tried.error
    for problem in tried.problems:
        err.print(str(problem), style="yellow", markup=False, soft_wrap=True)
    return not tried.problems
