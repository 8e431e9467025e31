"""From a key's contact to changed segments and sound, on the simulated table, debouncing and flash included.

Baseline: a bare asyncio loop in the same simulator that echoes one pin to display and buzzer, at the same
scan rate (echo/main.py). Both are timed from the moment the finger closes the contact to the moment the
chips show.
"""

import asyncio
import random
import tempfile
import time
from pathlib import Path

from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable
from tests.bench.figures import Figure, percentile

PRESSES = 120
HOLD_S = 0.1  # as long as a finger takes
REST_S = 0.12
LATE_S = 2.0
ECHO = Path(__file__).resolve().parent / "echo"


def run() -> list[Figure]:
    """p50 and p99 of presses that count a piece, and of presses that store an event."""
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    chance = random.Random(46)
    with tempfile.TemporaryDirectory() as folder:
        async with SimTable(1, Path(folder) / "echo", options=Options(firmware=ECHO)) as table:
            await table.wait_for(lambda table: table.text.strip())
            echo = [await _timed(table, "PAUSE", chance) for _ in range(PRESSES)]
        async with SimTable(1, Path(folder) / "table") as table:
            await _begin_match(table)
            stored = [
                await _timed(table, key, chance) for _ in range(PRESSES // 2) for key in ("CLOCK", "UNDO")
            ]
            await table.press("OK")
            counted = [
                await _timed(table, key, chance)
                for _ in range(PRESSES // 10)
                for key in ["BLACK"] * 5 + ["UNDO"] * 5
            ]
    figures = []
    for name, values in (("press that counts a c/m", counted), ("press that stores an event", stored)):
        for share, word in ((0.5, "p50"), (0.99, "p99")):
            budget = "p99 under 20 ms" if share > 0.9 else ""
            figures.append(
                Figure(
                    f"{name} to segments and sound, {word}",
                    percentile(values, share) * 1000,
                    "ms",
                    "bare echo loop",
                    percentile(echo, share) * 1000,
                    budget,
                )
            )
    return figures


async def _begin_match(table: SimTable) -> None:
    """A match set up at the panel: OK, OK on every question, right side breaks."""
    await table.wait_for(lambda table: "tbL" in table.text)
    await asyncio.sleep(REST_S)
    for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
        await table.press(key)
        await asyncio.sleep(REST_S)


async def _timed(table: SimTable, key: str, chance: random.Random) -> float:
    """Press `key` at a random moment of the scan; seconds until both display and buzzer have changed."""
    await asyncio.sleep(REST_S + chance.random() * 0.02)
    start = time.monotonic()
    table.key_down(key)
    await table.wait_for(lambda table: table.senses.display_at > start and sounded(table, start), LATE_S)
    late = max(table.senses.display_at, sounded(table, start)) - start
    await asyncio.sleep(HOLD_S)
    table.key_up(key)
    return late


def sounded(table: SimTable, start: float) -> float:
    """When the buzzer first sounded after `start`; 0 while it has not."""
    return next((tone.at for tone in table.tones if tone.at > start and tone.freq_hz and tone.duty), 0.0)
