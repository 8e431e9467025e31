"""Pages and their scripts packed (gzip) on the way, where the browser takes that.

Five hundred phones in one hall share its Wi-Fi: a hall of 60 tables is 267 KB of HTML, and 13 KB packed, for
2 ms of the processor. Not packed are streams, fonts and PDFs, which are packed already, what the API answers,
and the admin pages: on these a secret (the form's token) stands beside what was typed, and the length of the
packed page would tell of it (BREACH, CVE-2013-3587).
"""

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from host_tools.web.security import is_admin

LEAST = 1000
"""Smaller answers go in one packet either way."""
LEVEL = 4
"""Of zlib's 1 to 9: beyond it time doubles and some percent of length are won."""
NOT_PACKED = ("/api", "/live", "/static/fonts")


class Packing:
    """ASGI middleware. It stands outermost, so that everything that is said of an answer is said before."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._packed = GZipMiddleware(app, minimum_size=LEAST, compresslevel=LEVEL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve, packed where it is of use."""
        path = scope.get("path", "")
        is_plain = scope["type"] != "http" or is_admin(path) or path.startswith(NOT_PACKED)
        is_plain = is_plain or path.endswith(".pdf")
        await (self._app if is_plain else self._packed)(scope, receive, send)
