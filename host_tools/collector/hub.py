"""The live state of the hall for its readers: a snapshot, then changes. A slow reader never slows the tables.
The types of its values are in `host_tools.live_values`.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Protocol

from host_tools.live_values import Change, ClockView, TableView
from host_tools.reasons import Cause


class Line(Protocol):
    """A serial line that the collector keeps open (`serial_line.SerialLine`)."""

    @property
    def problem(self) -> Cause | None:
        """Why it is not open, or None."""
        ...

    def lent(self) -> AbstractContextManager[None]:
        """The port is closed within this context."""
        ...


class Panel(Protocol):
    """The panel of a table without hardware, on phones (`host_tools.soft`)."""

    @property
    def code(self) -> str:
        """The code of the table's label, which opens it."""
        ...

    async def renew(self) -> None:
        """Make a new code; every phone is turned away until it gives it. Raises StoreError."""
        ...

    async def serve(
        self, hello: Any, receive: Callable[[], Awaitable[Any]], send: Callable[[Any], Awaitable[None]]
    ) -> None:
        """Serve a phone whose `hello` had the code, until `receive` raises. All are JSON objects."""
        ...


class Hub:
    """The newest view of every table; `hall`: the clock wanted at all of them, in the shape of a view's
    `hall`; None when there is none, or halls differ; `halls`: the clocks by the hall's name; `lines`: the
    serial lines that the collector keeps open, by their ports; `panels`: of the tables without hardware, by
    number. Lives on one event loop; only `Collector`
    publishes.
    """

    def __init__(self) -> None:
        self._views: dict[int, TableView] = {}
        self._heard: dict[int, int] = {}  # newer than in the views
        self._readers: set[Subscription] = set()
        self.problem: Cause | None = None
        self.remarks: dict[str, Cause] = {}
        self.hall: ClockView | None = None
        self.halls: dict[str, ClockView | None] = {}
        self.lines: Mapping[str, Line] = {}
        self.panels: Mapping[int, Panel] = {}

    def snapshot(self) -> list[TableView]:
        """The newest view of every table heard so far, by table number, each with its present
        `link.heard_ms`.
        """
        for table in self._heard:
            self._views[table] = self._with_age(table)
        self._heard.clear()
        return [self._views[table] for table in sorted(self._views)]

    def _with_age(self, table: int) -> TableView:
        view = self._views[table]
        return {**view, "link": {**view["link"], "heard_ms": self._heard[table]}}

    def view(self, table: int) -> TableView | None:
        """The newest view of one table; None when it was never heard."""
        if table in self._heard:
            self._views[table] = self._with_age(table)
            del self._heard[table]
        return self._views.get(table)

    def subscribe(self) -> "Subscription":
        """Changes from now on, in an async iterator; `close` it, or use it in `with`, when done.

        A reader that is slow gets the newest view of each table and misses those in between.
        """
        return Subscription(self._readers)

    def publish(self, view: TableView) -> None:
        """Make `view` the newest of its table. To be called on the hub's event loop."""
        table = view["table"]
        self._views[table] = view
        self._heard.pop(table, None)
        for reader in self._readers:
            reader.offer(("table", table), {"type": "table", "table": table, "data": view})

    def heard(self, table: int, heard_ms: int) -> None:
        """Note when a table was last heard: `snapshot` shows it, but it is not a change."""
        if table in self._views:
            self._heard[table] = heard_ms

    def show_hall(self, clock: ClockView | None, halls: Mapping[str, ClockView | None] | None = None) -> None:
        """Show the clock that is wanted at all tables (None: there is none, or halls differ) and that of each
        hall. A clock that ends within 50 ms of the one shown is the same clock.
        """
        named = dict(halls or {})
        is_other = list(named) != list(self.halls) or any(_is_other(self.halls[n], named[n]) for n in named)
        if is_other or _is_other(self.hall, clock):
            self.hall, self.halls = clock, named
            for reader in self._readers:
                reader.offer(("hall", 0), {"type": "hall", "data": clock, "halls": named})

    def remark(self, companion: str, remark: Cause | None) -> None:
        """Show a problem of another system (such as an unreachable MQTT broker), or what was done to the
        database, under the name `companion`; None when it is over. The pages show it like `problem`.
        """
        if self.remarks.get(companion) != remark:
            self.remarks.pop(companion, None)
            if remark is not None:
                self.remarks[companion] = remark
            self._tell_problem()

    def trouble(self, problem: Cause | None) -> None:
        """Show a problem of the collector itself; None when it is over."""
        if problem != self.problem:
            self.problem = problem
            self._tell_problem()

    def _tell_problem(self) -> None:
        problem = None if self.problem is None else self.problem.to_json()
        for reader in self._readers:
            reader.offer(("problem", 0), {"type": "problem", "data": problem})


class Subscription(AsyncIterator[Change]):
    """One reader's changes: at most one for each table waits, the newest."""

    def __init__(self, readers: "set[Subscription]") -> None:
        self._readers = readers
        self._waiting: dict[tuple[str, int], Change] = {}
        self._some = asyncio.Event()
        readers.add(self)

    def offer(self, key: tuple[str, int], change: Change) -> None:
        """Put a change into the queue, in place of an older one about the same."""
        self._waiting.pop(key, None)
        self._waiting[key] = change
        self._some.set()

    async def __anext__(self) -> Change:
        while not self._waiting:
            if self not in self._readers:
                raise StopAsyncIteration
            self._some.clear()
            await self._some.wait()
        return self._waiting.pop(next(iter(self._waiting)))

    def close(self) -> None:
        """End the iteration and drop the waiting changes."""
        self._readers.discard(self)
        self._waiting.clear()
        self._some.set()

    def __enter__(self) -> "Subscription":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _is_other(old: ClockView | None, new: ClockView | None) -> bool:
    if old is None or new is None:
        return old is not new
    moved = abs((old["end_ms"] or 0) - (new["end_ms"] or 0)) >= 50
    return moved or {**old, "end_ms": 0} != {**new, "end_ms": 0}
