"""The paths of a service's files, for the whole system or for one user."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from host_tools.folders import HOME_VARIABLE

NAME = "boardside"
#: The user of the system's service.
ACCOUNT = "boardside"


@dataclass(frozen=True, slots=True)
class Places:
    """`definition`: the unit, or launchd's property list; `environment`: variables with secrets; `state`: the
    folder of the database.
    """

    is_system: bool
    definition: Path
    environment: Path
    state: Path


def of_system(root: Path = Path("/")) -> Places:
    """For systemd and all users. root: for tests."""
    return Places(
        True,
        root / "etc/systemd/system" / f"{NAME}.service",
        root / "etc" / NAME / "collect.env",
        root / "var/lib" / NAME,
    )


def of_user(home: Path, environment: Mapping[str, str] = os.environ) -> Places:
    """For systemd and this user."""
    config = Path(environment.get("XDG_CONFIG_HOME") or home / ".config")
    data = Path(environment.get("XDG_DATA_HOME") or home / ".local/share") / NAME
    named = environment.get(HOME_VARIABLE)
    state = Path(named).absolute() if named else data  # the folder of other commands, too: folders.data()
    return Places(False, config / "systemd/user" / f"{NAME}.service", config / NAME / "collect.env", state)


def of_mac(home: Path) -> Places:
    """For launchd and this user; the property list also has the variables."""
    library = home / "Library"
    definition = library / "LaunchAgents" / "org.boardside.collect.plist"
    return Places(False, definition, definition, library / "Application Support" / "Boardside")
