"""Open pages without a task of their own: a stream that has sent its snapshot hands its connection over, and
from then on the crowd writes the same bytes to all of them.

A page that waits in the web server's request costs about 50 KB and a task that wakes at each change. Here it
costs a small object, and a change one `write` (docs/maintainer/load.md).
"""

import asyncio
import weakref
from collections.abc import Callable, Iterable
from typing import Any, Protocol

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
