"""Random requests: paths of the application's own routes and of none, headers, forms, JSON. Pure, but for the
dice that are handed in.
"""

import json
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

Headers = list[tuple[bytes, bytes]]
URLENCODED = b"application/x-www-form-urlencoded"
ORIGIN = b"http://fuzz"

METHODS = ("GET",) * 8 + ("POST",) * 8 + ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "X")
#: Besides the routes: what is nobody's, and the ways out of /static.
ELSEWHERE = (
    *("/", "/nothing", "//", "/static/base.css", "/static/../app.py", "/static/%2e%2e/%2e%2e/app.py"),
    *("/static", "/static/fonts/", "/favicon.ico", "/api/v1/openapi.json"),
)
#: What stands in the place of a route's parameter: of the hall, and of none.
PLACES = {
    "number": ("3", "1", "4", "0", "99999", "-1", "x", "٣"),
    "table": ("3", "1", "0"),
    "key": ("ms", "wd", "cr", "none"),
    "event": ("ms", "wd", "cr", "none", "x" * 21),
    "ruleset": ("club", "icf", "none", "x" * 65),
    "tournament": ("open", "none", "x"),
    "match": ("open-ms-2-2-1", "open-ms-1-1-1", "open-ms-2-1-1", "open-wd-1-1-1", "M1", "none", "x" * 65),
    "entry": ("1", "2", "17", "9999", "x"),
    "act": ("1", "9", "99999", "x"),
    "protest": ("1", "2", "0", "99999", "x"),
    "report": ("1", "2", "0", "99999", "x"),
    "kind": ("lists", "json", "cards", "x"),
    "order": ("1", "00000000", "x"),
    "command": ("00000000", "x"),
    "do": (
        *("new", "close", "open", "call-next", "event", "entry", "entries", "draw", "undraw", "withdraw"),
        *("decide", "call", "recall", "walk-over", "result", "clear", "line-up", "import", "swap", "x"),
        *("edit", "delete", "fill", "reserve"),
    ),
}
QUERIES = (
    *("table", "after", "limit", "tables", "dense", "theme", "before", "said", "next", "redirect_slashes"),
    *("event", "lang", "state", "round", "languages", "of", "page", "tournament", "dry_run"),
)
FIELDS = (
    *("csrf", "name", "password", "do", "length", "number", "table", "a", "a2", "b", "b2", "stage"),
    *("ruleset", "breaks", "title", "category", "id", "tie", "team_a", "team_b", "rules", "once"),
    *("key", "place", "days", "umpire", "kind", "stages", "list", "partner", "players", "club", "seeding"),
    *("team", "seed", "by", "force", "winner", "games", "twenties", "reason", "side", "entry", "names"),
    *("base", "asked", "points", "boards", "queen", "stroke", "rounds", "discs", "replace"),
    *("swap-a", "swap-b", "swap-reason", "with_later"),
)
VALUES = (
    *("", "0", "1", "3", "-1", "9" * 30, "1e9", "1-8,12", "8-1", ",", "organiser", "start", "pause", "end"),
    *("45:00", "99:99:99", "final", "icf", "wcc", "a", "b", "true", "null", "{", '{"points": 23}', "ms"),
    *("knockout", "groups", "singles", "doubles", "team", "25-8", "25-8 0-25 25-11", "Asha Rao\nBen Kofi"),
    *("é", "\u0661", "²", "\x00", "\r\nSet-Cookie: a=b", "\ud800", "../../etc/passwd", "%", "％"),
)
LARGE = ("[" * 3000, "x" * 5000, "9" * 4500)
NAMES = (
    *("host", "cookie", "origin", "content-type", "content-length", "sec-fetch-site", "accept", "range"),
    *("if-none-match", "if-modified-since", "x-forwarded-for", "x-forwarded-proto", "transfer-encoding"),
    *("upgrade", "connection", "expect", "last-event-id", "authorization", "accept-language", "x"),
)
FORMS = ("/admin/login", "/admin/logout", "/admin/hall", "/admin/assign", "/admin/tables/3/key")


@dataclass(frozen=True, slots=True)
class Request:
    """One request as it is put to the application. `path` is raw, as it stands in the request line."""

    method: str
    path: bytes
    query: bytes
    headers: Headers
    body: bytes

    def __str__(self) -> str:
        return f"{self.method} {self.path!r} ?{self.query!r} {self.headers!r} {self.body[:300]!r}"


@dataclass(frozen=True, slots=True)
class Route:
    """A route of the application: its method, its path with {parameters}."""

    method: str
    path: str


def routes_of(app: Any) -> list[Route]:
    """All routes of the application, also those of the routers that it includes."""
    return [
        Route(method, route.path)
        for route in _flat(app.routes)
        for method in sorted(getattr(route, "methods", None) or ())
    ]


def _flat(routes: Sequence[Any]) -> Iterator[Any]:
    for route in routes:
        inner = getattr(getattr(route, "original_router", None), "routes", None)
        if inner is not None:
            yield from _flat(inner)
        elif getattr(route, "path", None) and getattr(route, "methods", None):
            yield route


class Dice(random.Random):
    """Random requests to `routes`. `cookies` are worth something; nothing else is known to the sender."""

    cookies: tuple[str, ...] = ()
    routes: tuple[Route, ...] = ()

    def text(self) -> str:
        kind = self.random()
        if kind < 0.8:
            return self.choice(VALUES)
        if kind < 0.82:
            return self.choice(LARGE)
        return "".join(chr(self.randrange(1, 0x300)) for _ in range(self.randrange(20)))

    def raw(self) -> bytes:
        return self.text().encode("utf-8", "surrogatepass") if self.random() < 0.9 else self.randbytes(12)

    def filled(self, path: str) -> bytes:
        """A route's path with something in the place of each parameter."""

        def place(match: re.Match[str]) -> str:
            if self.random() < 0.15:
                return quote_from_bytes(self.raw()[:100]) or "-"
            return quote_from_bytes(self.choice(PLACES.get(match[1], ("1", "x"))).encode())

        return re.sub(r"\{(\w+)(?::\w+)?\}", place, path).encode()

    def path(self) -> bytes:
        if self.random() < 0.1:
            path = self.choice(ELSEWHERE).encode()
        else:
            path = self.filled(self.choice(self.routes).path)
        if self.random() < 0.1:
            path = path.rstrip(b"0123456789") + quote_from_bytes(self.raw()[:200]).encode()
        return b"/" + b"a/" * self.randrange(400) if self.random() < 0.02 else path

    def pairs(self, names: tuple[str, ...]) -> bytes:
        some = [(self.choice(names), self.raw()) for _ in range(self.randrange(6))]
        joined = urlencode(some).encode()
        # In a request line h11 lets printable ASCII through and nothing else (RFC 9112, 3).
        return joined + bytes(self.choices(range(0x21, 0x7F), k=self.choice((0, 0, 0, 9))))

    def cookie(self) -> bytes:
        if self.random() < 0.6 and self.cookies:
            return self.choice(self.cookies).encode()
        value = self.choice((self.randbytes(24).hex(), "x", '"', "a; boardside=b", "é" * 50))
        return f"{self.choice(('boardside', '__Secure-boardside', 'boardside-login'))}={value}".encode()

    def headers(self, origin: bytes) -> Headers:
        headers: Headers = [(b"host", origin.partition(b"//")[2])]
        if self.random() < 0.7:
            headers.append((b"origin", origin if self.random() < 0.8 else b"http://evil.example"))
        if self.random() < 0.5:
            headers.append((b"cookie", self.cookie()))
        for _ in range(self.randrange(4)):
            value = self.raw()[:300].replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"")
            headers.append((self.choice(NAMES).encode(), value))
        return headers

    def body(self) -> tuple[bytes, bytes]:
        """Its kind and itself."""
        kind = self.randrange(8)
        if kind < 5:
            return URLENCODED, self.pairs(FIELDS)
        if kind == 5:
            return b"application/json", json.dumps({self.choice(FIELDS): self.text()}).encode()
        if kind == 6:
            return b"multipart/form-data; boundary=x", b"--x\r\n" + self.randbytes(60)
        return URLENCODED, self.randbytes(self.randrange(70_000 if self.random() < 0.1 else 700))

    def request(self, origin: bytes = ORIGIN) -> Request:
        """A request of a stranger, who may have seen a cookie, but no form's token."""
        method, path = self.choice(METHODS), self.path()
        if self.random() < 0.3:
            method, path = "POST", self.choice(FORMS).encode()
        elif self.random() < 0.5:
            method = "GET"
        query = self.pairs(QUERIES) if self.random() < 0.4 else b""
        kind, body = self.body() if method == "POST" or self.random() < 0.3 else (b"", b"")
        headers = self.headers(origin)
        if kind and self.random() < 0.9:
            headers.append((b"content-type", kind))
        return Request(method, path, query, headers, body)
