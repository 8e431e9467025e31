"""What a table reports of its hall's clock, held against what is wanted there. Pure: time is passed in."""

from typing import Any

from host_tools.store.halls import Clocks, HallState

#: A clock with less than this left is not brought to a table that has it at zero already.
NEARLY_OVER_MS = 1000


def needs(wanted: HallState, shown: dict[str, Any], at: int) -> bool:
    """Whether a table that reports `shown` as its hall clock lacks the wanted one, at this host time."""
    state = shown.get("state")
    if wanted.state == "off":
        return state != "off"
    if has(wanted, shown):
        return False
    if wanted.state_at(at) == "ended":
        return state in ("running", "paused")
    return state != "expired" or wanted.state != "running" or wanted.left_at(at) >= NEARLY_OVER_MS


def has(wanted: HallState, shown: dict[str, Any]) -> bool:
    """Whether the table has taken this very change. A number alone might be another database's."""
    return shown.get("number") == wanted.number and shown.get("moment") == wanted.moment


def lacks(wanted: HallState, status: dict[str, Any] | None, at: int) -> bool:
    """Whether a table of this status does not have the wanted clock yet, at this host time."""
    shown = (status or {}).get("hall")
    if not isinstance(shown, dict):
        return True
    if "number" not in shown:  # an older firmware: its state has to do
        expected = {"running": ("running", "expired"), "paused": ("paused",)}.get(wanted.state)
        return expected is not None and shown.get("state") not in expected
    if wanted.state == "ended" and shown.get("state") in ("off", "expired"):
        return False
    return not has(wanted, shown) and needs(wanted, shown, at)


def is_lacking(clocks: Clocks, table: int, status: dict[str, Any] | None, at: int) -> bool:
    """Whether this table does not have the clock of its hall yet, at this host time."""
    wanted = clocks.of_table(table)
    return wanted is not None and lacks(wanted, status, at)


def command_of(wanted: HallState) -> dict[str, Any]:
    """The `hall` event that brings a table to what is wanted."""
    event: dict[str, Any] = {"kind": "hall", "do": "end"}
    if wanted.state == "running":
        event.update(do="start" if wanted.left_ms == wanted.length_ms else "resume", ms=wanted.left_ms)
    elif wanted.state == "paused":
        event.update(do="pause", ms=wanted.left_ms)
    return {**event, "moment": wanted.moment, "number": wanted.number}
