"""What the pages show of a table that catches up, of the hall's clock, and of a collector in trouble."""

import asyncio
import json
from typing import Any

import pytest
import web_halls
from fastapi.testclient import TestClient
from web_fakes import FakeStore

from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.hub import Hub
from host_tools.collector.live import JournalState, LiveTable
from host_tools.collector.view import build, same
from host_tools.store.reasons import database_cause
from host_tools.web import create_app
from host_tools.web.live import shown_tables
from host_tools.web.live.feed import Feed
from host_tools.web.live.stream import EventStream


def table(received: int, status: dict[str, Any] | None) -> LiveTable:
    made = LiveTable(3, name="Table 3", journal=JournalState("j1", received, received))
    made.heard_at = monotonic_ms()
    made.status = status
    return made


@pytest.mark.parametrize(
    ("received", "status", "behind", "says"),
    [
        (10, None, 0, ""),
        (10, {"seq": 10}, 0, ""),
        (10, {"seq": 142}, 132, "catching up, 132 to come"),
        (10, {"seq": 7}, 0, ""),
        (10, {"seq": "many"}, 0, ""),
        (0, {"seq": 1}, 1, "catching up, 1 to come"),
    ],
)
def test_a_table_is_behind_by_what_its_status_is_ahead_of_its_events(
    received: int, status: dict[str, Any] | None, behind: int, says: str
) -> None:
    view = build(table(received, status), monotonic_ms())
    assert view["behind"] == behind
    assert shown_tables.tile(view)["behind"] == says


def test_coming_nearer_is_a_change_to_draw() -> None:
    now = monotonic_ms()
    assert not same(build(table(10, {"seq": 20}), now), build(table(11, {"seq": 20}), now))


def test_a_view_of_an_older_collector_is_behind_nothing() -> None:
    assert shown_tables.tile({"table": 3})["behind"] == ""


def test_the_pages_say_it_without_a_script() -> None:
    hub = Hub()
    hub.publish({**web_halls.view(3, 0), "behind": 132, "problem": "x" * 300})
    hub.trouble(database_cause("disk_full", where="<full>"))
    with TestClient(create_app(hub, FakeStore())) as client:
        for path in ("/", "/tables/3"):
            page = client.get(path).text
            assert "catching up, 132 to come" in page
            assert 'role="alert"><span class="bang"' in page, "the collector's line is not hidden"
            assert "The disk of &lt;full&gt; is full; make room on it." in page
            assert "x" * 300 in page, "a problem is said in full"


def messages(raw: bytes) -> list[tuple[str, dict[str, Any]]]:
    messages = []
    for block in raw.decode().split("\n\n")[:-1]:  # the last one is not complete
        lines = dict(line.split(": ", 1) for line in block.splitlines() if line[:1] != ":")
        if "data" in lines:
            messages.append((lines["event"], json.loads(lines["data"])))
    return messages


async def read(hub: Hub, count: int, act: Any) -> list[tuple[str, dict[str, Any]]]:
    """The first messages of a stream, `count` of them, with `act` after the first."""
    feed = Feed(hub)
    feed.start()
    await asyncio.sleep(0)  # it takes the hub's snapshot; what comes later is a change
    stream = EventStream(feed, "tile", shown_tables.tile, hall=shown_tables.hall_clock, heartbeat_s=60)
    raw = b""
    acted = False
    enough = asyncio.Event()

    async def receive() -> dict[str, Any]:
        await asyncio.Event().wait()
        raise AssertionError("it does not leave")

    async def send(message: Any) -> None:
        nonlocal raw, acted
        raw += message.get("body", b"")
        if messages(raw) and not acted:
            acted = True
            act()
        if len(messages(raw)) >= count:
            enough.set()

    serving = asyncio.create_task(stream({"type": "http"}, receive, send))
    await enough.wait()
    await feed.stop()
    await serving
    return messages(raw)


def test_the_hall_clock_and_a_trouble_are_told_at_once() -> None:
    hub = Hub()
    for number in range(1, 26):  # more than one piece of a snapshot
        hub.publish(web_halls.view(number, 0))
    clock = {"name": "hall", "state": "running", "end_ms": 5000, "left": 4000, "length": 60_000, "number": 1}
    work = read(
        hub, 2, lambda: (hub.show_hall(clock), hub.trouble(database_cause("disk_full", where="hall.sqlite3")))
    )
    first, second, *_ = asyncio.run(asyncio.wait_for(work, 120))
    assert first[0] == "snapshot"
    assert [model["table"] for model in first[1]["tables"]] == list(range(1, 26))
    assert first[1]["hall"]["state"] == "off"
    assert second[0] == "pulse", "and not after a minute, when the next heartbeat is due"
    assert (second[1]["hall"]["state"], second[1]["hall"]["end_ms"]) == ("running", 5000)
    assert second[1]["hall"]["label"] == "Hall clock"
