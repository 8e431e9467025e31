"""How the collector keeps running: tasks that restart after a fault, and the settings of Python."""

import asyncio
import gc
import logging
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import TypeVar

log = logging.getLogger(__name__)

T = TypeVar("T")
#: So many tables or connections are looked at in one turn of the event loop.
AT_A_TIME = 50


async def by_turns(items: Iterable[T]) -> AsyncIterator[T]:
    """The items that there are now, some in each turn of the event loop: it serves the tables in between."""
    for count, item in enumerate(list(items), 1):
        yield item
        if count % AT_A_TIME == 0:
            await asyncio.sleep(0)


#: Pause before a task starts again, so that a lasting fault does not keep the computer busy.
RESTART_S = 1.0


async def supervised(work: Callable[[], Awaitable[None]], name: str) -> None:
    """Run `work()` until this is cancelled, and again after each exception. Returns when `work` does.

    Expected failures (a locked database, a lost network) are handled where they happen. This is for
    unexpected faults: asyncio would end the task silently, and the rest would run without it.
    """
    while True:
        try:
            return await work()
        except Exception as error:  # any fault: the tables need the other tasks
            log_fault(name, error)
        await asyncio.sleep(RESTART_S)


def log_fault(name: str, error: BaseException) -> None:
    """Log a fault of the program; with --verbose also where it happened."""
    log.error("%s failed by a fault of the program (%r) and goes on; please report it.", name, error)
    log.info("%s failed here:", name, exc_info=error)


#: The writer's thread gives up the interpreter for every row it writes. With Python's usual 5 ms it would
#: wait that long to get it back from a busy event loop, each time (measured: 216 against 6,600 events a
#: second).
SWITCH_S = 0.0002
#: A thousand tables are a million objects that stay. A garbage collection of all of them stops everything for
#: 50 to 140 ms, and with Python's usual 700, 10, 10 it runs every few seconds.
GARBAGE = (20_000, 50, 100)
#: Once all is loaded: garbage among the newest objects is looked for after this many, a millisecond's work.
YOUNG = 4_000
#: All of them are collected after this time, in a moment without events; at the latest after twice this time.
ALL_MS = 600_000


class Settings:
    """Python's settings while a collector runs: `begin` sets them, `freeze` is called when all lasting
    objects are loaded, `tidy` with each tick from then on, and `end` restores the settings.
    """

    def __init__(self) -> None:
        self._before: tuple[float, tuple[int, int, int], bool] | None = None
        self._all_at: int | None = None

    def begin(self) -> None:
        """Set the interpreter for a collector."""
        self._before = (sys.getswitchinterval(), gc.get_threshold(), gc.get_freeze_count() > 0)
        sys.setswitchinterval(SWITCH_S)
        gc.set_threshold(*GARBAGE)

    def freeze(self) -> None:
        """Exclude all present objects from garbage collection. It does not look for garbage first: that takes
        a tenth of a second, and after a crash all tables are waiting. `tidy` finds it later.
        """
        gc.freeze()
        gc.set_threshold(YOUNG, *GARBAGE[1:])

    def tidy(self, now: int, is_quiet: bool) -> None:
        """Collect garbage at `now` (monotonic ms) only among the objects made since the last tick; the live
        ones are then excluded too. By default Python would examine the state of every table that
        changed since the last collection, all at once. `is_quiet`: nothing waits for the loop just now.
        """
        if self._all_at is None:
            self._all_at = now + ALL_MS
        if now < self._all_at + (0 if is_quiet else ALL_MS):
            gc.collect(0)
            gc.freeze()
            return
        self._all_at = now + ALL_MS
        if self._before is not None and not self._before[2]:
            gc.unfreeze()
        gc.collect()
        gc.freeze()

    def end(self) -> None:
        """Restore the settings from before begin(); does nothing when that was not called.

        Objects that other code has frozen stay frozen: Python can only unfreeze all objects.
        """
        if self._before is not None:
            switch_s, threshold, is_frozen = self._before
            sys.setswitchinterval(switch_s)
            gc.set_threshold(*threshold)
            if not is_frozen:
                gc.unfreeze()
            self._before = None
