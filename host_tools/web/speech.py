"""What a stream says: a snapshot, changes, a pulse, as the bytes of server-sent events (``docs/web.md``)."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any

from host_tools.web.feed import Feed, Shape, message
from host_tools.web.pieces import dumps

STEP = 10
"""So many tables go out in one piece, about 100 KiB; in between the tables of the hall are served."""


class Speech:
    """``feed`` in a ``shape``, which ``name`` identifies. ``only`` limits it to one table; ``hall`` shapes
    the hall's clock.
    """

    def __init__(
        self, feed: Feed, name: str, shape: Shape, only: int | None, hall: Callable[[Any], Any]
    ) -> None:
        self.feed = feed
        self.name = name
        self.only = only
        self._shape = shape
        self._hall = hall

    def _clocks(self, pulse: dict[str, Any]) -> dict[str, Any]:
        halls = {name: self._hall(clock) for name, clock in pulse["halls"].items()}
        return {**pulse, "hall": self._hall(pulse["hall"]), "halls": halls}

    async def snapshot(self) -> AsyncIterator[bytes]:
        """One message, in pieces: a large hall's is megabytes, and a browser that takes nothing of it must
        hold no more of them than the one piece that waits.
        """
        feed = self.feed
        pulse = self._clocks(feed.pulse())
        head = {
            "version": 1,
            "server_ms": feed.now_ms(),
            **{n: pulse[n] for n in ("hall", "halls", "problem", "results")},
        }
        views = [view for view in feed.views() if self.only in (None, view["table"])]
        begins = f"id: {feed.id_of(feed.revision)}\nevent: snapshot\ndata: {dumps(head)[:-1]}"
        yield f'{begins},"tables":['.encode()
        for begin in range(0, len(views), STEP):
            some = views[begin : begin + STEP]
            shaped = [feed.shaped(view, self.name, self._shape) for view in some]
            yield (("," if begin else "") + ",".join(shaped)).encode()
            await asyncio.sleep(0)
        yield b"]}\n\n"

    def changes(self, tables: Sequence[int]) -> Iterator[tuple[Sequence[int], bytes]]:
        """The newest view of each of these tables, in pieces: which tables, and their messages."""
        for begin in range(0, len(tables), STEP):
            some = tables[begin : begin + STEP]
            yield some, b"".join([self.feed.encoded(table, self.name, self._shape) for table in some])

    def pulse(self) -> bytes:
        """When each table was last heard, the hall's clock, what ails the collector."""
        feed = self.feed
        pulse = self._clocks(feed.pulse())
        if self.only is not None:
            only = str(self.only)
            pulse["heard"] = {only: pulse["heard"][only]} if only in pulse["heard"] else {}
        body = {"version": 1, "server_ms": feed.now_ms(), **pulse}
        return b": heartbeat\n" + message("pulse", dumps(body), feed.id_of(feed.revision))
