"""What commands share: how they end with an error, the database, and the file of keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from host_tools.console import terminal
from host_tools.reasons import CodedError
from host_tools.store import Store
from host_tools.store.database import now_ms
from host_tools.store.keys import KeyRow, is_private, newest_keys, read_key_file
from host_tools.store.reasons import KeyRefused

#: The actor in the record of acts when a command did it.
COMMAND_LINE = "command line"

Keys = Annotated[
    Path | None, typer.Option("--keys", help='The tables\' keys: a JSON file, {"3": "hex digits", ...}.')
]
out = terminal.console()
err = terminal.console(stderr=True)


def fail(message: str, status: int = 2) -> typer.Exit:
    """The message on standard error, and the exit to raise."""
    terminal.complain(message)
    return typer.Exit(status)


@contextmanager
def errors_reported() -> Iterator[None]:
    """An error that has a reason ends the command: its sentence on standard error, exit status 2."""
    try:
        yield
    except CodedError as error:
        raise fail(str(error)) from error


@contextmanager
def opened(url: str, create: bool = False) -> Iterator[Store]:
    """The database at `url` within this context, in which errors are reported."""
    with errors_reported():
        store = Store.open(url, create)
        try:
            yield store
        finally:
            store.close()


def read_keys(path: Path | None) -> dict[int, bytes]:
    """The newest key of each table in this file; none without a file. Ends the command with a message when it
    cannot be read.
    """
    return {} if path is None else newest_keys(key_rows(path))


def key_rows(path: Path) -> list[KeyRow]:
    """The keys in this file. Ends the command with a message when it cannot be read."""
    try:
        if not is_private(path):
            err.print(
                f"Others on this computer can read {path}: chmod 600 {path}", markup=False, soft_wrap=True
            )
        return read_key_file(path, now_ms())
    except OSError as error:
        raise fail(f"The keys in {path} cannot be read: {error.strerror}.") from error
    except KeyRefused as error:
        raise fail(str(error)) from error
