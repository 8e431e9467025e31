"""More browsers than the server accepts: they are asked to come back, and tables keep their connections."""

import asyncio
import contextlib
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.web import WebServer, create_app
from host_tools.web.http import connections
from host_tools.web.http.connections import streams_most
from tests.waiting import patience_s, wait_until

ASKING = b"GET /api/v1/tables HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
STREAM = b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def five(monkeypatch: pytest.MonkeyPatch) -> None:
    """Room for five, and none beyond them for this computer."""
    monkeypatch.setattr("host_tools.web.http.server.connections_most", lambda _wished: 5)
    monkeypatch.setattr(connections, "HERE_MOST", 0)


@asynccontextmanager
async def serving() -> AsyncIterator[WebServer]:
    server = WebServer(create_app(Hub(), FakeStore()), port=0)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def answered(port: int, request: bytes = ASKING) -> bytes:
    """The head of the answer to a request on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        writer.write(request)
        return await reader.readuntil(b"\r\n\r\n")
    finally:
        writer.close()


@asynccontextmanager
async def held(port: int, count: int) -> AsyncIterator[list[asyncio.StreamWriter]]:
    """So many connections, on which nothing is said."""
    writers = [(await asyncio.open_connection("127.0.0.1", port))[1] for _ in range(count)]
    try:
        yield writers
    finally:
        for writer in writers:
            writer.close()


@pytest.mark.usefixtures("five")
def test_a_browser_without_room_is_told_when_to_come_back_and_then_gets_in() -> None:
    async def scenario() -> None:
        async with serving() as server, held(server.port, 5) as others:
            refused = await answered(server.port)
            assert refused.startswith(b"HTTP/1.1 503 ")
            assert b"\r\nRetry-After: 5\r\n" in refused
            others.pop().close()
            while not (await answered(server.port)).startswith(b"HTTP/1.1 200 "):
                await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(scenario(), 120))


@pytest.mark.usefixtures("five")
def test_this_computer_finds_room_when_the_hall_has_taken_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HERE_MOST", 1)

    async def scenario() -> None:
        async with serving() as server, held(server.port, 5):
            assert (await answered(server.port)).startswith(b"HTTP/1.1 200 ")
            monkeypatch.setattr(connections, "_is_here", lambda address: False)
            assert (await answered(server.port)).startswith(b"HTTP/1.1 503 ")

    asyncio.run(asyncio.wait_for(scenario(), 120))


@pytest.mark.usefixtures("five")
def test_streams_leave_room_for_pages() -> None:
    async def scenario() -> None:
        async with serving() as server, held(server.port, 3) as readers:
            assert streams_most(5) == 3
            for reader in readers:
                reader.write(STREAM)
            while len(server._app.state.feed.readers) < 3:
                await asyncio.sleep(0)
            refused = await answered(server.port, STREAM)
            assert refused.startswith(b"HTTP/1.1 503 ")
            assert b"retry-after: 5\r\n" in refused.lower()
            assert (await answered(server.port)).startswith(b"HTTP/1.1 200 ")

    asyncio.run(asyncio.wait_for(scenario(), 120))


#: A hall with 400 open files: pages, and a port for tables that says hello.
HALL = """
import asyncio, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (400, 400))
sys.path.insert(0, sys.argv[1])
from web_fakes import FakeStore
from host_tools.collector.hub import Hub
from host_tools.web import WebServer, create_app

async def hello(reader, writer):
    writer.write(b"hello")
    await reader.read()
    writer.close()

async def main():
    tables = await asyncio.start_server(hello, "127.0.0.1", 0)
    pages = WebServer(create_app(Hub(), FakeStore()), port=0)
    await pages.start()
    print(tables.sockets[0].getsockname()[1], pages.port, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await pages.stop()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts open files as Linux does")
def test_with_few_open_files_a_crowd_of_pages_leaves_the_tables_theirs() -> None:
    here = Path(__file__).resolve()
    hall = subprocess.Popen(
        [sys.executable, "-c", HALL, str(here.parent)],
        cwd=here.parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert hall.stdout is not None
    crowd: list[socket.socket] = []
    try:
        tables, pages = map(int, hall.stdout.readline().split())
        for _ in range(500):
            crowd.append(socket.socket())
            crowd[-1].setblocking(False)
            with contextlib.suppress(BlockingIOError):
                crowd[-1].connect(("127.0.0.1", pages))
        for _ in range(10):
            with socket.create_connection(("127.0.0.1", tables), timeout=patience_s()) as table:
                assert table.recv(5) == b"hello"
            opened = len(list(Path(f"/proc/{hall.pid}/fd").iterdir()))
            assert opened < 250, "half is for the tables"
        wait_until(lambda: any(is_refused(browser) for browser in crowd))
    finally:
        for browser in crowd:
            browser.close()
        _, errors = hall.communicate(timeout=60)
    assert errors == ""


def is_refused(browser: socket.socket) -> bool:
    try:
        return browser.recv(100).startswith(b"HTTP/1.1 503 ")
    except OSError:
        return False
