"""The browsers' connections: their number, how long one may be silent, and open pages without a task.

asyncio accepts all waiting connections, thousands in one go, before our code sees the first. So the limit is
enforced in `accept` itself. Without it, connections could use up the open files, and then the tables' port
could not accept any either.

The web server ends a connection that is idle between two requests, but waits for ever for the first byte of a
new one, and for the rest of a request's head. So each connection notes, with the ASGI middleware `Attended`,
whether a request is being answered. A connection that is silent for too long is no longer read, which ends
it.

A stream that has sent its snapshot hands its connection over, and from then on the crowd writes the same
bytes to all of them. A page that waits in the web server's request costs about 50 KB and a task that wakes at
each change. Here it costs a small object, and a change one `write` (docs/maintainer/load.md).
"""

import asyncio
import contextlib
import ipaddress
import socket
import time
import weakref
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from starlette.types import ASGIApp, Receive, Scope, Send

EXTENSION = "boardside.line"
"""The extension of an ASGI scope that holds the request's `Line`."""


class Crowd(Protocol):
    """What a viewer needs of its crowd (readers.Crowd)."""

    def leave(self, page: Any) -> None:
        """Send it nothing more."""
        ...

    def newest(self, tables: Iterable[int]) -> bytes:
        """The newest messages of these tables."""
        ...


class HandedOver(ConnectionError):  # noqa: N818
    """Tells the web server that a connection is no longer its own."""


class Line:
    """A connection whose request may leave the web server: `transport`, and the server's `protocol` on it."""

    def __init__(self, transport: asyncio.Transport, protocol: asyncio.Protocol) -> None:
        self._transport = transport
        self._protocol = protocol
        self.is_handed_over = False

    def hand_over(self, viewer: "Viewer") -> None:
        """Give the connection to `viewer`; for the server it is as if the browser had left."""
        self.is_handed_over = True
        self._protocol.connection_lost(HandedOver())
        self._transport.set_protocol(viewer)
        self._transport.resume_reading()
        viewer.begin(self._transport)


class Lines:
    """The connections of a web server: `entrance` makes its protocols, `at` finds a request's line."""

    def __init__(self) -> None:
        self._transports: weakref.WeakValueDictionary[tuple[str, int], asyncio.Transport] = (
            weakref.WeakValueDictionary()
        )

    def entrance(self, protocol: Callable[..., asyncio.Protocol]) -> Callable[..., asyncio.Protocol]:
        """A factory like `protocol`, whose connections are noted here."""
        return lambda *args, **named: _Entrance(protocol(*args, **named), self._came)

    def _came(self, transport: asyncio.Transport) -> None:
        peer = transport.get_extra_info("peername")
        if peer:
            self._transports[peer[0], peer[1]] = transport

    def at(self, client: tuple[str, int] | None) -> Line | None:
        """The line from this address and port (ASGI's `client`)."""
        transport = None if client is None else self._transports.get((client[0], client[1]))
        protocol = None if transport is None else transport.get_protocol()
        if transport is None or not isinstance(protocol, asyncio.Protocol):
            return None
        return Line(transport, protocol)


class _Entrance(asyncio.Protocol):
    """Notes a new connection and leaves it to the web server's protocol."""

    def __init__(self, protocol: asyncio.Protocol, came: Callable[[asyncio.Transport], None]) -> None:
        self._protocol = protocol
        self._came = came

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A browser has connected."""
        assert isinstance(transport, asyncio.Transport)
        self._came(transport)
        transport.set_protocol(self._protocol)
        self._protocol.connection_made(transport)


def chunk(data: bytes) -> bytes:
    """A chunk of a chunked body (RFC 9112, 7.1)."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class Viewer(asyncio.Protocol):
    """An open page that `crowd` writes to. `is_chunked`: by HTTP/1.1. A page that takes its bytes slowly gets
    the newest state of the tables it has missed when it has taken what is on its way.
    """

    __slots__ = ("_crowd", "_missed", "_transport", "is_chunked", "is_paused")

    def __init__(self, crowd: Crowd, is_chunked: bool) -> None:
        self._crowd = crowd
        self.is_chunked = is_chunked
        self.is_paused = False
        self._missed: dict[int, None] | None = None
        self._transport: asyncio.Transport | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """The connection is this page's from now on."""
        self._transport = transport
        self.is_paused = transport.get_write_buffer_size() > transport.get_write_buffer_limits()[1]

    def write(self, tables: Iterable[int], plain: bytes, chunked: bytes) -> None:
        """Send the messages of these tables, unless earlier ones are still on their way."""
        if self.is_paused:
            self.miss(tables)
        elif self._transport is not None:
            self._transport.write(chunked if self.is_chunked else plain)

    def miss(self, tables: Iterable[int]) -> None:
        """Send the newest state of these tables when the page can take it."""
        self._missed = {**(self._missed or {}), **dict.fromkeys(tables)}

    def close(self) -> None:
        """End the stream; the page comes back by itself."""
        if self._transport is not None:
            if self.is_chunked and not self.is_paused:
                self._transport.write(b"0\r\n\r\n")
            self._transport.close()

    def pause_writing(self) -> None:
        """The page takes its bytes slowly."""
        self.is_paused = True

    def resume_writing(self) -> None:
        """The page has taken what was on its way."""
        self.is_paused = False
        missed, self._missed = self._missed, None
        if missed:
            text = self._crowd.newest(missed)
            self.write(missed, text, chunk(text))

    def connection_lost(self, exc: Exception | None) -> None:
        """The page has left."""
        self._transport = None
        self._crowd.leave(self)


CONNECTIONS_MOST = 5000
"""The limit of browsers' connections beside a collector, however many files may be open. The tables'
connections do not count.
"""

SERVED_MOST = 20_000
"""The same for a server that has no collector beside it."""

FILES_SPARE = 256
"""Open files to spare for the database, the log and everything else."""

HERE_MOST = 16
"""Additional connections for this computer itself: the organiser's, when the hall has taken all others."""

FIRST_WORD_S = 20.0
"""A connection ends after this time without a request, or with only part of a request's head."""

LOOK_S = 1.0
"""How often this is checked."""

TAKE_NOTHING_S = 60.0
"""The kernel drops a browser that takes no waiting data for this long (Linux only)."""

SEND_BUFFER = 128 * 1024
"""The kernel's send buffer for one connection (Linux doubles it); further data waits in this process."""

TURN = 100
"""Connections refused in one go; in between, the collector serves the tables."""

RETRY_S = 5
REFUSAL = (
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
    f"Retry-After: {RETRY_S}\r\n\r\nToo many pages are open. Close some, or try again in a moment.\n"
).encode()


def connections_most(wished: int = CONNECTIONS_MOST) -> int:
    """How many browsers may be connected at once: those wished, at most half of the open files beyond the
    spare ones. Raises the limit of open files as far as this user may.
    """
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wished
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    limit = 4 * wished
    if soft != resource.RLIM_INFINITY and soft < limit:
        soft = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wished
    return min(wished, max(16, (soft - FILES_SPARE) // 2))


def streams_most(connections: int) -> int:
    """How many of these connections may be streams; the others remain for pages, also the organiser's."""
    return connections * 3 // 4


class Connection(socket.socket):
    """An accepted connection. `inside` holds it until it is closed or garbage-collected."""

    inside: "weakref.WeakSet[Connection]"

    def begin(self, inside: "weakref.WeakSet[Connection]") -> None:
        """Count the connection, and limit the data that it can hold back."""
        self._being_answered = 0
        self._silent_since_s = time.monotonic()
        self.inside = inside
        inside.add(self)
        with contextlib.suppress(OSError):
            self.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            # This covers both a device that vanished and one that reads nothing (RFC 5482; tcp(7)).
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                self.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(TAKE_NOTHING_S * 1000))

    def close(self) -> None:
        """Close the connection, which makes room for another."""
        self.inside.discard(self)
        super().close()

    def request_begins(self) -> None:
        """Note that the head of a request is complete."""
        self._being_answered += 1

    def request_ends(self) -> None:
        """Note that the request is answered; the next one may come."""
        self._being_answered -= 1
        self._silent_since_s = time.monotonic()

    def is_silent(self, now_s: float) -> bool:
        """Whether this connection has had no request for too long at `now_s` (monotonic)."""
        return not self._being_answered and now_s - self._silent_since_s >= FIRST_WORD_S

    def hear_no_more(self) -> None:
        """Stop reading from the browser, as if it had closed its side; data on its way to the browser still
        arrives.
        """
        with contextlib.suppress(OSError):
            self.shutdown(socket.SHUT_RD)


class Doorway(socket.socket):
    """Takes over the listening socket `bound`: accepts `most` connections at once and answers further ones
    with 503 and `Retry-After`; with `tls` it can only close them.
    """

    def __init__(self, bound: socket.socket, most: int, tls: bool) -> None:
        super().__init__(bound.family, bound.type, bound.proto, fileno=bound.detach())
        self._most = most
        self._tls = tls
        self._inside: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._by_address: weakref.WeakValueDictionary[tuple[str, int], Connection] = (
            weakref.WeakValueDictionary()
        )

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection that there is room for. Raises BlockingIOError without one."""
        for _ in range(TURN):
            caller, address = super().accept()
            if self._has_room(address):
                connection = Connection(caller.family, caller.type, caller.proto, fileno=caller.detach())
                connection.begin(self._inside)
                self._by_address[address[0], address[1]] = connection
                return connection, address
            self._refuse(caller)
        raise BlockingIOError

    def connection_from(self, client: tuple[str, int] | None) -> Connection | None:
        """The connection from this address and port (ASGI's `client`); None if it has ended."""
        return None if client is None else self._by_address.get((client[0], client[1]))

    async def end_silent_ones(self) -> None:
        """End connections that are silent for too long; runs until cancelled."""
        while True:
            await asyncio.sleep(min(LOOK_S, FIRST_WORD_S))
            now_s = time.monotonic()
            for connection in tuple(self._inside):
                if connection.is_silent(now_s):
                    connection.hear_no_more()

    def _has_room(self, address: Any) -> bool:
        return len(self._inside) < self._most + (HERE_MOST if _is_here(address) else 0)

    def _refuse(self, caller: socket.socket) -> None:
        """Read the received part of the request first: closing a connection with unread bytes resets it, and
        some computers then discard the answer.
        """
        with contextlib.suppress(OSError), caller:
            caller.setblocking(False)
            if not self._tls:
                caller.send(REFUSAL)
                caller.recv(65536)


def _is_here(address: Any) -> bool:
    try:
        return ipaddress.ip_address(address[0].partition("%")[0]).is_loopback
    except (ValueError, IndexError, AttributeError):
        return False


class Attended:
    """The outermost ASGI middleware: marks a connection while one of its requests is being answered, or after
    it was handed over. `lines`: streams may leave the web server.
    """

    def __init__(self, app: ASGIApp, doorway: Doorway, lines: Lines | None = None) -> None:
        self._app = app
        self._lines = lines
        self._doorway = doorway

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve."""
        connection = self._doorway.connection_from(scope.get("client"))
        if connection is None:
            await self._app(scope, receive, send)
            return
        line = None if self._lines is None else self._lines.at(scope.get("client"))
        if line is not None:
            scope = {**scope, "extensions": {**scope.get("extensions", {}), EXTENSION: line}}
        connection.request_begins()
        try:
            await self._app(scope, receive, send)
        finally:
            if line is None or not line.is_handed_over:
                connection.request_ends()
