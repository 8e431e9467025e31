"""The sender beside a running `boardside collect`."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Protocol

from host_tools.sol.sender import Sender
from host_tools.sol.trying import attempt
from host_tools.store import Store, StoreError
from host_tools.store.store import now_ms

log = logging.getLogger(__name__)

REMARK_MS = 20_000
_NAME = "sol"


class Hub(Protocol):
    """What is needed of the collector's live state."""

    def remark(self, who: str, text: str | None) -> None: ...


class Companion:
    """`start` returns at once; SoL may come later, and go. Whatever fails is said in one line, on the pages,
    in `boardside status` and in the log, and tried again (D299).
    """

    def __init__(self, hub: Hub, store: Store, addresses: Mapping[int, str]) -> None:
        self._hub = hub
        self._store = store
        self._sender = Sender(store, addresses)
        self._task: asyncio.Task[None] | None = None
        self._said: str | None = None
        self._kept_at: int | None = None

    async def start(self) -> None:
        """Begin to look every second."""
        self._task = asyncio.create_task(self._step_again_and_again(), name="sol")

    async def stop(self) -> None:
        """End; what was not sent is sent by the next run."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._hub.remark(_NAME, None)

    async def _step_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(await self.step())

    async def step(self) -> float:
        """Send what there is, say what is wrong; the seconds until it is to be done again. Raises nothing."""
        tried = await asyncio.to_thread(attempt, self._sender)
        for line in tried.done:
            log.info("%s", line)
        self._say(" ".join(tried.problems) or None)
        try:
            await self._keep()
        except StoreError as error:
            log.debug("SoL: %s", error)  # the collector says what ails the database
        return tried.wait_s

    def _say(self, said: str | None) -> None:
        """On the pages at once; what is new in the log, too."""
        if said == self._said:
            return
        if said is not None:
            log.warning("%s", said)
        self._said, self._kept_at = said, None
        self._hub.remark(_NAME, said)

    async def _keep(self) -> None:
        """For `boardside status`, which sees the database alone; again before it is too old for it."""
        now = now_ms()
        if self._kept_at is None or (self._said is not None and now - self._kept_at >= REMARK_MS):
            await asyncio.to_thread(self._store.notes.remark, _NAME, self._said, now)
            self._kept_at = now
