"""Unexpected errors: one line for the person, the details in a file for the maintainers."""

import os
import platform
import tempfile
import traceback
from datetime import datetime
from pathlib import Path

from host_tools import folders
from host_tools.version import version

STATUS = 70
"""sysexits.h: an internal error of the program. A service is started again after it."""
FILE = "errors.log"
_MOST_BYTES = 256 * 1024


def report(error: Exception, command: str | None) -> str:
    """Write the details of `error` to a file, and return one line that says what happened and where the file
    is. The command line is left out, since it may contain passwords.
    """
    name = f"boardside {command}" if command else "boardside"
    text = "".join(traceback.format_exception(error))
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    system = f"Python {platform.python_version()}, {platform.platform()}"
    kept = _kept(f"{when}  {name}: {version()}, {system}\n{text}\n")
    where = f"The details are in {kept}." if kept else f"The details could not be kept:\n{text}"
    first = str(error).partition("\n")[0]
    description = f"{type(error).__name__}: {first}" if first else type(error).__name__
    return f"{name} has met an error that it does not know ({description}). {where}"


def _kept(text: str) -> Path | None:
    for folder in (folders.state(), Path(tempfile.gettempdir(), f"boardside-{os.getuid()}")):
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / FILE
            is_long = path.exists() and path.stat().st_size > _MOST_BYTES
            flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | (os.O_TRUNC if is_long else os.O_APPEND)
            with os.fdopen(os.open(path, flags, 0o600), "a", encoding="utf-8") as file:
                file.write(text)
        except OSError:
            continue
        return path
    return None
