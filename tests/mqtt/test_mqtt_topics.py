"""Addresses, topics and discovery, without a broker; and one that never answers."""

import asyncio
import json
import re
import ssl
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiomqtt
import home_assistant
import jsonschema
import pytest
from hall import hall
from hall_remarks import remarks
from typer.testing import CliRunner

from boardside.game import state
from host_tools import cli
from host_tools.integrations.mqtt import BadAddress, Publisher, parse, publisher, topics
from host_tools.integrations.mqtt.brokers import Broker, Ear, of_failure
from host_tools.store import Store
from tests.waiting import until

VIEW = {
    "table": 3,
    "name": "Table 3",
    "firmware": "0.1.0",
    "link": {"state": "stale"},
    "match": {"id": "m1", "names": {"a": ["Asha"], "b": ["Bela"]}},
    "phase": "board",
    "points": {"a": 12, "b": 8},
    "games": {"a": 1, "b": 0},
    "clock": None,
    "hall": {"end_ms": 1_773_316_800_000},
}


def test_an_address_is_read_and_shown_without_its_password() -> None:
    broker = parse("mqtts://hall:a%2Fb@broker.example/open/hall-2?discovery=ha")
    assert (broker.host, broker.port, broker.tls) == ("broker.example", 8883, True)
    assert (broker.user, broker.password) == ("hall", "a/b")
    assert (broker.prefix, broker.slug, broker.discovery) == ("open/hall-2", "open_hall-2", "ha")
    assert broker.shown == "mqtts://broker.example:8883/open/hall-2"
    assert parse("mqtt://b").prefix == "boardside"
    assert parse("mqtt://b").port == 1883
    assert parse("mqtt://b/x?discovery=none").discovery == ""


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("broker:1883", "mqtt://user:password@broker.example:1883/boardside"),
        ("http://broker", "mqtts://"),
        ("mqtt://broker:port", "Port could not be cast"),
        ("mqtt://broker/all/#", "mqtt"),
        ("mqtt://broker/a%2B", "is no prefix"),
        ("mqtt://broker/a?retain=1", "no option 'retain'"),
    ],
)
def test_what_is_no_address_says_so(url: str, reason: str) -> None:
    if url.endswith("/#"):  # a fragment: not seen, and harmless
        assert parse(url).prefix == "all"
        return
    with pytest.raises(BadAddress, match=re.escape(reason)):
        parse(url)


def test_the_points_of_a_decided_match_are_those_that_the_page_shows() -> None:
    over = {**VIEW, "phase": "over", "points": {"a": 31, "b": 21}, "result": {"points": [25, 21]}}
    assert topics.table("b", over)["b/tables/3/score"] == "25-21"


def test_the_small_topics_of_a_table() -> None:
    payloads = topics.table("boardside", VIEW)
    assert json.loads(payloads.pop("boardside/tables/3/state")) == {"version": 1, "table": VIEW}
    assert payloads == {
        "boardside/tables/3/link": "stale",
        "boardside/tables/3/score": "12-8",
        "boardside/tables/3/games": "1-0",
        "boardside/tables/3/phase": "board",
        "boardside/tables/3/clock_end": "2026-03-12T12:00:00.000Z",
    }
    idle = topics.table("boardside", {**VIEW, "match": None, "hall": None, "phase": "idle"})
    assert idle["boardside/tables/3/score"] == idle["boardside/tables/3/clock_end"] == ""


def test_whose_turn_it_is_with_the_events(store: Store) -> None:
    notes = store.notes
    assert notes.turn("mqtt x") is None
    assert notes.take_turn("mqtt x", "one", now=0, until=10, done=7).done == 7
    other = notes.take_turn("mqtt x", "two", now=9, until=19)
    assert (other.owner, other.done) == ("one", 7)
    mine = notes.take_turn("mqtt x", "two", now=10, until=20)
    assert (mine.owner, mine.done) == ("two", 7)
    assert notes.take_turn("mqtt x", "two", now=11, until=21, done=9).done == 9


def test_a_remark_is_news_for_a_minute(store: Store) -> None:
    store.notes.remark("mqtt x", "The broker is away.", 1000)
    assert store.notes.remarks(61_000) == ["The broker is away."]
    assert store.notes.remarks(61_001) == []
    store.notes.remark("mqtt x", None, 2000)
    assert store.notes.remarks(2000) == []


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--mqtt", "broker:1883", "--mqtt takes an address such as mqtt://"),
        ("--sol", "no-such-file.txt", "cannot be read from no-such-file.txt"),
    ],
)
def test_what_collect_cannot_use_ends_it_before_it_begins(
    option: str, value: str, reason: str, tmp_path: object
) -> None:
    url = f"sqlite:///{tmp_path}/hall.sqlite3"
    ran = CliRunner().invoke(cli.build("collect"), ["collect", option, value, "--db", url])
    assert ran.exit_code == 2
    assert reason in ran.output


# Why a broker is away is told by types and codes: another version of Python or OpenSSL has other words.


def failure_words(broker: Broker, error: Exception, heard: Exception | None = None) -> str:
    """The English words for why the broker is away."""
    return str(of_failure(broker, error, heard))


PLAIN, SECURED = parse("mqtt://broker"), parse("mqtts://broker")


def tls_error(reason: str) -> ssl.SSLError:
    error = ssl.SSLError(1, "other words")
    error.reason = reason
    return error


def broken(cause: Exception) -> aiomqtt.MqttError:
    """Raises it as aiomqtt does: `from None`, which keeps the context."""
    try:
        try:
            raise cause
        except type(cause):
            raise aiomqtt.MqttError("other words") from None
    except aiomqtt.MqttError as error:
        return error


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        (tls_error("TLSV13_ALERT_CERTIFICATE_REQUIRED"), "it wants a certificate of ours"),
        (tls_error("WRONG_VERSION_NUMBER"), "does it speak TLS there"),
        (ssl.SSLEOFError(8, "other words"), "does it speak TLS there"),
        (ConnectionResetError("other words"), "does it speak TLS there"),
        (TimeoutError("other words"), "is port 8883 one for plain MQTT"),
        (ConnectionRefusedError("other words"), "is away: other words."),
    ],
)
def test_what_ends_a_secured_connection(cause: Exception, words: str) -> None:
    assert words in failure_words(SECURED, broken(cause))


def test_what_only_the_log_of_the_library_has_is_heard() -> None:
    ear = Ear()
    ear.logger.error("failed in other words: %s", ConnectionResetError("other words"))
    ear.logger.error("something without an exception")
    lost = aiomqtt.MqttCodeError(7)
    assert "is that a port for mqtts://" in failure_words(PLAIN, lost, ear.heard)
    ear.forget()
    assert "is that a port for mqtts://" not in failure_words(PLAIN, lost, ear.heard)


@pytest.mark.parametrize("reads", [True, False], ids=["after the connect", "at once"])
def test_an_orderly_end_before_any_answer_is_reported_at_once(
    reads: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher, "TIMEOUT_S", 3600.0)

    async def ends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if reads:
            await reader.read(1000)
        writer.close()

    async def scenario() -> str:
        async with await asyncio.start_server(ends, "127.0.0.1", 0) as server, hall(tmp_path) as here:
            port = server.sockets[0].getsockname()[1]
            client = Publisher(parse(f"mqtt://127.0.0.1:{port}/"), here.hub, here.store)
            await client.start()
            try:
                await until(lambda: bool(here.hub.remarks))
                return str(remarks(here)[0])
            finally:
                await client.stop()

    assert "it ends the connection at port" in asyncio.run(scenario())


# Discovery as Home Assistant's documentation has it (home_assistant.py), and the states that it shows.

PREFIX = "hall-a"
LIVE = {
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
    published = {*topics.table(PREFIX, LIVE), *topics.device(PREFIX, ROW), f"{PREFIX}/status"}
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
    assert states(LIVE) == {
        **{"points_a": 12, "points_b": 8, "games_a": 1, "games_b": 0},
        **{"side_a": "Asha / Anu", "side_b": "Bela / Ben", "phase": "board"},
        "clock_end": datetime(2026, 3, 12, 12, tzinfo=UTC),
        **{"link": "ON", "battery": 71, "battery_voltage": 3900, "battery_time": 9, "firmware": "0.1.0"},
    }


def test_the_points_of_a_decided_match_are_the_official_ones() -> None:
    over = {"phase": "over", "points": {"a": 31, "b": 21}, "result": {"points": [25, 21]}}
    entities = states({**LIVE, **over})
    assert (entities["points_a"], entities["points_b"]) == (25, 21)


def test_what_is_not_known_is_unknown_and_never_an_error() -> None:
    entities = states({**LIVE, **IDLE}, {**ROW, "status": None})
    known = {key for key, value in entities.items() if value is not None}
    assert known == {"phase", "link", "firmware"}
    assert (
        states(LIVE, {**ROW, "status": {"battery": {"mv": 3900, "percent": 71, "hours": None}}})[
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
