"""The English words of every reason of reasons.py, and of the service's state."""

from collections.abc import Mapping

from host_tools.integrations.service.reasons import ServiceError, ServiceReason

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

WORDS: Mapping[ServiceReason, str] = {
    # The system.
    "one_user_on_mac": "On macOS there is only a service of your own user: leave --system out.",
    "no_service_manager": "Services are made for systemd (Linux) and launchd (macOS) only.",
    "systemd_missing": (
        "systemd does not run here (a container?): start `boardside collect --wait` by what does. --dry-run "
        "shows the unit."
    ),
    "root_needed": "A service of the system is made by root: put sudo before it, or leave --system out.",
    "systemd_silent": (
        "Your systemd does not answer: log in as this user (not by su or sudo), or, as root: `loginctl "
        "enable-linger {user}`, then log in again."
    ),
    # A service that is there already, or another's.
    "overwrite_needs_yes": (
        "{path} was not made by this command: look at it, then give --yes to overwrite it."
    ),
    "nothing_changed": "Nothing was changed.",
    "made_by_others": "{path} was not made by `boardside service install`: it stays.",
    "list_damaged": "The service's property list is damaged ({why}): remove it.",
    # The account.
    "installation_closed": (
        "The service runs as the user {account}, who cannot read {path}. Put Boardside where everybody can "
        "read it (/opt/boardside, `make setup` there), or install a service of your own user, without "
        "--system."
    ),
    # Files and programs.
    "not_readable": "{path} cannot be read: {why}.",
    "not_writable": "{path} cannot be written: {why}.",
    "not_removable": "{path} cannot be removed: {why}.",
    "program_not_run": "{program} could not be run: {why}.",
    "program_too_slow": "`{command}` did not end within {seconds} seconds.",
    "program_failed": "`{command}` failed: {said}",
}


def say(why: ServiceError) -> str:
    """The words of a reason; they say what to do."""
    return WORDS[why.reason].format_map(why.facts)


def is_running(properties: Mapping[str, str]) -> bool:
    """Whether the service runs, if only to wait."""
    return properties.get("ActiveState") in ("active", "reloading")


def lines(properties: Mapping[str, str], is_system: bool, with_computer: bool) -> list[str]:
    """The state in lines. properties: the unit's; with_computer: it starts without a login."""
    said = [_now(properties)]
    if (status := properties.get("StatusText", "")) and is_running(properties):
        said.append(f"It says: {status}")
    restarts = properties.get("NRestarts", "0")
    if restarts not in ("", "0"):
        said.append(
            f"systemd has started it again {restarts} times since it was installed or started by hand."
        )
    said.append(_at_boot(properties, with_computer))
    said += _advice(properties, "" if is_system else " --user")
    return said


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
    said = ["The service runs." if runs else "The service does not run."]
    if last_exit and not runs:
        said.append(
            f"It ended with status {last_exit}; after a failure launchd starts it again in half a minute."
        )
    if not is_known:
        said.append("launchd does not know it: run `boardside service install`.")
    return said
