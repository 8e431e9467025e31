"""Parts that both shells share: the intervals of their looks, how they hear, a sleep in milliseconds."""

import asyncio

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .kinds import Ticks
    from .session import TableSession

#: How often a shell looks at a busy line. asyncio on the ESP32 wakes every 10 ms at best.
LOOK_MS = 10
#: The interval while nothing moves, which is the longest wait of a frame before it is sent or read. An input
#: ring of 259 bytes does not overflow, because a host has at most 200 unacknowledged. A look takes three
#: times as long as a turn of asyncio, and a press should not meet two of them.
QUIET_MS = 60
#: A wait ends with a FreeRTOS tick, so it is this much shorter: one that begins just after a tick would
#: else last almost a tick longer (app/device.py has the same for the keys).
EARLY_MS = 4
#: The line counts as quiet after this many looks without a byte, so an answer is still read, and timed, at
#: once.
_LOOKS = 20


class Looks:
    """How long a shell may sleep until its next look at a line."""

    def __init__(self) -> None:
        self._left = _LOOKS

    def rest_ms(self, has_moved: bool, look_ms: int) -> int:
        """The pause until the next look, in ms. has_moved: the last look moved bytes. look_ms: the interval
        while the line is busy.
        """
        if has_moved:
            self._left = _LOOKS
        elif self._left:
            self._left -= 1
        return (look_ms if self._left else max(look_ms, QUIET_MS)) - EARLY_MS


async def _sleep_ms(milliseconds: int) -> None:
    await asyncio.sleep(milliseconds / 1000)


#: CPython has no `asyncio.sleep_ms`.
sleep_ms = getattr(asyncio, "sleep_ms", _sleep_ms)


async def hear(session: "TableSession", data: "bytes | bytearray", ticks_ms: "Ticks") -> None:
    """Give the session what has come, one line at a time: the keys may go first before each line."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        session.receive(data[start:end], ticks_ms())
        start = end
        await sleep_ms(0)
