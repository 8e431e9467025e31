"""Reads and writes the service's files, each as a whole."""

import re
import shlex
from collections.abc import Mapping
from pathlib import Path

from host_tools.integrations.service.reasons import ServiceError
from host_tools.integrations.service.units import MADE
from host_tools.outside.files import replacing

_OURS = re.compile(r"\s*BOARDSIDE_\w+=")
_HEADER = f"{MADE} with BOARDSIDE_… only; other variables stay (PGPASSWORD=…). Nobody else can read it.\n"


def read(path: Path) -> str:
    """The text of the file; "" when there is none. Raises ServiceError."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ServiceError("not_readable", path=str(path), why=str(error)) from error


def is_ours(text: str) -> bool:
    """Whether `boardside service install` made the file, by a comment in its first lines."""
    return any(MADE in line for line in text.splitlines()[:4])


def write(path: Path, content: str, *, is_private: bool = False) -> bool:
    """Write the file and the folders above it; False if it has this content. Raises ServiceError."""
    if path.exists() and read(path) == content and not (is_private and path.stat().st_mode & 0o077):
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path, is_private=is_private) as part:
            part.write_text(content, encoding="utf-8")
    except OSError as error:
        raise ServiceError("not_writable", path=str(path), why=str(error.strerror or error)) from error
    return True


def remove(path: Path) -> bool:
    """Remove the file; False when there was none. Raises ServiceError."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise ServiceError("not_removable", path=str(path), why=str(error.strerror or error)) from error
    return True


def variables(before: str, ours: Mapping[str, str]) -> str:
    """A file of variables: `ours`, named BOARDSIDE_…, and the other variables of `before`."""
    kept = [line for line in before.splitlines() if MADE not in line and not _OURS.match(line)]
    lines = [f"{name}={_quoted(value)}" for name, value in sorted(ours.items())]
    return _HEADER + "".join(f"{line}\n" for line in [*lines, *kept])


def variables_in(text: str) -> dict[str, str]:
    """The variables named BOARDSIDE_… in such a file."""
    words = (shlex.split(line) for line in text.splitlines() if _OURS.match(line))
    return dict(word[0].split("=", 1) for word in words if word)


def _quoted(value: str) -> str:
    """Quoted for systemd (systemd.exec(5), "EnvironmentFile=") and for a shell."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
