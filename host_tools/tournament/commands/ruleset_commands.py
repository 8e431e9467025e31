"""`boardside tournament rules`: save own rulesets, so that events can choose them."""

from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.tournament.acts.act import acts_named
from host_tools.tournament.commands import act_command
from host_tools.tournament.commands.command_line import AsJson, Column, at_desk, print_json, say, show_table

app = typer.Typer(no_args_is_help=True, help="Save own rulesets, for events and matches to choose.")

Key = Annotated[str, typer.Argument(help="A short word for it, such as club.")]


@app.command("list")
def list_all(as_json: AsJson = False, db: Database = DEFAULT_DATABASE) -> None:
    """The own rulesets that are saved."""
    with at_desk(db) as desk:
        rulesets = desk.rulesets()
        if as_json:
            print_json([{"key": row.key, "name": row.own.name, "base": row.own.base} for row in rulesets])
            return
        if not rulesets:
            say("No own ruleset is saved: boardside tournament rules save KEY FILE")
        columns = (Column("key", whole=True), Column("name"), Column("base", whole=True), Column("saved by"))
        show_table("", columns, [(row.key, row.own.name, row.own.base, row.by) for row in rulesets])


@app.command("show")
def show(key: Key, db: Database = DEFAULT_DATABASE) -> None:
    """Print a saved ruleset: the file as it was saved."""
    with at_desk(db) as desk:
        typer.echo(desk.ruleset(key).text, nl=False)


for _verb, _act in acts_named("ruleset").items():
    app.command(_verb)(act_command.command(_act))
