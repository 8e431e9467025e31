"""`boardside tournament acts`: the last acts of the desk, what taking each back would change, taking back."""

from datetime import datetime
from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.tournament.commands import undoing_lines
from host_tools.tournament.commands.command_line import (
    AsJson,
    Reason,
    Yes,
    at_desk,
    entries_of,
    print_json,
    say,
)
from host_tools.tournament.desk import shapes
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.desk.desk_acts import LISTED, LISTED_MOST
from host_tools.tournament.undo.undoing import Effects


def acts(
    number: Annotated[int | None, typer.Argument(help="Only this act.")] = None,
    take_back: Annotated[
        bool,
        typer.Option("--take-back", help="Take the act back: shows what changes, and asks."),
    ] = False,
    reason: Reason = "",
    with_later: Annotated[
        bool, typer.Option("--with-later", help="Take the later acts that stand on it back, too.")
    ] = False,
    yes: Yes = False,
    limit: Annotated[
        int, typer.Option("--limit", min=1, max=LISTED_MOST, help="How many acts are listed.")
    ] = LISTED,
    before: Annotated[int | None, typer.Option("--before", help="Only acts before this one.")] = None,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """The last acts of the desk: who, when, why, and what taking each back would change. With --take-back:
    take one back; later acts that stand on it are named.
    """
    with at_desk(db) as desk:
        if take_back and number is None:
            raise typer.BadParameter("--take-back needs the number of an act.")
        seen = desk.acts(limit, before) if number is None else [desk.act(number)]
        if take_back and number is not None:
            for line in _about(desk, seen[0]):
                say(line)
            is_possible = seen[0].by is None and seen[0].refused is None
            if not yes and reason.strip() and is_possible and (with_later or not seen[0].later):
                typer.confirm("Take it back?", abort=True)
            for act in desk.take_back(number, reason, with_later=with_later):
                say(f"Act {act.number} ({act.name}) is taken back.")
            return
        if as_json:
            print_json([shapes.of_act(each) for each in seen])
            return
        for each in seen:
            for line in _about(desk, each):
                say(line)
        if not seen:
            say("Nothing was done at the desk yet.")


def _about(desk: Desk, seen: Effects) -> list[str]:
    """The act, and below it what taking it back would change."""
    act = seen.act
    entries = {} if seen.competition is None else entries_of(desk, seen.competition)
    stages = [] if seen.competition is None else desk.stages(seen.competition)
    when = datetime.fromtimestamp(act.at / 1000).strftime("%Y-%m-%d %H:%M")
    why = f": {act.reason}" if act.reason else ""
    lines = [
        f"{act.number}  {when}  {act.actor}  {act.name}  {undoing_lines.about(act)}{why}",
        *(f"    {line}" for line in undoing_lines.lines(seen, entries, stages, "command_line")),
    ]
    return list(map(desk.in_numbers, lines))
