"""What the commands that write a file share: the choice of matches, the file's time, and the writing."""

import locale
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from host_tools.console import terminal
from host_tools.exports.reasons import ExportError
from host_tools.i18n import CODES, choose, language, speaking
from host_tools.outside.files import replacing

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
            with path.open("rb") as file:
                if file.read(len(_DATABASE)) == _DATABASE:
                    raise ExportError("is_database", file=str(path))
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a pipe or a device
            return
        with replacing(path) as part:
            part.write_bytes(content)
    except OSError as error:
        raise ExportError("not_writable", file=str(path), why=error.strerror) from error


def own_language() -> str:
    """The code of this computer's language; "en" where Boardside does not speak it."""
    return choose(None, None, (locale.getlocale()[0] or "").replace("_", "-"))


def languages_of(text: str | None) -> list[str]:
    """The codes of languages: "de,fr", "all" for this computer's and all others, None for this computer's."""
    codes = text.split(",") if text else [own_language()]
    return list(dict.fromkeys((own_language(), *CODES) if "all" in codes else codes))


@contextmanager
def in_language(code: str | None) -> Iterator[None]:
    """Texts within this block are in this language; None: the computer's. Raises ExportError for another."""
    code = code or own_language()
    if code not in CODES:
        raise ExportError("unknown_language", language=code, languages=list(CODES))
    with speaking(language(code)):
        yield


def say(complaint: str) -> None:
    """Report what could not be printed as it should be, after the file is written."""
    if complaint:
        terminal.complain(complaint, "yellow")
