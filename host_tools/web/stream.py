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

from host_tools.web.connection import LINE
from host_tools.web.crowd import Crowd
from host_tools.web.feed import Feed, Shape
from host_tools.web.reader import Reader
from host_tools.web.speech import Speech

log = logging.getLogger(__name__)

HEARTBEAT_S = 2.0
"""How often a stream speaks when no table does; a page that hears nothing for three of these reconnects."""

SEND_TIMEOUT_S = 300.0
"""How long a message may wait to leave before its client is dropped, though it may still be taking some of
it: 2 MB of a large hall need their time on bad Wi-Fi. One that takes nothing is dropped by ``connection``.
"""

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
        self._speech = Speech(feed, name, shape, only, hall)
        self._heartbeat_s = heartbeat_s
        self._send_timeout_s = send_timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the stream to its end."""
        line = scope.get("state", {}).get(LINE)
        reader = Reader(self._speech.only, line, scope.get("http_version") != "1.0")
        crowd = Crowd.of(self._speech, self._heartbeat_s)
        crowd.join(reader)
        leaving = asyncio.create_task(self._close_on_leave(receive, reader))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            async for chunk in self._pieces(reader):
                body = {"type": "http.response.body", "body": chunk, "more_body": True}
                async with asyncio.timeout(self._send_timeout_s):
                    await send(body)
            async with asyncio.timeout(1):
                await send({"type": "http.response.body", "body": b""})
        except (TimeoutError, OSError):
            log.info("web: a stream was dropped: its client takes nothing any more")
        finally:
            crowd.leave(reader)
            leaving.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await leaving

    @staticmethod
    async def _close_on_leave(receive: Receive, reader: Reader) -> None:
        while (await receive())["type"] != "http.disconnect":
            continue
        reader.close()

    async def _pieces(self, reader: Reader) -> AsyncIterator[bytes]:
        """What this page says by itself: the snapshot, and whatever its crowd could not write to its line. It
        is in the crowd already: no change falls between snapshot and stream.
        """
        yield f": boardside\nretry: {RETRY_MS}\n\n".encode()
        async for piece in self._speech.snapshot():
            yield piece
        while not reader.closed:
            for _, text in self._speech.changes(await reader.changed()):
                yield text
            if reader.pulse_due:
                reader.pulse_due = False
                yield self._speech.pulse()
