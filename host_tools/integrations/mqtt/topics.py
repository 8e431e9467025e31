"""Makes topics and texts of views, rows and fixtures. Pure.

All messages of a table are retained; an empty text removes a retained one. docs/scripts/integrations.md
has the list.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Literal

from host_tools.live_values import TableView, published_points

VERSION = 1
ONLINE, OFFLINE = "online", "offline"

#: The last levels of the retained topics that come from a table's view.
OF_TABLE = ("state", "link", "score", "games", "phase", "clock_end")

CLOCKS: tuple[Literal["clock", "hall"], ...] = ("clock", "hall")
Messages = dict[str, str]
_NOT_IN_LEVELS = re.compile(r"[/+#\x00-\x1f\x7f-\x9f\ud800-\udfff]")


def dumps(value: object) -> str:
    """Compact JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def status(prefix: str) -> str:
    """The topic that says "online" while a collector publishes here, else "offline" (the last will)."""
    return f"{prefix}/status"


def table(prefix: str, view: Mapping[str, Any]) -> Messages:
    """A table's retained messages from its view (host_tools/collector/hub.py)."""
    base = f"{prefix}/tables/{view['table']}"
    has_match = view.get("match") is not None
    points, games = published_points(view), view.get("games") or {}
    return {
        f"{base}/state": dumps({"version": VERSION, "table": view}),
        f"{base}/link": str((view.get("link") or {}).get("state", "down")),
        f"{base}/score": f"{points[0]}-{points[1]}" if has_match else "",
        f"{base}/games": f"{games.get('a', 0)}-{games.get('b', 0)}" if has_match else "",
        f"{base}/phase": str(view.get("phase") or "idle"),
        f"{base}/clock_end": clock_end(view),
    }


def shifted(view: TableView, ahead: int) -> TableView:
    """The view with its moments `ahead` ms later."""
    if not ahead:
        return view
    moved: TableView = {**view}
    for name in CLOCKS:
        clock = view.get(name)
        if clock is not None and clock["end_ms"] is not None:
            moved[name] = {**clock, "end_ms": clock["end_ms"] + ahead}
    link = view.get("link")
    if link is not None:
        moved["link"] = {**link, "heard_ms": link["heard_ms"] + ahead}
    return moved


def clock_end(view: Mapping[str, Any]) -> str:
    """When the table's own clock, or else the hall's, is at zero (RFC 3339, UTC); "" if neither runs."""
    for name in ("clock", "hall"):
        end_ms = (view.get(name) or {}).get("end_ms")
        if isinstance(end_ms, int):
            return moment(end_ms)
    return ""


def moment(ms: int) -> str:
    """UTC ms as RFC 3339: 2026-03-12T12:00:00.000Z."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def device(prefix: str, row: Mapping[str, Any]) -> Messages:
    """The device at a table, from its row of the database (`Store.tables`)."""
    status = row["status"] if isinstance(row["status"], dict) else {}
    battery = status.get("battery") if isinstance(status.get("battery"), dict) else None
    device_json = {
        "version": VERSION,
        "table": row["table_no"],
        "name": row["name"],
        "firmware": row["firmware"],
        "keyed": bool(row["keyed"]),
        "transport": row["transport"],
        "battery": battery,
        "problem": status.get("problem"),
    }
    return {f"{prefix}/tables/{row['table_no']}/device": dumps(device_json)}


def event(prefix: str, row: Mapping[str, Any]) -> tuple[str, str]:
    """A committed event as `Store.events` gives it. Not retained. (journal, seq) identifies it for ever."""
    return f"{prefix}/tables/{row['table']}/events", dumps({"version": VERSION, **row})


def level(text: str) -> str:
    """The text as one level of a topic: no separator, no wildcard, nothing unprintable."""
    return _NOT_IN_LEVELS.sub("_", text) or "_"


def result(prefix: str, tournament: str, fixture: Mapping[str, Any]) -> tuple[str, str]:
    """A decided match, as the JSON API shows a match (`shapes.MatchShape`); retained."""
    names = (tournament, fixture["event"], fixture["id"])
    topic = "/".join((prefix, "results", *(level(str(name)) for name in names)))
    return topic, dumps({"version": VERSION, "tournament": tournament, "match": fixture})
