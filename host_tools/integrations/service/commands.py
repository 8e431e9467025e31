"""`boardside service`: install, remove, status in words."""

import getpass
import sys
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from host_tools import folders
from host_tools.collector import serial_line
from host_tools.console import terminal
from host_tools.console.shared_options import DryRun, Yes
from host_tools.integrations.service import launchd, places, systemd
from host_tools.integrations.service.places import Asked, ServiceError, asked, program
from host_tools.integrations.service.systemd import Systemd

#: systemd's results of a service that ended: systemd.exec(5), `$SERVICE_RESULT`.
_RESULTS = {
    "exit-code": "with status {status}",
    "signal": "by the signal {status}",
    "core-dump": "by the signal {status}",
    "watchdog": "by the watchdog: it gave no sign of life for a minute",
    "timeout": "because it took too long",
    "oom-kill": "because the computer ran out of memory",
    "start-limit-hit": "too often in a row",
}
CANNOT = "2"

AS_BEFORE = "It was installed in this way already, and runs."


def is_running(properties: Mapping[str, str]) -> bool:
    """Whether the service runs, if only to wait."""
    return properties.get("ActiveState") in ("active", "reloading")


def state_lines(properties: Mapping[str, str], is_system: bool, with_computer: bool) -> list[str]:
    """The state in lines. properties: the unit's; with_computer: it starts without a login."""
    rows = [_now(properties)]
    if (status := properties.get("StatusText", "")) and is_running(properties):
        rows.append(f"It says: {status}")
    restarts = properties.get("NRestarts", "0")
    if restarts not in ("", "0"):
        rows.append(
            f"systemd has started it again {restarts} times since it was installed or started by hand."
        )
    rows.append(_at_boot(properties, with_computer))
    rows += _advice(properties, "" if is_system else " --user")
    return rows


def _now(properties: Mapping[str, str]) -> str:
    state = properties.get("ActiveState", "")
    if is_running(properties):
        return f"The service runs since {properties.get('ActiveEnterTimestamp') or 'just now'}."
    if state == "activating" and properties.get("SubState") == "auto-restart":
        return f"The service ended {_end(properties)} and is started again in a few seconds."
    if state == "activating":
        return "The service is starting."
    if state == "deactivating":
        return "The service is ending, and stores what is left."
    since = properties.get("InactiveEnterTimestamp")
    when = f" since {since}" if since else ""
    if state == "failed":
        return f"The service is down{when}: it ended {_end(properties)}."
    return f"The service does not run{when}: it was ended." if since else "The service was never started."


def _end(properties: Mapping[str, str]) -> str:
    form = _RESULTS.get(properties.get("Result", ""), "as it should")
    return form.format(status=properties.get("ExecMainStatus", "?"))


def _at_boot(properties: Mapping[str, str], with_computer: bool) -> str:
    if properties.get("UnitFileState") in ("enabled", "enabled-runtime"):
        when = "the computer" if with_computer else "your first login, and ends with your last"
        return f"It starts with {when}."
    return "It does not start by itself: run `boardside service install`."


def _advice(properties: Mapping[str, str], scope: str) -> list[str]:
    if is_running(properties) or properties.get("ActiveState") in ("activating", "deactivating"):
        return []
    if properties.get("ActiveState") == "failed" and properties.get("ExecMainStatus") == CANNOT:
        return [
            "Status 2: what it was asked for cannot be done, and trying again would not help. The log says "
            "why; then `boardside service install -- …` with other options."
        ]
    return [f"To start it: systemctl{scope} start boardside"]


def mac_lines(runs: bool, last_exit: str, is_known: bool) -> list[str]:
    """The state on macOS in lines (`launchd.Status`)."""
    rows = ["The service runs." if runs else "The service does not run."]
    if last_exit and not runs:
        rows.append(
            f"It ended with status {last_exit}; after a failure launchd starts it again in half a minute."
        )
    if not is_known:
        rows.append("launchd does not know it: run `boardside service install`.")
    return rows


LOG_LINES = 5
out = terminal.console()
err = terminal.console(stderr=True)


def say(text: str) -> None:
    """A line on standard output."""
    out.print(text, markup=False, soft_wrap=True)


class Verb(StrEnum):
    """What is done with the service."""

    install = "install"
    remove = "remove"
    status = "status"


def service_command(
    do: Annotated[Verb, typer.Argument()] = Verb.status,
    options: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[-- OPTIONS OF COLLECT]", help="install: default, those it was installed with."
        ),
    ] = None,
    system: Annotated[
        bool,
        typer.Option(
            "--system",
            help="A service of the whole computer, run by a separate user (needs root). Default: yours.",
        ),
    ] = False,
    linger: Annotated[
        bool, typer.Option("--linger", help="install: start it with the computer, not with your first login.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """The collector as a service, which starts with the computer, and again after a failure.

    Install and start it (boardside service install -- --serial /dev/ttyUSB0); remove it, the database stays;
    or show its state and the end of its log. Exit status of status, 1: it does not run, 2: it cannot be
    found out.
    """
    if do is Verb.install:
        _install(options or [], system, linger, dry_run, yes)
    elif options:
        raise typer.BadParameter("Only install takes options of collect.")
    elif do is Verb.remove:
        _remove(system)
    else:
        _status(system)


def _install(options: list[str], system: bool, linger: bool, dry_run: bool, yes: bool) -> None:
    try:
        place = _places(system)
        before = places.read_file(place.definition)
        if before and not places.is_ours(before) and not dry_run:
            _may_overwrite(place.definition, yes)
        requested = asked(options or _kept(place, before), place.state)
        if launchd.is_here():
            _install_on_mac(place, requested, dry_run)
            return
        service = Systemd(place, places.run)
        if dry_run:
            typer.echo(service.unit(program(), requested), nl=False)
            secret = f" ({', '.join(requested.secrets)})" if requested.secrets else ""
            err.print(
                f"{place.definition} and {place.environment}{secret}: nothing was written.", soft_wrap=True
            )
            return
        service.require()
        installed = service.install(program(), requested)
        if installed.made_account:
            say(f"The user {places.ACCOUNT} was made; nobody can log in as it.")
        say("Installed, and started." if installed.has_changed else AS_BEFORE)
        if linger and not system:
            service.linger(getpass.getuser())
        _after(service, requested, system)
    except ServiceError as error:
        raise _fail(error) from error


def _remove(system: bool) -> None:
    try:
        place = _places(system)
        if launchd.is_here():
            was_there = launchd.remove(place, places.run)
        else:
            service = Systemd(place, places.run)
            service.require()
            was_there = service.remove()
    except ServiceError as error:
        raise _fail(error) from error
    say("Removed." if was_there else f"There is no service at {place.definition}.")
    if place.state.is_dir() and any(place.state.iterdir()):
        say(f"What is in {place.state} stays: the database, with every result and the tables' keys.")
        if system:
            say(f"So does its owner: `userdel {places.ACCOUNT}` when you delete it.")


def _status(system: bool) -> None:
    try:
        place = _places(system)
        before = places.read_file(place.definition)
        if not before:
            say(f"No service is installed ({place.definition}). To install one: boardside service install")
            raise typer.Exit(1)
        if launchd.is_here():
            on_mac = launchd.status(place, places.run)
            runs, log = on_mac.runs, on_mac.log
            lines = mac_lines(runs, on_mac.last_exit, on_mac.is_known)
        else:
            service = Systemd(place, places.run)
            if not system:
                service.require()
            properties = service.properties()
            runs = is_running(properties)
            lines = state_lines(properties, system, system or service.lingers(getpass.getuser()))
            log = service.log_lines(LOG_LINES)
    except ServiceError as error:
        raise _fail(error) from error
    for line in lines:
        say(line)
    for line in _database(asked(_kept(place, before), place.state), system):
        say(line)
    if log:
        say("The end of its log:")
        for line in log:
            say(f"  {line}")
    if not runs:
        raise typer.Exit(1)


def _places(system: bool) -> places.Places:
    if launchd.is_here():
        if system:
            raise ServiceError("one_user_on_mac")
        return places.of_mac(Path.home())
    if not sys.platform.startswith("linux"):
        raise ServiceError("no_service_manager")
    return places.of_system() if system else places.of_user(Path.home())


def _kept(place: places.Places, before: str) -> list[str]:
    """The options of the installed service, with those in its file of variables."""
    if launchd.is_here():
        return launchd.kept_arguments(before)
    if not places.is_ours(before):
        return []
    secrets = places.variables_in(places.read_file(place.environment))
    return [*systemd.kept_arguments(before), *places.as_options(secrets)]


def _may_overwrite(path: Path, yes: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        raise ServiceError("overwrite_needs_yes", path=str(path))
    if not typer.confirm(f"{path} was not made by this command. Overwrite it?"):
        raise ServiceError("nothing_changed")


def _after(service: Systemd, requested: Asked, system: bool) -> None:
    """Say what the organiser should know now."""
    scope = "" if system else " --user"
    for line in _database(requested, system):
        say(line)
    say(f"Its state: boardside service status{' --system' if system else ''}")
    say(f"Its log: journalctl{scope} -u boardside -f")
    user = getpass.getuser()
    if not system and not service.lingers(user):
        say(f"It runs while you are logged in. To start it with the computer: loginctl enable-linger {user}")
    for group in [] if system else serial_line.missing_groups(requested.serial):
        say(
            f"You are not in the group {group}, to which a serial port belongs: sudo usermod -aG {group} "
            f"{user}, then restart the computer (your services keep their groups until then)."
        )


def _database(requested: Asked, system: bool) -> list[str]:
    lines = [f"Its database: {requested.shown_db}"]
    if requested.db == f"sqlite:///{folders.data() / folders.DATABASE_FILE}":
        lines.append("Other commands use it, too, unless you name another by --db.")
    elif requested.db_file is not None:
        as_account = f"sudo -u {places.ACCOUNT} " if system else ""
        lines.append(
            f"Other commands take it by --db, such as: {as_account}boardside status --db {requested.shown_db}"
        )
    return lines


def _install_on_mac(place: places.Places, requested: Asked, dry_run: bool) -> None:
    if dry_run:
        typer.echo(launchd.definition(place, program(), requested, hides=True), nl=False)
        return
    launchd.install(place, program(), requested, places.run)
    for line in ["Installed, and started.", *_database(requested, False)]:
        say(line)
    say(f"Its log: {launchd.log_file(place)}. So that it does not grow for ever, write this as root into")
    say("/etc/newsyslog.d/boardside.conf:")
    say(launchd.rotation(place, getpass.getuser()))


def _fail(error: ServiceError) -> typer.Exit:
    err.print(str(error), style="red", markup=False, soft_wrap=True)
    return typer.Exit(2)
