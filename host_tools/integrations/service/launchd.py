"""The service on macOS: a LaunchAgent of the user, launchd.plist(5). Not tried on a Mac yet."""

import os
import plistlib
import sys
from pathlib import Path
from typing import NamedTuple
from xml.parsers.expat import ExpatError

from host_tools.integrations.service import places
from host_tools.integrations.service.places import MADE, Asked, Places, Run, ServiceError, must

LABEL = "org.boardside.collect"
_HEAD = b"<plist "


def is_here() -> bool:
    """Whether this is macOS."""
    return sys.platform == "darwin"


def log_file(place: Places) -> Path:
    """The file of the service's log."""
    return place.definition.parents[1] / "Logs" / "Boardside" / "collect.log"


def definition(place: Places, program: Path, requested: Asked, *, hides: bool = False) -> str:
    """The property list. hides: without passwords, to be shown."""
    log = str(log_file(place))
    content = {
        "Label": LABEL,
        "ProgramArguments": [str(program), "collect", *requested.arguments],
        "EnvironmentVariables": dict.fromkeys(requested.secrets, "***") if hides else dict(requested.secrets),
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ThrottleInterval": 30,
        "ExitTimeOut": 60,
        "ProcessType": "Interactive",  # else macOS slows it down to save power
        "Umask": 0o077,
        "WorkingDirectory": str(place.state),
        "StandardOutPath": log,
        "StandardErrorPath": log,
        "SoftResourceLimits": {"NumberOfFiles": 65536},
    }
    xml = plistlib.dumps(content, sort_keys=False)
    return xml.replace(_HEAD, f"<!-- {MADE} -->\n".encode() + _HEAD, 1).decode()


def kept_arguments(before: str) -> list[str]:
    """The options in a property list that `install` made, with the secrets."""
    if not places.is_ours(before):
        return []
    try:
        content = plistlib.loads(before.encode())
    except (plistlib.InvalidFileException, ExpatError, ValueError) as error:
        raise ServiceError("list_damaged", why=str(error)) from error
    return [*content["ProgramArguments"][2:], *places.as_options(content.get("EnvironmentVariables", {}))]


def rotation(place: Places, user: str) -> str:
    """A line for newsyslog: five old logs of 1 MB each, packed."""
    return f"{log_file(place)} {user}: 600 5 1024 * JN"


def install(place: Places, program: Path, requested: Asked, run: Run) -> None:
    """Write the property list and start the service. Raises ServiceError."""
    place.state.mkdir(mode=0o700, parents=True, exist_ok=True)
    log_file(place).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    places.write_file(place.definition, definition(place, program, requested), is_private=True)
    run(("launchctl", "bootout", _target()))  # fails when it was not loaded
    must(run, "launchctl", "bootstrap", f"gui/{os.getuid()}", str(place.definition))


def remove(place: Places, run: Run) -> bool:
    """Stop the service and remove the property list; False when there was none. Raises ServiceError."""
    before = places.read_file(place.definition)
    if before and not places.is_ours(before):
        raise ServiceError("made_by_others", path=str(place.definition))
    if before:
        run(("launchctl", "bootout", _target()))
    return places.remove_file(place.definition)


class Status(NamedTuple):
    """Whether launchd runs it, with which status it ended or "", whether launchd knows it, its log's end."""

    runs: bool
    last_exit: str
    is_known: bool
    log: list[str]


def status(place: Places, run: Run) -> Status:
    """The state of the service now. Raises ServiceError."""
    done = run(("launchctl", "print", _target()))
    properties = dict(
        line.strip().split(" = ", 1)
        for line in done.said.splitlines()
        if line.startswith("\t") and " = " in line
    )
    runs = done.status == 0 and properties.get("state") == "running"
    log = places.read_file(log_file(place)).splitlines()[-5:]
    return Status(runs, properties.get("last exit code", ""), done.status == 0, log)


def _target() -> str:
    return f"gui/{os.getuid()}/{LABEL}"
