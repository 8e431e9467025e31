"""ASGI middlewares: HEAD for every GET (RFC 9110, 9.3.2), compressed pages, and limits on a request's body.

Five hundred phones in one hall share its Wi-Fi: the page of 60 tables is 267 KB of HTML, 13 KB compressed,
for 2 ms of processor time. These are not compressed: streams; fonts and PDFs, which are compressed already;
the API's answers; and the admin pages. The latter contain a secret (the form's token) beside typed text, and
the length of the compressed page would reveal it (BREACH, CVE-2013-3587).

A route may read the body, or answer without looking at it. In both cases a sender cannot hold the connection
for longer than `deadline_s` allows.
"""

import asyncio

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.web.http.refusals import PageRefused
from host_tools.web.http.security import is_admin


class AskedHead:
    """ASGI middleware: serves a HEAD as the GET of its address and sends only the headers. A stream ends
    after them.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve."""
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        is_answered = False

        async def send_head(message: Message) -> None:
            nonlocal is_answered
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body", "body": b""})
                is_answered = True

        async def receive_until_answered() -> Message:
            return {"type": "http.disconnect"} if is_answered else await receive()

        as_get = {**scope, "method": "GET", "extensions": {}}
        await self._app(as_get, receive_until_answered, send_head)


LEAST = 1000
"""Smaller answers fit into one packet without compression."""
LEVEL = 4
"""zlib's level, 1 to 9: higher levels take twice the time to save a few per cent."""
NOT_PACKED = ("/api", "/live")


class Packing:
    """ASGI middleware that compresses pages. It is the outermost, so that it sees the final headers of an
    answer.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._packed = GZipMiddleware(app, minimum_size=LEAST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and compress the answer where that helps."""
        path = scope.get("path", "")
        is_plain = scope["type"] != "http" or is_admin(path) or path.startswith(NOT_PACKED)
        is_plain = is_plain or path.endswith((".pdf", ".woff2"))
        await (self._app if is_plain else self._packed)(scope, receive, send)


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
