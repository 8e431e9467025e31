"""A collector's announcer, run in the host's namespace: prints its mDNS name as soon as it has one; when
standard input ends it stops, and prints the name that it has then.
"""

import asyncio
import sys

from host_tools.collector.announcer import Announcer
from tests.network.weather import HOST


async def announce(udp: int) -> None:
    announcer = Announcer("first", HOST, 7580, udp)
    announcer.start()
    while announcer.name is None:
        await asyncio.sleep(0.05)
    print(announcer.name, flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await announcer.stop()
    print(announcer.name, flush=True)


if __name__ == "__main__":
    asyncio.run(announce(int(sys.argv[1])))
