"""From an event at a table to the change in an open page's stream: 1, 100, 1,000 tables in full play, or as
many as are named: `python -m tests.bench.pages 100 300 1000 3000`.

Four processes: the collector as `boardside collect` runs it (database, web server), the tables (the
firmware's sessions over TCP, a stroke every 4 to 5 s each), a reader of the API's stream with four pages of
the hall open beside it, and this one. A press is timed from its being stored at the table, so add flash and
Wi-Fi. Baseline: a bare asyncio process that echoes a frame of the same length over TCP while the hall plays:
what this machine needs at that moment just to wake two processes.

Beside it, for each hall: the collector's processor time divided by the events, so with all statuses and
signs of life between them, and what it has grown by since it began, divided by the tables; baseline: the
first hall. Collector and load generator share the machine: where their two processor times add up to its
cores, the time to the page is that of a machine too small, and says nothing about the program.
"""

import asyncio
import json
import sys
import tempfile
from bisect import bisect_left
from dataclasses import dataclass
from pathlib import Path

from tests.bench.figures import Figure, percentile
from tests.load.halls import CollectorProcess, enough_files, python
from tests.load.play import Press

#: Tables, for how many seconds they play, and how long a stroke takes: a lone table must hurry to be counted.
HALLS: tuple[tuple[int, float, float], ...] = ((1, 12.0, 0.5), (100, 10.0, 4.5), (1000, 15.0, 4.5))
PAGES = 4
ECHO_GAP_S = 0.02
#: What the last press needs at most to be in a view; more where a large hall leaves the collector
#: no room.
SETTLE_S = 3.0
SETTLE_A_TABLE_S = 0.015
FILES = 8192
#: Tables that have just connected are asked for their time again and again (docs/maintainer/protocol.md,
#: "Time").
CALM_S = 6.0
BUDGET = "p99 under 150 ms"


def run() -> list[Figure]:
    """Five figures for each hall."""
    enough_files(FILES)
    figures = []
    first: Played | None = None
    for tables, seconds, every in HALLS:
        with tempfile.TemporaryDirectory() as folder:
            played = asyncio.run(measured(Path(folder), tables, seconds, every))
        first = first or played
        baseline = f"{HALLS[0][0]} tables"
        figures += [
            *played.figures(tables),
            played.work.figure(f"{tables} tables"),
            Figure(
                f"processor time an event, {tables} tables",
                *(played.event_us, "us", baseline, first.event_us),
            ),
            Figure(
                f"memory a table, {tables} tables",
                *(played.grown_kb / tables, "KB", baseline, first.grown_kb / HALLS[0][0]),
            ),
        ]
    return figures


@dataclass(frozen=True)
class Work:
    """Processor time while tables played for `seconds`: the collector's, and that of tables and readers, the
    load generator, which share the cores with it.
    """

    seconds: float
    collector_s: float
    generator_s: float

    def figure(self, where: str) -> Figure:
        """The two beside each other, as shares of one core."""
        return Figure(
            f"processor time of the collector, {where}",
            100 * self.collector_s / self.seconds,
            "% of a core",
            "load generator: tables and readers",
            100 * self.generator_s / self.seconds,
        )


@dataclass(frozen=True)
class Played:
    """A hall that played: milliseconds of each press, of each echo; the work meanwhile; by how many KB the
    collector has grown since it began without tables.
    """

    late: list[float]
    echoes: list[float]
    work: Work
    grown_kb: int

    @property
    def event_us(self) -> float:
        """Processor time of the collector divided by the events, in microseconds."""
        return self.work.collector_s / len(self.late) * 1e6

    def figures(self, tables: int) -> list[Figure]:
        """p50 and p99."""
        return [
            Figure(
                f"event at a table to the page's stream, {tables} tables, {word}",
                percentile(self.late, share),
                "ms",
                "bare TCP echo",
                percentile(self.echoes, share),
                BUDGET if share > 0.9 else "",
            )
            for share, word in ((0.5, "p50"), (0.99, "p99"))
        ]


async def measured(folder: Path, tables: int, seconds: float, every: float) -> Played:
    """Play in a hall of so many tables, a stroke `every` so many seconds at each."""
    async with CollectorProcess(f"sqlite:///{folder / 'hall.sqlite3'}", web=True) as collector:
        empty_kb = collector.memory_kb()
        play = ["--port", str(collector.tcp), "--tables", str(tables), "--seconds", str(seconds)]
        play += ["--every", str(every)]
        async with python("-m", "tests.load.play", *play) as players:
            assert (await players.line()) == "up"
            reading = ["--port", str(collector.web), "--pages", str(PAGES)]
            async with python("-m", "tests.load.reading", *reading) as reader:
                assert (await reader.line()) == "reading"
                await asyncio.sleep(CALM_S)
                players.say("play")
                before = collector.cpu_s(), players.cpu_s() + reader.cpu_s()
                echoing = asyncio.create_task(_echoes(seconds))
                played = json.loads(await players.line())
                generated = players.cpu_s() + reader.cpu_s() - before[1]
                work = Work(seconds, collector.cpu_s() - before[0], generated)
                echoes = await echoing
                await asyncio.sleep(max(SETTLE_S, SETTLE_A_TABLE_S * tables))
                reader.say("end")
                seen = json.loads(await reader.line())["seen"]
                grown_kb = collector.memory_kb() - empty_kb
    return Played(late_presses(played["presses"], seen), echoes, work, grown_kb)


def late_presses(presses: list[Press], seen: dict[str, list[tuple[int, float]]]) -> list[float]:
    """For each press the time until its event, or a newer one of its table, was in a view.

    Raises AssertionError when one never was: a page that misses the end is wrong, not slow.
    """
    late = []
    for table, seq, moment in presses:
        views = seen.get(str(table), [])
        at = bisect_left(views, seq, key=lambda view: view[0])
        assert at < len(views), f"event {seq} of table {table} was never in a view"
        late.append(views[at][1] - moment)
    return late


async def _echoes(seconds: float) -> list[float]:
    """Round trips in ms of a line of 220 bytes with a process that does nothing else."""
    loop = asyncio.get_running_loop()
    line = b"x" * 219 + b"\n"
    figures = []
    async with python("-c", ECHO) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(await server.line()))
        end = loop.time() + seconds - 1
        while loop.time() < end:
            begin = loop.time()
            writer.write(line)
            await reader.readline()
            figures.append((loop.time() - begin) * 1000)
            await asyncio.sleep(ECHO_GAP_S)
        writer.close()
    return figures


ECHO = """
import asyncio
async def answer(reader, writer):
    while line := await reader.readline():
        writer.write(line)
async def main():
    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""

if __name__ == "__main__":
    HALLS = tuple((int(count), 15.0, 4.5) for count in sys.argv[1:])
    for figure in run():
        print(figure.row())
