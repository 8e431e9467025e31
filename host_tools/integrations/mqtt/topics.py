"""What is published: topics and texts of views, rows and fixtures, and Home Assistant's discovery of a table.

All messages of a table are retained; an empty text removes a retained one. docs/scripts/integrations.md
has the list.

Source: Home Assistant, MQTT integration, "Device discovery payload": `<prefix>/device/<object_id>/config`
with `device`, `origin` and `components`; each component has a `platform` and a `unique_id`. A template that
gives `None` makes an entity unknown (sensor.mqtt, `value_template`).
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, Literal, NotRequired, TypedDict

from sqlalchemy import func, select

from host_tools.integrations.mqtt.brokers import Broker
from host_tools.live_values import TableView, published_points
from host_tools.store import Store
from host_tools.store.database import reading
from host_tools.store.schema import acts
from host_tools.store.tournament_schema import fixtures
from host_tools.tournament.desk.desk import Desk
from host_tools.tournament.desk.shapes import EventFacts

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


DECIDED = ("done", "bye")


def results_signature(store: Store) -> tuple[int, ...]:
    """A value that differs whenever results may differ: decided matches and acts of people (blocking)."""
    column = fixtures.c
    with reading(store.engine) as connection:
        row = connection.execute(
            select(func.count(), func.max(column.decided_at)).where(column.state.in_(DECIDED))
        ).one()
        act = connection.execute(select(func.max(acts.c.id))).scalar()
    return int(row[0]), int(row[1] or 0), int(act or 0)


def decided_results(store: Store, prefix: str) -> Messages:
    """The retained messages of all decided matches of all tournaments (blocking)."""
    desk = Desk(store)
    messages: Messages = {}
    for tournament in desk.tournaments():
        for competition in desk.competitions(tournament):
            facts = EventFacts.read(desk, competition)
            for fixture in desk.fixtures(competition):
                if fixture.state in DECIDED:
                    match = facts.match(fixture).model_dump(by_alias=True)
                    topic, text = result(prefix, tournament.key, match)
                    messages[topic] = text
    return messages


#: A sensor of the class `enum` takes these states and no others.
PHASES = ("idle", "toss", "ready", "board", "change", "interval", "over", "confirmed")


class Availability(TypedDict):
    """A topic that says whether an entity can be used."""

    topic: str
    value_template: NotRequired[str]


class Component(TypedDict, total=False):
    """An entity. The fields are Home Assistant's."""

    availability: list[Availability]
    availability_mode: str
    entity_category: str
    platform: str
    name: str
    state_topic: str
    value_template: str
    device_class: str
    icon: str
    options: list[str]
    state_class: str
    unit_of_measurement: str


def discovery_message(broker: Broker, table: int, name: str, firmware: str) -> tuple[str, str]:
    """The topic and the text that announce a table."""
    ident = f"{broker.slug}_{table}"
    base = f"{broker.prefix}/tables/{table}"
    announced = {
        "device": {
            "identifiers": [ident],
            "name": name or f"Table {table}",
            "manufacturer": "Boardside",
            "model": "Table scoreboard",
            **({"sw_version": firmware} if firmware else {}),
            **({"configuration_url": f"{broker.pages}/tables/{table}"} if broker.pages else {}),
        },
        "origin": {"name": "Boardside", "sw_version": version("boardside")},
        "components": {
            key: {
                "unique_id": f"{ident}_{key}",
                "default_entity_id": _entity_id(component["platform"], f"{ident}_{key}"),
                **component,
            }
            for key, component in _components(broker, base).items()
        },
    }
    return f"{broker.discovery}/device/{ident}/config", dumps(announced)


def _entity_id(platform: str, name: str) -> str:
    """An entity id may have small letters, digits and _."""
    return f"{platform}.{re.sub('[^a-z0-9]+', '_', name.lower()).strip('_')}"


def _components(broker: Broker, base: str) -> dict[str, Component]:
    running: Availability = {"topic": status(broker.prefix)}
    # A stale link counts as none: its last values may be wrong by now.
    connected: Availability = {
        "topic": f"{base}/link",
        "value_template": "{{ 'online' if value == 'up' else 'offline' }}",
    }
    of_table: Component = {"availability": [running, connected], "availability_mode": "all"}
    diagnostic: Component = {"availability": [running], "entity_category": "diagnostic"}

    def score(name: str, field: str, side: str) -> Component:
        value = f"value_json.table.{field}.{side}"
        if field == "points":  # as live_values.published_points
            decided = "value_json.table.phase in ('over', 'confirmed') and value_json.table.result"
            value = f"(value_json.table.result.points[{'ab'.index(side)}] if {decided} else {value})"
        template = f"{{{{ {value} if value_json.table.match else none }}}}"
        more: Component = {"icon": "mdi:scoreboard", "state_class": "measurement"}
        return _sensor(name, f"{base}/state", template, of_table, more)

    def players(side: str) -> Component:
        names = f"value_json.table.match.names.{side}"
        template = f"{{{{ {names} | join(' / ') if value_json.table.match else none }}}}"
        return _sensor(f"Side {side.upper()}", f"{base}/state", template, of_table, {"icon": "mdi:account"})

    def battery(name: str, field: str, device_class: str, unit: str) -> Component:
        template = f"{{{{ value_json.battery.{field} if value_json.battery else none }}}}"
        more: Component = {
            "device_class": device_class,
            "unit_of_measurement": unit,
            "state_class": "measurement",
        }
        return _sensor(name, f"{base}/device", template, diagnostic, more)

    clock = "{{ value if value else none }}"
    phase: Component = {"device_class": "enum", "options": list(PHASES)}
    return {
        "points_a": score("Points A", "points", "a"),
        "points_b": score("Points B", "points", "b"),
        "games_a": score("Games A", "games", "a"),
        "games_b": score("Games B", "games", "b"),
        "side_a": players("a"),
        "side_b": players("b"),
        "phase": _sensor("Phase", f"{base}/phase", None, of_table, phase),
        "clock_end": _sensor(
            "Clock end", f"{base}/clock_end", clock, of_table, {"device_class": "timestamp"}
        ),
        "link": {
            "platform": "binary_sensor",
            "name": "Link",
            "state_topic": f"{base}/link",
            "value_template": "{{ 'ON' if value == 'up' else 'OFF' }}",
            "device_class": "connectivity",
            **diagnostic,
        },
        "battery": battery("Battery", "percent", "battery", "%"),
        "battery_voltage": battery("Battery voltage", "mv", "voltage", "mV"),
        "battery_time": battery("Battery time left", "hours", "duration", "h"),
        "firmware": _sensor("Firmware", f"{base}/device", "{{ value_json.firmware }}", diagnostic, {}),
    }


def _sensor(name: str, topic: str, template: str | None, common: Component, more: Component) -> Component:
    sensor: Component = {"platform": "sensor", "name": name, "state_topic": topic, **common}
    sensor |= more
    if template is not None:
        sensor["value_template"] = template
    return sensor
