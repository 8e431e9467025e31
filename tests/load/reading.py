"""The reader's process: `python -m tests.load.reading --port PORT`: open pages, as a browser has them.

It reads the stream of the API as a page does, and, beside it, `--pages` further streams that it only lets
run. When told "end" on its standard input it prints one JSON object, `seen`: {table: [[event's number,
moment in ms], ...]}, when each event was first in a view.
"""

import argparse
import asyncio
import json
import sys

from tests.load.play import now_ms

Seen = dict[int, list[tuple[int, float]]]
#: Version 1.0: the answer comes as it is, not in chunks.
REQUEST = "GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"


async def stream(port: int, path: str, open_ends: list[asyncio.StreamWriter]) -> asyncio.StreamReader:
    """An open stream, its headers read; it lasts as long as its other end is in `open_ends`."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 25)
    open_ends.append(writer)
    writer.write(REQUEST.format(path=path).encode())
    await reader.readuntil(b"\r\n\r\n")
    return reader


async def watch(reader: asyncio.StreamReader, seen: Seen) -> None:
    """Note when each table's newest event came into view."""
    while line := await reader.readline():
        if not line.startswith(b"data: {"):
            continue
        moment = now_ms()
        body = json.loads(line[6:])
        if "data" in body:
            seen.setdefault(body["table"], []).append((body["data"]["seq"], moment))


async def drain(reader: asyncio.StreamReader) -> None:
    """Take everything, look at nothing."""
    while await reader.read(1 << 16):
        continue


async def main(port: int, pages: int) -> None:
    seen: Seen = {}
    open_ends: list[asyncio.StreamWriter] = []
    tasks = [asyncio.create_task(watch(await stream(port, "/api/v1/stream", open_ends), seen))]
    for _ in range(pages):
        tasks.append(asyncio.create_task(drain(await stream(port, "/live", open_ends))))
    print("reading", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps({"seen": seen}), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pages", type=int, default=0)
    asked = parser.parse_args()
    asyncio.run(main(asked.port, asked.pages))
