"""Server-sent events: a snapshot, then changes, and a pulse with the time when each table was last heard.

Nothing is replayed: a page that reconnects gets the present state. The messages are described in
``docs/scripts/api.md``.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from host_tools.reasons import Translate, untranslated
from host_tools.web.http.connections import EXTENSION, RETRY_S, Line, Viewer
from host_tools.web.http.refusals import PageRefused
from host_tools.web.live.feed import Feed, Pulse, Shape, dumps, message
from host_tools.web.live.open_streams import Crowd, Reader

log = logging.getLogger(__name__)

HEARTBEAT_S = 2.0
"""How often a stream sends a pulse when no table changes; a page reconnects after three of these in
silence.
"""

SEND_TIMEOUT_S = 300.0
"""How long sending a message may take before its client is dropped, even if the client is still receiving:
the 2 MB of a large hall take a while on bad Wi-Fi. ``connections`` drops a client that receives nothing.
"""

RETRY_MS = 1000
"""How long a page waits before it reconnects."""

MAX_READERS = 10_000
"""The limit of open streams, however many connections there may be; a further one is refused rather than
slowing the others.
"""

STEP = 10
"""Tables in one piece of a message, about 100 KiB; between two pieces the collector serves the hall's
tables.
"""


_EVENT = re.compile(rb"^event: \w+", re.MULTILINE)


class StreamMessages:
    """The messages of a stream: ``feed`` in a ``shape``, which ``shape_name`` identifies.

    ``only`` limits it to one table; ``hall`` shapes the hall's clock; ``translate`` says what is wrong.
    """

    def __init__(
        self,
        feed: Feed,
        shape_name: str,
        shape: Shape,
        only: int | None,
        hall: Callable[[Any], Any],
        translate: Translate,
    ) -> None:
        self.shape_name = shape_name
        self.only = only
        self._feed = feed
        self._shape = shape
        self._hall = hall
        self._translate = translate

    def _clocks(self, pulse: Pulse) -> Pulse:
        halls = {name: self._hall(clock) for name, clock in pulse["halls"].items()}
        return {**pulse, "hall": self._hall(pulse["hall"]), "halls": halls}

    async def snapshot(self) -> AsyncIterator[bytes]:
        """Send one message in pieces: a large hall's is megabytes, and for a browser that receives nothing
        only one piece may wait in memory.
        """
        feed = self._feed
        pulse = self._clocks(feed.pulse(self._translate))
        head = {
            "version": 1,
            "server_ms": feed.now_ms(),
            "hall": pulse["hall"],
            "halls": pulse["halls"],
            "problem": pulse["problem"],
            "problems": pulse["problems"],
            "results": pulse["results"],
        }
        views = [view for view in feed.views() if self.only in (None, view["table"])]
        begins = f"id: {feed.id_of(feed.revision)}\nevent: snapshot\ndata: {dumps(head)[:-1]}"
        yield f'{begins},"tables":['.encode()
        for begin in range(0, len(views), STEP):
            step = views[begin : begin + STEP]
            shaped = [feed.shaped(view, self.shape_name, self._shape) for view in step]
            yield (("," if begin else "") + ",".join(shaped)).encode()
            await asyncio.sleep(0)
        yield b"]}\n\n"

    def changes(self, tables: Sequence[int]) -> Iterator[tuple[Sequence[int], bytes]]:
        """The newest view of each of these tables, in pieces: the tables' numbers and their messages."""
        for begin in range(0, len(tables), STEP):
            step = tables[begin : begin + STEP]
            encoded = [self._feed.encoded(table, self.shape_name, self._shape) for table in step]
            yield step, b"".join(encoded)

    def pulse(self) -> bytes:
        """A pulse: when each table was last heard, the hall's clock, what is wrong with the collector."""
        feed = self._feed
        pulse = self._clocks(feed.pulse(self._translate))
        if self.only is not None:
            only = str(self.only)
            pulse["heard"] = {only: pulse["heard"][only]} if only in pulse["heard"] else {}
        body = {"version": 1, "server_ms": feed.now_ms(), **pulse}
        return b": heartbeat\n" + message("pulse", dumps(body), feed.id_of(feed.revision))


class TogetherMessages:
    """The messages of several streams in one, each with its stream's place after its name: `table 2`."""

    only = None

    def __init__(self, parts: Sequence[StreamMessages]) -> None:
        self.shape_name = " ".join(f"{part.shape_name}/{part.only or ''}" for part in parts)
        self._parts = parts

    @staticmethod
    def _placed(text: bytes, place: int) -> bytes:
        return _EVENT.sub(rb"\g<0> %d" % place, text)

    async def snapshot(self) -> AsyncIterator[bytes]:
        """The snapshots, one after the other."""
        for place, part in enumerate(self._parts):
            async for piece in part.snapshot():
                yield self._placed(piece, place)

    def changes(self, tables: Sequence[int]) -> Iterator[tuple[Sequence[int], bytes]]:
        """The newest view of each of these tables, for each stream that is about it."""
        for place, part in enumerate(self._parts):
            about = [table for table in tables if part.only in (None, table)]
            for step, text in part.changes(about):
                yield step, self._placed(text, place)

    def pulse(self) -> bytes:
        """A pulse of each stream."""
        return b"".join(self._placed(part.pulse(), place) for place, part in enumerate(self._parts))


class EventStream(Response):
    """The response that streams ``feed`` in a ``shape`` to one client.

    ``only`` limits it to one table; ``hall`` shapes the hall's clock; ``translate`` says what is wrong with
    the collector, in the language that ``shape_name`` names. The response ends when the client leaves, is too
    slow to take a message within ``send_timeout_s``, or the feed closes.
    """

    def __init__(
        self,
        feed: Feed,
        shape_name: str,
        shape: Shape,
        only: int | None = None,
        *,
        hall: Callable[[Any], Any] = lambda clock: clock,
        translate: Translate = untranslated,
        heartbeat_s: float = HEARTBEAT_S,
        send_timeout_s: float = SEND_TIMEOUT_S,
    ) -> None:
        super().__init__(
            media_type="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        )
        del self.headers["content-length"]
        self._readers = feed.readers
        self._messages: StreamMessages | TogetherMessages = StreamMessages(
            feed, shape_name, shape, only, hall, translate
        )
        self._heartbeat_s = heartbeat_s
        self._send_timeout_s = send_timeout_s

    def join(self, others: Sequence["EventStream"]) -> None:
        """Carry the messages of this stream and of the others, before it is served."""
        streams = [stream._messages for stream in (self, *others)]
        self._messages = TogetherMessages([part for part in streams if isinstance(part, StreamMessages)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the stream to its end."""
        reader = Reader(self._messages.only)
        crowd = self._readers.crowd_of(self._messages, self._heartbeat_s)
        crowd.join(reader)
        leaving = asyncio.create_task(self._close_on_leave(receive, reader))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            if (line := scope.get("extensions", {}).get(EXTENSION)) is not None:
                await self._hand_over(line, reader, crowd, scope["http_version"] != "1.0", send)
                return
            async for chunk in self._chunks(reader, crowd):
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

    async def _hand_over(
        self, line: Line, reader: Reader, crowd: Crowd, is_chunked: bool, send: Send
    ) -> None:
        """Send the snapshot; then the connection is the crowd's."""
        async with asyncio.timeout(self._send_timeout_s):
            async for piece in self._beginning():
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        if not reader.closed:
            viewer = Viewer(crowd, is_chunked)
            line.hand_over(viewer)
            crowd.take_over(reader, viewer)

    async def _beginning(self) -> AsyncIterator[bytes]:
        yield f": boardside\nretry: {RETRY_MS}\n\n".encode()
        async for piece in self._messages.snapshot():
            yield piece

    @staticmethod
    async def _close_on_leave(receive: Receive, reader: Reader) -> None:
        while (await receive())["type"] != "http.disconnect":
            continue
        reader.close()

    async def _chunks(self, reader: Reader, crowd: Crowd) -> AsyncIterator[bytes]:
        """Send the snapshot, then the changes. The reader joined its crowd before, so no change is lost
        between the two.
        """
        async for piece in self._beginning():
            yield piece
        while not reader.closed:
            for _, text in self._messages.changes(await reader.changed()):
                yield text
            if reader.pulse_due:
                reader.pulse_due = False
                yield crowd.pulse()


def stream_or_503(request: Request, stream: EventStream) -> EventStream:
    """The stream, or an error when too many are open."""
    most = min(MAX_READERS, request.app.state.streams_most)
    if len(request.app.state.feed.readers) >= most:
        raise PageRefused("streams_open", {"Retry-After": str(RETRY_S)}, most=most)
    return stream
