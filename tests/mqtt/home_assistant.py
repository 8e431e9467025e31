"""What Home Assistant takes as a device discovery message, as a JSON Schema, and how it reads a state.

Written from its documentation (home-assistant.io: integrations/mqtt "Device discovery payload" and "Using
availability topics", integrations/sensor.mqtt, integrations/binary_sensor.mqtt, integrations/sensor "Device
class") and from homeassistant/components/mqtt/schemas.py, which lists the options of device, origin and
availability. Home Assistant ignores an option that it does not know; here it is a mistake.
"""

import contextlib
import json
from datetime import datetime
from functools import cache
from typing import Any

import jsonschema
from jinja2.sandbox import ImmutableSandboxedEnvironment

_TEXT = {"type": "string", "minLength": 1}
_TOPIC = {"type": "string", "pattern": "^[^#+]+$"}
#: `configuration_url` of schemas.py: cv.configuration_url takes http, https and homeassistant.
_URL = {"type": "string", "pattern": "^(https?|homeassistant)://[^/]+"}
_AVAILABILITY = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["topic"],
        "additionalProperties": False,
        "properties": {
            "topic": _TOPIC,
            "payload_available": _TEXT,
            "payload_not_available": _TEXT,
            "value_template": _TEXT,
        },
    },
}
_SHARED = {
    "availability": _AVAILABILITY,
    "availability_mode": {"enum": ["all", "any", "latest"]},
    "state_topic": _TOPIC,
    "encoding": _TEXT,
    "qos": {"enum": [0, 1, 2]},
}
_ENTITY = {
    **_SHARED,
    "unique_id": _TEXT,
    "name": _TEXT,
    "icon": {"type": "string", "pattern": "^mdi:[a-z0-9-]+$"},
    "value_template": _TEXT,
    "enabled_by_default": {"type": "boolean"},
    # "config" is for what can be set; a sensor cannot (developers' documentation, entity category).
    "entity_category": {"const": "diagnostic"},
}
#: Of the many device classes those with rules that matter here, and the units that each may have.
_UNITS = {
    "battery": ["%"],
    "voltage": ["V", "mV", "µV", "kV", "MV"],
    "duration": ["d", "h", "min", "s", "ms", "µs"],
    "timestamp": [],
    "enum": [],
}
_PLAIN = {"not": {"anyOf": [{"required": ["unit_of_measurement"]}, {"required": ["state_class"]}]}}


def _with_unit(units: list[str]) -> dict[str, Any]:
    return {"required": ["unit_of_measurement"], "properties": {"unit_of_measurement": {"enum": units}}}


_SENSOR = {
    "required": ["platform", "unique_id", "state_topic"],
    "additionalProperties": False,
    "properties": {
        **_ENTITY,
        "platform": {"const": "sensor"},
        "default_entity_id": {"type": "string", "pattern": "^sensor\\.[a-z0-9]+(_[a-z0-9]+)*$"},
        "device_class": {"enum": list(_UNITS)},
        "unit_of_measurement": _TEXT,
        "state_class": {"enum": ["measurement", "measurement_angle", "total", "total_increasing"]},
        "options": {"type": "array", "items": _TEXT, "minItems": 1, "uniqueItems": True},
        "suggested_display_precision": {"type": "integer", "minimum": 0},
        "expire_after": {"type": "integer", "minimum": 0},
        "force_update": {"type": "boolean"},
    },
    "allOf": [
        # A class with a unit has it; `enum` has options, no unit and no state class; a time has neither.
        *(
            {
                "if": {"required": ["device_class"], "properties": {"device_class": {"const": name}}},
                "then": _with_unit(units) if units else _PLAIN,
            }
            for name, units in _UNITS.items()
        ),
        {
            "if": {"required": ["options"]},
            "then": {"required": ["device_class"], "properties": {"device_class": {"const": "enum"}}},
        },
        {
            "if": {"required": ["device_class"], "properties": {"device_class": {"const": "enum"}}},
            "then": {"required": ["options"]},
        },
    ],
}
_BINARY_SENSOR = {
    "required": ["platform", "unique_id", "state_topic"],
    "additionalProperties": False,
    "properties": {
        **_ENTITY,
        "platform": {"const": "binary_sensor"},
        "default_entity_id": {"type": "string", "pattern": "^binary_sensor\\.[a-z0-9]+(_[a-z0-9]+)*$"},
        "device_class": {"enum": ["connectivity", "battery", "problem", "running"]},
        "payload_on": _TEXT,
        "payload_off": _TEXT,
        "off_delay": {"type": "integer", "minimum": 0},
        "expire_after": {"type": "integer", "minimum": 0},
    },
}
DISCOVERY: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["device", "origin", "components"],
    "additionalProperties": False,
    "properties": {
        **_SHARED,
        "device": {
            "type": "object",
            "anyOf": [{"required": ["identifiers"]}, {"required": ["connections"]}],
            "additionalProperties": False,
            "properties": {
                "identifiers": {"type": "array", "items": _TEXT, "minItems": 1},
                "connections": {"type": "array"},
                **dict.fromkeys(("name", "manufacturer", "model", "model_id", "hw_version"), _TEXT),
                **dict.fromkeys(("sw_version", "serial_number", "suggested_area", "via_device"), _TEXT),
                "configuration_url": _URL,
            },
        },
        "origin": {
            "type": "object",
            "required": ["name"],
            "additionalProperties": False,
            "properties": {"name": _TEXT, "sw_version": _TEXT, "support_url": _URL},
        },
        "components": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {
                "type": "object",
                "required": ["platform"],
                "if": {"properties": {"platform": {"const": "binary_sensor"}}},
                "then": _BINARY_SENSOR,
                "else": _SENSOR,
            },
        },
    },
}


@cache
def _discovery() -> jsonschema.Draft202012Validator:
    """Made once: to look at the schema itself takes fifty times as long as to look at a message."""
    jsonschema.Draft202012Validator.check_schema(DISCOVERY)
    return jsonschema.Draft202012Validator(DISCOVERY)


def check(text: str) -> dict[str, Any]:
    """The message as JSON. Raises jsonschema.ValidationError for one that Home Assistant would refuse."""
    message: dict[str, Any] = json.loads(text)
    _discovery().validate(message)
    return message


def rendered(template: str | None, payload: str) -> str:
    """A payload through a value template: `value` is the text, `value_json` is there if it is JSON."""
    if template is None:
        return payload
    variables: dict[str, Any] = {"value": payload}
    with contextlib.suppress(ValueError):
        variables["value_json"] = json.loads(payload)
    return ImmutableSandboxedEnvironment().from_string(template).render(variables)


def state(component: dict[str, Any], payload: str) -> Any:
    """The state of a sensor; None: unknown. Raises ValueError for what Home Assistant would log as invalid
    (homeassistant/components/mqtt/sensor.py, `_update_state`).
    """
    text = rendered(component.get("value_template"), payload)
    if text == "None":
        return None
    device_class = component.get("device_class")
    if device_class == "enum":
        if text not in component["options"]:
            raise ValueError(text)
        return text
    if "state_class" in component or "unit_of_measurement" in component:
        return float(text)
    if device_class == "timestamp":
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError(f"{text} has no time zone")
        return moment
    if len(text) > 255:
        raise ValueError("longer than 255 characters")
    return text


def is_available(component: dict[str, Any], payloads: dict[str, str]) -> bool:
    """Whether an entity is shown as available, with these retained payloads by topic."""
    availabilities = []
    for source in component["availability"]:
        text = rendered(source.get("value_template"), payloads.get(source["topic"], ""))
        availabilities.append(text == source.get("payload_available", "online"))
    return all(availabilities) if component.get("availability_mode") == "all" else any(availabilities)
