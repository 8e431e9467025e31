"""One crowd of pages: told together past ASGI, the slow ones by themselves, and what ends it."""

import asyncio
import functools
import json
import urllib.request
from collections.abc import Awaitable, Callable
from typing import Any

import web_halls
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.web import WebServer, create_app
from host_tools.web.feed import Feed
from host_tools.web.reader import Reader
from host_tools.web.stream import EventStream

NOW = 1_700_000_000_000
PATIENCE_S = 180.0


class Line:
    """The line of a page whose browser takes what it is sent while `is_free`."""

    def __init__(self) -> None:
        self.is_free = True
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)


class Page:
    """An open page of a stream: `said` is what its own task sent, `line` has what the crowd wrote."""

    def __init__(self, feed: Feed, shape: Any, version: str = "1.1") -> None:
        self.said = b""
        self.line = Line()
        scope = {"type": "http", "http_version": version, "state": {"line": self.line}}
        stream = EventStream(feed, "raw", shape)
        self.task = asyncio.create_task(stream(scope, self._receive, self._send))
        self._left = asyncio.Event()

    async def _receive(self) -> dict[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.said += message.get("body", b"")

    def leave(self) -> None:
        self._left.set()


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not holds():
            await asyncio.sleep(0.005)


def running(test: Callable[[Hub, Feed], Awaitable[None]]) -> Callable[[], None]:
    """Runs it on an event loop of its own, with a hub of one table and a feed that follows it."""

    async def main() -> None:
        hub = Hub()
        hub.publish(web_halls.view(1, NOW))
        feed = Feed(hub, lambda: NOW)
        feed.start()
        await asyncio.sleep(0)
        await test(hub, feed)
        await feed.stop()

    def run() -> None:
        asyncio.run(main())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def same(view: Any) -> Any:
    return view


def payload(chunk: bytes) -> bytes:
    """What is in one chunk (RFC 9112, 7.1), whose length must be right."""
    size, _, rest = chunk.partition(b"\r\n")
    assert rest.endswith(b"\r\n")
    assert len(rest) - 2 == int(size, 16)
    return rest[:-2]


@running
async def test_a_change_is_written_to_every_page_in_the_same_words(hub: Hub, feed: Feed) -> None:
    pages = [Page(feed, same) for _ in range(120)]
    old = Page(feed, same, "1.0")
    await until(lambda: all(b"]}\n\n" in page.said for page in [*pages, old]))
    said = [page.said for page in pages]
    hub.publish(web_halls.view(1, NOW, board=7))
    await until(lambda: all(page.line.written for page in [*pages, old]))
    (plain,) = old.line.written
    assert json.loads(plain.partition(b"data: ")[2])["data"]["board"] == 7
    assert {payload(page.line.written[0]) for page in pages} == {plain}
    assert len({id(page.line.written[0]) for page in pages}) == 1, "made once for all of them"
    assert [page.said for page in pages] == said, "their own tasks had nothing to say"


@running
async def test_a_page_whose_browser_is_slow_says_the_newest_by_itself(hub: Hub, feed: Feed) -> None:
    slow, quick = Page(feed, same), Page(feed, same)
    await until(lambda: b"]}\n\n" in slow.said and b"]}\n\n" in quick.said)
    slow.line.is_free = False
    hub.publish(web_halls.view(1, NOW, board=5))
    await until(lambda: quick.line.written and b'"board":5' in slow.said)
    assert slow.line.written == []


def test_a_reader_that_has_something_to_say_is_not_overtaken() -> None:
    async def main() -> None:
        line = Line()
        reader = Reader(line=line)
        assert not reader.take(b"x", b"1\r\nx\r\n"), "its task is still at the snapshot"
        waiting = asyncio.create_task(reader.changed())
        await asyncio.sleep(0)
        assert reader.take(b"x", b"1\r\nx\r\n")
        reader.mark((3,))
        assert not reader.take(b"y", b"1\r\ny\r\n"), "table 3 comes first"
        assert await waiting == [3]
        assert line.written == [b"1\r\nx\r\n"]

    asyncio.run(main())


@running
async def test_a_crowd_ends_with_its_last_page(hub: Hub, feed: Feed) -> None:
    first, second = Page(feed, same), Page(feed, same)
    await until(lambda: len(feed.readers) == 2)
    assert len(feed.crowds) == len(feed.told) == 1
    first.leave()
    await first.task
    assert len(feed.crowds) == 1
    second.leave()
    await second.task
    assert not feed.crowds
    assert not feed.told
    assert not feed.readers
    later = Page(feed, same)
    await until(lambda: b"]}\n\n" in later.said)
    hub.publish(web_halls.view(1, NOW, board=9))
    await until(lambda: later.line.written)


@running
async def test_a_view_that_has_no_words_ends_its_pages_and_no_other(hub: Hub, feed: Feed) -> None:
    """They come back by themselves, to a new crowd."""

    def stumbles(view: Any) -> Any:
        if view["board"] == 13:
            raise ValueError(view["board"])
        return view

    page = Page(feed, stumbles)
    await until(lambda: b"]}\n\n" in page.said)
    hub.publish(web_halls.view(1, NOW, board=13))
    async with asyncio.timeout(PATIENCE_S):
        await page.task
    assert not feed.crowds
    hub.publish(web_halls.view(1, NOW, board=14))
    again = Page(feed, stumbles)
    await until(lambda: b"]}\n\n" in again.said)


@running
async def test_pages_that_come_at_once_cost_one_drawing(hub: Hub, feed: Feed) -> None:
    drawn = []

    def shape(view: Any) -> Any:
        drawn.append(view["link"]["heard_ms"])
        return view

    crowd = [Page(feed, shape) for _ in range(50)]
    await until(lambda: all(b"]}\n\n" in page.said for page in crowd))
    assert len(drawn) == 1
    hub.heard(1, NOW + 5000)
    late = Page(feed, shape)
    await until(lambda: b"]}\n\n" in late.said)
    assert drawn[1:] == [NOW + 5000], "its age is that of now"


def test_a_real_browsers_stream_is_framed_as_http_wants_it() -> None:
    """Python's client takes no chunk of a wrong length."""

    async def main() -> None:
        hub = Hub()
        hub.publish(web_halls.view(1, NOW))
        server = WebServer(create_app(hub, FakeStore()), port=0)
        await server.start()
        try:
            change = functools.partial(asyncio.get_running_loop().call_soon_threadsafe, hub.publish)
            boards = await asyncio.to_thread(read_boards, f"{server.url}api/v1/stream", change)
            assert boards == list(range(1, 21))
        finally:
            await server.stop()

    asyncio.run(main())


def read_boards(url: str, change: Callable[[Any], Any]) -> list[int]:
    """The boards in the first 20 changes of a stream; each message that is read makes the next change."""
    boards: list[int] = []
    with urllib.request.urlopen(url, timeout=PATIENCE_S) as answer:
        assert answer.headers["Transfer-Encoding"] == "chunked"
        while len(boards) < 20:
            line = answer.readline()
            assert line, "the stream ended"
            if line.startswith(b"data: "):
                body = json.loads(line[6:])
                if "data" in body:
                    boards.append(body["data"]["board"])
                if "data" in body or "tables" in body:
                    change(web_halls.view(1, NOW, board=len(boards) + 1))
    return boards
