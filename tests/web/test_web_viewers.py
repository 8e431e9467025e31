"""Streams that have left the web server: the crowd writes to their connections."""

import asyncio
from typing import Any, cast

import httpx2
import web_halls
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.web import WebServer, create_app
from host_tools.web.http.connections import Viewer
from tests.waiting import patience_s, until


def test_pages_get_snapshot_changes_and_pulse_and_an_end() -> None:
    async def read_until(reader: asyncio.StreamReader, mark: bytes) -> bytes:
        async with asyncio.timeout(patience_s()):
            return await reader.readuntil(mark)

    async def scenario() -> None:
        hub = Hub()
        hub.publish(web_halls.view(3, 0))
        app = create_app(hub, FakeStore(), is_cached=True)
        server = WebServer(app, port=0, hands_over=True)
        await server.start()
        readers = app.state.feed.readers
        old, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /live?table=3 HTTP/1.0\r\nHost: x\r\n\r\n")
        async with (
            httpx2.AsyncClient(base_url=server.url, timeout=patience_s()) as client,
            client.stream("GET", "/live") as stream,
        ):
            assert stream.headers["cache-control"] == "no-store"
            assert stream.headers["x-accel-buffering"] == "no"
            lines = stream.aiter_lines()
            while not (await anext(lines)).startswith("event: snapshot"):
                continue
            await read_until(old, b"event: snapshot")
            await until(lambda: all(isinstance(page, Viewer) for page in readers.pages))
            hub.publish({**web_halls.view(3, 0), "name": "Centre court"})
            while "Centre court" not in await anext(lines):
                continue
            assert b"HTTP" not in await read_until(old, b"Centre court")
            await read_until(old, b"event: pulse")
            assert (await client.head("/live")).status_code == 200
            assert (await client.get("/api/v1/tables")).status_code == 200
            assert len(readers) == 2
            await server.stop()
            async for _ in lines:  # it ends in order
                continue
        await old.read()
        writer.close()
        assert len(readers) == 0

    asyncio.run(scenario())


class Pipe:
    """What a viewer's connection was sent."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def get_write_buffer_size(self) -> int:
        return 0

    def get_write_buffer_limits(self) -> tuple[int, int]:
        return 0, 10


class OneCrowd:
    """A crowd that says which tables it was asked for."""

    def leave(self, page: Any) -> None:
        pass

    def newest(self, tables: Any) -> bytes:
        return repr(list(tables)).encode()


def test_a_slow_page_gets_the_newest_state_of_what_it_missed() -> None:
    pipe, viewer = Pipe(), Viewer(OneCrowd(), is_chunked=False)
    viewer.begin(cast(asyncio.Transport, pipe))
    viewer.write([1], b"one", b"")
    viewer.pause_writing()
    for tables in ([2], [3, 2]):
        viewer.write(tables, b"more", b"")
    assert pipe.sent == [b"one"]
    viewer.resume_writing()
    assert pipe.sent == [b"one", b"[2, 3]"]
    viewer.resume_writing()
    assert len(pipe.sent) == 2
