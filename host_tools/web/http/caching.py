"""What browsers and shared caches keep: assets for a year, public pages for as long as nothing has changed.

A page names its styles, scripts and fonts under `/static/FINGERPRINT/`, addresses that change with their
contents; they import each other relatively. The same files are at `/static/` for everybody else.

Every answer gets a tag of its contents, the same in each process that serves the same database. A browser
asks again each time, and gets 304 while nothing has changed; a shared cache answers for a second by itself,
so that a thousand phones that open a page cost this server one page a second. Streams pass untouched.
"""

import hashlib
import re
from pathlib import Path

from jinja2.ext import Extension
from starlette.datastructures import Headers, MutableHeaders
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from host_tools.glyphs import faces

FOLDER = Path(__file__).parent.parent / "static"
_PRINT = re.compile(r"[0-9a-f]{12}/")


def _fingerprint() -> str:
    seen = hashlib.blake2b(digest_size=6)
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            seen.update(path.relative_to(FOLDER).as_posix().encode() + b"\0" + path.read_bytes())
    return seen.hexdigest()


FINGERPRINT = _fingerprint()
"""Of all files together."""


class Assets(StaticFiles):
    """Serves `FOLDER`, under any fingerprint: a page of an older version still gets its styles. In `fonts`
    are those of `glyphs`, too.
    """

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)
        self.all_directories.append(faces.HERE)

    def get_path(self, scope: Scope) -> str:
        """The file's path in its folder."""
        path = _without_print(super().get_path(scope).replace("\\", "/"))
        return path.removeprefix("fonts/") if path.endswith(".ttf") else path


def file_of(address: str) -> str:
    """The file in `FOLDER` of an address that begins with /static/, with a fingerprint or without."""
    return _without_print(address.removeprefix("/static/"))


def _without_print(path: str) -> str:
    return _PRINT.sub("", path, count=1)


def is_lasting(path: str) -> bool:
    """Whether the contents at this address never change."""
    return path.startswith((f"/static/{FINGERPRINT}/", "/static/fonts/"))


class Fingerprints(Extension):
    """Jinja: writes the present addresses into the templates when they are loaded."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The template's source with these addresses."""
        return source.replace('"/static/', f'"/static/{FINGERPRINT}/')


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
