"""The server in the collector's loop: it listens, says why it cannot, and stops with pages open."""

import asyncio
import socket

import httpx2
import pytest
import web_halls
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.web import WebServer, create_app
from host_tools.web.http.server import WebServerError
from tests.waiting import patience_s


def test_it_stops_at_once_with_pages_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "host_tools.web.http.server.STOP_S", 3600
    )  # so long it would wait for what does not end

    async def scenario() -> None:
        hub = Hub()
        hub.publish(web_halls.view(3, 0))
        server = WebServer(create_app(hub, FakeStore()), port=0)
        await server.start()
        assert server.url == f"http://127.0.0.1:{server.port}/"
        async with (
            httpx2.AsyncClient(base_url=server.url) as client,
            client.stream("GET", "/live") as pages,
            client.stream("GET", "/api/v1/stream") as feed,
        ):
            for lines in (pages.aiter_lines(), feed.aiter_lines()):
                while not (await anext(lines)).startswith("data:"):
                    continue
            await server.stop()

    asyncio.run(asyncio.wait_for(scenario(), patience_s()))


def test_a_taken_port_is_said_plainly() -> None:
    async def scenario() -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            with pytest.raises(WebServerError, match=f"port {port}.*choose another port"):
                await WebServer(create_app(Hub(), FakeStore()), port=port).start()

    asyncio.run(scenario())


def test_it_serves_on_a_socket_that_is_bound_already() -> None:
    async def scenario() -> None:
        bound = socket.create_server(("127.0.0.1", 0))
        server = WebServer(create_app(Hub(), FakeStore()), bound=bound)
        await server.start()
        async with httpx2.AsyncClient() as client:
            answer = await client.get(f"{server.url}api/v1/tables")
        assert answer.json()["tables"] == []
        await server.stop()

    asyncio.run(asyncio.wait_for(scenario(), 120))


def test_an_address_of_another_machine_is_refused() -> None:
    async def scenario() -> None:
        with pytest.raises(WebServerError, match=r"192\.0\.2\.1"):
            await WebServer(create_app(Hub(), FakeStore()), host="192.0.2.1", port=0).start()

    asyncio.run(scenario())
