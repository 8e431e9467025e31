"""After kill -9 of a collector with 200 tables: from its start to the first acknowledgement, and to all
tables.

Each table has stored an event while nobody collected, and calls again within 0.15 s. Baseline: the same
program started on an empty database, until it takes calls: what Python and its imports need by themselves.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench.figures import Figure
from tests.load.halls import CollectorProcess
from tests.load.reels import reels
from tests.load.tables import LoadTable, pump_forever

TABLES = 200
EVENTS = 30
PATIENCE_S = 120.0


def run() -> list[Figure]:
    """Two moments of one recovery."""
    with tempfile.TemporaryDirectory() as folder:
        idle, first, everybody = asyncio.run(_measured(Path(folder)))
    baseline = "start on an empty database"
    return [
        Figure("killed with -9: start to the first acknowledgement", first, "s", baseline, idle),
        Figure(
            f"killed with -9: start to all {TABLES} tables up and acknowledged",
            everybody,
            "s",
            baseline,
            idle,
        ),
    ]


async def _measured(folder: Path) -> tuple[float, float, float]:
    begin = time.monotonic()
    async with CollectorProcess(f"sqlite:///{folder / 'empty.sqlite3'}"):
        idle = time.monotonic() - begin
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
        await _until(lambda: any(table.acked >= seq for table, seq in zip(tables, before, strict=True)))
        first = time.monotonic() - begin
        await _until(lambda: all(table.acked >= seq for table, seq in zip(tables, before, strict=True)))
        everybody = time.monotonic() - begin
        await starting
        for task in tasks:
            task.cancel()
    return idle, first, everybody


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not condition():
            await asyncio.sleep(0.005)
