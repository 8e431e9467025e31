"""What the commands that write a file share: the choice of matches, the file's time, and the writing."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from host_tools.whole_file import replacing

_DATABASE = b"SQLite format 3\0"


class ExportError(Exception):
    """The file cannot be made. The message says why, and what to do."""


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
                    raise ExportError(f"{path} is a database and is not written over; give another name.")
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device
            return
        with replacing(path) as part:
            part.write_bytes(content)
    except OSError as error:
        raise ExportError(f"{path} cannot be written: {error.strerror}.") from error


def say(complaint: str) -> None:
    """Report what could not be printed as it should be, after the file is written."""
    if complaint:
        typer.secho(complaint, fg="yellow", err=True)


Fonts = Annotated[
    list[Path] | None,
    typer.Option("--font", help="A font file for letters that no font here has; repeat it for more."),
]
