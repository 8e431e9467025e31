"""Where Boardside keeps its files on this computer (docs/architecture.md).

Nothing is written beside the program's own files: an installation may be read-only. In a checkout compiled
files go to `build/`, as `make clean` expects.
"""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from platformdirs import PlatformDirs

HOME_VARIABLE = "BOARDSIDE_HOME"
"""The environment variable that names one folder for everything, in place of the platform's folders."""

DATABASE_FILE = "boardside.sqlite3"
"""The database's name in `data()`."""

NAME = "Boardside" if sys.platform == "darwin" else "boardside"

_ROOT = Path(__file__).resolve().parent.parent
CHECKOUT = _ROOT if (_ROOT / "pyproject.toml").is_file() and (_ROOT / "firmware").is_dir() else None
"""The root of the checkout; None in an installation."""

COMPILED = Path(__file__).resolve().parent / "firmware"
"""The compiled firmware in an installation; a checkout has no such folder."""


def data() -> Path:
    """The folder of the databases, which must not be lost."""
    return _named() or _platform().user_data_path


def state() -> Path:
    """The folder of files that are kept between runs and may be lost: simulated tables, reports of errors."""
    return _named() or _platform().user_state_path


def work() -> Path:
    """The folder of files that can be made again: `build/` in a checkout, otherwise a cache."""
    if CHECKOUT is not None:
        return CHECKOUT / "build"
    named = _named()
    return named / "cache" if named is not None else _platform().user_cache_path


def database_url() -> str:
    """The database of a command without `--db`."""
    return f"sqlite:///{data() / DATABASE_FILE}"


def simulated() -> Path:
    """The flash of `boardside dev simulate`'s tables."""
    return state() / "tables"


def _named() -> Path | None:
    named = os.environ.get(HOME_VARIABLE)
    return Path(named).absolute() if named else None


def _platform() -> "PlatformDirs":
    from platformdirs import PlatformDirs  # hatch_build.py compiles without it

    return PlatformDirs(NAME, appauthor=False)
