"""After kill -9 of a collector with 200 tables: from its start to the first acknowledgement, and to all
tables.

The way there in parts: until the first call is taken, the first session stands, the first acknowledgement
comes. Beside each the processor time that it had used by then, which other programs change less. Each table
has stored an event while nobody collected, and calls again within 0.15 s. Baseline: the same program started
on an empty database, until it takes calls: what Python and its imports need by themselves.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.bench.figures import Figure
from tests.load.halls import CollectorProcess
from tests.load.reels import reels
from tests.load.tables import LoadTable, pump_forever

TABLES = 200
EVENTS = 30
PATIENCE_S = 120.0


def run() -> list[Figure]:
    """The moments of one recovery, and the processor time up to each."""
    with tempfile.TemporaryDirectory() as folder:
        idle, moments = asyncio.run(_measured(Path(folder)))
    figures = []
    for title, (passed_s, cpu_s) in moments.items():
        figures.append(
            Figure(
                f"killed with -9: start to {title}",
                *(passed_s, "s", "start on an empty database", idle.passed_s),
            )
        )
        figures.append(
            Figure(
                f"processor time of the collector to {title}",
                *(cpu_s, "s", "start on an empty database", idle.cpu_s),
            )
        )
    return figures


class Moment(NamedTuple):
    """Seconds since the start of a collector's process, and of processor time that it had used by then."""

    passed_s: float
    cpu_s: float


async def _measured(folder: Path) -> tuple[Moment, dict[str, Moment]]:
    """A start on an empty database, and the moments of a recovery in their order."""
    begin = time.monotonic()
    async with CollectorProcess(f"sqlite:///{folder / 'empty.sqlite3'}") as empty:
        idle = Moment(time.monotonic() - begin, empty.cpu_s())
    tables = [LoadTable(number, reels(), 0, pause_s=0.1) for number in range(1, TABLES + 1)]
    async with CollectorProcess(f"sqlite:///{folder / 'hall.sqlite3'}") as collector:
        for table in tables:
            table.port = collector.tcp
            for _ in range(EVENTS):
                table.step()
        tasks = [asyncio.create_task(pump_forever(tables))]
        tasks += [asyncio.create_task(table.call_forever()) for table in tables]
        await _until(lambda: all(table.acked == table.journal.last_seq for table in tables))
        await collector.kill()
        before = [table.step() for table in tables]
        begin = time.monotonic()
        starting = asyncio.create_task(collector.start())
        conditions: dict[str, Callable[[], bool]] = {
            "the first call taken": lambda: any(table.session is not None for table in tables),
            "the first session": lambda: any(table.session and table.session.up for table in tables),
            "the first acknowledgement": lambda: any(map(_has, tables, before)),
            f"all {TABLES} tables acknowledged": lambda: all(map(_has, tables, before)),
        }
        moments = {}
        for title, condition in conditions.items():
            await _until(condition)
            moments[title] = Moment(time.monotonic() - begin, collector.cpu_s())
        await starting
        for task in tasks:
            task.cancel()
    return idle, moments


def _has(table: LoadTable, seq: int) -> bool:
    """Whether a host has promised to keep this event."""
    return table.acked >= seq


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.005)
