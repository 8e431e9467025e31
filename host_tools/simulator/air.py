"""The Wi-Fi of one table as its TCP connections feel it: a relay on the way to the collector.

While the table is out of range, its open connections carry nothing and neither end gets an error. When the
table is back, they are reset, because the station has joined again. Serial tables do not need this relay.
"""

import asyncio
from collections.abc import Iterable

from .ether import Ether

_PIECE = 4096
_RELAYS_MOST = 8


class Air:
    """Listens on a loopback port and relays to `target` (address, port); None: no collector is known.

    With `names` or `announcements` (arguments of `Ether`) it also carries the table's datagrams, and
    opens one relay for each announced host.
    """

    def __init__(
        self,
        target: tuple[str, int] | None,
        names: Iterable[str] = (),
        announcements: int | None = None,
    ) -> None:
        self.port = 0
        self._target = target
        self._is_on = asyncio.Event()
        self._is_on.set()
        self._servers: list[asyncio.Server] = []
        self._relays: dict[tuple[str, int], int] = {}
        self._opening = asyncio.Lock()
        has_ether = bool(names) or announcements is not None
        self.ether = Ether(names, announcements, self._relay, self._is_on.is_set) if has_ether else None
        self._carriers: set[asyncio.Task[None]] = set()

    @property
    def is_on(self) -> bool:
        """Whether the relay carries bytes."""
        return self._is_on.is_set()

    async def start(self) -> None:
        """Open the port; `port` then says which. OSError when the port of announcements is not free."""
        if self._target is not None:
            self.port = await self._listen(self._target)
        if self.ether is not None:
            await self.ether.start()

    async def close(self) -> None:
        """End the relay and every connection through it."""
        if self.ether is not None:
            self.ether.close()
        for server in self._servers:
            server.close()
        await self._cut()

    def off(self) -> None:
        """Take the table out of range: from now on nothing is carried."""
        self._is_on.clear()

    async def on(self) -> None:
        """Bring the table back into range; connections from before are reset."""
        if self._is_on.is_set():
            return
        await self._cut()
        self._is_on.set()

    async def _cut(self) -> None:
        carriers = list(self._carriers)
        for carrier in carriers:
            carrier.cancel()
        await asyncio.gather(*carriers, return_exceptions=True)

    async def _relay(self, address: str, port: int) -> int | None:
        """The loopback port of the relay to this address; None when there are too many relays."""
        async with self._opening:
            target = (address, port)
            if target not in self._relays:
                if len(self._relays) >= _RELAYS_MOST:
                    return None
                self._relays[target] = await self._listen(target)
            return self._relays[target]

    async def _listen(self, target: tuple[str, int]) -> int:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await self._serve(reader, writer, target)

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        self._servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    async def _serve(
        self, near_reader: asyncio.StreamReader, near_writer: asyncio.StreamWriter, target: tuple[str, int]
    ) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carriers.add(task)
        writers = [near_writer]
        try:
            await self._is_on.wait()
            far_reader, far_writer = await asyncio.open_connection(*target)
            writers.append(far_writer)
            pumps = [
                asyncio.create_task(self._pump(near_reader, far_writer)),
                asyncio.create_task(self._pump(far_reader, near_writer)),
            ]
            try:
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for pump in pumps:
                    pump.cancel()
                await asyncio.gather(*pumps, return_exceptions=True)
            for writer in writers:
                writer.close()
        except (OSError, asyncio.CancelledError):  # no collector there, or the relay cut it
            for writer in writers:
                writer.transport.abort()
        finally:
            self._carriers.discard(task)

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(_PIECE):
            await self._is_on.wait()
            writer.write(data)
            await writer.drain()


def air_of(collector: tuple[str, int] | None, host: str | None, announcements: int) -> Air | None:
    """The Wi-Fi of a table, None when it has a cable only. The arguments are SimBoard's."""
    if host is None:
        return Air(collector) if collector is not None else None
    if host == "auto":
        return Air(collector, ("boardside.local",) if collector is not None else (), announcements)
    # A name without a dot is asked for by DNS first, and by mDNS as `name.local`.
    return Air(collector, (host,))
