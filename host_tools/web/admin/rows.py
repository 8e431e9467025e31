"""Rows and texts of the admin pages: the hall's clock, times, acts, keys, commands. No I/O."""

import time
from collections.abc import Mapping
from typing import Any

from host_tools.laws import refusals
from host_tools.store.halls import HallState
from host_tools.store.keys import KeyRow, fingerprint
from host_tools.tournament import acts
from host_tools.web.admin.page_models import ActLine, Battery, HallClock, KeyLine, OrderPage, TableRow
from host_tools.web.http.ports import TableView
from host_tools.web.live import shown_tables

STATES = {"running": "Running", "paused": "Paused", "ended": "Ended", "off": "Off"}
BUTTONS = {
    "running": ("pause", "end"),
    "paused": ("resume", "end"),
    "ended": ("end",),
    "off": (),
}
SAYS = {
    "start": "Start",
    "pause": "Pause",
    "resume": "Resume",
    "end": "End",
    "off": "Take it off the displays",
}
ACTS = {
    "clock set": "The computer’s clock was set; the hall’s time went on",
    "backup": "Backup made",
    "restore": "Restored from a backup",
    "login": "Logged in",
    "logout": "Logged out",
    "hall start": "Hall clock started",
    "hall pause": "Hall clock paused",
    "hall resume": "Hall clock resumed",
    "hall end": "Hall clock ended",
    "hall off": "Hall clock taken off",
    "match assigned": "Match assigned",
    "assign": "Match assigned",
    "key revoked": "Key revoked",
    "journal kept": "Journal: what is stored was kept",
    "journal taken": "Journal: the table’s record was taken",
    "journal given": "Journal given to a table",
    "key given": "Key given",
    "key given up": "Key given up",
    "panel code renewed": "New code for a panel",
    "keys imported": "Keys imported",
    "password set": "Password set",
    "password removed": "Password removed",
    "token made": "Token made",
    "token removed": "Token removed",
    "update": "Firmware sent",
    "board set up": "Board given number, network and key",
    "board flashed": "Board flashed",
    "act taken back": "Act taken back",
    "round": "Round taken over",
    **{name: act.record for name, act in acts.ACTS.items()},
}
KEY_STATES = {
    "new": "given out, not used yet",
    "current": "in use",
    "replaced": "replaced",
    "revoked": "revoked",
}


def length(ms: int) -> str:
    """A duration as "45:00" or "1:30:00", rounded up to full seconds as on the displays."""
    seconds = -(-ms // 1000)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def moment(ms: int | None) -> str:
    """Date and time in this computer's time zone, to the second."""
    return "" if ms is None else time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(ms / 1000))


def hall(state: HallState | None, now: int) -> HallClock:
    """The hall's clock as the page draws it at `now` (host time, UTC ms)."""
    kind = "off" if state is None else state.state_at(now)
    if state is None or kind == "off":
        number = 0 if state is None else state.number
        return {
            "state": "off",
            "says": STATES["off"],
            "digits": "",
            "end_ms": "",
            "ends": "",
            "share": 0,
            "length": "",
            "length_ms": 0,
            "by": "",
            "number": number,
            "buttons": [],
        }
    left = state.left_at(now)
    ends = state.ends_at() if kind == "running" else None
    return {
        "state": kind,
        "says": STATES[kind],
        "digits": length(left),
        "end_ms": "" if ends is None else ends,
        "ends": "" if ends is None else time.strftime("%H:%M:%S", time.localtime(ends / 1000)),
        "share": round(100 * left / max(1, state.length_ms)),
        "length": length(state.length_ms),
        "length_ms": state.length_ms,
        "by": state.by or "",
        "number": state.number,
        "buttons": [
            {"do": do, "says": SAYS["off" if kind == "ended" else do]} for do in BUTTONS.get(kind, ())
        ],
    }


def table(view: TableView, keys: list[KeyRow], status: Any = None) -> TableRow:
    """One table's row: players, state of the link, what is wrong, whether a key protects it, firmware, and
    the battery from `status` (docs/maintainer/protocol.md).
    """
    tile = shown_tables.tile(view)
    return {
        "number": tile["table"],
        "name": tile["name"],
        "hall": shown_tables.clean(view.get("hall_name") or ""),
        "link": tile["link"],
        "link_says": {"up": "connected", "stale": "silent", "down": "not connected"}[tile["link"]],
        "port": _port(view),
        "versus": tile["versus"],
        "phase": tile["phase"],
        "where": tile["where"] if tile["versus"] else "",
        "warning": tile["warning"],
        "behind": tile.get("behind", ""),
        "key": key_of(keys),
        "firmware": shown_tables.clean(view.get("firmware") or "", 20),
        **battery(status),
    }


def _port(view: TableView) -> str:
    """Where the table's line comes in, e.g. "Serial, /dev/ttyUSB0"."""
    link = view.get("link") or {}
    wire = shown_tables.WORDS.get("transport", link.get("transport"))
    return ", ".join(filter(None, (wire, shown_tables.clean(link.get("port") or "", 40))))


def battery(status: Any) -> Battery:
    """`battery` in words, empty for a table without one; `is_low` once the table itself has warned."""
    reading = status.get("battery") if isinstance(status, Mapping) else None
    if not isinstance(reading, Mapping) or not isinstance(reading.get("percent"), int):
        return {"battery": "", "is_low": False}
    percent, hours = int(reading["percent"]), reading.get("hours")
    has_hours = isinstance(hours, int)
    return {
        "battery": f"{percent} %, {hours} h left" if has_hours else f"{percent} %",
        "is_low": reading.get("low") is True,
    }


def key_of(keys: list[KeyRow]) -> str:
    """What protects a table: "keyed", "revoked" (it had a key, and none counts any more) or "open"."""
    states = {key.state for key in keys}
    if states & {"new", "current"}:
        return "keyed"
    return "revoked" if "revoked" in states else "open"


def key_row(key: KeyRow) -> KeyLine:
    """A key in words; never the key itself."""
    return {
        "fingerprint": fingerprint(key.key),
        "state": key.state,
        "says": KEY_STATES.get(key.state, key.state),
        "note": key.note or "",
        "made": moment(key.made_at),
        "used": moment(key.used_at),
        "ended": moment(key.ended_at),
    }


def act(row: Mapping[str, Any]) -> ActLine:
    """One line of what was done."""
    act_name = str(row["what"])
    return {
        "at": moment(row["at"]),
        "actor": shown_tables.clean(row["who"]),
        "act": ACTS.get(act_name, shown_tables.clean(act_name)),
        "detail": _detail(row["detail"]),
    }


def _detail(detail: Any) -> str:
    if not isinstance(detail, Mapping):
        return "" if detail is None else shown_tables.clean(detail)
    words = []
    for name, value in detail.items():
        if name in ("undo", "player_id", "joined"):
            continue
        if name == "ms" and isinstance(value, int):
            name, value = "length", length(value)
        if isinstance(value, list):
            value = " / ".join(map(str, value))
        if isinstance(value, Mapping):
            value = ", ".join(f"{part} {each}" for part, each in value.items())
        label = name.upper() if name in shown_tables.SIDES else name.replace("_", " ")
        words.append(f"{label} {value}")
    return ", ".join(shown_tables.clean(word) for word in words)


def command(row: Mapping[str, Any]) -> OrderPage:
    """A command to a table, and its progress."""
    event = row["event"]
    number = row["table"]
    sides = [" / ".join(shown_tables.clean(name) for name in event.get(side) or []) for side in ("a", "b")]
    reason = shown_tables.clean(refusals.of_row(row), shown_tables.TEXT_MAX)
    state = row["state"]
    if state == "done":
        title, text = f"Table {number} has the match", "Its display shows it."
    elif state == "refused":
        title, text = f"Table {number} refuses the match", reason or "It gave no reason."
    elif reason:
        title, text = f"Table {number} takes it later", f"{reason} It is asked again by itself."
    else:
        title = f"The match waits for table {number}"
        text = "It is sent as soon as the table is connected, also when this page is closed."
    return {
        "state": state,
        "waits": state in ("pending", "sent"),
        "title": title,
        "text": text,
        "table": number,
        "versus": " – ".join(sides),
        "match": shown_tables.clean(event.get("match") or ""),
    }
