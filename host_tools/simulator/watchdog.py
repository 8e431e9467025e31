"""The watchdog timer of a board, kept outside its process so that a hung board cannot hold it up."""

import asyncio
from collections.abc import Callable

# The board reports its feeding only once in a twentieth of the timeout, and our own loop may be late.
_GRACE = 1.1


class Watchdog:
    """Calls `bite()` once when it is armed and not fed for its time."""

    def __init__(self, bite: Callable[[], None]) -> None:
        self._bite = bite
        self._timeout_s = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def arm(self, timeout_ms: int) -> None:
        """Start, or restart with another timeout."""
        self._timeout_s = timeout_ms / 1000 * _GRACE
        self.feed()

    def feed(self) -> None:
        """Restart the timeout; does nothing when it is not armed."""
        self._cancel()
        if self._timeout_s:
            self._timer = asyncio.get_running_loop().call_later(self._timeout_s, self._expired, 0)

    def disarm(self) -> None:
        """Stop: the power is off, or the board is in reset."""
        self._timeout_s = 0.0
        self._cancel()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _expired(self, looked: int) -> None:
        """Bite, after reading the output that the board sent while this loop was busy."""
        if looked < 2:
            self._timer = asyncio.get_running_loop().call_later(0.01, self._expired, looked + 1)
            return
        self._timeout_s = 0.0
        self._timer = None
        self._bite()
