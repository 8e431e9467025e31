"""`boardside rules new`: ten questions, and the file of own rules that they make."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from boardside.game import rules
from host_tools.console.terminal import take_any_letter, visible
from host_tools.rules import diff, new, proof
from host_tools.rules.questions import COUNT
from host_tools.rules.reasons import RulesFileError

BAD_INPUT = 2


def new_command(
    file: Annotated[Path, typer.Argument(help="The file to write, such as club.json.")],
    answers: Annotated[
        list[str] | None,
        typer.Argument(metavar="[QUESTION=ANSWER]...", help=f"Answers: {', '.join(new.OPTIONS)}."),
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask: what has no answer is as in the base.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing file.")] = False,
) -> None:
    """Write a file of your own rules from the answers to ten questions, and play a match by it.

    Some answers lead to further questions. An empty answer takes what stands in brackets. By stage or
    category: boards=group=8,final=none. Exit status 2: an answer was refused, or the
    input ended, and nothing was written.
    """
    take_any_letter(sys.stdout)
    try:
        given = dict(map(_answer, answers or ()))
        new.refuse_unless_free(file, force=force)
        ask = None if yes else _Questions(file).ask
        own = new.Interview(file, given, ask, _say).rules()
        card = proof.card(own)
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
