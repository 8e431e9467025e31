"""`boardside status`: the hall as the database shows it, gathered and drawn."""

import os
import platform
import time
from datetime import datetime
from typing import Literal, TypedDict

from rich.console import Console
from rich.text import Text

from host_tools.collector.hall_clock import is_lacking
from host_tools.collector.reasons import read_trouble
from host_tools.console import text_tables
from host_tools.console.text_tables import Column
from host_tools.live_values import UNCONFIRMED, BatteryStatus, LinkState, NamedReason, OfficialResult
from host_tools.reasons import Cause
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.halls import Clocks, HallState
from host_tools.store.meta_values import latest_restore, read_backup_state
from host_tools.store.outbox import reports_waiting
from host_tools.store.rows import CollectorRow, MatchRow, MatchTitle, TableRow


def at_work(store: Store) -> list[str]:
    """The messages of a starting collector about the collectors that run now. Raises StoreError."""
    return [
        f"Another collector is at work on this database: process {row['pid']} on {row['host']}, since "
        f"{time.strftime('%H:%M', time.localtime(row['started_at'] / 1000))}. Each table belongs to the one "
        "it is connected to; nothing counts twice."
        for row in store.collectors()
        if not _is_dead(row)
    ]


def fallen_silent(store: Store) -> tuple[list[str], Cause | None]:
    """Messages about collectors that stopped writing without an end, and why nothing can be stored. Raises
    StoreError.
    """
    now = store.hall.now()
    rows = store.health.silent(now)
    if not rows or (store.collectors() and all(map(_is_dead, rows))):
        return [], None
    trouble = store.health.trouble()
    lines = []
    for row in rows:
        age = max(0, now - row["seen_at"]) // 1000
        collector = f"The collector of process {row['pid']} on {row['host']}"
        if _is_dead(row):
            lines.append(f"{collector} was killed {age} s ago; start `boardside collect` to go on.")
        elif trouble is not None:
            lines.append(f"{collector} has written nothing for {age} s.")
        else:
            lines.append(f"{collector} has given no sign of life for {age} s: does it still run?")
    trouble_lines = [] if trouble is None else [f"Nothing can be stored: {trouble!s}"]
    return trouble_lines + lines, trouble


def _is_dead(row: CollectorRow) -> bool:
    """Whether it ran on this computer and has ended; False for one on another computer."""
    if os.name != "posix" or row["host"] != platform.node():
        return False
    try:
        os.kill(row["pid"], 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


#: A table that no collector has heard for this time is down, whatever its last record says.
GONE_MS = 10_000


class HallClockReport(TypedDict):
    """A hall's wanted clock."""

    state: str
    left: int  # ms
    length: int  # ms
    number: int  # of the change
    lacking: list[int]  # the tables that are connected and do not have it


class HallClockOf(TypedDict):
    """The clock of one of several halls."""

    hall: str
    clock: HallClockReport | None


class DeviceReport(TypedDict):
    """A device that has spoken under a table number, by its journal."""

    journal: str
    first_at: int
    last_at: int


class MatchReport(MatchTitle):
    """The match at a table, as `MatchRow` has it."""

    official: OfficialResult | None
    agrees: bool | None


class TableReport(TypedDict):
    """A table that was ever heard."""

    table: int
    name: str
    hall: str  # "": it is in none
    link: LinkState
    age_ms: int  # since it was last heard
    heard_at: int
    transport: str
    port: str
    keyed: bool
    firmware: str
    match: MatchReport | None
    pending: int  # commands that wait for it
    battery: BatteryStatus | None
    problem: str | None
    devices: list[DeviceReport]  # in the order in which they came


class StrangerReport(TypedDict):
    """A table that was turned away lately and has never been heard."""

    table: int
    problem: str


class BackupReport(TypedDict):
    """The regular backups of the collector."""

    folder: str
    file: str  # the last one; "": none yet
    made_at: int | None
    age_ms: int | None
    is_apart: bool  # on another disk than the database
    problem: NamedReason | None  # why no newer one was made


class RestoredReport(TypedDict):
    """From when a restored database is: a time and the number of the last act, or 0."""

    as_of: int
    act: int


class HallReport(TypedDict):
    """All data of `boardside status`, JSON-ready. Times are in ms since 1970 (UTC)."""

    version: Literal[1]
    collectors: list[str]  # ids
    problems: list[str]  # why nothing is stored, as far as other processes can see
    database: NamedReason | None  # among these: why the database takes nothing
    remarks: list[str]  # problems of companions (an unreachable MQTT broker), of the computer's clock
    backup: BackupReport | None  # None: no collector makes regular backups
    restored: RestoredReport | None  # a restore of the last twelve hours
    reports: int  # reports of tables that wait for the organiser
    hall: HallClockReport | None  # None: there is no clock, or halls have different ones
    halls: list[HallClockOf]  # where there are halls
    tables: list[TableReport]
    strangers: list[StrangerReport]


def gather(store: Store, only: str | None = None) -> HallReport:
    """The hall as the database shows it now; `only`: nothing but this hall. Raises StoreError."""
    now = store.hall.now()
    collectors = store.collectors()
    devices = _devices(store)
    clocks = store.hall.clocks()
    heard = store.tables()
    rows = [row for row in heard if only in (None, clocks.layout.hall_of(row["table_no"]))]
    tables: list[TableReport] = []
    for row in rows:
        age = max(0, now - row["heard_at"])
        link = row["link"] if collectors and age < GONE_MS else "down"
        match = store.current_match(row["journal"])
        tables.append(
            {
                "table": row["table_no"],
                "name": row["name"],
                "hall": clocks.layout.hall_of(row["table_no"]),
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
                "problem": _words(row["problem"])
                or (match["problem"] if match is not None else None)
                or _failure(row["status"]),
                "devices": devices.get(row["table_no"], []),
            }
        )
    present = [row for row, table in zip(rows, tables, strict=True) if table["link"] != "down"]
    with reading(store.engine) as connection:
        waiting = reports_waiting(connection)
    at = store.hall.now()
    problems, trouble = fallen_silent(store)
    names = clocks.layout.names if only is None else (only,)
    common = clocks.common(row["table_no"] for row in rows) if only is None else clocks.clock_of(only)
    restored = latest_restore(store.admins, now)
    return {
        "version": 1,
        "collectors": [row["id"] for row in collectors],
        "problems": problems,
        "database": None if trouble is None else trouble.to_json(),
        "remarks": [*store.notes.remarks(now), *map(str, store.health.warnings())],
        "backup": _backup(store, now),
        "restored": None if restored is None else {"as_of": restored.as_of, "act": restored.act},
        "reports": waiting,
        "hall": _clock_of(common, clocks, present, at),
        "halls": [
            {"hall": name, "clock": _clock_of(clocks.clock_of(name), clocks, _in(present, clocks, name), at)}
            for name in names
        ],
        "tables": tables,
        "strangers": _strangers(store, [row["id"] for row in collectors], {row["table_no"] for row in heard}),
    }


def _backup(store: Store, now: int) -> BackupReport | None:
    state = read_backup_state(store.notes)
    if state is None:
        return None
    return {
        "folder": state.folder,
        "file": state.file,
        "made_at": state.made_at,
        "age_ms": None if state.made_at is None else max(0, now - state.made_at),
        "is_apart": state.is_apart,
        "problem": state.problem,
    }


def _strangers(store: Store, collectors: list[str], heard: set[int]) -> list[StrangerReport]:
    refused = store.health.strangers(collectors)
    return [
        {"table": table, "problem": str(read_trouble(refused[table]))}
        for table in sorted(refused)
        if table not in heard
    ]


def _words(problem: str | None) -> str | None:
    """The English words of a problem in the database."""
    return None if problem is None else str(read_trouble(problem))


def _in(rows: list[TableRow], clocks: Clocks, hall: str) -> list[TableRow]:
    return [row for row in rows if clocks.layout.hall_of(row["table_no"]) == hall]


def _clock_of(
    state: HallState | None, clocks: Clocks, present: list[TableRow], at: int
) -> HallClockReport | None:
    if state is None or state.state == "off":
        return None
    lacking = [row["table_no"] for row in present if is_lacking(clocks, row["table_no"], row["status"], at)]
    return {
        "state": state.state_at(at),
        "left": state.left_at(at),
        "length": state.length_ms,
        "number": state.number,
        "lacking": lacking,
    }


def _devices(store: Store) -> dict[int, list[DeviceReport]]:
    """For each table number the devices that have spoken under it, in the order in which they came."""
    by_table: dict[int, list[DeviceReport]] = {}
    for device in store.links.devices():
        report: DeviceReport = {
            "journal": device.journal,
            "first_at": device.first_at,
            "last_at": device.last_at,
        }
        by_table.setdefault(device.table, []).append(report)
    for devices in by_table.values():
        devices.sort(key=lambda device: (device["first_at"], device["journal"]))
    return by_table


def _match(match: MatchRow) -> MatchReport:
    return {
        "match": match["match"],
        "title": match["title"],
        "stage": match["stage"],
        "ruleset": match["ruleset"],
        "doubles": match["doubles"],
        "names": match["names"],
        "phase": match["phase"],
        "official": match["official"],
        "confirmed": match["confirmed"],
        "agrees": match["agrees"],
    }


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


def draw(hall: HallReport, out: Console) -> None:
    """The tables for a person, as `gather` has them."""
    has_halls = len({table["hall"] for table in hall["tables"]}) > 1
    rows = []
    for table in hall["tables"]:
        match = table["match"]
        official = None if match is None else match["official"]
        games = "-" if official is None else _pair(official["games_won"])
        points = "-" if official is None else _pair(official["points"])
        rows.append(
            (
                str(table["table"]),
                table["hall"] if has_halls else "",
                _link(table),
                _players(match) if match else "-",
                games if match else "",
                points if match else "",
                _phase(match) if match else "",
                str(table["pending"] or ""),
                table["firmware"],
            )
        )
    text_tables.show(out, "", COLUMNS, rows)


def remarks(hall: HallReport) -> list[str]:
    """Lines for facts that are not in the drawn table: no tables, no collector, problems."""
    lines = []
    if not hall["tables"]:
        lines.append("No table has been heard yet.")
    if not hall["collectors"]:
        lines += hall["problems"] or ["No collector is running on this database: start `boardside collect`."]
    else:
        lines += hall["problems"]
    lines += hall["remarks"]
    if hall["restored"] is not None:
        as_of, act = _clock(hall["restored"]["as_of"]), hall["restored"]["act"]
        lines.append(
            f"Restored from a backup: as of {as_of}, act {act}. What the desk did since then is not here."
        )
    if hall["backup"] is not None:
        age = hall["backup"]["age_ms"]
        made = "none yet" if age is None else f"{_age(age)} ago, {hall['backup']['file']}"
        lines.append(f"Last backup: {made}.")
    if hall["reports"]:
        lines.append(
            f"Reports of tables that wait for the organiser: {hall['reports']} (`boardside reports`)."
        )
    if hall["hall"] is not None:
        lines.append(_clock_line(hall["hall"]))
    else:
        clocks = {item["hall"]: item["clock"] for item in hall["halls"] if item["clock"] is not None}
        lines += [_clock_line(clock, f"Hall clock of {name}") for name, clock in clocks.items()]
    lines += [f"Table {table['table']}: {table['problem']}" for table in hall["tables"] if table["problem"]]
    lines += [f"Table {item['table']}, never heard yet: {item['problem']}" for item in hall["strangers"]]
    lines += [_several(table) for table in hall["tables"] if len(table["devices"]) > 1]
    return lines


def _clock_line(clock: HallClockReport, title: str = "Hall clock") -> str:
    seconds = (clock["left"] + 999) // 1000
    line = f"{title}: {clock['state']}, {seconds // 60}:{seconds % 60:02d} left"
    if clock["state"] == "ended":
        line = f"{title}: ended"
    lacking = ", ".join(map(str, clock["lacking"]))
    return f"{line}; not yet at table {lacking}." if lacking else f"{line}."


def _several(table: TableReport) -> str:
    """The note about several devices: correct after an exchange of the device, but worth a check."""
    devices = table["devices"]
    heard = ", ".join(
        f"{device['journal']} ({_clock(device['first_at'])} to {_clock(device['last_at'])})"
        for device in devices
    )
    since = _clock(devices[1]["first_at"])
    return f"Table {table['table']}: since {since} {len(devices)} devices have used its number: {heard}."


def _clock(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000).strftime("%d %b %H:%M")


def _link(table: TableReport) -> Text:
    colour = {"up": "green", "stale": "yellow"}.get(table["link"], "red")
    text = Text(table["link"], style=colour)
    text.append(f" {_age(table['age_ms'])}", style="dim")
    text.append(f" {table['transport']}{'' if table['keyed'] else ' open'}", style="dim")
    battery = table["battery"]
    if battery is not None:
        left = "" if battery["hours"] is None else f" {battery['hours']} h"
        style = "red" if battery["low"] else "dim"
        text.append(f" battery {battery['percent']}%{left}", style=style)
    return text


def _battery(status: object) -> BatteryStatus | None:
    """The battery in a table's status; None when it is missing or malformed."""
    battery = status.get("battery") if isinstance(status, dict) else None
    if not isinstance(battery, dict) or not all(
        isinstance(battery.get(name), int) for name in ("mv", "percent")
    ):
        return None
    hours = battery.get("hours")
    hours = hours if isinstance(hours, int) else None
    is_low = battery.get("low") is True
    return {"mv": battery["mv"], "percent": battery["percent"], "hours": hours, "low": is_low}


def _failure(status: object) -> str | None:
    """The failures that a table's status reports."""
    problem = status.get("problem") if isinstance(status, dict) else None
    return problem if isinstance(problem, str) else None


def _age(milliseconds: int) -> str:
    seconds = milliseconds // 1000
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _players(match: MatchReport) -> str:
    names = match["names"]
    return " - ".join(" / ".join(players) for players in (names.get("a") or ["A"], names.get("b") or ["B"]))


def _pair(values: list[int]) -> str:
    return "-".join(map(str, values))


def _phase(match: MatchReport) -> str:
    phase = UNCONFIRMED if match["phase"] == "over" else str(match["phase"])
    return phase if match["agrees"] is not False else f"{phase} (scores differ)"
