"""The players' process: `python -m tests.load.play --port PORT --tables N --seconds S`.

Tables 1 to N call the collector and deliver what they have; it says "up" when all is acknowledged. Told
"play" on its standard input, they play for S seconds, a stroke every 4 to 5 seconds each (`--every`). At
the end it prints one JSON object: `presses`, a list of [table, event's number, moment in ms], and
`late_ms`, by how much this process itself was behind at most.
"""

import argparse
import asyncio
import json
import sys
import time
from random import Random

from tests.load.reels import reels
from tests.load.tables import LoadTable, pump_forever

#: From one stroke to the next, and from "struck" to "complete" (all is at rest), as shares of `--every`.
STROKE = (0.89, 1.11)
ROLLING = 0.33
EVERY_S = 4.5
PATIENCE_S = 120.0

Press = tuple[int, int, float]


def now_ms() -> float:
    """The monotonic clock with its fractions, the same for all processes of this machine."""
    return time.monotonic_ns() / 1e6


async def main(port: int, count: int, seconds: float, before: int, every_s: float) -> None:
    """Play, a stroke every `every_s` each; `before`: up to so many events a table has before it calls."""
    tables = [LoadTable(number, reels(), port) for number in range(1, count + 1)]
    dice = Random(count)
    for table in tables:
        for _ in range(dice.randint(1, before + 1)):
            table.step()
    tasks = [asyncio.create_task(pump_forever(tables))]
    for number, table in enumerate(tables):
        tasks.append(asyncio.create_task(table.call_forever()))
        if number % 20 == 19:
            await asyncio.sleep(0.02)
    async with asyncio.timeout(PATIENCE_S):
        while any(table.acked < table.journal.last_seq for table in tables):
            await asyncio.sleep(0.02)
    print("up", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    presses: list[Press] = []
    late = await _play(tables, seconds, dice, presses, every_s)
    print(json.dumps({"presses": presses, "late_ms": late}), flush=True)
    for task in tasks:
        task.cancel()


async def _play(
    tables: list[LoadTable], seconds: float, dice: Random, presses: list[Press], every_s: float
) -> float:
    """All tables play; returns by how many ms a stroke came too late at most."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    late = 0.0

    def strike(table: LoadTable) -> None:
        table.struck()

    def complete(table: LoadTable, at: float) -> None:
        nonlocal late
        late = max(late, (loop.time() - at) * 1000)
        moment = now_ms()
        presses.append((table.number, table.step(), moment))
        follow(table, loop.time() + every_s * dice.uniform(*STROKE))

    def follow(table: LoadTable, at: float) -> None:
        if at < end:
            loop.call_at(at - every_s * ROLLING, strike, table)
            loop.call_at(at, complete, table, at)

    for table in tables:
        follow(table, loop.time() + every_s * (ROLLING + dice.random()))
    await asyncio.sleep(seconds)
    return late


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--before", type=int, default=10)
    parser.add_argument("--every", type=float, default=EVERY_S)
    asked = parser.parse_args()
    asyncio.run(main(asked.port, asked.tables, asked.seconds, asked.before, asked.every))
