"""Two small ASGI middlewares: HEAD for every GET (RFC 9110, 9.3.2), and gzip compression of pages.

Five hundred phones in one hall share its Wi-Fi: the page of 60 tables is 267 KB of HTML, 13 KB compressed,
for 2 ms of processor time. These are not compressed: streams; fonts and PDFs, which are compressed already;
the API's answers; and the admin pages. The latter contain a secret (the form's token) beside typed text, and
the length of the compressed page would reveal it (BREACH, CVE-2013-3587).
"""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
