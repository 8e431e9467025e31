"""Home Assistant's discovery of a table: one device with its entities, in one retained message.

Source: Home Assistant, MQTT integration, "Device discovery payload": `<prefix>/device/<object_id>/config`
with `device`, `origin` and `components`; each component has a `platform` and a `unique_id`.
"""

from importlib.metadata import version
from typing import Any

from host_tools.mqtt import topics
from host_tools.mqtt.address import Broker


def message(broker: Broker, table: int, name: str, firmware: str) -> tuple[str, str]:
    """The topic and the text that announce a table."""
    ident = f"{broker.slug}_{table}"
    base = f"{broker.prefix}/tables/{table}"
    found = {
        "device": {
            "identifiers": [ident],
            "name": name or f"Table {table}",
            "manufacturer": "Boardside",
            "model": "Table scoreboard",
            **({"sw_version": firmware} if firmware else {}),
        },
        "origin": {"name": "Boardside", "sw_version": version("boardside")},
        "components": {
            key: {"unique_id": f"{ident}_{key}", **component}
            for key, component in _components(broker, base).items()
        },
    }
    return f"{broker.discovery}/device/{ident}/config", topics.dumps(found)


def _components(broker: Broker, base: str) -> dict[str, dict[str, Any]]:
    running = {"topic": topics.status(broker.prefix)}
    connected = {
        "topic": f"{base}/link",
        "payload_available": "up",
        "payload_not_available": "down",
    }
    of_table = {"availability": [running, connected], "availability_mode": "all"}

    def score(name: str, what: str, side: str) -> dict[str, Any]:
        template = f"{{{{ value_json.table.{what}.{side} }}}}"
        return _sensor(name, f"{base}/state", template, of_table, icon="mdi:scoreboard")

    def players(side: str) -> dict[str, Any]:
        names = f"value_json.table.match.names.{side}"
        template = f"{{{{ {names} | join(' / ') if value_json.table.match else none }}}}"
        return _sensor(f"Side {side.upper()}", f"{base}/state", template, of_table, icon="mdi:account")

    clock = "{{ value if value else none }}"
    percent = "{{ value_json.battery.percent if value_json.battery else none }}"
    diagnostic = {"availability": [running], "entity_category": "diagnostic"}
    return {
        "points_a": score("Points A", "points", "a"),
        "points_b": score("Points B", "points", "b"),
        "games_a": score("Games A", "games", "a"),
        "games_b": score("Games B", "games", "b"),
        "side_a": players("a"),
        "side_b": players("b"),
        "phase": _sensor("Phase", f"{base}/phase", None, of_table),
        "clock_end": _sensor("Clock end", f"{base}/clock_end", clock, of_table, device_class="timestamp"),
        "link": {
            "platform": "binary_sensor",
            "name": "Link",
            "state_topic": f"{base}/link",
            "value_template": "{{ 'ON' if value == 'up' else 'OFF' }}",
            "device_class": "connectivity",
            **diagnostic,
        },
        "battery": _sensor(
            "Battery",
            f"{base}/device",
            percent,
            diagnostic,
            device_class="battery",
            unit_of_measurement="%",
        ),
        "firmware": _sensor("Firmware", f"{base}/device", "{{ value_json.firmware }}", diagnostic),
    }


def _sensor(
    name: str, topic: str, template: str | None, common: dict[str, Any], **more: str
) -> dict[str, Any]:
    found = {"platform": "sensor", "name": name, "state_topic": topic, **common, **more}
    return found if template is None else {**found, "value_template": template}
