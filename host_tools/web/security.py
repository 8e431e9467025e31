"""The headers every answer carries: what a page may load, and that nobody guesses at its type.

Names come from anywhere, so the policy assumes that one day a page is fooled: no inline script or
style runs, nothing is loaded from another host, and only a simulated table's panel may be framed.
"""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
)
FILE_POLICY = "frame-ancestors 'self'"
"""For a PDF, which runs nothing in this origin: older Chromium holds its viewer's own styles and plug-in to
the answer's policy, and `default-src 'none'` leaves them out (crbug.com/271452); version 156 shows either.
"""
FONT_CACHE = "public, max-age=31536000, immutable"


ADMIN = "/admin"


def is_admin(path: str) -> bool:
    """Whether this is the address of an admin page."""
    return path == ADMIN or path.startswith(f"{ADMIN}/")


def policy(frame_origin: str = "") -> str:
    """The content security policy, with one origin that may be framed."""
    return f"{POLICY}; frame-src {frame_origin}" if frame_origin else POLICY


class SecureHeaders:
    """ASGI middleware that adds the headers; it passes streams through untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, with the headers added where the answer does not set its own."""
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
                headers.setdefault("X-Content-Type-Options", "nosniff")
                headers.setdefault("Referrer-Policy", "no-referrer")
                headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
                headers.setdefault("Cache-Control", _caching(path))
            await send(message)

        await self._app(scope, receive, send_with_headers)


def _guard(headers: MutableHeaders) -> None:
    """The admin pages stand in nobody's frame, and tell where a form comes from: with `no-referrer` a browser
    sends `Origin: null` along with it (Fetch, "append a request Origin header").
    """
    headers.setdefault("Content-Security-Policy", POLICY.replace("ancestors 'self'", "ancestors 'none'"))
    headers.setdefault("X-Frame-Options", "DENY")
    headers.setdefault("Referrer-Policy", "same-origin")


def _caching(path: str) -> str:
    if path.startswith("/static/fonts/"):
        return FONT_CACHE
    # Other static files are asked for again each time and answered by their ETag.
    return "no-cache" if path.startswith("/static/") else "no-store"
