"""What the commands that write a file share: the choice of matches, the file's time, and the writing."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from host_tools.exports import words
from host_tools.exports.reasons import ExportError
from host_tools.outside.whole_file import replacing
from host_tools.store import StoreError
from host_tools.tournament.commands.command_line import Progress
from host_tools.words import databases

ItemT = TypeVar("ItemT")

_DATABASE = b"SQLite format 3\0"


@dataclass(frozen=True, slots=True)
class Choice:
    """The choice of matches: those that meet all conditions. day: as 2026-03-12, in the zone of the cards.
    planned: matches that are still to be played, instead of those that were begun.
    """

    match: str | None = None
    table: int | None = None
    tournament: str | None = None
    event: str | None = None
    day: str | None = None
    planned: bool = False


def moment_now() -> datetime:
    """The time in the file: now, or SOURCE_DATE_EPOCH if it is set, so that a file can be made again byte for
    byte.
    """
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)


def write(path: Path, content: bytes) -> None:
    """Write a file, completely or not at all, but never over a database. Raises ExportError."""
    try:
        if path.is_file():
            with path.open("rb") as there:
                if there.read(len(_DATABASE)) == _DATABASE:
                    raise ExportError("is_database", file=str(path))
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device
            return
        with replacing(path) as part:
            part.write_bytes(content)
    except OSError as error:
        raise ExportError("not_writable", file=str(path), why=error.strerror) from error


def counted(items: Sequence[ItemT], progress: Progress) -> Iterator[ItemT]:
    """The items, while `progress` is told how many are done of how many; what it raises stops the work."""
    for done, item in enumerate(items):
        progress(done, len(items))
        yield item
    progress(len(items), len(items))


def failed(error: ExportError | StoreError) -> typer.Exit:
    """Say why a command cannot make its file; the end of the command to raise, exit status 2."""
    typer.secho(
        words.say(error) if isinstance(error, ExportError) else databases.say(error), fg="red", err=True
    )
    return typer.Exit(2)


def say(complaint: str) -> None:
    """Report what could not be printed as it should be, after the file is written."""
    if complaint:
        typer.secho(complaint, fg="yellow", err=True)


Fonts = Annotated[
    list[Path] | None,
    typer.Option("--font", help="A font file for letters that no font here has; repeat it for more."),
]
