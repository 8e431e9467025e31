"""`boardside rules`: list the rulesets, show and compare them, check an organiser's own file, and write one
from ten questions.
"""

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from boardside.game import rules, rulesets
from host_tools.console import terminal
from host_tools.console.shared_options import AsJson, Yes
from host_tools.console.terminal import take_any_letter, visible
from host_tools.rules import diff, files, new
from host_tools.rules.diff import in_short
from host_tools.rules.new import proof_card
from host_tools.rules.questions import COUNT
from host_tools.rules.reasons import RulesFileError

BAD_INPUT = 2
#: Exit status of `rules diff` when the two differ.
DIFFERENT = 1
#: Version of the JSON of `rules diff`; raised when a field changes its meaning or is removed.
VERSION = 1

out = terminal.console()
err = terminal.console(stderr=True)


class Verb(StrEnum):
    """What is done with rulesets."""

    list = "list"
    show = "show"
    check = "check"
    diff = "diff"
    new = "new"


#: What each is given, of `boardside rules DO WHAT...`: the least and the most, and how it is typed.
_GIVEN = {
    Verb.list: (0, 0, ""),
    Verb.show: (1, 1, "RULESET"),
    Verb.check: (1, 1, "FILE"),
    Verb.diff: (2, 2, "RULESET RULESET"),
    Verb.new: (1, 1000, "FILE [QUESTION=ANSWER]..."),
}


def rules_command(
    do: Annotated[Verb, typer.Argument()] = Verb.list,
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WHAT",
            help="show, diff: ids or files; check: a file; new: the file, and answers to "
            f"{', '.join(new.OPTIONS)}.",
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="new: replace an existing file.")] = False,
    yes: Yes = False,
    as_json: AsJson = False,
) -> None:
    """List the rulesets; show one as JSON; check a file of your own rules, also by playing; compare two
    (diff); write your own.

    new FILE [QUESTION=ANSWER]... asks ten questions and plays a match by the rules they make. Some answers
    lead to further questions; an empty answer takes what stands in brackets; --yes leaves what has no answer
    as in the base. By stage or category: boards=group=8,final=none.

    Exit status of diff, 0: equal, 1: they differ. 2: a file cannot be read or written, or played by.
    """
    given = what or []
    least, most, typed = _GIVEN[do]
    if not least <= len(given) <= most:
        raise typer.BadParameter(f"It is: boardside rules {do} {typed}".rstrip())
    if do is Verb.list:
        _list()
    elif do is Verb.show:
        _show(given[0])
    elif do is Verb.check:
        _check(Path(given[0]))
    elif do is Verb.diff:
        _diff(given[0], given[1], as_json)
    else:
        _new(Path(given[0]), given[1:], yes=yes, force=force)


def _list() -> None:
    table = Table("id", "in short", box=None)
    for name in rulesets.IDS:
        table.add_row(name, in_short(rulesets.load(name)))
    out.print(table)


def _show(which: str) -> None:
    """All rules of a ruleset or a file, as JSON; standard error lists what a file changes."""
    own = _named(which)
    typer.echo(json.dumps(own.resolved(), indent=2))
    if own.source:
        err.print(f"source: {own.source}", markup=False, soft_wrap=True)
    idle = files.idle(own)
    for name in own.changes:
        note = f", without effect: it is for {idle[name]}" if name in idle else ""
        err.print(f"changed from {own.base}: {name}{note}", markup=False)


def _check(file: Path) -> None:
    try:
        own = files.read(file)
        files.check(own, str(file))
    except RulesFileError as error:
        raise _fail(error) from error
    idle = files.idle(own)
    changed = ", ".join(name for name in own.changes if name not in idle) or "nothing"
    out.print(
        f'"{own.name}": {own.base} with {changed} changed. {in_short(own.resolved())}.',
        markup=False,
    )
    if own.source:
        out.print(f"Source: {own.source}", markup=False, soft_wrap=True)
    for condition in dict.fromkeys(idle.values()):
        names = [name for name in idle if idle[name] == condition]
        they = "they are" if len(names) > 1 else "it is"
        out.print(f"Without effect: {', '.join(names)}; {they} for {condition}.", markup=False)


def _diff(a: str, b: str, as_json: bool) -> None:
    """What two rulesets differ in, in words: each field, both values, what it means."""
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


def _new(file: Path, answers: Sequence[str], *, yes: bool, force: bool) -> None:
    """Write a file of your own rules from the answers to ten questions, and play a match by it. Exit status
    2: an answer was refused, or the input ended, and nothing was written.
    """
    take_any_letter(sys.stdout)
    try:
        given = dict(map(_answer, answers))
        new.refuse_unless_free(file, force=force)
        ask = None if yes else _Questions(file).ask
        own = new.Interview(file, given, ask, _say).rules()
        card = proof_card(own)
        new.write(file, new.text_of(own), force=force)
    except RulesFileError as error:
        _say(error)
        raise typer.Exit(BAD_INPUT) from error
    typer.echo("A match by these rules:\n")
    for line in card:
        typer.echo(line)
    typer.echo()
    before = rules.resolve(own.base)
    for line in diff.lines(before, own.resolved(), own.base, str(file)):
        typer.echo(line)
    typer.echo()
    typer.echo(visible(f"Written: {file}", lines=""))


def _answer(text: str) -> tuple[str, str]:
    """ "points=21" as ("points", "21"). Raises RulesFileError."""
    question, _, answer = text.partition("=")
    if question not in new.OPTIONS or "=" not in text:
        raise RulesFileError("no_question", text=text, questions=list(new.OPTIONS))
    return question, answer


class _Questions:
    """The questions, asked on standard error; the answers are lines of standard input."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def ask(self, number: int, text: str, default: str) -> str | None:
        """The answer, None at the end of the input. Raises RulesFileError."""
        take_any_letter(sys.stderr)
        print(
            visible(f"{number} of {COUNT}  {text} [{default}]: ", lines=""),
            end="",
            file=sys.stderr,
            flush=True,
        )
        try:
            line = sys.stdin.readline() if sys.stdin else ""  # None: it is closed
        except UnicodeDecodeError as error:
            raise RulesFileError("answer_not_utf8", file=str(self._file)) from error
        if not line or not sys.stdin.isatty():
            print(file=sys.stderr)
        return line.strip() if line else None


def _say(error: RulesFileError) -> None:
    take_any_letter(sys.stderr)
    print(visible(str(error), lines=""), file=sys.stderr)


def _named(which: str) -> files.OwnRules:
    try:
        return files.named(which)
    except RulesFileError as error:
        raise _fail(error) from error


def _fail(error: RulesFileError) -> typer.Exit:
    err.print(visible(str(error), lines=""), style="red", markup=False, soft_wrap=True)
    return typer.Exit(BAD_INPUT)
