"""Home Assistant's discovery of a table: one device with its entities, in one retained message.

Source: Home Assistant, MQTT integration, "Device discovery payload": `<prefix>/device/<object_id>/config`
with `device`, `origin` and `components`; each component has a `platform` and a `unique_id`. A template that
gives `None` makes an entity unknown (sensor.mqtt, `value_template`).
"""

import re
from importlib.metadata import version
from typing import NotRequired, TypedDict

from host_tools.integrations.mqtt import topics
from host_tools.integrations.mqtt.address import Broker

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


def message(broker: Broker, table: int, name: str, firmware: str) -> tuple[str, str]:
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
    return f"{broker.discovery}/device/{ident}/config", topics.dumps(announced)


def _entity_id(platform: str, name: str) -> str:
    """An entity id may have small letters, digits and _."""
    return f"{platform}.{re.sub('[^a-z0-9]+', '_', name.lower()).strip('_')}"


def _components(broker: Broker, base: str) -> dict[str, Component]:
    running: Availability = {"topic": topics.status(broker.prefix)}
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
