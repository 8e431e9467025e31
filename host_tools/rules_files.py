"""An organiser's own rules as a file, and `boardside rules`: list, show, check.

A file is one JSON object: "base", the ruleset it starts from; "name", what the organiser calls it; and the
rules that differ (docs/organiser/rulesets.md). Each field is checked when the file is read.
"""

import difflib
import json
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from boardside.game import rules, rulesets
from boardside.game.errors import GameError
from boardside.game.terms import STAGES
from host_tools.words import refusals

BAD_INPUT = 2
LONGEST_NAME = 80

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)
app = typer.Typer(
    no_args_is_help=True,
    help="List, show and check rulesets, also your own.",
    rich_markup_mode=None,
)


class RulesFileError(Exception):
    """A file that cannot be used; the text names file, field, value and what is allowed."""


class OwnRules(NamedTuple):
    """base: id of the ruleset it starts from. name: what it is called. changes: the rules that differ."""

    base: str
    name: str
    changes: dict[str, Any]

    def resolved(self) -> dict[str, Any]:
        """All rules, the changes laid over the base."""
        all_rules: dict[str, Any] = rules.resolve(self.base, self.changes)
        return all_rules


def read(path: Path) -> OwnRules:
    """The rules in the file at `path`, every field checked. Raises RulesFileError."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise RulesFileError(f"{path}: cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise RulesFileError(f"{path}: it is no text in UTF-8; save it as UTF-8.") from error
    return parse(text, str(path))


def parse(text: str, where: str) -> OwnRules:
    """As `read`, of a text; `where` names it in messages."""
    try:
        fields = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        raise RulesFileError(f"{where}: line {error.lineno}, column {error.colno}: {error.msg}.") from error
    except RecursionError as error:
        raise RulesFileError(f"{where}: nested too deeply to be a set of rules.") from error
    except _TwiceError as error:
        raise RulesFileError(f"{where}: {error} occurs twice; keep one.") from error
    except ValueError as error:  # a number of thousands of digits
        raise RulesFileError(f"{where}: a number in it is too long to be read.") from error
    if not isinstance(fields, dict):
        raise RulesFileError(f'{where}: it must be one JSON object, {{"base": "icf", "name": ..., ...}}.')
    base = fields.pop("base", None)
    name = fields.pop("name", Path(where).stem)
    if base not in rulesets.IDS:
        problem = "is missing" if base is None else f"{json.dumps(base)} is no ruleset"
        raise RulesFileError(f"{where}: base: {problem}; allowed: {', '.join(rulesets.IDS)}.")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        message = f"{where}: name: {json.dumps(name)} must be one line of 1 to {LONGEST_NAME} characters."
        raise RulesFileError(message)
    try:
        rules.resolve(base, fields)
    except GameError as error:
        raise RulesFileError(f"{where}: {refusals.of_error(error)}{_meant(base, fields)}.") from error
    return OwnRules(base, name, fields)


class _TwiceError(ValueError):
    """A name that occurs twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise _TwiceError(name)
        fields[name] = value
    return fields


def _meant(base: str, fields: dict[str, Any]) -> str:
    """The rule that an unknown name is nearest to."""
    known = list(rulesets.load(base))
    for name in fields:
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            return f'; did you mean "{near[0]}"?' if near else ""
    return ""


def named(which: str) -> OwnRules:
    """The ruleset with this id, or the file at this path. Raises RulesFileError."""
    if which in rulesets.IDS:
        return OwnRules(which, which, {})
    if not Path(which).exists():
        message = f"{which}: no ruleset and no file; the rulesets are {', '.join(rulesets.IDS)}."
        raise RulesFileError(message)
    return read(Path(which))


def _summary(all_rules: dict[str, Any]) -> str:
    """A ruleset in one line."""
    return _SUMMARIES[rules.sport_of(all_rules).name](all_rules)


def _of_crokinole(all_rules: dict[str, Any]) -> str:
    return f"crokinole: rounds {_by_stage(all_rules['rounds'])}, games {_by_stage(all_rules['games'])}"


def _of_carrom(all_rules: dict[str, Any]) -> str:
    limits = _by_stage(all_rules["board_limit"])
    games = "one game" if all_rules["games"] == 1 else f"best of {all_rules['games']}"
    queen = f"Queen {all_rules['queen']} up to {all_rules['queen_until']}"
    return f"{games} to {all_rules['points']}, boards {limits}, {queen}"


_SUMMARIES = {"carrom": _of_carrom, "crokinole": _of_crokinole}


def _by_stage(values: dict[str, Any]) -> str:
    """What a rule is from the first stage to the last, each value once: "8, then no limit"."""
    words: list[str] = []
    for stage in STAGES:
        word = "no limit" if values[stage] is None else str(values[stage])
        if word not in words[-1:]:
            words.append(word)
    return ", then ".join(words)


@app.command("list")
def list_command() -> None:
    """List the rulesets that come with Boardside."""
    table = Table("id", "in short", box=None)
    for name in rulesets.IDS:
        table.add_row(name, _summary(rulesets.load(name)))
    out.print(table)


@app.command("show")
def show_command(which: Annotated[str, typer.Argument(help="An id, or a file.")]) -> None:
    """Print all rules of a ruleset or a file, as JSON; standard error lists what a file changes."""
    own = _named(which)
    typer.echo(json.dumps(own.resolved(), indent=2))
    for name in own.changes:
        err.print(f"changed from {own.base}: {name}", markup=False)


@app.command("check")
def check_command(file: Annotated[Path, typer.Argument(help="The file with the rules.")]) -> None:
    """Check a file of your own rules. Exit status 2: no match can be played by it."""
    try:
        own = read(file)
    except RulesFileError as error:
        raise _fail(error) from error
    changed = ", ".join(own.changes) or "nothing"
    out.print(f'"{own.name}": {own.base} with {changed} changed. {_summary(own.resolved())}.', markup=False)


def _named(which: str) -> OwnRules:
    try:
        return named(which)
    except RulesFileError as error:
        raise _fail(error) from error


def _fail(error: RulesFileError) -> typer.Exit:
    err.print(str(error), style="red", markup=False, soft_wrap=True)
    return typer.Exit(BAD_INPUT)
