"""What the command line says of an option's value that it does not take.

Typer checks values with pydantic and shows pydantic's message, such as "Value error, 'x' is not one of …" or
"Input should be less than or equal to 40". These are replaced by words for a person at a command line.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

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


class Command(TyperCommand):
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
