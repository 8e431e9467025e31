"""What both shells share: how often they look, and sleeping in milliseconds on both interpreters."""

import asyncio

#: asyncio on the ESP32 wakes every 10 ms at best.
LOOK_MS = 10


async def _sleep_ms(milliseconds: int) -> None:
    await asyncio.sleep(milliseconds / 1000)


#: CPython has no `asyncio.sleep_ms`.
sleep_ms = getattr(asyncio, "sleep_ms", _sleep_ms)
