"""Discovery as Home Assistant's documentation has it (home_assistant.py), and the states that it shows."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import home_assistant
import jsonschema
import pytest

from boardside.game import state
from host_tools.integrations.mqtt import parse, topics

PREFIX = "hall-a"
VIEW = {
    "table": 3,
    "name": "Table 3",
    "link": {"state": "up"},
    "match": {"id": "m1", "names": {"a": ["Asha", "Anu"], "b": ["Bela", "Ben"]}},
    "phase": "board",
    "points": {"a": 12, "b": 8},
    "games": {"a": 1, "b": 0},
    "clock": None,
    "hall": {"end_ms": 1_773_316_800_000},
}
IDLE: dict[str, Any] = {"match": None, "phase": "idle", "hall": None, "points": {}, "games": {}}
ROW: dict[str, Any] = {
    **{"table_no": 3, "name": "", "firmware": "0.1.0", "keyed": True, "transport": "tcp"},
    "status": {"battery": {"mv": 3900, "percent": 71, "hours": 9}},
}


def announced(url: str = f"mqtt://b/{PREFIX}") -> dict[str, Any]:
    topic, text = topics.discovery_message(parse(url), 3, "Table 3", "0.1.0")
    assert re.fullmatch(r"homeassistant/device/[a-zA-Z0-9_-]+/config", topic)
    checked: dict[str, Any] = home_assistant.check(text)
    return checked


def states(view: dict[str, Any], row: dict[str, Any] = ROW) -> dict[str, Any]:
    """The states that the entities show after these messages, by the entities' keys."""
    payloads = topics.table(PREFIX, view) | topics.device(PREFIX, row)
    return {
        key: home_assistant.state(component, payloads[component["state_topic"]])
        for key, component in announced()["components"].items()
    }


def test_the_message_is_one_that_home_assistant_takes() -> None:
    message = announced()
    assert message["device"]["identifiers"] == ["hall-a_3"]
    assert "configuration_url" not in message["device"]
    published = {*topics.table(PREFIX, VIEW), *topics.device(PREFIX, ROW), f"{PREFIX}/status"}
    entities = message["components"].values()
    for name in ("unique_id", "default_entity_id"):
        assert len({entity[name] for entity in entities}) == len(entities)
    for entity in entities:
        assert {entity["state_topic"], *(source["topic"] for source in entity["availability"])} <= published
    assert message["components"]["points_a"]["default_entity_id"] == "sensor.hall_a_3_points_a"


def test_every_phase_is_an_option() -> None:
    named = (state.IDLE, state.TOSS, state.READY, state.BOARD)
    assert (*named, state.CHANGE, state.INTERVAL, state.OVER, state.CONFIRMED) == topics.PHASES


def test_a_device_leads_to_its_page() -> None:
    device = announced(f"mqtt://b/{PREFIX}?pages=http://192.168.1.20:7500/")["device"]
    assert device["configuration_url"] == "http://192.168.1.20:7500/tables/3"


@pytest.mark.parametrize(
    "change",
    [
        {"device": {"name": "without an identity"}},
        {"origin": {}},
        {"components": {"x": {"platform": "sensor", "state_topic": "t"}}},
        {"components": {"x": {"platform": "sensor", "unique_id": "x"}}},
        {
            "components": {
                "x": {"platform": "sensor", "unique_id": "x", "state_topic": "t", "device_clas": "a"}
            }
        },
        *(
            {"components": {"x": {"platform": "sensor", "unique_id": "x", "state_topic": "t", **wrong}}}
            for wrong in (
                {"device_class": "voltage", "unit_of_measurement": "%"},
                {"device_class": "enum"},
                {"device_class": "timestamp", "state_class": "measurement"},
                {"entity_category": "config"},
            )
        ),
    ],
)
def test_the_schema_refuses_what_home_assistant_refuses(change: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        home_assistant.check(json.dumps({**announced(), **change}))


def test_the_states_of_a_match() -> None:
    assert states(VIEW) == {
        **{"points_a": 12, "points_b": 8, "games_a": 1, "games_b": 0},
        **{"side_a": "Asha / Anu", "side_b": "Bela / Ben", "phase": "board"},
        "clock_end": datetime(2026, 3, 12, 12, tzinfo=UTC),
        **{"link": "ON", "battery": 71, "battery_voltage": 3900, "battery_time": 9, "firmware": "0.1.0"},
    }


def test_the_points_of_a_decided_match_are_the_official_ones() -> None:
    over = {"phase": "over", "points": {"a": 31, "b": 21}, "result": {"points": [25, 21]}}
    shown = states({**VIEW, **over})
    assert (shown["points_a"], shown["points_b"]) == (25, 21)


def test_what_is_not_known_is_unknown_and_never_an_error() -> None:
    shown = states({**VIEW, **IDLE}, {**ROW, "status": None})
    known = {key for key, value in shown.items() if value is not None}
    assert known == {"phase", "link", "firmware"}
    assert (
        states(VIEW, {**ROW, "status": {"battery": {"mv": 3900, "percent": 71, "hours": None}}})[
            "battery_time"
        ]
        is None
    )


@pytest.mark.parametrize(
    ("status", "link", "table", "device"),
    [
        ("online", "up", True, True),
        ("online", "stale", False, True),
        ("online", "down", False, True),
        ("offline", "up", False, False),
        ("online", "", False, True),
    ],
)
def test_when_entities_are_available(status: str, link: str, table: bool, device: bool) -> None:
    entities = announced()["components"]
    payloads = {f"{PREFIX}/status": status, f"{PREFIX}/tables/3/link": link}
    assert home_assistant.is_available(entities["points_a"], payloads) == table
    assert home_assistant.is_available(entities["battery"], payloads) == device
