"""Limits the size, the pace and the time of a request's body, whether it is read or not.

A route may read the body, or answer without looking at it. In both cases a sender cannot hold the connection
for longer than `deadline_s` allows.
"""

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.web.http.page_refusals import PageRefused

BODY_MOST = 1_000_000
"""The largest body in bytes; enough for an entry list of thousands."""

IMPORT_MOST = 8_000_000
"""The largest body with files to import; a thousand matches as an export has them are 1.5 MB,
an image of MicroPython 2 MB."""
_IMPORTS = ("/api/v1/import", "/admin/tournament/import", "/admin/boards/flash")

FIRST_S = 10.0
"""The time that any body may take, even a small one."""

PACE = 2_000
"""For each of this many bytes that arrive, the body gets one more second."""

ALL_S = 60.0
"""But no body takes longer than this."""

DRAIN_MOST = 4_000_000
"""Of a body that no route reads, this many bytes are received and discarded, so that its sender sees the
answer: closing a connection with unread bytes resets it (RFC 9112, 9.6).
"""


def deadline_s(received: int) -> float:
    """When the next bytes of a body must have arrived, in seconds since the request, after `received`
    bytes.
    """
    return min(ALL_S, FIRST_S + received / PACE)


class RequestBodies:
    """ASGI middleware. A request with two lengths, of which a proxy may have read the other, is refused, and
    ends the connection (RFC 9112, 6.3). A route that reads a body gets PageRefused 408 or 413 from it. If a
    body is incomplete when the answer begins, the rest is discarded, or the connection ends with the answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if "transfer-encoding" in headers and "content-length" in headers:
            refused = PlainTextResponse("A body has one length.", 400, {"Connection": "close"})
            await refused(scope, receive, send)
            return
        body = _Body(scope, receive)

        async def send_after_body(message: Message) -> None:
            if message["type"] == "http.response.start" and not await body.is_drained():
                MutableHeaders(scope=message)["Connection"] = "close"
            await send(message)

        await self._app(scope, body.receive, send_after_body)


class _Body:
    """The body of one request, as far as it has arrived."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        headers = Headers(scope=scope)
        length = headers.get("content-length", "")
        self._declared = int(length) if length.isascii() and length.isdecimal() and len(length) < 19 else 0
        self._waits = "expect" in headers  # for "100 Continue", before it sends anything
        self._most = IMPORT_MOST if scope["path"] in _IMPORTS else BODY_MOST
        self._is_read = scope["method"] not in ("GET", "HEAD")
        self._receive = receive
        self._received = 0
        self._begun = asyncio.get_running_loop().time()
        self._is_complete = not self._declared and "transfer-encoding" not in headers

    async def receive(self) -> Message:
        """The next message. Raises PageRefused 408 or 413. If no body is expected, a timeout is the end of
        the request.
        """
        if self._declared > self._most and self._is_read:
            raise PageRefused("body_too_large", most_mb=self._most // 1_000_000)
        try:
            message = await self._next()
        except TimeoutError as error:
            if not self._is_read:
                return {"type": "http.disconnect"}
            raise PageRefused("body_too_slow") from error
        if self._received > self._most and self._is_read:
            raise PageRefused("body_too_large", most_mb=self._most // 1_000_000)
        return message

    async def is_drained(self) -> bool:
        """Discard the unread part of the body; return whether the body is complete."""
        if self._declared > DRAIN_MOST or self._waits:
            return self._is_complete
        try:
            while not self._is_complete and self._received <= DRAIN_MOST:
                await self._next()
        except TimeoutError:
            return False
        return self._is_complete

    async def _next(self) -> Message:
        """Raises TimeoutError if the body does not arrive in time."""
        if self._is_complete:
            return await self._receive()
        async with asyncio.timeout_at(self._begun + deadline_s(self._received)):
            message = await self._receive()
        self._received += len(message.get("body", b""))
        self._is_complete = not message.get("more_body", False)
        return message
