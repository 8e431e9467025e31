"""HTTP caching of the public pages, for a server with proxies or a content delivery network before it.

Every answer gets a tag of its contents, the same in each process that serves the same database. A browser
asks again each time, and gets 304 while nothing has changed; a shared cache answers for a second by itself,
so that a thousand phones that open a page cost this server one page a second. Streams pass untouched.
"""

import hashlib

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

#: A live page corrects what it was loaded with by its stream; a shared cache may also answer with the last
#: page while it asks for a newer one, or while this server is away.
LIVE = "public, max-age=0, s-maxage=1, stale-while-revalidate=5, stale-if-error=600"
#: A page that is asked for because something has changed, by scripts that would not ask twice.
NEWEST = "public, no-cache"
_ASKED_ONCE = ("/screen", "/overlay", "/matches/")
#: Score cards: drawing them is slow.
FILE = "public, max-age=0, s-maxage=60"
_NO_TAG = ("/static/", "/live", "/api/v1/stream")


def control(path: str) -> str:
    """`Cache-Control` of an answer with this path."""
    if path.endswith(".pdf"):
        return FILE
    return NEWEST if path.startswith(_ASKED_ONCE) else LIVE


def is_known(given: str, tag: str) -> bool:
    """Whether `If-None-Match` names this tag; by weak comparison (RFC 9110, 13.1.2)."""
    return any(name.strip().removeprefix("W/") in ("*", tag.removeprefix("W/")) for name in given.split(","))


class PublicCaching:
    """ASGI middleware: tag, `Cache-Control` and 304 for each page and each answer of the API."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve."""
        if scope["type"] != "http" or scope["path"].startswith(_NO_TAG):
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        body = bytearray()

        async def send_tagged(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and message["status"] == 200:
                start = message
                return
            if start is None:
                await send(message)
                return
            body.extend(message.get("body", b""))
            if not message.get("more_body"):
                for part in _tagged(scope, start, bytes(body)):
                    await send(part)

        await self._app(scope, receive, send_tagged)


def _tagged(scope: Scope, start: Message, body: bytes) -> tuple[Message, Message]:
    headers = MutableHeaders(raw=list(start["headers"]))
    # Weak: the same page is sent packed and not packed.
    tag = f'W/"{hashlib.blake2b(body, digest_size=9).hexdigest()}"'
    headers["ETag"] = tag
    # An answer that sets a cookie is one browser's.
    headers["Cache-Control"] = "private, no-cache" if "set-cookie" in headers else control(scope["path"])
    if not scope["path"].startswith("/api/"):
        headers["Vary"] = "Accept-Language, Cookie"
    status = 200
    if is_known(Headers(scope=scope).get("if-none-match", ""), tag):
        status, body = 304, b""
        for name in ("content-length", "content-type", "content-disposition"):
            del headers[name]
    return {**start, "status": status, "headers": headers.raw}, {"type": "http.response.body", "body": body}
