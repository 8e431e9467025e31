"""What the simulator's tests share."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run one test's work; none here takes longer than a minute."""

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await work

    asyncio.run(bounded())


async def until(condition: Callable[[], bool], every_s: float = 0.002) -> None:
    """Return once `condition()` is true; the test's own time limit ends it when that never comes."""
    while not condition():
        await asyncio.sleep(every_s)
