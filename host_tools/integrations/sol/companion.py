"""The sender within a running `boardside collect`."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from typing import Protocol

from host_tools.integrations.sol.reasons import REMARKS
from host_tools.integrations.sol.safe_step import attempt
from host_tools.integrations.sol.sender import Sender
from host_tools.reasons import Cause
from host_tools.store import Store, StoreError
from host_tools.store.wall_clock import now_ms

log = logging.getLogger(__name__)

REMARK_MS = 20_000
_NAME = "sol"


class Hub(Protocol):
    """What the companion needs of the collector's live state."""

    def remark(self, companion: str, remark: Cause | None) -> None: ...


class Companion:
    """`start` returns at once; SoL may start later, and stop. A failure is one line on the pages, in
    `boardside status` and in the log, and is tried again.
    """

    def __init__(self, hub: Hub, store: Store, addresses: Mapping[int, str]) -> None:
        self._hub = hub
        self._store = store
        self._sender = Sender(store, addresses)
        self._task: asyncio.Task[None] | None = None
        self._remark: Cause | None = None
        self._kept_at: int | None = None

    async def start(self) -> None:
        """Begin; results are sent every second."""
        self._task = asyncio.create_task(self._repeat(), name="sol")

    async def stop(self) -> None:
        """End; the next run sends what was not sent."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._hub.remark(_NAME, None)

    async def _repeat(self) -> None:
        while True:
            await asyncio.sleep(await self.step())

    async def step(self) -> float:
        """Send what is new and report problems. Returns the seconds until the next step. Raises nothing."""
        tried = await asyncio.to_thread(attempt, self._sender)
        for card in tried.done:
            log.info("%s", card)
        self._say(_together(tried.problems))
        try:
            await self._keep()
        except StoreError as error:
            log.debug("SoL: %s", error)  # the collector reports the database's problem
        return tried.wait_s

    def _say(self, remark: Cause | None) -> None:
        """Show a new remark on the pages, and write it to the log."""
        if remark == self._remark:
            return
        if remark is not None:
            log.warning("%s", remark)
        self._remark, self._kept_at = remark, None
        self._hub.remark(_NAME, remark)

    async def _keep(self) -> None:
        """Note the words for `boardside status`, another process; again before the note is too old."""
        now = now_ms()
        if self._kept_at is None or (self._remark is not None and now - self._kept_at >= REMARK_MS):
            words = None if self._remark is None else str(self._remark)
            await asyncio.to_thread(self._store.notes.remark, _NAME, words, now)
            self._kept_at = now


def _together(problems: Sequence[Cause]) -> Cause | None:
    """All problems as one; None without any."""
    if len(problems) > 1:
        return REMARKS.cause("sol_problems", problems=[problem.to_json() for problem in problems])
    return problems[0] if problems else None
