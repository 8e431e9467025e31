"""One crowd of pages: woken together, the slow ones by themselves, and what ends it."""

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
from host_tools.web.live.feed import Feed
from host_tools.web.live.stream import EventStream
from tests.chaos import virtual
from tests.waiting import patience_s, until

NOW = 1_700_000_000_000


class Page:
    """An open page of a stream: `said` is what it was sent; its browser takes it while `is_free` is set."""

    def __init__(self, feed: Feed, shape: Any) -> None:
        self.said = b""
        self.is_free = asyncio.Event()
        self.is_free.set()
        scope = {"type": "http", "http_version": "1.1"}
        stream = EventStream(feed, "raw", shape)
        self.task = asyncio.create_task(stream(scope, self._receive, self._send))
        self._left = asyncio.Event()

    async def _receive(self) -> dict[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.said += message.get("body", b"")
        await self.is_free.wait()

    def leave(self) -> None:
        self._left.set()

    def boards(self) -> list[int]:
        """The boards of table 1 in the changes that it was sent."""
        changes = self.said.partition(b"]}\n\n")[2].split(b"data: ")[1:]
        bodies = [json.loads(change.partition(b"\n")[0]) for change in changes]
        return [body["data"]["board"] for body in bodies if "data" in body]


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
        virtual.run(main())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


def same(view: Any) -> Any:
    return view


@running
async def test_a_change_is_encoded_once_and_sent_to_every_page(hub: Hub, feed: Feed) -> None:
    shaped = []

    def shape(view: Any) -> Any:
        shaped.append(view["board"])
        return view

    pages = [Page(feed, shape) for _ in range(120)]
    await until(lambda: all(b"]}\n\n" in page.said for page in pages))
    hub.publish(web_halls.view(1, NOW, board=7))
    await until(lambda: all(page.boards() for page in pages))
    assert {tuple(page.boards()) for page in pages} == {(7,)}
    assert shaped.count(7) == 1, "made once for all of them"


@running
async def test_a_slow_browser_gets_the_newest_and_holds_up_no_other(hub: Hub, feed: Feed) -> None:
    slow, quick = Page(feed, same), Page(feed, same)
    await until(lambda: b"]}\n\n" in slow.said and b"]}\n\n" in quick.said)
    slow.is_free.clear()
    for board in range(5, 9):
        hub.publish(web_halls.view(1, NOW, board=board))
        await until(lambda board=board: quick.boards()[-1:] == [board])
    held = slow.boards()
    assert len(held) <= 1, "it holds the one message that waits"
    slow.is_free.set()
    await until(lambda: slow.boards()[-1:] == [8])
    assert slow.boards() == [*held, 8], "what it missed is not sent any more"


@running
async def test_a_crowd_ends_with_its_last_page(hub: Hub, feed: Feed) -> None:
    first, second = Page(feed, same), Page(feed, same)
    await until(lambda: len(feed.readers) == 2)
    assert len(feed.readers.crowds) == 1
    first.leave()
    await first.task
    assert len(feed.readers.crowds) == 1
    second.leave()
    await second.task
    assert not feed.readers.crowds
    assert not feed.readers
    later = Page(feed, same)
    await until(lambda: b"]}\n\n" in later.said)
    hub.publish(web_halls.view(1, NOW, board=9))
    await until(lambda: later.boards() == [9])


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
    async with asyncio.timeout(patience_s()):
        await page.task
    assert not feed.readers.crowds
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
    with urllib.request.urlopen(url, timeout=patience_s()) as answer:
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
