"""The tables' process of an outage's end: `python -m tests.load.delivering --tables N --events COUNT`.

Each table has a full journal; then it says "ready". Told the collector's port on its standard input, all of
them call at once and deliver. When everything is acknowledged it prints one JSON object: `seconds` it took,
and `cpu_s`, the processor time of this process in them.
"""

import argparse
import asyncio
import json
import sys
import time

from tests.load.reels import Event, reels
from tests.load.tables import LoadTable, pump_forever

PATIENCE_S = 300.0


def journal(number: int, count: int) -> list[Event]:
    """The journal that table `number` has to deliver: `count` events of the recorded championship, stroke by
    stroke.
    """
    return _filled(number, count).journal.events


def _filled(number: int, count: int) -> LoadTable:
    table = LoadTable(number, reels(), 0, pause_s=0.1)
    while table.journal.last_seq < count:
        table.step()
    return table


async def main(count: int, events: int) -> None:
    tables = [_filled(number, events) for number in range(1, count + 1)]
    print("ready", flush=True)
    port = int(await asyncio.to_thread(sys.stdin.readline))
    begin, cpu = time.monotonic(), time.process_time()
    tasks = [asyncio.create_task(pump_forever(tables))]
    for table in tables:
        table.port = port
        tasks.append(asyncio.create_task(table.call_forever()))
    async with asyncio.timeout(PATIENCE_S):
        while any(table.acked < events for table in tables):
            await asyncio.sleep(0.002)
    spent = {"seconds": time.monotonic() - begin, "cpu_s": time.process_time() - cpu}
    print(json.dumps(spent), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--events", type=int, default=240)
    asked = parser.parse_args()
    asyncio.run(main(asked.tables, asked.events))
