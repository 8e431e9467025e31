"""`boardside serve` beside a collector: thousands of open pages of a hall of 60 tables in play.

Five processes: the collector, the tables (a stroke every 4 to 5 s each), the server on the collector's
database, the pages (`tests.load.many_pages`: they take everything), and this one, which loads the hall's page
and a static file in turn. A press is timed from its being stored at the table until it is in a page; so the
collector's way into the database is in it. Then the same pages at a bare fan-out of server-sent events, which
gets the tables' changes from this process and writes each to every page, without a database.
"""

import argparse
import asyncio
import contextlib
import json
import tempfile
import time
from bisect import bisect_left
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from tests.bench.figures import Figure, percentile
from tests.bench.pages import CALM_S
from tests.load.halls import WITH_PAGES, Child, CollectorProcess, enough_files, memory_kb, python

TABLES, PAGES = 60, 2000
SECONDS, EVERY_S = 15.0, 4.5
#: Pages of the whole hall, and as many of single tables.
BASELINE = "bare fan-out"
HALL, TABLE = ("/live",), tuple(f"/live?table={number}" for number in range(1, TABLES + 1))
GAP_S = 0.25
STATIC = "/static/base.css"
REQUEST = "GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept-Language: de\r\n\r\n"


class Streams(TypedDict):
    """What `tests.load.many_pages` prints."""

    changes: list[tuple[int, int, int]]
    seen: list[tuple[str, list[tuple[float, int]]]]
    lost: int
    loading: int


@dataclass
class Run:
    """One run: ms of each press at each sampled page; loads in ms by path; KB a page; cores used."""

    late: list[float]
    loads: dict[str, list[float]]
    memory_kb: float
    cores: float
    lost: int


def run(pages: int = PAGES, kinds: Sequence[str] = ("hall", "bare")) -> list[Figure]:
    """Delays and memory beside the bare fan-out. kinds: of "hall", "table" and "bare"."""
    runs = {kind: asyncio.run(_measured(pages, kind)) for kind in kinds}
    bare = runs.get("bare")
    titles = {
        "hall": f"event at a table to one of {pages:,} pages of the hall",
        "table": f"event at a table to one of {pages:,} pages of single tables",
    }
    figures = []
    for kind in [kind for kind in titles if kind in runs]:
        here = runs[kind]
        for share, word in ((0.5, "p50"), (0.99, "p99")):
            late, baseline = percentile(here.late, share), percentile(bare.late, share) if bare else 0.0
            budget = "p99 under 500 ms" if share > 0.9 else ""
            figures.append(Figure(f"{titles[kind]}, {word}", late, "ms", BASELINE, baseline, budget))
        memory_kb, cores = (bare.memory_kb, bare.cores) if bare else (0.0, 0.0)
        figures += [
            Figure(f"memory a page, {kind}", here.memory_kb, "KB", BASELINE, memory_kb, "under 20 KB"),
            Figure(f"processor of the server, {kind}", here.cores, "cores", BASELINE, cores),
            Figure(f"pages lost, {kind}", here.lost, "", BASELINE, bare.lost if bare else 0.0),
        ]
        static = percentile(here.loads[STATIC], 0.5)
        load = percentile(here.loads["/"], 0.5)
        figures.append(
            Figure(
                f"load of the hall's page, {kind}, p50",
                load,
                "ms",
                "a static file of the same server",
                static,
            )
        )
    return figures


async def _measured(pages: int, kind: str) -> Run:
    enough_files(4 * pages)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'hall.sqlite3'}"
        async with CollectorProcess(url, web=True) as collector, contextlib.AsyncExitStack() as stack:
            play = ["--port", str(collector.tcp), "--tables", str(TABLES), "--seconds", str(SECONDS)]
            players = await stack.enter_async_context(
                python("-m", "tests.load.play", *play, "--every", str(EVERY_S))
            )
            assert (await players.line()) == "up"
            server, port = await stack.enter_async_context(
                bare(collector.web) if kind == "bare" else served(url)
            )
            await asyncio.sleep(2)
            before_kb = memory_kb(server.process.pid)
            paths = TABLE if kind == "table" else HALL
            watched = collector.web if kind == "bare" else port
            reading = ["--port", str(port), "--watched-port", str(watched), "--pages", str(pages), *paths]
            reader = await stack.enter_async_context(python("-m", "tests.load.many_pages", *reading))
            assert (await reader.line()) == "reading"
            await asyncio.sleep(CALM_S)
            page_kb = (memory_kb(server.process.pid) - before_kb) / pages
            players.say("play")
            used = server.cpu_s()
            loading = asyncio.create_task(_loads(port if kind != "bare" else collector.web))
            played = json.loads(await players.line())
            cores = (server.cpu_s() - used) / SECONDS
            loads = await loading
            reader.say("end")
            streams = json.loads(await reader.line())
    late = late_at_pages(played["presses"], streams)
    return Run(late, loads, page_kb, cores, streams["lost"] + streams["loading"])


def late_at_pages(presses: list[tuple[int, int, float]], streams: Streams) -> list[float]:
    """For each press (table, event's number, moment in ms) and each sampled page that shows its table the ms
    until the page had it, or something newer. Raises AssertionError when a page never had it: that is wrong,
    not slow, for the pages were read until nothing came any more.
    """
    views: dict[int, list[tuple[int, int]]] = {}
    for number, table, seq in streams["changes"]:
        views.setdefault(table, []).append((seq, number))
    late = []
    for path, seen in streams["seen"]:
        newest: list[tuple[int, float]] = []
        for moment, number in seen:
            if not newest or number > newest[-1][0]:
                newest.append((number, moment))
        for table, seq, pressed in presses:
            if path == HALL[0] or path == TABLE[table - 1]:
                first = bisect_left(views[table], seq, key=lambda view: view[0])
                assert first < len(views[table]), f"event {seq} of table {table} was never in a view"
                change = views[table][first][1]
                at = bisect_left(newest, change, key=lambda pair: pair[0])
                assert at < len(newest), f"a page of {path} never had event {seq} of table {table}"
                late.append(newest[at][1] - pressed)
    return late


async def _loads(port: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {"/": [], STATIC: []}
    loop = asyncio.get_running_loop()
    end = loop.time() + SECONDS - 1
    while loop.time() < end:
        for path, taken in times.items():
            taken.append(await _load(port, path))
            await asyncio.sleep(GAP_S)
    return times


async def _load(port: int, path: str) -> float:
    """Milliseconds from the connection to the last byte. Raises AssertionError unless the answer is 200."""
    begin = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(REQUEST.format(path=path).encode())
    answer = await reader.read()
    while piece := await reader.read():
        answer += piece
    taken = (time.perf_counter() - begin) * 1000
    writer.close()
    assert b" 200 " in answer[:20], f"{path}: {answer[:60]!r}"
    return taken


@contextlib.asynccontextmanager
async def served(url: str) -> AsyncIterator[tuple[Child, int]]:
    """`boardside serve` on this database, and its port."""
    async with python("-c", WITH_PAGES, "serve", "--db", url, "--web", "0") as server:
        while "page:" not in (line := await server.line()):
            continue
        yield server, int(line.rstrip("/").rpartition(":")[2])


@contextlib.asynccontextmanager
async def bare(source: int) -> AsyncIterator[tuple[Child, int]]:
    """The fan-out of the pages' stream at this port, and its port."""
    async with python("-c", BARE, str(source)) as server:
        yield server, int(await server.line())


BARE = """
import asyncio, contextlib, sys
pages = set()
newest = b""
async def answer(reader, writer):
    await reader.readuntil(b"\\r\\n\\r\\n")
    writer.write(b"HTTP/1.0 200 OK\\r\\nContent-Type: text/event-stream\\r\\n\\r\\n" + newest)
    pages.add(writer)
    with contextlib.suppress(ConnectionError):
        await reader.read()
    pages.discard(writer)
async def main():
    global newest
    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=512)
    reader, writer = await asyncio.open_connection("127.0.0.1", int(sys.argv[1]), limit=1 << 25)
    writer.write(b"GET /live HTTP/1.0\\r\\nHost: 127.0.0.1\\r\\n\\r\\n")
    await reader.readuntil(b"\\r\\n\\r\\n")
    print(server.sockets[0].getsockname()[1], flush=True)
    while True:
        text = await reader.readuntil(b"\\n\\n")
        if b"event: snapshot" in text:
            newest = text
        for page in tuple(pages):
            page.write(text)
asyncio.run(main())
"""

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=PAGES)
    parser.add_argument("kinds", nargs="*", default=["hall", "table", "bare"])
    asked = parser.parse_args()
    for figure in run(asked.pages, asked.kinds):
        print(figure.row())
