"""Tables over Wi-Fi: they call, one connection each."""

import asyncio
import socket
from typing import cast

from host_tools.collector.announcer import is_loopback
from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.collector import Collector
from host_tools.collector.limits import (
    CALLERS_MOST,
    TURN_BYTES_MOST,
    UNPROVEN_BYTES_MOST,
    UNPROVEN_FROM_ONE_MOST,
    UNPROVEN_MOST,
    UNSENT_MOST,
)
from host_tools.collector.live import Connection
from host_tools.collector.trust import CROWD, FULL, TALK


class Doorstep:
    """The callers that have proven no key yet. When there are too many, the oldest of the address with
    the most callers is dropped: so a table that is alone at its address always gets in.
    """

    def __init__(self) -> None:
        self._by_address: dict[str, dict[TableProtocol, None]] = {}
        self.count = 0

    def come(self, caller: "TableProtocol", address: str) -> "TableProtocol | None":
        """Add a caller; returns the caller to drop for it, or None."""
        own = self._by_address.setdefault(address, {})
        own[caller] = None
        self.count += 1
        if len(own) > UNPROVEN_FROM_ONE_MOST:
            return next(iter(own))
        if self.count > UNPROVEN_MOST:
            most = max(self._by_address, key=lambda each: len(self._by_address[each]))
            return next(iter(self._by_address[most]))
        return None

    def gone(self, caller: "TableProtocol", address: str) -> None:
        """It has proven a key, or its line has ended."""
        own = self._by_address.get(address, {})
        if caller in own:
            del own[caller]
            self.count -= 1
            if not own:
                del self._by_address[address]


#: What the present turn has read; all callers share it, because each piece is taken at once.
_turn = memoryview(bytearray(TURN_BYTES_MOST))


class TableProtocol(asyncio.BufferedProtocol):
    """One caller."""

    def __init__(self, collector: Collector, doorstep: Doorstep, transport: str) -> None:
        self._kind = transport
        self._collector = collector
        self._doorstep = doorstep
        self._transport: asyncio.Transport | None = None
        self._connection: Connection | None = None
        self._address = ""
        self._heard_bytes = 0  # until it has proven a key

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername") or ("?", 0)
        self._address = _address(peer[0])
        self._connection = Connection(
            self._collector, self._kind, f"{peer[0]}:{peer[1]}", self._write, drop=self._transport.close
        )
        if len(self._collector.connections) >= CALLERS_MOST:
            self.turn_away(FULL, f"{CALLERS_MOST} connections are open; no further one is taken.")
            return
        if not is_loopback(self._address):
            crowded = self._doorstep.come(self, self._address)
            if crowded is not None:
                crowded.turn_away(CROWD, "Too many callers that prove no key; the oldest is dropped.")
        if not self._transport.is_closing():
            self._collector.opened(self._connection)

    def get_buffer(self, sizehint: int) -> memoryview:
        return _turn

    def buffer_updated(self, nbytes: int) -> None:
        self.data_received(bytes(_turn[:nbytes]))

    def data_received(self, data: bytes) -> None:
        """Take what one turn has read."""
        connection = self._connection
        if connection is None:
            return
        if connection.is_up:
            connection.data(data)
            return
        self._heard_bytes += len(data)
        if self._heard_bytes > UNPROVEN_BYTES_MOST:
            self.turn_away(TALK, f"A caller that proves no key says more than {UNPROVEN_BYTES_MOST} bytes.")
            return
        connection.data(data)
        if connection.is_up:
            self._heard_bytes = 0
            self._doorstep.gone(self, self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._doorstep.gone(self, self._address)
        if self._connection is not None:
            self._connection.closed()

    def turn_away(self, kind: str, text: str) -> None:
        """End the line at once, and say in the log why (`trust` has the kinds)."""
        assert self._transport is not None
        assert self._connection is not None
        self._collector.rejections.add(kind, self._connection.place, text, monotonic_ms())
        self._doorstep.gone(self, self._address)
        self._transport.abort()

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        if self._transport.get_write_buffer_size() > UNSENT_MOST:
            self._transport.abort()
        elif not self._transport.is_closing():
            self._transport.write(data)


async def listen(collector: Collector, bound: socket.socket, transport: str = "tcp") -> asyncio.Server:
    """Take calls on a socket that is bound already; who calls there is connected by `transport` ("tcp" or
    SOFT). Raises OSError when it cannot listen.
    """
    loop = asyncio.get_running_loop()
    doorstep = Doorstep()
    return await loop.create_server(lambda: TableProtocol(collector, doorstep, transport), sock=bound)


def _address(host: str) -> str:
    """The key by which callers are counted: the IPv4 address, or the IPv6 network, since a caller can have
    all its addresses (tables call by IPv4).
    """
    if "." in host:
        return host.rpartition(":")[2]  # ::ffff:192.0.2.1
    return host if is_loopback(host) else ":".join(host.split(":")[:4])
