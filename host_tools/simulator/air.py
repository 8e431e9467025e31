"""The Wi-Fi of one table as its TCP connections feel it: a relay on the way to the collector.

While the table is out of the air its open connections carry nothing and nobody is told; when it comes
back they are reset, because the station has joined anew. Serial tables do not need it.
"""

import asyncio

_PIECE = 4096


class Air:
    """Listens on a loopback port of its own and carries to `target` (address, port)."""

    def __init__(self, target: tuple[str, int]) -> None:
        self.port = 0
        self._target = target
        self._is_on = asyncio.Event()
        self._is_on.set()
        self._server: asyncio.Server | None = None
        self._carriers: set[asyncio.Task[None]] = set()

    @property
    def is_on(self) -> bool:
        """Whether bytes go over."""
        return self._is_on.is_set()

    async def start(self) -> None:
        """Open the port; `port` then says which."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def close(self) -> None:
        """End the relay and every connection through it."""
        if self._server is not None:
            self._server.close()
        await self._cut()

    def off(self) -> None:
        """The table leaves the air: from now on nothing goes over."""
        self._is_on.clear()

    async def on(self) -> None:
        """The table is back: connections from before are dead."""
        if self._is_on.is_set():
            return
        await self._cut()
        self._is_on.set()

    async def _cut(self) -> None:
        carriers = list(self._carriers)
        for carrier in carriers:
            carrier.cancel()
        await asyncio.gather(*carriers, return_exceptions=True)

    async def _serve(self, near_reader: asyncio.StreamReader, near_writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._carriers.add(task)
        writers = [near_writer]
        try:
            await self._is_on.wait()
            far_reader, far_writer = await asyncio.open_connection(*self._target)
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
