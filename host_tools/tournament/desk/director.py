"""Keeps the tournament up to date while `boardside collect` runs: results are taken, matches that wait for
them become ready, stages are drawn.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Protocol

from host_tools.orders import BadRequest
from host_tools.store import StoreError
from host_tools.tournament.desk.desk import Desk

log = logging.getLogger(__name__)

#: The interval at which it settles when nothing is reported.
EVERY_S = 2.0
#: The row of a match is written within 50 ms of its event (docs/maintainer/database.md).
AFTER_CHANGE_S = 0.15


class Changes(Protocol):
    """The collector's hub: it gives messages {"type": "table", "table", "data"} in `async for`."""

    def __aiter__(self) -> AsyncIterator[Mapping[str, Any]]: ...

    def close(self) -> None: ...


class Director:
    """Settles every 2 s, and at once after a confirmation at a table. Trouble with the database is logged
    once; it tries again. `changes()` opens the hub's messages, None: there are none.
    """

    def __init__(self, desk: Desk, changes: Callable[[], Changes] | None = None) -> None:
        self._desk = desk
        self._open = changes
        self._tasks: list[asyncio.Task[None]] = []
        self._due = asyncio.Event()
        self._trouble = ""

    async def start(self) -> None:
        """Begin to settle; returns at once."""
        self._tasks.append(asyncio.create_task(self._settle_again_and_again()))
        if self._open is not None:
            self._tasks.append(asyncio.create_task(self._watch(self._open())))

    async def stop(self) -> None:
        """Settle once more, and end."""
        tasks, self._tasks = self._tasks, []
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        if tasks:
            await self._settle()

    def poke(self) -> None:
        """Settle now, because something has happened."""
        self._due.set()

    async def _settle_again_and_again(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY_S):
                    await self._due.wait()
                    await asyncio.sleep(AFTER_CHANGE_S)
            self._due.clear()
            await self._settle()

    async def _settle(self) -> None:
        try:
            changed = await asyncio.to_thread(self._desk.settle)
        except (StoreError, BadRequest) as error:
            trouble = str(error)
            if trouble != self._trouble:
                self._trouble = trouble
                log.warning("The tournament cannot be brought up to date: %s", trouble)
            return
        self._trouble = ""
        if changed:
            log.info("Changed in the tournament: %s", ", ".join(changed))

    async def _watch(self, changes: Changes) -> None:
        """Poke whenever a table's match reaches another state that matters for the tournament."""
        seen: dict[int, tuple[Any, ...]] = {}
        sign: tuple[Any, ...]
        try:
            async for message in changes:
                if message.get("type") != "table":
                    continue
                view = message["data"]
                match = view.get("match") or {}
                phase, result = view.get("phase"), view.get("result") or {}
                sign = (match.get("id"), phase in ("idle", "toss"), phase == "over", result.get("held"))
                sign = (*sign, view.get("confirmed"))
                if seen.get(message["table"]) != sign:
                    seen[message["table"]] = sign
                    self.poke()
        finally:
            changes.close()


class Pages(Protocol):
    """A service that runs between `start` and `stop`."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


class Conducted:
    """The pages and the director together, as one thing that is started and stopped."""

    def __init__(self, pages: Pages, director: Director) -> None:
        self._pages = pages
        self._director = director

    async def start(self) -> None:
        """Start both; raises the same errors as the pages' start."""
        await self._pages.start()
        await self._director.start()

    async def stop(self) -> None:
        """Stop both."""
        await self._pages.stop()
        await self._director.stop()
