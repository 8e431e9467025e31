"""What 500 viewers of a hall of 60 tables in play see: how long a page takes to load, and a change to come.

Four processes: the collector as `boardside collect` runs it, with a tournament of 64 in its database; the
tables (a stroke every 4 to 5 s each); the viewers, 500 open pages; and this one, which loads pages. Each load
is timed from the connection to the last byte, in turn with a static file (base.css) of the same server: what
this machine needs at that moment to answer anything at all.
"""

import asyncio
import json
import tempfile
import time
from pathlib import Path

from host_tools.store import Store
from host_tools.tournament.acts.draws import Draw
from host_tools.tournament.acts.events import AddEvent
from host_tools.tournament.acts.tournament import NewTournament
from host_tools.tournament.desk.desk import Desk, NewEntry, Person
from tests.bench.figures import Figure, percentile
from tests.bench.pages import CALM_S, SETTLE_S, Work, late_presses
from tests.load.halls import CollectorProcess, enough_files, python

TABLES, VIEWERS, ENTRIES = 60, 500, 64
SECONDS, EVERY_S = 20.0, 4.5
GAP_S = 0.05
STATIC = "/static/base.css"
PAGES = {"the hall": "/", "a table": "/tables/3", "an event of 64": "/events/ms"}
REQUEST = "GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept-Language: de\r\n\r\n"


def run() -> list[Figure]:
    """Page loads and updates beside the static file."""
    with tempfile.TemporaryDirectory() as folder:
        loads, late, work = asyncio.run(_measured(f"sqlite:///{Path(folder) / 'hall.sqlite3'}"))
    figures = []
    for title, path in PAGES.items():
        for share, word in ((0.5, "p50"), (0.99, "p99")):
            figures.append(
                Figure(
                    f"load of {title}, {TABLES} tables, {VIEWERS} viewers, {word}",
                    percentile(loads[path], share),
                    "ms",
                    "a static file of the same server",
                    percentile(loads[STATIC], share),
                )
            )
    for share, word in ((0.5, "p50"), (0.99, "p99")):
        figures.append(
            Figure(
                f"event at a table to one of {VIEWERS} pages, {word}",
                percentile(late, share),
                "ms",
                "a static file of the same server",
                percentile(loads[STATIC], share),
                "p99 under 150 ms" if share > 0.9 else "",
            )
        )
    return [*figures, work.figure(f"{TABLES} tables, {VIEWERS} viewers")]


def _tournament(url: str) -> None:
    """A knockout of `ENTRIES`, drawn."""
    store = Store.open(url)
    desk = Desk(store)
    competition = desk.do(
        AddEvent(key="ms", name="Men's Singles"), desk.do(NewTournament(key="open", name="Open"), None)
    ).event
    desk.add_entries(
        competition, [NewEntry((Person(f"Player {number}"),)) for number in range(1, ENTRIES + 1)]
    )
    desk.do(Draw(seed="bench"), competition)
    store.close()


async def _measured(url: str) -> tuple[dict[str, list[float]], list[float], Work]:
    """Milliseconds of each load by path and of each press until it was in a view; the processor time while
    they played (this process, which loads the pages, is not in it).
    """
    enough_files(4 * VIEWERS)
    _tournament(url)
    async with CollectorProcess(url, web=True) as collector:
        play = ["--port", str(collector.tcp), "--tables", str(TABLES), "--seconds", str(SECONDS)]
        async with python("-m", "tests.load.play", *play, "--every", str(EVERY_S)) as players:
            assert (await players.line()) == "up"
            reading = ["--port", str(collector.web), "--pages", str(VIEWERS)]
            async with python("-m", "tests.load.reading", *reading) as reader:
                assert (await reader.line()) == "reading"
                await asyncio.sleep(CALM_S)
                players.say("play")
                before = collector.cpu_s(), players.cpu_s() + reader.cpu_s()
                loading = asyncio.create_task(_loads(collector.web))
                played = json.loads(await players.line())
                generated = players.cpu_s() + reader.cpu_s() - before[1]
                work = Work(SECONDS, collector.cpu_s() - before[0], generated)
                loads = await loading
                await asyncio.sleep(SETTLE_S)
                reader.say("end")
                seen = json.loads(await reader.line())["seen"]
    return loads, late_presses(played["presses"], seen), work


async def _loads(port: int) -> dict[str, list[float]]:
    """Loads each page in turn, the static file between any two, while the hall plays."""
    times: dict[str, list[float]] = {path: [] for path in (STATIC, *PAGES.values())}
    loop = asyncio.get_running_loop()
    end = loop.time() + SECONDS - 1
    while loop.time() < end:
        for path in PAGES.values():
            for page_path in (path, STATIC):
                times[page_path].append(await _load(port, page_path))
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


if __name__ == "__main__":
    for figure in run():
        print(figure.row())
