"""Addresses, topics and discovery, without a broker; and one that never answers."""

import json
import re

import pytest
from typer.testing import CliRunner

from host_tools import cli
from host_tools.integrations.mqtt import BadAddress, parse, topics
from host_tools.store import Store

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
    ("url", "said"),
    [
        ("broker:1883", "mqtt://user:password@broker.example:1883/boardside"),
        ("http://broker", "mqtts://"),
        ("mqtt://broker:port", "Port could not be cast"),
        ("mqtt://broker/all/#", "mqtt"),
        ("mqtt://broker/a%2B", "is no prefix"),
        ("mqtt://broker/a?retain=1", "no option 'retain'"),
    ],
)
def test_what_is_no_address_says_so(url: str, said: str) -> None:
    if url.endswith("/#"):  # a fragment: not seen, and harmless
        assert parse(url).prefix == "all"
        return
    with pytest.raises(BadAddress, match=re.escape(said)):
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


def test_whose_turn_it_is_with_the_events(tmp_path: object) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/hall.sqlite3")
    notes = store.notes
    assert notes.turn("mqtt x") is None
    assert notes.take_turn("mqtt x", "one", now=0, until=10, done=7).done == 7
    other = notes.take_turn("mqtt x", "two", now=9, until=19)
    assert (other.owner, other.done) == ("one", 7)
    mine = notes.take_turn("mqtt x", "two", now=10, until=20)
    assert (mine.owner, mine.done) == ("two", 7)
    assert notes.take_turn("mqtt x", "two", now=11, until=21, done=9).done == 9
    store.close()


def test_a_remark_is_news_for_a_minute(tmp_path: object) -> None:
    store = Store.open(f"sqlite:///{tmp_path}/hall.sqlite3")
    store.notes.remark("mqtt x", "The broker is away.", 1000)
    assert store.notes.remarks(61_000) == ["The broker is away."]
    assert store.notes.remarks(61_001) == []
    store.notes.remark("mqtt x", None, 2000)
    assert store.notes.remarks(2000) == []
    store.close()


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--mqtt", "broker:1883", "--mqtt takes an address such as mqtt://"),
        ("--sol", "no-such-file.txt", "cannot be read from no-such-file.txt"),
    ],
)
def test_what_collect_cannot_use_ends_it_before_it_begins(
    option: str, value: str, said: str, tmp_path: object
) -> None:
    url = f"sqlite:///{tmp_path}/hall.sqlite3"
    ran = CliRunner().invoke(cli.build("collect"), ["collect", option, value, "--db", url])
    assert ran.exit_code == 2
    assert said in ran.output
