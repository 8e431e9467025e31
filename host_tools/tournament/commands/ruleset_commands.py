"""`boardside tournament rules`: save own rulesets, so that events can choose them."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.console.shared_options import DEFAULT_DATABASE, Database
from host_tools.outside.files import read_input
from host_tools.tournament.commands.command_line import AsJson, Column, at_desk, print_json, say, show_table
from host_tools.tournament.model.errors import DeskError

app = typer.Typer(no_args_is_help=True, help="Save own rulesets, for events and matches to choose.")

Key = Annotated[str, typer.Argument(help="A short word for it, such as club.")]


@app.command("save")
def save(
    key: Key,
    file: Annotated[Path, typer.Argument(help="The file, such as `boardside rules new` writes.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the one that has this key; events keep theirs.")
    ] = False,
    db: Database = DEFAULT_DATABASE,
) -> None:
    """Save a file of own rules, by which matches can be played; make a database if there is none."""
    try:
        text = read_input(file).decode("utf-8-sig")
    except OSError as error:
        text, why = "", error.strerror
    except UnicodeDecodeError:
        text, why = "", "it is no text in UTF-8"
    else:
        why = None
    with at_desk(db, create=True) as desk:
        if why is not None:
            raise DeskError("file_unreadable", file=str(file), why=why)
        made = desk.save_ruleset(key, text, replace=replace)
        say(f"“{made.own.name}” is saved as {key}: boardside event add KEY NAME --ruleset {key}")


@app.command("list")
def list_all(as_json: AsJson = False, db: Database = DEFAULT_DATABASE) -> None:
    """The own rulesets that are saved."""
    with at_desk(db) as desk:
        there = desk.rulesets()
        if as_json:
            print_json([{"key": row.key, "name": row.own.name, "base": row.own.base} for row in there])
            return
        if not there:
            say("No own ruleset is saved: boardside tournament rules save KEY FILE")
        columns = (Column("key", whole=True), Column("name"), Column("base", whole=True), Column("saved by"))
        show_table("", columns, [(row.key, row.own.name, row.own.base, row.by) for row in there])


@app.command("show")
def show(key: Key, db: Database = DEFAULT_DATABASE) -> None:
    """Print a saved ruleset: the file as it was saved."""
    with at_desk(db) as desk:
        typer.echo(desk.ruleset(key).text, nl=False)


@app.command("remove")
def remove(key: Key, db: Database = DEFAULT_DATABASE) -> None:
    """Remove a saved ruleset; events that chose it keep its rules."""
    with at_desk(db) as desk:
        desk.remove_ruleset(key)
        say(f"{key} is removed; events that chose it keep its rules.")
