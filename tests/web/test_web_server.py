"""The server in the collector's loop: it listens, says why it cannot, and stops with pages open."""

import asyncio
import socket

import httpx2
import pytest
import web_halls
from fastapi import Request
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


TWO_LENGTHS = (
    b"Content-Length: 3\r\nTransfer-Encoding: chunked",
    b"Transfer-Encoding: chunked\r\nContent-Length: 0",
    b"transfer-encoding: Chunked\r\ncontent-length: 3",
    b"Transfer-Encoding: identity\r\nContent-Length: 3",
)


@pytest.mark.parametrize("lengths", TWO_LENGTHS)
@pytest.mark.parametrize("path", [b"/", b"/api/v1/tables", b"/nowhere"])
def test_a_request_with_two_lengths_is_refused_and_ends_the_connection(lengths: bytes, path: bytes) -> None:
    async def scenario() -> bytes:
        server = WebServer(create_app(Hub(), FakeStore()), port=0)
        await server.start()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = b"POST %b HTTP/1.1\r\nHost: 127.0.0.1\r\n%b\r\n\r\n0\r\n\r\n" % (path, lengths)
        writer.write(head + b"GET /api/v1/tables HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        answers = await reader.read()
        writer.close()
        await server.stop()
        return answers

    answers = asyncio.run(asyncio.wait_for(scenario(), patience_s()))
    assert answers.count(b"HTTP/1.1 ") == 1
    assert answers[9:12] in (b"400", b"501")


@pytest.mark.parametrize(("proxies", "address"), [("", "127.0.0.1"), ("127.0.0.1", "10.0.0.9")])
def test_forwarding_headers_count_from_named_proxies_only(
    proxies: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")
    app = create_app(Hub(), FakeStore())

    @app.get("/who")
    def who(request: Request) -> str:
        return str(request.client and request.client.host)

    async def scenario() -> str:
        server = WebServer(app, port=0, proxies=proxies)
        await server.start()
        async with httpx2.AsyncClient() as client:
            answer = await client.get(f"{server.url}who", headers={"X-Forwarded-For": "10.0.0.9"})
        await server.stop()
        return str(answer.json())

    assert asyncio.run(asyncio.wait_for(scenario(), patience_s())) == address
