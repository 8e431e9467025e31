"""`boardside rules`: list the rulesets, show and compare them, check an organiser's own file, write one."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from boardside.game import rulesets
from host_tools.console import terminal
from host_tools.console.terminal import take_any_letter, visible
from host_tools.rules import diff, files, tables
from host_tools.rules import idle as rules_idle
from host_tools.rules.new_command import new_command
from host_tools.rules.reasons import RulesFileError

BAD_INPUT = 2
#: Exit status of `rules diff` when the two differ.
DIFFERENT = 1
#: Version of the JSON of `rules diff`; raised when a field changes its meaning or is removed.
VERSION = 1

out = terminal.console()
err = terminal.console(stderr=True)
app = typer.Typer(
    no_args_is_help=True,
    help="List, show, compare and check rulesets, also your own, and write one.",
    rich_markup_mode=None,
)


@app.command("list")
def list_command() -> None:
    """List the rulesets that come with Boardside."""
    table = Table("id", "in short", box=None)
    for name in rulesets.IDS:
        table.add_row(name, tables.in_short(rulesets.load(name)))
    out.print(table)


@app.command("show")
def show_command(which: Annotated[str, typer.Argument(help="An id, or a file.")]) -> None:
    """Print all rules of a ruleset or a file, as JSON; standard error lists what a file changes."""
    own = _named(which)
    typer.echo(json.dumps(own.resolved(), indent=2))
    if own.source:
        err.print(f"source: {own.source}", markup=False, soft_wrap=True)
    idle = rules_idle.idle(own)
    for name in own.changes:
        note = f", without effect: it is for {idle[name]}" if name in idle else ""
        err.print(f"changed from {own.base}: {name}{note}", markup=False)


@app.command("check")
def check_command(file: Annotated[Path, typer.Argument(help="The file with the rules.")]) -> None:
    """Check a file of your own rules, also by playing. Exit status 2: matches cannot be played by it."""
    try:
        own = files.read(file)
        files.check(own, str(file))
    except RulesFileError as error:
        raise _fail(error) from error
    idle = rules_idle.idle(own)
    changed = ", ".join(name for name in own.changes if name not in idle) or "nothing"
    out.print(
        f'"{own.name}": {own.base} with {changed} changed. {tables.in_short(own.resolved())}.',
        markup=False,
    )
    if own.source:
        out.print(f"Source: {own.source}", markup=False, soft_wrap=True)
    for condition in dict.fromkeys(idle.values()):
        names = [name for name in idle if idle[name] == condition]
        they = "they are" if len(names) > 1 else "it is"
        out.print(f"Without effect: {', '.join(names)}; {they} for {condition}.", markup=False)


@app.command("diff")
def diff_command(
    a: Annotated[str, typer.Argument(help="An id, or a file.")],
    b: Annotated[str, typer.Argument(help="Another id or file.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the differences as JSON.")] = False,
) -> None:
    """Say in words what two rulesets differ in: each field, both values, what it means. Exit status 0: they
    are equal; 1: they differ; 2: one cannot be read.
    """
    first, second = _named(a), _named(b)
    rules_a, rules_b = first.resolved(), second.resolved()
    different = diff.differences(rules_a, rules_b)
    take_any_letter(sys.stdout)
    if as_json:
        report = {
            "version": VERSION,
            "a": {"given": a, "name": first.name, "base": first.base},
            "b": {"given": b, "name": second.name, "base": second.base},
            "equal": not different,
            "differences": different,
        }
        typer.echo(json.dumps(report, indent=2))
    else:
        for line in diff.lines(rules_a, rules_b, a, b):
            typer.echo(line)
    if different:
        raise typer.Exit(DIFFERENT)


app.command("new")(new_command)


def _named(which: str) -> files.OwnRules:
    try:
        return files.named(which)
    except RulesFileError as error:
        raise _fail(error) from error


def _fail(error: RulesFileError) -> typer.Exit:
    err.print(visible(str(error), lines=""), style="red", markup=False, soft_wrap=True)
    return typer.Exit(BAD_INPUT)
