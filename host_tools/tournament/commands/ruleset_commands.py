"""`boardside tournament rules`: save own rulesets, so that events can choose them."""

from enum import StrEnum
from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.tournament.acts.tournament import RemoveRuleset, SaveRuleset
from host_tools.tournament.commands import act_command
from host_tools.tournament.commands.command_line import (
    AsJson,
    Column,
    Yes,
    at_desk,
    print_json,
    say,
    show_table,
)
from host_tools.tournament.desk.desk import Desk


class Verb(StrEnum):
    """What is done with own rulesets."""

    list = "list"
    show = "show"
    save = "save"
    remove = "remove"


#: What each is given.
_GIVEN = {Verb.list: (), Verb.show: ("KEY",), Verb.save: ("KEY", "FILE"), Verb.remove: ("KEY",)}


def rules_command(
    do: Annotated[Verb, typer.Argument()] = Verb.list,
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[KEY [FILE]]",
            help="A short word such as club; save: also the file, - is standard input.",
        ),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="save: replace the one that has this key; events keep theirs.")
    ] = False,
    yes: Yes = False,
    as_json: AsJson = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Own rulesets, for events and matches to choose: list them, show one's file, save a file, remove one."""
    given = what or []
    if len(given) != len(_GIVEN[do]):
        raise typer.BadParameter(" ".join(["It is: boardside tournament rules", do, *_GIVEN[do]]))
    with at_desk(db, create=do is Verb.save) as desk:
        if do is Verb.list:
            _list(desk, as_json)
        elif do is Verb.show:
            typer.echo(desk.ruleset(given[0]).text, nl=False)
        elif do is Verb.save:
            act_command.do(desk, SaveRuleset, {"key": given[0], "file": given[1], "replace": replace})
        else:
            act_command.do(desk, RemoveRuleset, {"ruleset": given[0], "yes": yes})


def _list(desk: Desk, as_json: bool) -> None:
    rulesets = desk.rulesets()
    if as_json:
        print_json([{"key": row.key, "name": row.own.name, "base": row.own.base} for row in rulesets])
        return
    if not rulesets:
        say("No own ruleset is saved: boardside tournament rules save KEY FILE")
    columns = (Column("key", whole=True), Column("name"), Column("base", whole=True), Column("saved by"))
    show_table("", columns, [(row.key, row.own.name, row.own.base, row.by) for row in rulesets])
