"""A reader of the collector's pages, all day."""

import asyncio

#: Requests at once that make the database's pool open as many connections as it ever will.
CROWD = 40


class PageReader:
    """The stream of the API, and the front page now and then."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.changes = 0
        self.bytes = 0

    async def read(self) -> None:
        """Reads until cancelled. Raises OSError or RuntimeError when the stream ends by itself."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(b"GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            while data := await reader.read(65536):
                self.bytes += len(data)
                self.changes += data.count(b"event: table")
        finally:
            writer.close()
        raise RuntimeError("the collector ended the stream")

    async def look(self, path: str = "/") -> None:
        """Load a page once. Raises RuntimeError unless it is there."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            head = await reader.readline()
            while await reader.read(65536):
                continue
        finally:
            writer.close()
        if b" 200 " not in head:
            raise RuntimeError(f"{path} answered {head!r}")

    async def crowd(self) -> None:
        """Many who ask the database at once: what opens once for them does so now, and not in mid-run."""
        await asyncio.gather(*(self.look("/api/v1/events?limit=500") for _ in range(CROWD)))
