"""From plugging in to a readable score with a full match in the journal, on the simulated table.

Baseline: the same table with an empty journal. Both include starting the interpreter's process.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from host_tools.simulator.table import SimTable
from tests.bench.figures import Figure
from tests.bench.play import full_match

POWER_CYCLES = 9


def run() -> list[Figure]:
    """The median of some power cycles."""
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        async with SimTable(1, Path(folder) / "table") as table:
            empty = await _boots(table)
            await full_match(table)
            full = await _boots(table)
    return [
        Figure(
            "power-on to the score, full match in the journal",
            full * 1000,
            "ms",
            "empty journal",
            empty * 1000,
            "under 300 ms simulated",
        )
    ]


async def _boots(table: SimTable) -> float:
    times = []
    for _ in range(POWER_CYCLES):
        await table.power_off()
        start = time.monotonic()
        await table.power_on()
        await table.wait_for(lambda table: table.text.strip())
        times.append(table.senses.display_at - start)
    return statistics.median(times)
