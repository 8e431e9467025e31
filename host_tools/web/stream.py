"""Server-sent events: a snapshot, then changes, and a pulse with every table's age.

Nothing is replayed: whoever comes back gets the state as it is. The messages are described in
``docs/web.md``.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from host_tools.web.feed import Feed, Reader, Shape, dumps, message

log = logging.getLogger(__name__)

HEARTBEAT_S = 2.0
"""How often a stream speaks when no table does; a page that hears nothing for three of these reconnects."""

SEND_TIMEOUT_S = 300.0
"""How long a message may wait to leave before its client is dropped, though it may still be taking some of
it: 2 MB of a large hall need their time on bad Wi-Fi. One that takes nothing is dropped by ``connection``.
"""

CROWD_PACE_S = 0.0002
PACE_MIN_S = 0.02
PACE_MAX_S = 0.1
"""A stream that has spoken rests so long for each stream that is open, but not shorter and not longer than
the others say: what changes meanwhile goes out together, so that neither five hundred phones nor a thousand
tables cost more than the hall can give. Where little happens nothing waits."""

SNAPSHOT_STEP = 10
"""So many tables go out in one piece, about 100 KiB; in between the tables of the hall are served."""

RETRY_MS = 1000
"""How long a page waits before it reconnects."""

MAX_READERS = 4000
"""Streams open at once; one more is refused rather than slowing the hall."""


class EventStream(Response):
    """The response that streams ``feed`` in a ``shape`` to one client.

    ``only`` limits it to one table; ``hall`` shapes the hall's clock. The response ends when the client
    leaves, is too slow to take a message within ``send_timeout_s``, or the feed closes.
    """

    def __init__(
        self,
        feed: Feed,
        name: str,
        shape: Shape,
        only: int | None = None,
        *,
        hall: Callable[[Any], Any] = lambda clock: clock,
        heartbeat_s: float = HEARTBEAT_S,
        send_timeout_s: float = SEND_TIMEOUT_S,
    ) -> None:
        super().__init__(
            media_type="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        )
        del self.headers["content-length"]
        self._feed = feed
        self._name = name
        self._shape = shape
        self._only = only
        self._hall = hall
        self._heartbeat_s = heartbeat_s
        self._send_timeout_s = send_timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the stream to its end."""
        reader = Reader(self._only)
        self._feed.readers.add(reader)
        leaving = asyncio.create_task(self._close_on_leave(receive, reader))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async for chunk in self.chunks(reader):
                body = {"type": "http.response.body", "body": chunk, "more_body": True}
                async with asyncio.timeout(self._send_timeout_s):
                    await send(body)
            async with asyncio.timeout(1):
                await send({"type": "http.response.body", "body": b""})
        except (TimeoutError, OSError):
            log.info("web: a stream was dropped: its client takes nothing any more")
        finally:
            self._feed.readers.discard(reader)
            leaving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await leaving

    @staticmethod
    async def _close_on_leave(receive: Receive, reader: Reader) -> None:
        while (await receive())["type"] != "http.disconnect":
            continue
        reader.close()

    async def chunks(self, reader: Reader) -> AsyncIterator[bytes]:
        """The messages for a reader already in the feed: no change falls between snapshot and stream."""
        feed = self._feed
        yield f": boardside\nretry: {RETRY_MS}\n\n".encode()
        async for piece in self._snapshot():
            yield piece
        loop = asyncio.get_running_loop()
        beat = loop.time() + self._heartbeat_s
        while not reader.closed:
            tables = await reader.changed(max(0.0, beat - loop.time()))
            for begin in range(0, len(tables), SNAPSHOT_STEP):
                some = tables[begin : begin + SNAPSHOT_STEP]
                yield b"".join([feed.encoded(table, self._name, self._shape) for table in some])
            spoken = bool(tables)
            if loop.time() >= beat or reader.pulse_due:
                reader.pulse_due = False
                beat = loop.time() + self._heartbeat_s
                spoken = True
                yield self._heartbeat()
            if spoken:
                await asyncio.sleep(min(max(PACE_MIN_S, len(feed.readers) * CROWD_PACE_S), PACE_MAX_S))

    async def _snapshot(self) -> AsyncIterator[bytes]:
        """One message, in pieces: a large hall's is megabytes, and a browser that takes nothing of it must
        hold no more of them than the one piece that waits.
        """
        feed = self._feed
        head = {
            "version": 1,
            "server_ms": feed.now_ms(),
            "hall": self._hall(feed.pulse()["hall"]),
            "problem": feed.problem,
        }
        views = [view for view in feed.views() if self._only in (None, view["table"])]
        begins = f"id: {feed.id_of(feed.revision)}\nevent: snapshot\ndata: {dumps(head)[:-1]}"
        yield f'{begins},"tables":['.encode()
        for begin in range(0, len(views), SNAPSHOT_STEP):
            shaped = [self._shape(view) for view in views[begin : begin + SNAPSHOT_STEP]]
            yield (("," if begin else "") + dumps(shaped)[1:-1]).encode()
            await asyncio.sleep(0)
        yield b"]}\n\n"

    def _heartbeat(self) -> bytes:
        feed = self._feed
        pulse = feed.pulse()
        if self._only is not None:
            only = str(self._only)
            pulse["heard"] = {only: pulse["heard"][only]} if only in pulse["heard"] else {}
        pulse["hall"] = self._hall(pulse["hall"])
        body = {"version": 1, "server_ms": feed.now_ms(), **pulse}
        return b": heartbeat\n" + message("pulse", body, feed.id_of(feed.revision))
