"""Keeps the tasks running: notices what fails, records it, starts it again, and feeds the watchdog only while
every task gives signs of life.
"""

import asyncio

CHECK_MS = 250
"""How often the tasks are looked at and the watchdog is fed."""

RESTART_MS = 500
RESTART_MOST_MS = 8000
"""The pause before a failed task starts again, doubled while it fails again within a minute."""

_STEADY_MS = 60_000


class Watched:
    """One task. `work(check_in)` makes its coroutine, which calls `check_in()` at least every `limit_ms`.

    An essential task that fails again and again lets the watchdog bite: a restart may help, and nothing is
    lost by it. Any other one may stay down without taking the table with it.
    To read: `failures`, how often it failed; `problem`, the last failure in words.
    """

    def __init__(self, name: str, work, limit_ms: int, is_essential: bool, ticks_ms) -> None:
        self.name = name
        self.work = work
        self.limit_ms = limit_ms
        self.is_essential = is_essential
        self.failures = 0
        self.problem = ""
        self.is_waiting = False
        self.is_late = False
        self.pause_ms = RESTART_MS
        self._ticks_ms = ticks_ms
        self.seen_at: int = ticks_ms()

    def check_in(self) -> None:
        """The task lives. Allocates nothing."""
        self.seen_at = self._ticks_ms()


class Supervisor:
    """`report(name, error)` is called for every failure (an exception, or a text for a task that is silent);
    `sleep_ms` is a coroutine function; `watchdog` has `feed()`, or is None.
    """

    def __init__(self, ticks_ms, diff, sleep_ms, report, watchdog=None) -> None:
        self._ticks_ms = ticks_ms
        self._diff = diff
        self._sleep_ms = sleep_ms
        self._report = report
        self._watchdog = watchdog
        self.tasks: "list[Watched]" = []

    def add(self, name: str, work, limit_ms: int = 2000, is_essential: bool = False) -> Watched:
        """Name a task to be kept by `run`; see `Watched`."""
        watched = Watched(name, work, limit_ms, is_essential, self._ticks_ms)
        self.tasks.append(watched)
        return watched

    async def run(self) -> None:
        """Start all tasks and watch over them, for ever."""
        for watched in self.tasks:
            asyncio.create_task(self._keep(watched))  # noqa: RUF006 - the loop holds it until it ends: never
        while True:
            if self.all_live(self._ticks_ms()) and self._watchdog is not None:
                self._watchdog.feed()
            await self._sleep_ms(CHECK_MS)

    def all_live(self, now: int) -> bool:
        """Whether every task has checked in within its time; one that has not is reported once."""
        answer = True
        for watched in self.tasks:
            if watched.is_waiting and not watched.is_essential:
                continue
            is_late = self._diff(now, watched.seen_at) > watched.limit_ms
            if is_late and not watched.is_late:
                self._report(watched.name, "no sign of life for %d ms" % watched.limit_ms)
            watched.is_late = is_late
            if is_late:
                answer = False
        return answer

    async def _keep(self, watched: Watched) -> None:
        while True:
            began = self._ticks_ms()
            try:
                await watched.work(watched.check_in)
                self._failed(watched, "it ended", began)
            except Exception as error:  # any error: the table continues without this task meanwhile
                self._failed(watched, error, began)
            watched.is_waiting = True
            await self._sleep_ms(watched.pause_ms)
            watched.is_waiting = False
            if not watched.is_essential:
                watched.check_in()

    def _failed(self, watched: Watched, error, began: int) -> None:
        watched.failures += 1
        if self._diff(self._ticks_ms(), began) >= _STEADY_MS:
            watched.pause_ms = RESTART_MS
            watched.check_in()
        elif watched.failures > 1:
            watched.pause_ms = min(2 * watched.pause_ms, RESTART_MOST_MS)
        try:
            is_error = isinstance(error, Exception)
            watched.problem = "%s: %s" % (type(error).__name__, error) if is_error else error
            self._report(watched.name, error)
        except MemoryError:
            pass  # there is none left for words: the task starts again all the same
