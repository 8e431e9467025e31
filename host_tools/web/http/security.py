"""The headers of every answer: what a page may load, and that browsers must not guess its type.

Names come from anywhere, so the policy assumes that markup may one day slip into a page: no inline script or
style runs, nothing is loaded from another host, and only a simulated table's panel may be framed.
"""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.web.http.caching import is_lasting

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
FILE_POLICY = "frame-ancestors 'self'"
"""For a PDF, which runs nothing in this origin: older Chromium applies the answer's policy to its viewer's
own styles and plug-in, and `default-src 'none'` blocks them (crbug.com/271452); version 156 shows either.
"""
LASTING = "public, max-age=31536000, immutable"


ADMIN = "/admin"


def is_admin(path: str) -> bool:
    """Whether this is the address of an admin page."""
    return path == ADMIN or path.startswith(f"{ADMIN}/")


def is_from_elsewhere(headers: Headers) -> bool:
    """Whether the browser says that a page of another site sent this request. Programs other than browsers
    send no such header.

    Browsers since 2020 send `Sec-Fetch-Site` over HTTPS and on localhost, and `Origin` with every POST. The
    scheme is not compared, since a proxy may have terminated TLS.
    """
    if headers.get("sec-fetch-site", "same-origin") != "same-origin":
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        host = urlsplit(origin).netloc
    except ValueError:
        host = ""
    return not host or host.lower() != headers.get("host", "").lower()


def origin(address: str) -> str:
    """A site's address in the form of a policy, https://example.org. Raises BadOrigin."""
    folded = address.strip().lower().removesuffix("/")
    if _ORIGIN.fullmatch(folded) is None:
        raise BadOrigin(address)
    return folded


def policy(frame_origin: str = "") -> str:
    """The content security policy, with one origin that may be framed."""
    return f"{POLICY}; frame-src {frame_origin}" if frame_origin else POLICY


_ORIGIN = re.compile(r"https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?")
_FRAMED = "frame-ancestors 'self'"


class BadOrigin(Exception):  # noqa: N818
    """The text `address` is not a site such as https://example.org."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class SecureHeaders:
    """ASGI middleware that adds the headers; it passes streams through untouched. embedding: the sites whose
    pages may frame the public pages; raises BadOrigin for an invalid one.
    """

    def __init__(self, app: ASGIApp, embedding: Sequence[str] = ()) -> None:
        self._app = app
        self._framed = " ".join([_FRAMED, *map(origin, embedding)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, and add each header that the answer does not set itself."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"]

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if is_admin(path):
                    _guard(headers)
                headers.setdefault("Content-Security-Policy", policy())
                if not is_admin(path):
                    allowed = headers["Content-Security-Policy"].replace(_FRAMED, self._framed)
                    headers["Content-Security-Policy"] = allowed
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Referrer-Policy", "no-referrer")
                headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
                headers.setdefault("Cache-Control", _caching(path))
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _guard(headers: MutableHeaders) -> None:
    """No page may frame the admin pages. They use another referrer policy because with `no-referrer` a
    browser sends `Origin: null` with a form (Fetch, "append a request Origin header").
    """
    headers.setdefault("Content-Security-Policy", POLICY.replace("ancestors 'self'", "ancestors 'none'"))
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Referrer-Policy", "same-origin")


def _caching(path: str) -> str:
    if is_lasting(path):
        return LASTING
    # Browsers revalidate other static files each time, by their ETag.
    return "no-cache" if path.startswith("/static/") else "no-store"
