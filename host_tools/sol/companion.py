"""The sender beside a running `boardside collect`."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Protocol

from host_tools.sol.sender import Sender
from host_tools.store import Store, StoreError
from host_tools.store.store import now_ms

log = logging.getLogger(__name__)

EVERY_S = 1.0
REMARK_MS = 20_000
_NAME = "sol"


class Hub(Protocol):
    """What is needed of the collector's live state."""

    def remark(self, who: str, text: str | None) -> None: ...


class Companion:
    """`start` returns at once; SoL may come later, and go."""

    def __init__(self, hub: Hub, store: Store, addresses: Mapping[int, str]) -> None:
        self._hub = hub
        self._store = store
        self._sender = Sender(store, addresses)
        self._task: asyncio.Task[None] | None = None
        self._said: str | None = None
        self._said_at = 0

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
            try:
                for line in await asyncio.to_thread(self._sender.step):
                    log.info("%s", line)
                await self._tell(" ".join(self._sender.problems) or None)
            except StoreError as error:
                log.debug("SoL waits for the database: %s", error)
            await asyncio.sleep(EVERY_S)

    async def _tell(self, said: str | None) -> None:
        """The pages at once, `boardside status` through the database."""
        if said == self._said and (said is None or now_ms() - self._said_at < REMARK_MS):
            return
        if said != self._said and said is not None:
            log.warning("%s", said)
        self._said, self._said_at = said, now_ms()
        self._hub.remark(_NAME, said)
        await asyncio.to_thread(self._store.notes.remark, _NAME, said, self._said_at)
