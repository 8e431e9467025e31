"""Browsers that read nothing: memory is bounded, other browsers are not affected, and these are dropped."""

import asyncio
import contextlib
import json
import resource
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import web_halls
from web_fakes import FakeStore

from host_tools.collector.hub import Hub
from host_tools.store import Store, Writer
from host_tools.store.rows import EventRecord
from host_tools.web import WebServer, create_app
from host_tools.web.http import connections
from tests.waiting import patience_s, until

TABLES = 60


@asynccontextmanager
async def serving(hub: Hub, store: Any = None) -> AsyncIterator[WebServer]:
    server = WebServer(create_app(hub, store or FakeStore()), port=0)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def deaf(port: int, path: bytes = b"/api/v1/stream") -> socket.socket:
    """Subscribes and never reads; its own buffer is as small as may be."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.connect(("127.0.0.1", port))
    made.sendall(b"GET " + path + b" HTTP/1.1\r\nHost: hall\r\n\r\n")
    return made


def view(table: int, number: int) -> dict[str, Any]:
    """A change that is worth some bytes; `seq` tells which."""
    made = web_halls.third_game(table, 1_790_000_000_000)
    return {**made, "seq": number}


async def listen(port: int, arrived: dict[int, float], ready: asyncio.Event) -> None:
    """A reader that reads: notes when each change came."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
    writer.write(b"GET /api/v1/stream?table=1 HTTP/1.1\r\nHost: hall\r\n\r\n")
    try:
        while line := await reader.readline():
            if line.startswith(b"event: snapshot"):
                ready.set()
            if line.startswith(b"data: ") and b'"data":' in line:
                arrived[json.loads(line[6:])["data"]["seq"]] = time.monotonic()
    finally:
        writer.close()


def memory_kib() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


async def latencies(hub: Hub, port: int, changes: int, busy: int) -> list[float]:
    """The time in s from each change of table 1 to a reader, while `busy` other tables change too."""
    arrived: dict[int, float] = {}
    ready = asyncio.Event()
    task = asyncio.create_task(listen(port, arrived, ready))
    await asyncio.wait_for(ready.wait(), 120)
    sent: dict[int, float] = {}
    for number in range(1, changes + 1):
        for table in range(2, 2 + busy):
            hub.publish(view(table, number))
        sent[number] = time.monotonic()
        hub.publish(view(1, number))
        await until(lambda number=number: number in arrived, 0.001)  # type: ignore[misc]
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    return sorted(arrived[number] - at for number, at in sent.items())


@pytest.mark.skipif(sys.platform != "linux", reason="counts on Linux's buffers")
@pytest.mark.realtime
def test_a_hundred_browsers_that_read_nothing_cost_little_and_hold_up_nobody(tmp_path: Path) -> None:
    """The table's acknowledgement is what the store's writer calls back: timed through the same loop."""
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    hub = Hub()
    for table in range(1, TABLES + 1):
        hub.publish(view(table, 0))

    async def acknowledged() -> float:
        """The slowest of some events from "submitted" to "durable, and known on the loop", in s."""
        loop = asyncio.get_running_loop()
        done: asyncio.Queue[int] = asyncio.Queue()

        def committed(records: Any, conflicts: Any) -> None:
            loop.call_soon_threadsafe(done.put_nowait, len(records))

        writer = Writer(store, committed, lambda problem: None, lambda record, why: None)
        writer.start()
        worst = 0.0
        start = store.last_seq("j1")
        for seq in range(start + 1, start + 21):
            began = time.monotonic()
            writer.submit(EventRecord("j1", seq, 3, None, "play", f'{{"seq":{seq}}}', 5))
            await asyncio.wait_for(done.get(), 120)
            worst = max(worst, time.monotonic() - began)
        await asyncio.to_thread(writer.stop)
        return worst

    async def scenario() -> None:
        async with serving(hub) as server:
            alone = await latencies(hub, server.port, 20, 20)
            acked_alone = await acknowledged()
            before = memory_kib()
            sockets = [deaf(server.port) for _ in range(100)]
            try:
                feed = server._app.state.feed
                await until(lambda: len(feed.readers) == 100)
                beside = await latencies(hub, server.port, 20, 20)
                acked_beside = await acknowledged()
                grown = memory_kib() - before
            finally:
                for sock in sockets:
                    sock.close()
        # Each holds at most its 64 KiB, and the one piece of a message that waits.
        assert grown < 100 * 300, f"{grown} KiB for 100 browsers"
        middle = len(alone) // 2
        assert beside[middle] < max(4 * alone[middle], 0.15), (
            f"{beside[middle]:.3f} s, alone {alone[middle]:.3f}"
        )
        assert acked_beside < max(6 * acked_alone, 0.3), f"{acked_beside:.3f} s, alone {acked_alone:.3f} s"

    try:
        asyncio.run(asyncio.wait_for(scenario(), 300))
    finally:
        store.close()


@pytest.mark.realtime
@pytest.mark.skipif(sys.platform != "linux", reason="counts on Linux's buffers")
def test_a_browser_that_takes_nothing_is_dropped_and_one_that_takes_a_little_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "TAKE_NOTHING_S", 1.0)
    # With its own 128 KiB the kernel reports progress too seldom for a patience of one second.
    monkeypatch.setattr(connections, "SEND_BUFFER", 8192)
    hub = Hub()
    for table in range(1, 301):
        hub.publish(view(table, 0))

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        async with serving(hub) as server:
            feed = server._app.state.feed
            stuck, slow = deaf(server.port), deaf(server.port)
            slow.setblocking(False)
            await until(lambda: len(feed.readers) == 2)
            began = time.monotonic()
            while len(feed.readers) == 2:
                assert time.monotonic() < began + 15, "nobody was dropped"
                await loop.sock_recv(slow, 16_384)
                await asyncio.sleep(0.05)
            assert time.monotonic() - began > 0.8, "dropped too early"
            for _ in range(40):
                await loop.sock_recv(slow, 16_384)
                await asyncio.sleep(0.05)
            assert len(feed.readers) == 1, "the slow one takes what it can"
            stuck.close()
            slow.close()

    asyncio.run(asyncio.wait_for(scenario(), 300))


def test_who_connects_and_says_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "FIRST_WORD_S", 0.3)

    async def scenario() -> None:
        async with serving(Hub()) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET / HTTP/1.1\r\nHos")  # and no more
            with contextlib.suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), patience_s()) == b""
            writer.close()

    asyncio.run(asyncio.wait_for(scenario(), 300))


def test_a_second_request_that_trickles_is_dropped_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each request on a connection has its head to bring in time, and so has what comes behind an answer."""

    async def scenario() -> None:
        async with serving(Hub()) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET /api/v1/tables HTTP/1.1\r\nHost: hall\r\n\r\n")
            assert (await reader.readuntil(b'"tables":[]}')).startswith(b"HTTP/1.1 200")
            monkeypatch.setattr(connections, "FIRST_WORD_S", 0.3)
            writer.write(b"GET / HTTP/1.1\r\nHos")  # and no more
            with contextlib.suppress(ConnectionResetError):
                assert await asyncio.wait_for(reader.read(), patience_s()) == b""
            writer.close()

    asyncio.run(asyncio.wait_for(scenario(), 300))


def test_a_stream_is_not_silent_however_long_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """While an answer is under way its browser need say nothing."""

    async def scenario() -> None:
        hub = Hub()
        async with serving(hub) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=2**22)
            writer.write(b"GET /api/v1/stream HTTP/1.1\r\nHost: hall\r\n\r\n")
            await reader.readuntil(b"event: snapshot")
            monkeypatch.setattr(connections, "FIRST_WORD_S", 0.1)
            silent, silent_writer = await asyncio.open_connection("127.0.0.1", server.port)
            assert await silent.read() == b"", "beside it one that asks for nothing is ended"
            hub.publish(view(1, 7))
            await reader.readuntil(b'"seq":7')
            writer.close()
            silent_writer.close()

    asyncio.run(asyncio.wait_for(scenario(), 120))


def test_a_head_beyond_16_kib_is_refused() -> None:
    async def scenario() -> None:
        async with serving(Hub()) as server:
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"GET / HTTP/1.1\r\nHost: hall\r\nX-Long: " + b"x" * 17_000)
            assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
            writer.close()

    asyncio.run(asyncio.wait_for(scenario(), 120))
