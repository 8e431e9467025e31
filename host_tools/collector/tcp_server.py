"""Tables over Wi-Fi: they call, one connection each."""

import asyncio
from typing import cast

from host_tools.collector.collector import Collector
from host_tools.collector.connection import Connection

#: More callers at once than any hall has tables.
CALLERS_MOST = 4096
#: A caller that does not take what is sent is dropped when so many bytes wait for it.
UNSENT_MOST = 65536


class TableProtocol(asyncio.Protocol):
    """One caller."""

    def __init__(self, collector: Collector) -> None:
        self._collector = collector
        self._transport: asyncio.Transport | None = None
        self._connection: Connection | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername") or ("?", 0)
        if len(self._collector.connections) >= CALLERS_MOST:
            self._transport.abort()
            return
        port = f"{peer[0]}:{peer[1]}"
        self._connection = Connection(self._collector, "tcp", port, self._write, drop=self._transport.close)
        self._collector.opened(self._connection)

    def data_received(self, data: bytes) -> None:
        if self._connection is not None:
            self._connection.data(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._connection is not None:
            self._connection.closed()

    def _write(self, data: bytes) -> None:
        assert self._transport is not None
        if self._transport.get_write_buffer_size() > UNSENT_MOST:
            self._transport.abort()
        elif not self._transport.is_closing():
            self._transport.write(data)


async def listen(collector: Collector, host: str, port: int) -> asyncio.Server:
    """Take calls on `host`:`port` (0: any free one). Raises OSError when the port is in use."""
    loop = asyncio.get_running_loop()
    return await loop.create_server(lambda: TableProtocol(collector), host, port)
