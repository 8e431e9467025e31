"""Writes the unit of systemd: systemd.service(5), systemd.exec(5)."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from host_tools.folders import HOME_VARIABLE

#: The first line of each file that `boardside service install` makes.
MADE = "# Made by `boardside service install`, which overwrites it"
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


def text(setup: Setup) -> str:
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
