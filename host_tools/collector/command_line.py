"""What the collector's commands share: the two consoles, refusals, the database and the file of keys."""

from pathlib import Path
from typing import Annotated

import typer

from host_tools.console import terminal
from host_tools.store import Store, StoreError, key_file
from host_tools.store.reasons import KeyRefused
from host_tools.store.wall_clock import now_ms

Keys = Annotated[
    Path | None, typer.Option("--keys", help='The tables\' keys: a JSON file, {"3": "hex digits", ...}.')
]
out = terminal.console()
err = terminal.console(stderr=True)


def fail(message: str, status: int = 2) -> typer.Exit:
    """The message on standard error, and the exit to raise."""
    err.print(message, style="red", markup=False, soft_wrap=True)
    return typer.Exit(status)


def open_store(url: str, create: bool = True) -> Store:
    """The database at `url`; ends the command with a message when it cannot be opened."""
    try:
        return Store.open(url, create)
    except StoreError as error:
        raise fail(str(error)) from error


def read_keys(path: Path | None) -> dict[int, bytes]:
    """The newest key of each table in this file; none without a file. Ends the command with a message when it
    cannot be read.
    """
    if path is None:
        return {}
    try:
        if not key_file.is_private(path):
            err.print(
                f"Others on this computer can read {path}: chmod 600 {path}", markup=False, soft_wrap=True
            )
        return key_file.newest(key_file.read(path, now_ms()))
    except OSError as error:
        raise fail(f"The keys in {path} cannot be read: {error.strerror}.") from error
    except KeyRefused as error:
        raise fail(str(error)) from error
