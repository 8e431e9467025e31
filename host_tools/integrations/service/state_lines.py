"""The service's state in words."""

from collections.abc import Mapping

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


def lines(properties: Mapping[str, str], is_system: bool, with_computer: bool) -> list[str]:
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
