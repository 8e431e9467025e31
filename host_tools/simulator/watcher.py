"""The observers of a table: waits for a condition, and spectators. A slow one uses no more memory."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterator

from .observed import Observed, Tone


class Watcher:
    """The latest change of each kind, and the last 64 tones, since `next` was called last."""

    def __init__(self, observed: Observed) -> None:
        self._observed = observed
        self._kinds: dict[str, None] = {}
        self._tones: deque[Tone] = deque(maxlen=64)
        self._something = asyncio.Event()

    def put(self, kind: str) -> None:
        """Something of this kind has changed."""
        if kind == "tone":
            self._tones.append(self._observed.tone)
        self._kinds[kind] = None
        self._something.set()

    async def next(self) -> tuple[list[str], list[Tone]]:
        """Wait for changes; the kinds that changed since the last call, and the tones in order."""
        await self._something.wait()
        self._something.clear()
        kinds, self._kinds = list(self._kinds), {}
        tones = list(self._tones)
        self._tones.clear()
        return kinds, tones


class Onlookers:
    """All observers of one table. `changed` is called after each change seen from outside."""

    def __init__(self, observed: Observed) -> None:
        self._observed = observed
        self._waiters: list[tuple[Callable[[], object], asyncio.Future[None]]] = []
        self._watchers: set[Watcher] = set()

    def changed(self, kind: str) -> None:
        """Something of this kind has changed."""
        for is_so, future in self._waiters:
            if not future.done() and is_so():
                future.set_result(None)
        for watcher in self._watchers:
            watcher.put(kind)

    async def until(self, is_so: Callable[[], object], timeout: float) -> None:
        """Return once `is_so()` is true, asked now and after each change. TimeoutError after `timeout` s."""
        if is_so():
            return
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiter = (is_so, future)
        self._waiters.append(waiter)
        try:
            async with asyncio.timeout(timeout):
                await future
        finally:
            self._waiters.remove(waiter)

    @contextlib.contextmanager
    def watcher(self) -> Iterator[Watcher]:
        """A stream of what changes, from now on, for one spectator."""
        watcher = Watcher(self._observed)
        self._watchers.add(watcher)
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)
