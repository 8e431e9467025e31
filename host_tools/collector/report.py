"""`boardside status`: the hall as the database shows it, gathered and drawn."""

from datetime import datetime
from typing import Any

from rich.console import Console
from rich.text import Text

from host_tools import text_tables
from host_tools.collector import neighbours
from host_tools.collector.hall_wanted import is_lacking
from host_tools.store import Store
from host_tools.store.halls import Clocks, HallState
from host_tools.store.store import now_ms
from host_tools.text_tables import Column

#: Not heard for this long by a collector, a table is down, whatever was last written about it.
GONE_MS = 10_000
LOW_PERCENT = 10


def gather(store: Store, only: str | None = None) -> dict[str, Any]:
    """Everything `status` tells, JSON-ready: {"version", "collectors", "problems", "hall", "tables": [...]},
    times in ms since 1970 (UTC); `only`: nothing but this hall. `problems`: why nothing is stored, as far as
    it can be seen from outside. `hall`: the hall's clock as it is wanted, {"state", "left", "length",
    "number", "lacking"}, None when there is none, or halls have different ones; `lacking`: the tables that
    are connected and do not have it. `halls`: [{"hall", "clock"}] where there are halls, each clock in that
    shape. `remarks`: what ails the collector's work for others (an MQTT broker that is away). A table's
    `hall` is "" when it stands in none; its `battery` {"mv", "percent", "hours"} is None when it has none.
    `strangers`: [{"table", "problem"}] of tables that were turned away lately and have never been heard.
    """
    now = now_ms()
    collectors = store.collectors()
    devices = _devices(store)
    clocks = store.hall.clocks()
    heard = store.tables()
    rows = [row for row in heard if only in (None, clocks.layout.of(row["table_no"]))]
    tables = []
    for row in rows:
        age = max(0, now - row["heard_at"])
        link = row["link"] if collectors and age < GONE_MS else "down"
        match = store.current_match(row["journal"])
        tables.append(
            {
                "table": row["table_no"],
                "name": row["name"],
                "hall": clocks.layout.of(row["table_no"]),
                "link": link,
                "age_ms": age,
                "heard_at": row["heard_at"],
                "transport": row["transport"],
                "port": row["port"],
                "keyed": row["keyed"],
                "firmware": row["firmware"],
                "match": _match(match) if match is not None else None,
                "pending": row["pending"],
                "battery": _battery(row["status"]),
                "problem": row["problem"]
                or (match["problem"] if match is not None else None)
                or _failure(row["status"]),
                "devices": devices.get(row["table_no"], []),
            }
        )
    present = [row for row, table in zip(rows, tables, strict=True) if table["link"] != "down"]
    at = store.hall.now()
    names = clocks.layout.names if only is None else (only,)
    common = clocks.common(row["table_no"] for row in rows) if only is None else clocks.of(only)
    return {
        "version": 1,
        "collectors": [row["id"] for row in collectors],
        "problems": neighbours.fallen_silent(store),
        "remarks": store.notes.remarks(now),
        "hall": _clock_of(common, clocks, present, at),
        "halls": [
            {"hall": name, "clock": _clock_of(clocks.of(name), clocks, _in(present, clocks, name), at)}
            for name in names
        ],
        "tables": tables,
        "strangers": _strangers(store, [row["id"] for row in collectors], {row["table_no"] for row in heard}),
    }


def _strangers(store: Store, collectors: list[str], heard: set[int]) -> list[dict[str, Any]]:
    refused = store.health.strangers(collectors)
    return [{"table": table, "problem": refused[table]} for table in sorted(refused) if table not in heard]


def _in(rows: list[dict[str, Any]], clocks: Clocks, hall: str) -> list[dict[str, Any]]:
    return [row for row in rows if clocks.layout.of(row["table_no"]) == hall]


def _clock_of(
    wanted: HallState | None, clocks: Clocks, present: list[dict[str, Any]], at: int
) -> dict[str, Any] | None:
    if wanted is None or wanted.state == "off":
        return None
    lacking = [row["table_no"] for row in present if is_lacking(clocks, row["table_no"], row["status"], at)]
    return {
        "state": wanted.state_at(at),
        "left": wanted.left_at(at),
        "length": wanted.length_ms,
        "number": wanted.number,
        "lacking": lacking,
    }


def _devices(store: Store) -> dict[int, list[dict[str, Any]]]:
    """For each table number the devices that have spoken under it, in the order in which they came."""
    found: dict[int, list[dict[str, Any]]] = {}
    for device in store.links.devices():
        times = {"first_at": device.first_at, "last_at": device.last_at}
        found.setdefault(device.table, []).append({"journal": device.journal, **times})
    for devices in found.values():
        devices.sort(key=lambda device: (device["first_at"], device["journal"]))
    return found


def _match(match: dict[str, Any]) -> dict[str, Any]:
    names = (
        "match",
        "title",
        "stage",
        "ruleset",
        "doubles",
        "names",
        "phase",
        "official",
        "confirmed",
        "agrees",
    )
    return {name: match[name] for name in names}


COLUMNS = (
    Column("table", right=True),
    Column("hall"),
    Column("link"),
    Column("match"),
    Column("games", whole=True),
    Column("points", whole=True),
    Column("phase"),
    Column("waiting", right=True),
    Column("firmware", spare=1),
)


def draw(hall: dict[str, Any], out: Console) -> None:
    """The tables for a person, as `gather` has them."""
    has_halls = len({table["hall"] for table in hall["tables"]}) > 1
    rows = []
    for table in hall["tables"]:
        match = table["match"]
        official = (match or {}).get("official") or {"games_won": ["", ""], "points": ["", ""]}
        rows.append(
            (
                str(table["table"]),
                table["hall"] if has_halls else "",
                _link(table),
                _players(match) if match else "-",
                "-".join(map(str, official["games_won"])) if match else "",
                "-".join(map(str, official["points"])) if match else "",
                _phase(match) if match else "",
                str(table["pending"] or ""),
                table["firmware"],
            )
        )
    text_tables.show(out, "", COLUMNS, rows)


def remarks(hall: dict[str, Any]) -> list[str]:
    """What the table does not show: no tables, no collector, problems."""
    lines = []
    if not hall["tables"]:
        lines.append("No table has been heard yet.")
    if not hall["collectors"]:
        lines += hall["problems"] or ["No collector is running on this database: start `boardside collect`."]
    else:
        lines += hall["problems"]
    lines += hall["remarks"]
    if hall["hall"] is not None:
        lines.append(_clock_line(hall["hall"]))
    else:
        clocks = {each["hall"]: each["clock"] for each in hall["halls"] if each["clock"] is not None}
        lines += [_clock_line(clock, f"Hall clock of {name}") for name, clock in clocks.items()]
    lines += [f"Table {table['table']}: {table['problem']}" for table in hall["tables"] if table["problem"]]
    lines += [f"Table {each['table']}, never heard yet: {each['problem']}" for each in hall["strangers"]]
    lines += [_several(table) for table in hall["tables"] if len(table["devices"]) > 1]
    return lines


def _clock_line(clock: dict[str, Any], what: str = "Hall clock") -> str:
    seconds = (clock["left"] + 999) // 1000
    line = f"{what}: {clock['state']}, {seconds // 60}:{seconds % 60:02d} left"
    if clock["state"] == "ended":
        line = f"{what}: ended"
    lacking = ", ".join(map(str, clock["lacking"]))
    return f"{line}; not yet at table {lacking}." if lacking else f"{line}."


def _several(table: dict[str, Any]) -> str:
    """Not wrong in itself (a device was exchanged), but somebody may ask."""
    devices = table["devices"]
    heard = ", ".join(
        f"{device['journal']} ({_clock(device['first_at'])} to {_clock(device['last_at'])})"
        for device in devices
    )
    since = _clock(devices[1]["first_at"])
    return f"Table {table['table']}: since {since} {len(devices)} devices have used its number: {heard}."


def _clock(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%d %b %H:%M")


def _link(table: dict[str, Any]) -> Text:
    colour = {"up": "green", "stale": "yellow"}.get(table["link"], "red")
    text = Text(table["link"], style=colour)
    text.append(f" {_age(table['age_ms'])}", style="dim")
    text.append(f" {table['transport']}{'' if table['keyed'] else ' open'}", style="dim")
    battery = table["battery"]
    if battery is not None:
        left = "" if battery["hours"] is None else f" {battery['hours']} h"
        style = "red" if battery["percent"] <= LOW_PERCENT else "dim"
        text.append(f" battery {battery['percent']}%{left}", style=style)
    return text


def _battery(status: Any) -> dict[str, Any] | None:
    """What a table's status says of its battery, if it says it as it should."""
    told = status.get("battery") if isinstance(status, dict) else None
    if not isinstance(told, dict) or not all(isinstance(told.get(name), int) for name in ("mv", "percent")):
        return None
    hours = told.get("hours")
    hours = hours if isinstance(hours, int) else None
    return {"mv": told["mv"], "percent": told["percent"], "hours": hours}


def _failure(status: Any) -> str | None:
    """What a table's status says has failed on it."""
    told = status.get("problem") if isinstance(status, dict) else None
    return told if isinstance(told, str) else None


def _age(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _players(match: dict[str, Any]) -> str:
    sides = (" / ".join(match["names"].get(side) or [side.upper()]) for side in ("a", "b"))
    return " - ".join(sides)


def _phase(match: dict[str, Any]) -> str:
    phase = str(match["phase"])
    return phase if match["agrees"] is not False else f"{phase} (scores differ)"
