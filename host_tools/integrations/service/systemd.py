"""Installs, removes and shows the service of systemd."""

import os
from pathlib import Path
from typing import NamedTuple

from host_tools.collector import serial_line
from host_tools.integrations.service import accounts, files, units
from host_tools.integrations.service.collect_options import Asked
from host_tools.integrations.service.places import ACCOUNT, NAME, Places
from host_tools.integrations.service.programs import Run, must
from host_tools.integrations.service.reasons import ServiceError

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
        return units.text(
            units.Setup(
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
            accounts.require_reachable(program)
            made_account = accounts.make_account(self._run, self._places.state)
        else:
            self._places.state.mkdir(mode=0o700, parents=True, exist_ok=True)
        text = files.variables(files.read(self._places.environment), asked.secrets)
        changed = files.write(self._places.environment, text, is_private=True)
        if files.write(self._places.definition, self.unit(program, asked)):
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
        text = files.read(self._places.definition)
        if text and not files.is_ours(text):
            raise ServiceError("made_by_others", path=str(self._places.definition))
        if text:
            must(self._run, *self._systemctl("disable", "--now", UNIT))
        was_there = files.remove(self._places.definition)
        if files.is_ours(files.read(self._places.environment)):
            files.remove(self._places.environment)
        if was_there:
            must(self._run, *self._systemctl("daemon-reload"))
            self._run(self._systemctl("reset-failed", UNIT))  # fails where nothing has
        return was_there

    def properties(self) -> dict[str, str]:
        """systemd's properties of the service: systemctl(1), `show`."""
        names = ",".join(PROPERTIES)
        said = must(self._run, *self._systemctl("show", UNIT, f"--property={names}"))
        return dict(line.split("=", 1) for line in said.splitlines() if "=" in line)

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
