"""The presses of a phone on their way to a table's keys: none twice or late, in order, as long as held."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Literal, Protocol

from host_tools.simulator.process import SimulatorError

Verdict = Literal["new", "again", "refused"]

LATE_MS = 1500
"""An older press is not applied: by now the umpire may have seen that nothing happened, and pressed again."""

RUNS_MOST = 64

LEAST_S = 0.04
"""A key is closed at least so long: more than contacts chatter."""

HOLD_MOST_S = 1.2
"""How long a key stays closed for a finger that is up already: longer than a held press takes."""

STILL_S = 0.5
"""A key opens this long after the phone's last word on it: before that would make it a held press."""


class Numbers:
    """Which presses were answered. A *run* is one load of a phone's page, which numbers its presses."""

    def __init__(self) -> None:
        self._runs: OrderedDict[str, tuple[int, set[int]]] = OrderedDict()  # the last, and the refused ones

    def judge(self, run: str, number: int, is_taken: bool) -> Verdict:
        """The verdict on a press, once: a number that comes again keeps its answer, and is not applied.
        `is_taken`: whether it would be applied now.
        """
        last, refused = self._runs.pop(run, (0, set()))
        if number > last and not is_taken:
            refused.add(number)
        self._runs[run] = max(last, number), refused
        if len(self._runs) > RUNS_MOST:
            self._runs.popitem(last=False)
        if number in refused:
            return "refused"
        return "again" if number <= last else "new"


class Table(Protocol):
    """The keys of a table (`SimTable`)."""

    async def hold(self, key: str) -> None:
        """Close a key that has rested; returns when the firmware takes it for pressed."""

    def key_up(self, key: str) -> None:
        """Open a key."""


class Fingers:
    """The fingers at a table's keys: those of the phone that presses, then those of the next one. `run` moves
    them.

    Edges that come in a bunch are spread, and each press waits until the firmware has read it: it would take
    a bunch for one press, and not notice one on a busy computer.
    """

    def __init__(
        self,
        table: Table,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table = table
        self._clock = clock
        self._sleep = sleep
        self._edges: asyncio.Queue[tuple[str, float | None]] = asyncio.Queue()
        self._down: dict[str, float] = {}  # since when
        self._still: dict[str, float] = {}  # when the phone said so last

    def down(self, key: str) -> None:
        """A finger is on the key."""
        self._still[key] = self._clock()
        self._edges.put_nowait((key, None))

    def still(self, key: str) -> None:
        """It is there still."""
        if key in self._still:
            self._still[key] = self._clock()

    def up(self, key: str, held_s: float) -> None:
        """It is up again, after so long by the phone's clock."""
        self._still.pop(key, None)
        self._edges.put_nowait((key, held_s))

    def look(self) -> None:
        """Open the keys of which the phone has said nothing for too long. Call it often."""
        now = self._clock()
        for key, at in list(self._still.items()):
            if now - at >= STILL_S:
                del self._still[key]
                self._open(key)

    def lift(self) -> None:
        """Lift all fingers, after what was pressed before: that was acknowledged."""
        for key in {**self._down, **self._still}:
            self._edges.put_nowait((key, 0.0))
        self._still.clear()

    async def run(self) -> None:
        """Move the fingers, one edge after the other. Cancelled, it opens all keys at once."""
        try:
            while True:
                key, held_s = await self._edges.get()
                if held_s is None and key not in self._down:
                    await self._close(key)
                elif held_s is not None and key in self._down:
                    left_s = self._down[key] + max(LEAST_S, min(held_s, HOLD_MOST_S)) - self._clock()
                    if left_s > 0:
                        await self._sleep(left_s)
                    self._open(key)
        finally:
            for key in list(self._down):
                self._open(key)

    async def _close(self, key: str) -> None:
        self._down[key] = self._clock()
        try:
            await self._table.hold(key)
        except SimulatorError:  # it has no power, or stands still: the phone sees that
            self._open(key)
        if key in self._down:
            self._down[key] = self._clock()
        else:  # it was to be opened before it was closed
            await self._sleep(LEAST_S)
            self._table.key_up(key)

    def _open(self, key: str) -> None:
        if self._down.pop(key, None) is not None:
            self._table.key_up(key)
