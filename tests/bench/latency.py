"""From a key's contact to changed segments and sound, on the simulated table, debouncing and flash included.

Baseline: a bare asyncio loop in the same simulator that echoes one pin to display and buzzer, at the same
scan rate (echo/main.py). Both are timed from the moment the finger closes the contact to the moment the
chips show. Once at this machine's speed, once at the chip's (docs/maintainer/simulator.md).
"""

import asyncio
import random
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from host_tools.simulator.options import Options
from host_tools.simulator.table import SimTable
from tests.bench.figures import Figure, percentile

PRESSES = 120
AS_CHIP_PRESSES = 40
HOLD_S = 0.1  # as long as a finger takes
REST_S = 0.12
AS_CHIP_REST_S = 0.5  # the firmware must have time to read the key open
LATE_S = 5.0
ECHO = Path(__file__).resolve().parent / "echo"


def run() -> list[Figure]:
    """p50 and p99 of presses that count a piece, and of presses that store an event."""
    return asyncio.run(_measure())


async def _measure() -> list[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        here = await _presses(Path(folder) / "here", Options(), PRESSES)
        chip = await _presses(Path(folder) / "chip", Options(as_chip=True), AS_CHIP_PRESSES)
    return [
        *_figures(here, "", "p99 under 20 ms"),
        *_figures(chip, " as on the chip", "p99 under 20 ms where no flash is erased"),
    ]


async def _presses(folder: Path, options: Options, count: int) -> dict[str, list[float]]:
    """Seconds of each of so many presses, by what they do."""
    chance = random.Random(46)
    async with SimTable(1, folder / "echo", options=replace(options, firmware=ECHO)) as table:
        await table.wait_for(lambda table: table.text.strip())
        echo = [await _timed(table, "PAUSE", chance) for _ in range(count)]
    async with SimTable(1, folder / "table", options=options) as table:
        await _begin_match(table)
        stored = [await _timed(table, key, chance) for _ in range(count // 2) for key in ("CLOCK", "UNDO")]
        await table.press("OK")
        counted = [
            await _timed(table, key, chance)
            for _ in range(count // 10)
            for key in ["BLACK"] * 5 + ["UNDO"] * 5
        ]
    return {"echo": echo, "press that counts a c/m": counted, "press that stores an event": stored}


def _figures(took: dict[str, list[float]], where: str, budget: str) -> list[Figure]:
    echo = took.pop("echo")
    return [
        Figure(
            f"{name} to segments and sound{where}, {word}",
            percentile(values, share) * 1000,
            "ms",
            "bare echo loop",
            percentile(echo, share) * 1000,
            budget if share > 0.9 else "",
        )
        for name, values in took.items()
        for share, word in ((0.5, "p50"), (0.99, "p99"))
    ]


async def _begin_match(table: SimTable) -> None:
    """A match set up at the panel: OK, OK on every question, right side breaks."""
    await table.wait_for(lambda table: "tbL" in table.text)
    await asyncio.sleep(rest_s(table))
    for key in ("OK", "OK", "OK", "OK", "QUEEN", "OK"):
        await table.press(key)
        await asyncio.sleep(rest_s(table))


async def _timed(table: SimTable, key: str, chance: random.Random) -> float:
    """Press `key` at a random moment of the scan; seconds until both display and buzzer have changed."""
    await asyncio.sleep(rest_s(table) + chance.random() * 0.02)
    start = time.monotonic()
    table.key_down(key)
    await table.wait_for(lambda table: table.observed.display_at > start and sounded(table, start), LATE_S)
    late = max(table.observed.display_at, sounded(table, start)) - start
    await asyncio.sleep(HOLD_S)
    table.key_up(key)
    return late


def rest_s(table: SimTable) -> float:
    """How long a key is open before it is pressed again."""
    return AS_CHIP_REST_S if table.options.as_chip else REST_S


def sounded(table: SimTable, start: float) -> float:
    """When the buzzer first sounded after `start`; 0 while it has not."""
    return next((tone.at for tone in table.tones if tone.at > start and tone.freq_hz and tone.duty), 0.0)
