"""What a table and another collector find by mDNS, run in the namespace: `python -m tests.network.asker
NAME=SECONDS ...`.

Prints `NAME ADDRESS PORT` as the firmware's search finds it over real sockets (`NAME nobody` after so
many seconds), then
the name that another collector there is given.
"""

import asyncio
import os
import sys
import time

from boardside.link.finding import Finder, Search
from host_tools.collector import mdns
from tests.network.weather import TABLES


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


def find(name: str, patience_s: float) -> str:
    search = Search(Finder(name, 7599, os.urandom, lambda later, earlier: later - earlier), lambda: "")
    until = time.monotonic() + patience_s
    try:
        while time.monotonic() < until:
            search.step(milliseconds())
            address = search.finder.next()
            if address is not None:
                return f"{address.address} {address.port}"
            time.sleep(0.02)
    finally:
        search.close()
    return "nobody"


async def other_collector() -> str:
    registered = await mdns.register("second", 7580, [TABLES])
    await registered.close()
    return registered.name


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        name, _, seconds = asked.partition("=")
        print(name, find(name, float(seconds)), flush=True)
    print(asyncio.run(other_collector()), flush=True)
