"""Options that many commands have (--db, --json, --tournament, --yes …), and plain words for a refused value.

A shared option is declared once on `boardside` itself. A command has a parameter of one of these types, such
as `db: Database`; the option may stand anywhere. Typer shows pydantic's message for a refused value, such as
"Input should be less than or equal to 40"; it is replaced by words for a person at a command line.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from host_tools import folders
from host_tools.console import terminal


class Group(TyperGroup):
    """A group of commands that refuses their options in plain words, and prints by way of `terminal`."""

    def main(self, *args: Any, **named: Any) -> Any:
        """Run the command line."""
        with terminal.guarded():
            return super().main(*args, **named)

    def invoke(self, ctx: Any) -> Any:  # the context's type is private to Typer
        """Parse and run the called command."""
        with plain_words():
            return super().invoke(ctx)


class PlainCommand(TyperCommand):
    """A command on its own that refuses its options in plain words."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the command line."""
        with plain_words():
            return super().parse_args(ctx, args)


@contextmanager
def plain_words() -> Iterator[None]:
    """Replace pydantic's message where a value is refused within this context."""
    try:
        yield
    except typer.BadParameter as error:
        words = _words(error.__cause__)
        if words is not None:
            error.message = words
        raise


def _words(cause: BaseException | None) -> str | None:
    from pydantic import ValidationError  # imported only here: it takes a while, and Typer has it by now

    if not isinstance(cause, ValidationError):
        return None
    first = cause.errors()[0]
    value, limits = first["input"], first.get("ctx", {})
    match first["type"]:
        case "value_error":
            return str(limits["error"])
        case "int_parsing" | "int_parsing_size" | "int_from_float":
            return f"{value!r} is not a whole number."
        case "float_parsing":
            return f"{value!r} is not a number."
        case "greater_than_equal":
            return f"{value} is too small: the least is {limits['ge']}."
        case "less_than_equal":
            return f"{value} is too large: the most is {limits['le']}."
    return None


DEFAULT_DATABASE = ""
"""No `--db` and no BOARDSIDE_DB: this user's own database."""
DATABASE_VARIABLE = "BOARDSIDE_DB"
_DATABASE = "The database, as an SQLAlchemy URL."


def chosen(context: typer.Context, url: str) -> str:
    """The database's URL. Without one it is this user's own, whose folder is made if need be."""
    if url or context.resilient_parsing:  # a shell completes the line: no folder, no message
        return url
    try:
        folders.data().mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise typer.BadParameter(
            f"The folder {folders.data()} cannot be made ({error.strerror}): name a database by --db, or a "
            f"folder by {folders.HOME_VARIABLE}."
        ) from error
    return folders.database_url()


Database = Annotated[
    str,
    typer.Option("--db", envvar=DATABASE_VARIABLE, callback=chosen, show_default="yours", help=_DATABASE),
]
#: The same on `boardside` itself: no folder is made before it is known whether the command needs it.
EarlyDatabase = Annotated[
    str, typer.Option("--db", envvar=DATABASE_VARIABLE, show_default="yours", help=_DATABASE)
]
AsJson = Annotated[bool, typer.Option("--json", help="For scripts: JSON on one line.")]
Which = Annotated[
    str | None,
    typer.Option("--tournament", "-t", help="A tournament's key; not needed when only one is open."),
]
EventOption = Annotated[
    str | None, typer.Option("--event", "-e", help="An event's key; not needed when there is only one.")
]

Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is kept in the record.")]
DryRun = Annotated[
    bool, typer.Option("--dry-run", "-n", help="Only show what would be done, and change nothing.")
]
Language = Annotated[
    str | None,
    typer.Option("--language", "-l", help="Of paper and pages, such as de; default: this computer's."),
]
Fonts = Annotated[
    list[Path] | None,
    typer.Option("--font", help="A font file for letters that no font here has; repeat it for more."),
]


class Shared(NamedTuple):
    """A shared option: its name in a context, how it is typed, whether a value follows, whether it can be
    repeated.
    """

    name: str
    typed: tuple[str, ...]
    has_value: bool = True
    is_list: bool = False


SHARED: dict[Any, Shared] = {
    Database: Shared("db", ("--db",)),
    AsJson: Shared("json", ("--json",), has_value=False),
    Which: Shared("tournament", ("--tournament", "-t")),
    EventOption: Shared("event", ("--event", "-e")),
    Yes: Shared("yes", ("--yes", "-y"), has_value=False),
    Reason: Shared("reason", ("--reason",)),
    DryRun: Shared("dry_run", ("--dry-run", "-n"), has_value=False),
    Language: Shared("language", ("--language", "-l")),
    Fonts: Shared("font", ("--font",), is_list=True),
}


def keep(context: typer.Context, given: dict[str, Any]) -> None:
    """Keep what stands before the command, by the names of the options, for the command."""
    source = context.get_parameter_source("db")
    if source is not None and source.name == "ENVIRONMENT":
        given = {**given, "db": ""}  # `taking` reads the variable
    context.meta.update({_key(name): value for name, value in given.items() if value})


def is_given(context: typer.Context, name: str) -> bool:
    """Whether this shared option was typed."""
    return bool(context.meta.get(_key(name)))


def taking(command: Callable[..., None]) -> Callable[..., None]:
    """The command without its shared options: they come from the context."""
    parameters = signature(command).parameters
    hints = {name: each.annotation for name, each in parameters.items()}
    hints |= get_type_hints(command, include_extras=True)
    shared = {name: SHARED[kind] for name, kind in hints.items() if kind in SHARED}
    # Typer fills one parameter with the context.
    asked = next((name for name, kind in hints.items() if kind is typer.Context), None)

    @wraps(command)
    def run(**values: Any) -> None:
        context: typer.Context = values[asked] if asked else values.pop("_context")
        for name, option in shared.items():
            value = context.meta.get(_key(option.name), parameters[name].default)
            if option.name == "db":
                value = chosen(context, value or os.environ.get(DATABASE_VARIABLE, ""))
            values[name] = value
        command(**values)

    own = [parameter for name, parameter in parameters.items() if name not in shared]
    context = Parameter("_context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    own = own if asked else [context, *own]
    run.__signature__ = signature(command).replace(parameters=own)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: hints.get(each.name, each.annotation) for each in own}
    run.__dict__["shared"] = tuple(shared.values())
    return run


def epilog(command: Callable[..., None]) -> str | None:
    """What the help of a command says of its shared options."""
    typed = [option.typed[0] for option in getattr(command, "shared", ())]
    return f"Also {', '.join(typed)}: see `boardside --help`." if typed else None


class Command(TyperCommand):
    """A command that takes the shared options that its function has."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the command line."""
        with plain_words():
            return super().parse_args(ctx, _pulled(ctx, args, getattr(self.callback, "shared", ())))


def _pulled(context: typer.Context, words: Sequence[str], shared: Sequence[Shared]) -> list[str]:
    """The words without the shared options, which go into the context."""
    left: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word == "--":
            return [*left, word, *rest]
        name, equals, value = word.partition("=")
        option = next((each for each in shared if name in each.typed), None)
        if option is None or (equals and not option.has_value):
            left.append(word)
        elif not option.has_value:
            context.meta[_key(option.name)] = True
        elif equals or rest:
            value = value if equals else rest.pop(0)
            before = context.meta.get(_key(option.name), [])
            context.meta[_key(option.name)] = [*before, Path(value)] if option.is_list else value
        else:
            raise typer.BadParameter(f"Option {name!r} requires an argument.")
    return left


def _key(name: str) -> str:
    return f"boardside.{name}"
