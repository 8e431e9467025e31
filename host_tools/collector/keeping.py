"""What shall go on as long as the collector lives: a fault in it is told, and it begins again.

What is expected to fail (a database that is locked, a network that is gone) is handled where it happens. Here
is for what nobody expected: a task of asyncio that ends by it says nothing, and everything else goes on
without it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

#: Before it begins again; a fault that stays shall not keep the computer busy.
AGAIN_S = 1.0


async def kept(work: Callable[[], Awaitable[None]], name: str) -> None:
    """Run `work()` until this is cancelled, once more whenever it ends by an exception. Returns when `work`
    does.
    """
    while True:
        try:
            return await work()
        except Exception as error:  # whatever it is, tables wait for the others of it
            told(name, error)
        await asyncio.sleep(AGAIN_S)


def told(name: str, error: BaseException) -> None:
    """Log a fault of the program; where it happened only for whoever wants to hear more (--verbose)."""
    log.error("%s failed by a fault of the program (%r) and goes on; please report it.", name, error)
    log.info("%s failed here:", name, exc_info=error)
