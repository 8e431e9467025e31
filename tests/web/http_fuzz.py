"""Anything at all over HTTP into the whole application: no answer but the coded ones, no traceback, no change
in the database, no growth of memory.

`python tests/web/http_fuzz.py --count N --seed S` gives N inputs; a failure names seed and input. Most go
straight into the application; every fortieth goes as raw bytes to a real socket. Then a tenth as many forms
with the right token and anything in their fields.
"""

import argparse
import asyncio
import contextlib
import json
import logging
import random
import resource
import secrets
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote_from_bytes, unquote, urlencode

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

import httpx2
import web_halls
from admin_client import PASSWORD, quick_hash

from boardside.game import match as game
from host_tools.collector.hub import Hub
from host_tools.store import Store
from host_tools.store.records import EventRecord
from host_tools.web import WebServer, create_app

FORTIETH = 40
ANSWER_S = 20.0
GROWTH_MOST_KIB = 96 * 1024
LOOK_EVERY = 2000

Headers = list[tuple[bytes, bytes]]

METHODS = ("GET",) * 8 + ("POST",) * 8 + ("HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "get", "X")
PATHS = (
    *("/", "/tables/3", "/tables/0", "/tables/99999", "/live", "/nothing", "//", "/static/base.css"),
    *(
        "/events",
        "/events/ms",
        "/players/1",
        "/screen",
        "/screen/slides",
        "/overlay/table/3",
        "/overlay/next",
    ),
    *("/static/../app.py", "/static/%2e%2e/%2e%2e/app.py", "/static", "/static/fonts/", "/favicon.ico"),
    *("/api/v1/tables", "/api/v1/tables/3", "/api/v1/matches", "/api/v1/events", "/api/v1/stream"),
    *("/api/v1/openapi.json", "/admin", "/admin/", "/admin/login", "/admin/logout", "/admin/hall"),
    *("/admin/assign", "/admin/orders/00000000", "/admin/orders/x", "/admin/tables/3/key", "/admin/acts"),
)
QUERIES = (
    "table",
    "after",
    "limit",
    "tables",
    "dense",
    "theme",
    "before",
    "said",
    "next",
    "redirect_slashes",
)
FIELDS = (
    *("csrf", "name", "password", "do", "length", "number", "table", "a", "a2", "b", "b2", "stage"),
    *("ruleset", "breaks", "title", "category", "id", "tie", "team_a", "team_b", "rules", "once"),
)
VALUES = (
    *("", "0", "1", "3", "-1", "9" * 30, "1e9", "1-8,12", "8-1", ",", "organiser", "start", "pause", "end"),
    *("45:00", "99:99:99", "final", "icf", "wcc", "a", "true", "null", "{", '{"points": 23}', "[" * 3000),
    *("é", "\u0661", "\x00", "\r\nSet-Cookie: a=b", "\ud800", "../../etc/passwd", "x" * 5000, "%", "％"),
)
NAMES = (
    *("host", "cookie", "origin", "content-type", "content-length", "sec-fetch-site", "accept", "range"),
    *("if-none-match", "if-modified-since", "x-forwarded-for", "x-forwarded-proto", "transfer-encoding"),
    *("upgrade", "connection", "expect", "last-event-id", "authorization", "x"),
)


FORMS = ("/admin/login", "/admin/logout", "/admin/hall", "/admin/assign", "/admin/tables/3/key")


class Dice(random.Random):
    """Random requests. `cookies` are worth something; nothing else is known to the sender."""

    cookies: tuple[str, ...] = ()

    def text(self) -> str:
        if self.random() < 0.8:
            return self.choice(VALUES)
        return "".join(chr(self.randrange(1, 0x300)) for _ in range(self.randrange(20)))

    def raw(self) -> bytes:
        return self.text().encode("utf-8", "surrogatepass") if self.random() < 0.9 else self.randbytes(12)

    def path(self) -> bytes:
        path = self.choice(PATHS)
        if self.random() < 0.2:
            path = path.rstrip("0123456789") + quote_from_bytes(self.raw()[:200])
        if self.random() < 0.05:
            path = "/" + "a/" * self.randrange(400)
        return path.encode()

    def pairs(self, names: tuple[str, ...]) -> bytes:
        some = [(self.choice(names), self.raw()) for _ in range(self.randrange(6))]
        joined = urlencode(some).encode()
        # In a request line h11 lets printable ASCII through and nothing else (RFC 9112, 3).
        return joined + bytes(self.choices(range(0x21, 0x7F), k=self.choice((0, 0, 0, 9))))

    def cookie(self) -> bytes:
        if self.random() < 0.6:
            return self.choice(self.cookies).encode()
        value = self.choice((secrets.token_urlsafe(32), "x", '"', "a; boardside=b", "é" * 50))
        return f"{self.choice(('boardside', '__Secure-boardside', 'boardside-login'))}={value}".encode()

    def headers(self, origin: bytes) -> Headers:
        found: Headers = [(b"host", origin.partition(b"//")[2])]
        if self.random() < 0.7:
            found.append((b"origin", origin if self.random() < 0.8 else b"http://evil.example"))
        if self.random() < 0.5:
            found.append((b"cookie", self.cookie()))
        for _ in range(self.randrange(4)):
            value = self.raw()[:300].replace(b"\r", b"").replace(b"\n", b"").replace(b"\0", b"")
            found.append((self.choice(NAMES).encode(), value))
        return found

    def body(self) -> tuple[bytes, bytes]:
        """Its kind and itself."""
        kind = self.randrange(8)
        if kind < 5:
            return b"application/x-www-form-urlencoded", self.pairs(FIELDS)
        if kind == 5:
            return b"application/json", json.dumps({self.choice(FIELDS): self.text()}).encode()
        if kind == 6:
            return b"multipart/form-data; boundary=x", b"--x\r\n" + self.randbytes(60)
        return b"application/x-www-form-urlencoded", self.randbytes(self.randrange(70_000))


class Target:
    """A hall with everything in it, and what was heard of it in the log."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "fuzz.sqlite3"
        self.store = Store.open(f"sqlite:///{self.path}")
        self.store.admins.set_password("organiser", PASSWORD)
        self.login = self.store.admins.log_in("organiser")
        self.store.keys.add(3, "ab" * 16)
        self.store.hall.change(do="start", ms=60_000, by=None, at=self.store.hall.now())
        body = '{"kind": "play", "seq": 1}'
        self.store.write([EventRecord("j1", 1, 3, None, "play", body, 5)])
        self.hub = Hub()
        for view in web_halls.busy(7, time.time_ns() // 1_000_000):
            self.hub.publish(view)
        self.app = create_app(self.hub, self.store, admin_store=self.store)
        self.server = WebServer(self.app, port=0)
        self.before = self.content()

    def content(self) -> list[str]:
        """Everything in the database; when a login was last used does not count."""
        connection = sqlite3.connect(self.path)
        try:
            return [line for line in connection.iterdump() if 'INTO "logins"' not in line]
        finally:
            connection.close()


class Ear(logging.Handler):
    """What the log said that it should not."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))


async def ask(app: Any, dice: Dice) -> tuple[str, int, dict[str, str]]:
    """One request straight into the application: what it was, the answer's status and headers."""
    method, raw_path = dice.choice(METHODS), dice.path()
    if dice.random() < 0.4:
        method, raw_path = "POST", dice.choice(FORMS).encode()
    elif dice.random() < 0.6:
        method = "GET"
    query = dice.pairs(QUERIES) if dice.random() < 0.4 else b""
    kind, body = dice.body() if method == "POST" or dice.random() < 0.3 else (b"", b"")
    headers = dice.headers(b"http://fuzz")
    if kind and dice.random() < 0.9:
        headers.append((b"content-type", kind))
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": dice.choice(("http", "https")),
        "path": unquote(raw_path.decode("ascii", "replace")),
        "raw_path": raw_path,
        "query_string": query,
        "root_path": "",
        "headers": headers,
        "client": (f"10.0.{dice.randrange(256)}.{dice.randrange(256)}", 1) if dice.random() < 0.9 else None,
        "server": ("fuzz", 80),
    }
    pieces = [body[at : at + 30_000] for at in range(0, len(body), 30_000)] or [b""]
    coming = [
        {"type": "http.request", "body": piece, "more_body": at + 1 < len(pieces)}
        for at, piece in enumerate(pieces)
    ]
    if dice.random() < 0.1:
        del coming[-1]  # it breaks off
    status: list[int] = []
    answered: dict[str, str] = {}

    async def receive() -> dict[str, Any]:
        return coming.pop(0) if coming else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            status.append(message["status"])
            answered.update((name.decode(), value.decode("latin-1")) for name, value in message["headers"])

    said = f"{method} {raw_path!r} ?{query!r} {headers!r} {body[:300]!r}"
    try:
        async with asyncio.timeout(ANSWER_S):
            await app(scope, receive, send)
    except Exception as error:
        raise AssertionError(f"{said}: {error!r}") from error
    return said, status[0] if status else 0, answered


async def throw(port: int, dice: Dice) -> tuple[str, int, dict[str, str]]:
    """Raw bytes at the real server: a damaged request, or none at all."""
    origin = f"http://127.0.0.1:{port}".encode()
    kind, body = dice.body()
    head = [dice.choice(METHODS).encode() + b" " + dice.path() + b" HTTP/1.1"]
    head += [name + b": " + value for name, value in dice.headers(origin)]
    head += [b"content-type: " + kind, b"content-length: %d" % len(body), b"connection: close"]
    data = b"\r\n".join(head) + b"\r\n\r\n" + body
    at = dice.randrange(len(data))
    what = dice.randrange(5)
    if what == 0:
        data = dice.randbytes(dice.randrange(1, 3000))
    elif what == 1:
        data = data[:at]
    elif what == 2:
        data = data[:at] + dice.randbytes(8) + data[at:]
    elif what == 3:
        data = data.replace(b"\r\n", dice.choice((b"\n", b"\r", b"\r\n\r\n", b"\0")), 1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = b""
    with contextlib.suppress(OSError, TimeoutError):
        writer.write(data)
        if dice.random() < 0.7:
            writer.write_eof()
        async with asyncio.timeout(0.3):
            while len(answer) < 4096 and (piece := await reader.read(4096)):
                answer += piece
    writer.transport.abort()
    words = answer.split(b" ", 2)
    status = int(words[1]) if len(words) > 1 and words[1].isdigit() else 0
    return f"raw {data[:400]!r}", status, {}


def check(status: int, headers: dict[str, str]) -> None:
    """Raises AssertionError for an answer that should not be."""
    assert status < 500, f"status {status}"
    location = headers.get("location", "")
    own = location.startswith("/") and not location.startswith("//")
    assert own or location == "" or location.startswith(("http://", "https://")), location
    assert "evil" not in location, location
    assert "boardside=" not in headers.get("set-cookie", "").replace('boardside=""', ""), "logged in"


async def run(count: int, seed: int, target: Target) -> dict[int, int]:
    """`count` inputs; how often each status was answered."""
    dice = Dice(seed)
    dice.cookies = (f"boardside={target.login.token}", f"__Secure-boardside={target.login.token}")
    seen: dict[int, int] = {}
    await target.server.start()
    at_first = 0
    try:
        for number in range(count):
            by_socket = number % FORTIETH == FORTIETH - 1
            said = ""
            try:
                work = throw(target.server.port, dice) if by_socket else ask(target.app, dice)
                said, status, headers = await work
                check(status, headers)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}, input {number}: {error} {said}") from error
            seen[status] = seen.get(status, 0) + 1
            if number % LOOK_EVERY == LOOK_EVERY - 1 or number == count - 1:
                assert target.content() == target.before, f"seed {seed}: changed before input {number}"
                memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                at_first = at_first or memory
                assert memory - at_first < GROWTH_MOST_KIB, f"seed {seed}: {memory - at_first} KiB more"
    finally:
        await target.server.stop()
    return seen


def fuzz(count: int, seed: int) -> dict[int, int]:
    """`count` inputs from `seed`; how often each status was answered (0: none). AssertionError names seed and
    input of what should not be.
    """
    ear = Ear()
    root = logging.getLogger()
    root.addHandler(ear)
    try:
        with quick_hash(), tempfile.TemporaryDirectory() as folder:
            target = Target(Path(folder))
            try:
                seen = asyncio.run(run(count, seed, target))
                asyncio.run(type_in(count // 10, seed, target))
            finally:
                target.store.close()
    finally:
        root.removeHandler(ear)
    assert ear.heard == [], f"seed {seed}: the log says {ear.heard[0]}"
    return seen


async def type_in(count: int, seed: int, target: Target) -> None:
    """Forms with the right token and anything in their fields, as an organiser might send them."""
    dice = Dice(seed)
    transport = httpx2.ASGITransport(target.app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://fuzz") as client:
        client.cookies.set("boardside", target.login.token, domain="fuzz", path="/admin")
        for number in range(count):
            body = dice.pairs(FIELDS[1:]) + b"&csrf=" + target.login.csrf.encode()
            body += dice.choice((b"", b"&number=%d" % dice.randrange(9), b"&do=start&length=45:00"))
            kind = "application/x-www-form-urlencoded"
            headers = {"Origin": "http://fuzz", "Content-Type": kind}
            path = dice.choice(("/admin/hall", "/admin/assign", "/admin/assign", "/admin/tables/3/key"))
            answer = await client.post(path, content=body, headers=headers)
            assert answer.status_code in (303, 400, 422), f"seed {seed}, form {number}: {path} {body!r}"
    for command in target.store.open_commands():
        game.apply(game.new(), command["event"])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**9))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    logging.basicConfig(level=logging.CRITICAL)
    began = time.monotonic()
    seen = fuzz(options.count, options.seed)
    told = ", ".join(f"{status}: {times}" for status, times in sorted(seen.items()))
    print(f"{options.count} inputs in {time.monotonic() - began:.0f} s; answers {told}")


if __name__ == "__main__":
    main()
