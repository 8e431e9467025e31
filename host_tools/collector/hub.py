"""The live state of the hall for whoever watches: a snapshot, then changes. A slow reader never slows the
tables.

A TableView is a JSON-ready dict (built in `view`), never changed once published:

    {"table": 3, "seq": int, "name": "Table 3", "hall_name": "North" ("": none), "firmware": str,
     "panel_url": str | None,
     "link": {"state": "up|stale|down", "heard_ms": ms, "transport": "serial|tcp", "port",
              "keyed": bool},
     "match": {"id", "title", "stage", "ruleset", "doubles", "names": {"a": [..], "b": [..]},
               "variant", "category", "tie", "teams"} | None,
     "rules": {"sport", "points", "queen", "queen_until", "games", ..} | None,
     "turn", "situation": {..} | None, "trials", "twenties": {"a", "b"}, "protests": [..],
     "phase", "game", "board", "extra", "points": {"a", "b"}, "games": {"a", "b"}, "breaker", "seat",
     "left_side", "change_due", "boards": [..], "history": [..], "result": {..} | None, "confirmed": bool,
     "clock" and "hall": {"name", "state", "end_ms", "left", "length"} | None,
     "rulings": [{"seq", "text", "laws"}], "behind": int, "agrees": bool | None, "problem": str | None}

All times are the server's, in ms since 1970 (UTC).
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from types import TracebackType
from typing import Any

TableView = dict[str, Any]
Message = dict[str, Any]


class Hub:
    """The newest view of every table; `hall`: the clock that is wanted at all of them, in the shape of a
    view's `hall`, None when there is none, or halls differ; `halls`: by the hall's name. Lives on one event
    loop; only `Collector` publishes.
    """

    def __init__(self) -> None:
        self._views: dict[int, TableView] = {}
        self._heard: dict[int, int] = {}  # what the views do not say yet
        self._readers: set[Subscription] = set()
        self.problem: str | None = None
        self.remarks: dict[str, str] = {}
        self.hall: dict[str, Any] | None = None
        self.halls: dict[str, dict[str, Any] | None] = {}

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

        {"type": "table", "table": 3, "data": TableView}: this table has changed.
        {"type": "hall", "data": as `hall`, "halls": as `halls`}: a hall's clock is another now.
        {"type": "problem", "data": str | None}: what ails the collector itself (a full disk), None when it is
        over.

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
        """Note when a table was last heard: seen by `snapshot`, but no change to announce."""
        if table in self._views:
            self._heard[table] = heard_ms

    def show_hall(
        self, clock: dict[str, Any] | None, halls: Mapping[str, dict[str, Any] | None] | None = None
    ) -> None:
        """The clock of all tables as it is wanted, None when there is none, or halls differ; that of each
        hall. Within 50 ms it is the same clock.
        """
        named = dict(halls or {})
        is_other = list(named) != list(self.halls) or any(_is_other(self.halls[n], named[n]) for n in named)
        if is_other or _is_other(self.hall, clock):
            self.hall, self.halls = clock, named
            for reader in self._readers:
                reader.offer(("hall", 0), {"type": "hall", "data": clock, "halls": named})

    def remark(self, who: str, text: str | None) -> None:
        """Say what ails somebody beside the tables and the database (an MQTT broker that is away); None when
        it is over. The pages show it like `problem`.
        """
        if self.remarks.get(who) != text:
            self.remarks.pop(who, None)
            if text is not None:
                self.remarks[who] = text
            for reader in self._readers:
                reader.offer(("problem", 0), {"type": "problem", "data": self.problem})

    def trouble(self, problem: str | None) -> None:
        """Say what ails the collector itself; None when it is well again."""
        if problem != self.problem:
            self.problem = problem
            for reader in self._readers:
                reader.offer(("problem", 0), {"type": "problem", "data": problem})


class Subscription(AsyncIterator[Message]):
    """One reader's messages: at most one of each table is waiting, the newest."""

    def __init__(self, readers: "set[Subscription]") -> None:
        self._readers = readers
        self._waiting: dict[tuple[str, int], Message] = {}
        self._some = asyncio.Event()
        readers.add(self)

    def offer(self, key: tuple[str, int], message: Message) -> None:
        """Put a message into the queue, in place of an older one about the same."""
        self._waiting.pop(key, None)
        self._waiting[key] = message
        self._some.set()

    async def __anext__(self) -> Message:
        while not self._waiting:
            if self not in self._readers:
                raise StopAsyncIteration
            self._some.clear()
            await self._some.wait()
        return self._waiting.pop(next(iter(self._waiting)))

    def close(self) -> None:
        """End the iteration and forget what is waiting."""
        self._readers.discard(self)
        self._waiting.clear()
        self._some.set()

    def __enter__(self) -> "Subscription":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _is_other(old: dict[str, Any] | None, new: dict[str, Any] | None) -> bool:
    if old is None or new is None:
        return old is not new
    moved = abs((old["end_ms"] or 0) - (new["end_ms"] or 0)) >= 50
    return moved or {**old, "end_ms": 0} != {**new, "end_ms": 0}
