"""The service of systemd: its unit (systemd.service(5), systemd.exec(5)), its user, how it is installed."""

import json
import os
import pwd
import stat
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from host_tools.collector import serial_line
from host_tools.folders import HOME_VARIABLE
from host_tools.integrations.service.places import (
    ACCOUNT,
    MADE,
    NAME,
    Asked,
    Places,
    Run,
    ServiceError,
    is_ours,
    must,
    read_file,
    remove_file,
    variables,
    write_file,
)

_KEPT = "Options="
_HOMES = (Path("/home"), Path("/root"), Path("/run/user"))


@dataclass(frozen=True, slots=True)
class Setup:
    """What the unit depends on. `arguments`: of `collect`, without secrets; `environment`: the file with the
    secrets; `folder`: the folder of the database, None for one on a server; `user`: who runs the service, ""
    for a unit of a user's own; `groups`: the groups that may open its serial ports.
    """

    program: Path
    arguments: Sequence[str]
    environment: Path
    folder: Path | None
    state: Path
    user: str = ""
    groups: Sequence[str] = ()
    has_serial: bool = False
    low_port: bool = False


def unit_text(setup: Setup) -> str:
    """The unit's file."""
    lines = [f"{MADE}; your own changes: `systemctl edit`.", "", "[Unit]", "Description=Boardside collector"]
    if setup.folder is not None:
        lines.append(f"RequiresMountsFor={_quoted(str(setup.folder))}")
    if setup.user:
        lines += [
            "Wants=network-online.target",
            "After=network-online.target time-sync.target postgresql.service mosquitto.service",
        ]
    lines += ["StartLimitIntervalSec=0", "", "[Service]", *_running(setup)]
    lines += _confined(setup) if setup.user else ["UMask=0077", "NoNewPrivileges=yes"]
    wanted_by = "multi-user.target" if setup.user else "default.target"
    lines += ["", "[Install]", f"WantedBy={wanted_by}", "", "[X-Boardside]"]
    lines += [_KEPT + json.dumps(list(setup.arguments)), ""]
    return "\n".join(lines)


def _running(setup: Setup) -> list[str]:
    command = " ".join(map(_quoted, (str(setup.program), "collect", *setup.arguments)))
    return [
        "Type=notify",
        f"ExecStart={command}",
        f"EnvironmentFile=-{_escaped(str(setup.environment))}",
        # Status 2: it cannot be done as asked. Trying again does not help.
        "Restart=on-failure",
        "RestartSec=5",
        "RestartPreventExitStatus=2",
        "WatchdogSec=60",
        # An older database is upgraded before it is ready.
        "TimeoutStartSec=1800",
        "TimeoutStopSec=60",
        "LimitNOFILE=65536",
        "LogRateLimitIntervalSec=30",
        "LogRateLimitBurst=500",
    ]


def _confined(setup: Setup) -> list[str]:
    """What a service of the system is allowed."""
    lines = [f"User={setup.user}", f"Group={setup.user}"]
    if setup.groups:
        lines.append(f"SupplementaryGroups={' '.join(setup.groups)}")
    lines += [
        f"StateDirectory={setup.state.name}",
        "StateDirectoryMode=0700",
        f"WorkingDirectory={_escaped(str(setup.state))}",
        f"Environment={_quoted(f'{HOME_VARIABLE}={setup.state}')}",  # errors.log: its home is not its own
        "UMask=0077",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        f"ProtectHome={_home(setup)}",
        "PrivateTmp=yes",
        "ProtectKernelTunables=yes",
        "ProtectKernelModules=yes",
        "ProtectKernelLogs=yes",
        "ProtectControlGroups=yes",
        "ProtectHostname=yes",
        "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK",
        "RestrictNamespaces=yes",
        "RestrictRealtime=yes",
        "RestrictSUIDSGID=yes",
        "LockPersonality=yes",
        "SystemCallArchitectures=native",
        "SystemCallFilter=@system-service",
    ]
    if setup.folder is not None and not setup.folder.is_relative_to(setup.state):
        lines.append(f"ReadWritePaths={_quoted(str(setup.folder))}")
    lines += [f"ReadWritePaths={_quoted(f'-{folder}')}" for folder in _backup_folders(setup.arguments)]
    if not setup.has_serial:  # either would hide the serial ports
        lines += ["PrivateDevices=yes", "ProtectClock=yes"]
    capability = "CAP_NET_BIND_SERVICE" if setup.low_port else ""
    lines.append(f"CapabilityBoundingSet={capability}")
    if setup.low_port:
        lines.append(f"AmbientCapabilities={capability}")
    return lines


def _backup_folders(arguments: Sequence[str]) -> list[str]:
    """The folder of `collect --backup`; also the places of sticks, which may come later."""
    folders = [value for name, value in pairwise(arguments) if name == "--backup"]
    return [*folders, "/media", "/run/media", "/mnt"] if folders else []


def _home(setup: Setup) -> str:
    """`ProtectHome=`: home folders are hidden, unless the program or the database is in one."""

    def is_home(path: Path | None) -> bool:
        return path is not None and any(path.is_relative_to(home) for home in _HOMES)

    if is_home(setup.folder):
        return "no"
    return "read-only" if is_home(setup.program) or is_home(setup.program.resolve()) else "yes"


def kept_arguments(unit: str) -> list[str]:
    """The arguments of collect in a unit of ours."""
    for line in unit.splitlines():
        if line.startswith(_KEPT):
            words = json.loads(line.removeprefix(_KEPT))
            return [str(word) for word in words]
    return []


def _escaped(word: str) -> str:
    """With `%` doubled, which systemd would replace."""
    return word.replace("%", "%%")


def _quoted(word: str) -> str:
    """As one word of a command line in a unit: systemd.service(5), "Command lines"."""
    word = _escaped(word).replace("$", "$$")
    if word and not any(letter in word for letter in " \t\n\"'\\;"):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def make_account(run: Run, home: Path) -> bool:
    """Make the user `boardside`, who cannot log in; False when it exists. Raises ServiceError."""
    try:
        pwd.getpwnam(ACCOUNT)
    except KeyError:
        options = ("--system", "--user-group", "--no-create-home", "--home-dir", str(home))
        must(run, "useradd", *options, "--shell", "/usr/sbin/nologin", ACCOUNT)
        return True
    return False


def require_reachable(program: Path) -> None:
    """Raises ServiceError when another user cannot run this installation: the service would not start."""
    closed = closed_to_others(
        (program, program.resolve(), Path(sys.executable).resolve(), Path(__file__).resolve())
    )
    if closed is not None:
        raise ServiceError("installation_closed", account=ACCOUNT, path=str(closed))


def closed_to_others(paths: Iterable[Path]) -> Path | None:
    """The first folder on the way to these files that others may not enter, or the file they may not read."""
    for path in paths:
        for step in (*reversed(path.parents), path):
            bit = stat.S_IXOTH if step.is_dir() else stat.S_IROTH
            if not os.stat(step).st_mode & bit:
                return step
    return None


UNIT = f"{NAME}.service"
#: This folder exists where systemd was booted: sd_booted(3).
BOOTED = Path("/run/systemd/system")


class Installed(NamedTuple):
    """Whether the service's user was made, and whether something was written or started."""

    made_account: bool
    has_changed: bool


class Systemd:
    """The service at these places; `run` runs systemctl and the like. All methods raise ServiceError."""

    def __init__(self, places: Places, run: Run) -> None:
        self._places = places
        self._run = run
        self._scope = () if places.is_system else ("--user",)

    def require(self) -> None:
        """Raises ServiceError when no systemd runs, or this user may not use it."""
        if not BOOTED.is_dir():
            raise ServiceError("systemd_missing")
        if self._places.is_system and os.geteuid():
            raise ServiceError("root_needed")
        if not self._places.is_system and self._run(self._systemctl("show-environment")).status:
            raise ServiceError("systemd_silent", user=os.environ.get("USER", "USER"))

    def unit(self, program: Path, asked: Asked) -> str:
        """The text of the unit."""
        has_serial = any("://" not in port for port in asked.serial)
        return unit_text(
            Setup(
                program=program,
                arguments=asked.arguments,
                environment=self._places.environment,
                folder=asked.db_file.parent if asked.db_file is not None else None,
                state=self._places.state,
                user=ACCOUNT if self._places.is_system else "",
                groups=serial_line.groups_of(asked.serial) if self._places.is_system else (),
                has_serial=has_serial,
                low_port=any(0 < port < 1024 for port in asked.ports),
            )
        )

    def install(self, program: Path, asked: Asked) -> Installed:
        """Write the files and start the service, now and with the computer."""
        made_account = False
        if self._places.is_system:
            require_reachable(program)
            made_account = make_account(self._run, self._places.state)
        else:
            self._places.state.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = variables(read_file(self._places.environment), asked.secrets)
        changed = write_file(self._places.environment, text, is_private=True)
        if write_file(self._places.definition, self.unit(program, asked)):
            changed = True
        must(self._run, *self._systemctl("daemon-reload"))
        must(self._run, *self._systemctl("enable", UNIT))
        is_running = not self._run(self._systemctl("is-active", UNIT)).status
        has_changed = changed or not is_running
        if has_changed:
            must(self._run, *self._systemctl("restart", UNIT))
        return Installed(made_account, has_changed)

    def linger(self, user: str) -> None:
        """Let the service start with the computer, not with the user's first login."""
        must(self._run, "loginctl", "enable-linger", user)

    def lingers(self, user: str) -> bool:
        """Whether the services of this user start with the computer."""
        return (
            self._run(("loginctl", "show-user", user, "--property=Linger", "--value")).said.strip() == "yes"
        )

    def remove(self) -> bool:
        """Stop the service and remove what `install` wrote; False when there was none."""
        text = read_file(self._places.definition)
        if text and not is_ours(text):
            raise ServiceError("made_by_others", path=str(self._places.definition))
        if text:
            must(self._run, *self._systemctl("disable", "--now", UNIT))
        was_there = remove_file(self._places.definition)
        if is_ours(read_file(self._places.environment)):
            remove_file(self._places.environment)
        if was_there:
            must(self._run, *self._systemctl("daemon-reload"))
            self._run(self._systemctl("reset-failed", UNIT))  # fails where nothing has
        return was_there

    def properties(self) -> dict[str, str]:
        """systemd's properties of the service: systemctl(1), `show`."""
        names = ",".join(PROPERTIES)
        output = must(self._run, *self._systemctl("show", UNIT, f"--property={names}"))
        return dict(line.split("=", 1) for line in output.splitlines() if "=" in line)

    def log_lines(self, count: int) -> list[str]:
        """The last lines of the service's log; none where the journal cannot be read."""
        command = ("journalctl", *self._scope, "--unit", UNIT, "--lines", str(count), "--no-pager", "--quiet")
        done = self._run((*command, "--output", "short-iso"))
        return [] if done.status else done.said.splitlines()

    def _systemctl(self, *words: str) -> tuple[str, ...]:
        return ("systemctl", *self._scope, *words)


PROPERTIES = (
    "LoadState",
    "UnitFileState",
    "ActiveState",
    "SubState",
    "ActiveEnterTimestamp",
    "InactiveEnterTimestamp",
    "Result",
    "ExecMainStatus",
    "ExecMainCode",
    "NRestarts",
    "StatusText",
)
