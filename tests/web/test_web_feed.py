"""The feed and the stream: one reading of the hub, any number of readers, none of which holds up another."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import web_halls

from host_tools.collector.hub import Hub
from host_tools.integrations.mqtt import reasons as mqtt_remarks
from host_tools.store.reasons import database_cause
from host_tools.web.live.feed import Feed
from host_tools.web.live.open_streams import PACE_MIN_S, Reader
from host_tools.web.live.stream import EventStream
from tests.chaos import virtual
from tests.waiting import patience_s, until

NOW = 1_700_000_000_000


def running(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Runs an async test in virtual time, on an event loop of its own."""

    def run() -> None:
        virtual.run(test())

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


def running_with_threads(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """The same in real time, for what reads a database in a thread."""

    def run() -> None:
        asyncio.run(asyncio.wait_for(test(), 2 * patience_s()))

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


async def settled() -> None:
    """Lets every task that can run, run."""
    for _ in range(10):
        await asyncio.sleep(0)


def started(hub: Hub) -> Feed:
    feed = Feed(hub, lambda: NOW)
    feed.start()
    return feed


def same(view: Any) -> Any:
    return view


def events(raw: bytes) -> list[dict[str, Any]]:
    """The events of a stream: id, event and the decoded data of each."""
    events = []
    for block in raw.decode().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if "data" in fields:
            events.append({**fields, "data": json.loads(fields["data"])})
    return events


class Client:
    """One ASGI client of a stream. While ``open`` is not set it takes nothing."""

    def __init__(self, feed: Feed, only: int | None = None, **options: Any) -> None:
        self.raw = b""
        self.statuses: list[int] = []
        self.open = asyncio.Event()
        self.open.set()
        self._gone = asyncio.Event()
        stream = EventStream(feed, "raw", same, only, **options)
        self.task = asyncio.create_task(stream({"type": "http"}, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.open.wait()
        if message["type"] == "http.response.start":
            self.statuses.append(message["status"])
        else:
            self.raw += message["body"]

    def leave(self) -> None:
        self._gone.set()

    def events(self) -> list[dict[str, Any]]:
        return events(self.raw)


def boards(client: Client) -> list[int]:
    """The board in each change of a table that the client was told."""
    return [event["data"]["data"]["board"] for event in client.events() if event["event"] == "table"]


@running
async def test_a_snapshot_then_changes_each_with_an_id() -> None:
    hub = Hub()
    hub.publish(web_halls.view(2, NOW))
    hub.publish(web_halls.view(1, NOW))
    feed = started(hub)
    await settled()
    client = Client(feed)
    await settled()
    (snapshot,) = client.events()
    assert snapshot["event"] == "snapshot"
    assert [view["table"] for view in snapshot["data"]["tables"]] == [1, 2]
    assert snapshot["data"]["version"] == 1
    assert snapshot["data"]["server_ms"] == NOW
    hub.publish(web_halls.view(2, NOW, board=5))
    await settled()
    change = client.events()[-1]
    assert (change["event"], change["data"]["table"], change["data"]["data"]["board"]) == ("table", 2, 5)
    assert change["id"] != snapshot["id"]
    await feed.stop()
    await asyncio.wait_for(client.task, 60)


@running
async def test_nothing_is_lost_between_snapshot_and_stream() -> None:
    hub = Hub()
    feed = started(hub)
    await settled()
    client = Client(feed)
    client.open.clear()
    await settled()
    hub.publish(web_halls.view(4, NOW))
    client.open.set()
    await settled()
    assert 4 in [event["data"].get("table") for event in client.events()]
    await feed.stop()


@running
async def test_a_slow_client_gets_the_newest_and_holds_nobody_up() -> None:
    hub = Hub()
    hub.publish(web_halls.view(1, NOW))
    feed = started(hub)
    await settled()
    slow, quick = Client(feed), Client(feed)
    await settled()
    slow.open.clear()
    for board in range(1, 101):
        hub.publish(web_halls.view(1, NOW, board=board))
        await asyncio.sleep(PACE_MIN_S / 4)
    await until(lambda: boards(quick)[-1:] == [100])
    assert boards(quick) == sorted(boards(quick))
    assert len(boards(quick)) > 10
    assert boards(slow) == []
    slow.open.set()
    await until(lambda: boards(slow)[-1:] == [100])
    assert len(set(boards(slow))) <= 2, "what it missed is skipped, not queued"
    await feed.stop()


@running
async def test_many_readers_get_a_change_in_batches_and_soon() -> None:
    hub = Hub()
    hub.publish(web_halls.view(1, NOW))
    feed = started(hub)
    crowd = [Client(feed) for _ in range(400)]
    await settled()
    for board in range(1, 21):
        hub.publish(web_halls.view(1, NOW, board=board))
        await settled()
    await until(lambda: all(boards(client)[-1:] == [20] for client in crowd))
    views = [boards(client) for client in crowd]
    assert max(len(boards_seen) for boards_seen in views) <= 4
    await feed.stop()
    await asyncio.gather(*(client.task for client in crowd))


@running
async def test_a_client_that_takes_nothing_is_dropped() -> None:
    hub = Hub()
    feed = started(hub)
    client = Client(feed, heartbeat_s=0.01, send_timeout_s=0.05)
    await settled()
    client.open.clear()
    await asyncio.wait_for(client.task, 60)
    assert not feed.readers
    await feed.stop()


@running
async def test_a_client_that_leaves_is_forgotten() -> None:
    hub = Hub()
    feed = started(hub)
    client = Client(feed)
    await settled()
    assert len(feed.readers) == 1
    client.leave()
    await asyncio.wait_for(client.task, 60)
    assert not feed.readers
    await feed.stop()


@running
async def test_a_stream_of_one_table_hears_of_no_other() -> None:
    hub = Hub()
    for table in (1, 2):
        hub.publish(web_halls.view(table, NOW))
    feed = started(hub)
    await settled()
    client = Client(feed, only=2, heartbeat_s=0.02)
    await settled()
    hub.publish(web_halls.view(1, NOW, board=7))
    hub.publish(web_halls.view(2, NOW, board=8))
    await asyncio.sleep(0.05)
    snapshot, *rest = client.events()
    assert [view["table"] for view in snapshot["data"]["tables"]] == [2]
    assert {event["data"]["table"] for event in rest if event["event"] == "table"} == {2}
    assert {tuple(event["data"]["heard"]) for event in rest if event["event"] == "pulse"} == {("2",)}
    await feed.stop()


@running
async def test_the_pulse_carries_ages_and_the_collectors_trouble() -> None:
    hub = Hub()
    hub.publish(web_halls.view(3, NOW))
    feed = started(hub)
    await settled()
    client = Client(feed, heartbeat_s=0.02)
    hub.heard(3, NOW + 5000)
    hub.trouble(database_cause("disk_full", where="hall.sqlite3"))
    hub.remark("mqtt", mqtt_remarks.REMARKS.cause("mqtt_file_unreadable", files="ca=a.pem", why="gone"))
    await asyncio.sleep(0.06)
    pulse = [event for event in client.events() if event["event"] == "pulse"][-1]
    assert pulse["data"]["heard"] == {"3": NOW + 5000}
    unreadable = "ca=a.pem cannot be read: gone."
    full = "The disk of hall.sqlite3 is full; make room on it."
    assert pulse["data"]["problem"] == f"{full} {unreadable}"
    assert pulse["data"]["problems"] == [
        {"reason": "disk_full", "args": {"where": "hall.sqlite3"}, "text": full},
        {
            "reason": "mqtt_file_unreadable",
            "args": {"files": "ca=a.pem", "why": "gone"},
            "text": unreadable,
        },
    ]
    assert b": heartbeat\n" in client.raw
    await feed.stop()


@running
async def test_a_snapshot_knows_when_each_table_was_last_heard() -> None:
    hub = Hub()
    hub.publish(web_halls.view(3, NOW))
    feed = started(hub)
    await settled()
    hub.heard(3, NOW + 9000)
    client = Client(feed)
    await settled()
    assert client.events()[0]["data"]["tables"][0]["link"]["heard_ms"] == NOW + 9000
    await feed.stop()


@running
async def test_a_view_is_encoded_once_for_all_readers_of_a_shape() -> None:
    hub = Hub()
    feed = started(hub)
    await settled()
    shaped = []

    def shape(view: Any) -> dict[str, Any]:
        shaped.append(view["table"])
        return {"points": view["points"]}

    hub.publish(web_halls.view(3, NOW))
    await settled()
    assert feed.encoded(3, "small", shape) is feed.encoded(3, "small", shape)
    assert shaped == [3]
    hub.publish(web_halls.view(3, NOW, board=2))
    await settled()
    feed.encoded(3, "small", shape)
    assert shaped == [3, 3]
    await feed.stop()


@running
async def test_a_hub_that_drops_the_feed_is_followed_again() -> None:
    hub = Hub()
    hub.publish(web_halls.view(1, NOW))
    feed = started(hub)
    await settled()
    client = Client(feed)
    await settled()
    for subscription in tuple(hub._readers):
        subscription.close()
    hub.publish(web_halls.view(1, NOW, board=8))
    await until(lambda: 8 in boards(client))
    await feed.stop()


@running
async def test_a_view_that_cannot_be_taken_does_not_end_the_feed() -> None:
    hub = Hub()
    feed = started(hub)
    await settled()
    for subscription in tuple(hub._readers):
        subscription.offer(("table", 1), {"type": "table"})
    await asyncio.sleep(0.7)
    hub.publish(web_halls.view(2, NOW))
    await settled()
    assert feed.view(2) is not None
    assert feed.encoded(2, "raw", same)
    await feed.stop()


@running
async def test_a_closed_feed_ends_every_stream() -> None:
    hub = Hub()
    feed = started(hub)
    clients = [Client(feed) for _ in range(5)]
    await settled()
    feed.close_readers()
    await asyncio.wait_for(asyncio.gather(*(client.task for client in clients)), 60)
    assert not feed.readers
    await feed.stop()


@running
async def test_a_reader_waits_no_longer_than_asked() -> None:
    reader = Reader()
    assert await reader.changed(0.01) == []
    reader.mark((3,))
    reader.mark((3,))
    assert await reader.changed(5) == [3]
