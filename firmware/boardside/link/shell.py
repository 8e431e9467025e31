"""Parts that both shells share: the intervals of their looks, and a sleep in milliseconds."""

import asyncio

#: asyncio on the ESP32 wakes every 10 ms at best.
LOOK_MS = 10
#: The interval while nothing moves, which is the longest wait of a frame before it is sent or read. An input
#: ring of 259
#: bytes does not overflow, because a host has at most 200 unacknowledged.
QUIET_MS = 30
#: The line counts as quiet after this many looks without a byte, so an answer is still read, and timed, at
#: once.
_LOOKS = 20


class Looks:
    """How long a shell may sleep until its next look at a line."""

    def __init__(self) -> None:
        self._left = _LOOKS

    def rest_ms(self, has_moved: bool, look_ms: int) -> int:
        """The pause until the next look, in ms. has_moved: the last look moved bytes. look_ms: the pause
        while the line is busy.
        """
        if has_moved:
            self._left = _LOOKS
        elif self._left:
            self._left -= 1
        return look_ms if self._left else max(look_ms, QUIET_MS)


async def _sleep_ms(milliseconds: int) -> None:
    await asyncio.sleep(milliseconds / 1000)


#: CPython has no `asyncio.sleep_ms`.
sleep_ms = getattr(asyncio, "sleep_ms", _sleep_ms)
