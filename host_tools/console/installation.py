"""This installation: its version, the extras that it may lack, and the report of an unexpected error."""

import os
import platform
import tempfile
import traceback
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path

from host_tools import folders


def version() -> str:
    """The versions of the program, of the firmware it puts onto tables, and of the protocol."""
    from importlib import metadata

    from boardside.link.session import PROTOCOL
    from boardside.version import FIRMWARE

    return f"boardside {metadata.version('boardside')} (firmware {FIRMWARE}, protocol {PROTOCOL})"


#: The extra that brings a module.
EXTRAS = {
    "aiomqtt": "mqtt",
    "cryptography": "device",
    "esptool": "device",
    "littlefs": "device",
    "mpremote": "device",
    "psycopg": "postgres",
    "yaml": "sol",
}


class MissingExtra(Exception):  # noqa: N818
    """An extra is needed that is not installed; the message says which, and how it is installed."""

    def __init__(self, module: str) -> None:
        extra = EXTRAS[module]
        super().__init__(
            f"This needs {module}, of Boardside's extra {extra!r}, which is not installed. "
            f"Install it: pipx install --force 'boardside[{extra}]' (or pip install 'boardside[{extra}]')."
        )


def require(module: str) -> None:
    """Raise MissingExtra when this module of an extra is not installed. It is not imported."""
    if find_spec(module) is None:
        raise MissingExtra(module)


UNEXPECTED_STATUS = 70
"""sysexits.h: an internal error of the program. A service is started again after it."""
ERRORS_FILE = "errors.log"
_ERRORS_BYTES_MOST = 256 * 1024


def report_error(error: Exception, command: str | None) -> str:
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
            path = folder / ERRORS_FILE
            is_long = path.exists() and path.stat().st_size > _ERRORS_BYTES_MOST
            flags = os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW | (os.O_TRUNC if is_long else os.O_APPEND)
            with os.fdopen(os.open(path, flags, 0o600), "a", encoding="utf-8") as file:
                file.write(text)
        except OSError:
            continue
        return path
    return None
