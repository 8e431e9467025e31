"""From plugging in to a readable score with a full match in the journal, on the simulated table.

Once with 24 boards by their results, once with every stroke of them. Baseline: the same table with an empty
journal. All include starting the interpreter's process. The firmware is compiled before, as for a board.
"""

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from boardside.journal import Journal
from boardside.journal.ring import Ring
from host_tools.simulator.chips.flash import Flash
from host_tools.simulator.table import SimTable
from tests.bench.figures import Figure
from tests.bench.long_match import events
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
        async with SimTable(2, Path(folder) / "strokes") as table:
            await table.power_off()
            count = _fill(table)
            by_strokes = await _boots(table)
            await table.wait_for(lambda table: "Pr" in table.text or "ConF" in table.text)
    return [
        Figure(
            "power-on to the score, full match in the journal",
            full * 1000,
            "ms",
            "empty journal",
            empty * 1000,
            "under 300 ms simulated",
        ),
        Figure(
            f"the same with every stroke, {count} events",
            by_strokes * 1000,
            "ms",
            "empty journal",
            empty * 1000,
            "under 300 ms simulated",
        ),
    ]


def _fill(table: SimTable) -> int:
    """The long match into the journal of a table that is off; how many events it has."""
    assert table.journal_image is not None
    journal = Journal(Ring(Flash(str(table.journal_image))), lambda: 0)
    for event in events():
        journal.append({**event, "by": "panel"})
    return int(journal.last_seq)


async def _boots(table: SimTable) -> float:
    times = []
    for _ in range(POWER_CYCLES):
        await table.power_off()
        start = time.monotonic()
        await table.power_on()
        await table.wait_for(lambda table: table.text.strip())
        times.append(table.observed.display_at - start)
    return statistics.median(times)
