"""How one collector grows with its hall: 100, 300, 1,000, 3,000 tables in full play.

As `pages`, with four open pages and a stroke every 4 to 5 s at each table. For each hall: from an event to
the page; the collector's processor time divided by the events, so with all statuses and signs of life between
them (baseline: what one of 100 tables costs); what it has grown by since it began, divided by the tables
(15 events each). Collector and load generator share the machine: where their two processor times add up to
its cores, the time to the page is that of a machine too small, and says nothing about the program.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.pages import Played, measured
from tests.load.halls import enough_files

HALLS: tuple[int, ...] = (100, 300, 1000, 3000)
SECONDS, EVERY_S = 15.0, 4.5
FILES = 8192


def run() -> list[Figure]:
    """Five figures for each hall."""
    enough_files(FILES)
    figures = []
    first: Played | None = None
    for tables in HALLS:
        with tempfile.TemporaryDirectory() as folder:
            played = asyncio.run(measured(Path(folder), tables, SECONDS, EVERY_S))
        first = first or played
        baseline = f"{HALLS[0]} tables"
        figures += [
            *played.figures(tables),
            played.work.figure(f"{tables} tables"),
            Figure(
                f"processor time an event, {tables} tables",
                *(_event_us(played), "us", baseline, _event_us(first)),
            ),
            Figure(
                f"memory a table, {tables} tables",
                *(played.grown_kb / tables, "KB", baseline, first.grown_kb / HALLS[0]),
            ),
        ]
    return figures


def _event_us(played: Played) -> float:
    return played.work.collector_s / len(played.late) * 1e6


if __name__ == "__main__":
    HALLS = tuple(map(int, sys.argv[1:])) or HALLS
    for figure in run():
        print(figure.row())
