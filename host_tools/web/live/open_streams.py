"""The readers of the streams: a single open page, and all open pages of one shape together.

Nothing waits for a slow browser. Its reader keeps the numbers of the tables that changed, and sends their
newest state when the browser has received the previous message.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from host_tools.web.http.connections import Viewer, chunk

log = logging.getLogger(__name__)

PACE_A_PAGE_S = 0.0001
PACE_MIN_S = 0.02
PACE_MAX_S = 0.1
"""After a change a crowd pauses for `PACE_A_PAGE_S` per open page, within these bounds. Changes during the
pause go out together, which bounds the cost of five hundred phones or a thousand tables. The first change
after a pause goes out at once.
"""

TURN = 50
"""Pages woken, or views encoded, in one go; in between, the collector serves the hall's tables."""


class Messages(Protocol):
    """What a stream sends, as bytes of server-sent events."""

    @property
    def shape_name(self) -> str:
        """Identifies the shape of the views."""
        ...

    @property
    def only(self) -> int | None:
        """The one table that the stream is about; None: all."""
        ...

    def changes(self, tables: Sequence[int]) -> Iterator[tuple[Sequence[int], bytes]]:
        """The newest view of each of these tables, in pieces: which tables, and their messages."""
        ...

    def pulse(self) -> bytes:
        """The state that changes without a message from a table."""
        ...


class Reader:
    """The tables that changed since the reader's last look: a few integers, however slow the reader is.

    ``only`` limits it to one table. ``closed`` ends its stream, ``pulse_due`` asks for a pulse.
    """

    def __init__(self, only: int | None = None) -> None:
        self.only = only
        self.closed = False
        self.pulse_due = False
        self._changed: dict[int, None] = {}
        self._wake = asyncio.Event()

    def mark(self, tables: Iterable[int]) -> None:
        """Note that tables changed."""
        before = len(self._changed)
        self._changed.update(
            dict.fromkeys(table for table in tables if self.only is None or self.only == table)
        )
        if len(self._changed) > before:
            self._wake.set()

    def ask_pulse(self) -> None:
        """Note that the contents of a pulse have changed."""
        self.pulse_due = True
        self._wake.set()

    def close(self) -> None:
        """End the stream at its next look."""
        self.closed = True
        self._wake.set()

    async def changed(self, timeout_s: float | None = None) -> list[int]:
        """The tables that changed. Waits up to ``timeout_s`` (None: for ever) for the first; empty when none
        did, or when a pulse is due or the stream ends before.
        """
        if not (self._changed or self.pulse_due or self.closed):
            if timeout_s is None:
                await self._wake.wait()
            else:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(timeout_s):
                        await self._wake.wait()
        self._wake.clear()
        return self.taken()

    def taken(self) -> list[int]:
        """The tables that changed since the last look."""
        tables = list(self._changed)
        self._changed.clear()
        return tables


class Crowd:
    """All open pages that get the same ``messages``: each change is encoded once, and wakes all of them; a
    pulse comes every ``heartbeat_s`` at least. Lives from the first page that joins to the last one that
    leaves, in the language of the first page's request.
    """

    def __init__(self, readers: "Readers", messages: Messages, heartbeat_s: float) -> None:
        self.key = (messages.shape_name, messages.only, heartbeat_s)
        self._readers = readers
        self._messages = messages
        self._heartbeat_s = heartbeat_s
        self.news = Reader(messages.only)
        self._pages: dict[Reader, None] = {}
        self._viewers: dict[Viewer, None] = {}
        self._task: asyncio.Task[None] | None = None
        self._pulse = (float("-inf"), b"")

    def join(self, page: Reader) -> None:
        """Send changes to this page from now on."""
        self._readers.pages.add(page)
        self._pages[page] = None
        self._begin()

    def take_over(self, page: Reader, viewer: Viewer) -> None:
        """Write to this viewer from now on, instead of waking the page; what the page has not sent is sent
        first.
        """
        self._readers.pages.add(viewer)
        self._viewers[viewer] = None
        tables = page.taken()
        if text := self.newest(tables):
            viewer.write(tables, text, chunk(text))
        self.leave(page)

    def newest(self, tables: Iterable[int]) -> bytes:
        """The newest messages of these tables."""
        return b"".join(text for _, text in self._messages.changes(list(tables)))

    def _begin(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._tell_forever(), name=f"crowd {self.key[0]}")
            self._task.add_done_callback(self._ended)

    def leave(self, page: Reader | Viewer) -> None:
        """Stop sending changes to this page."""
        self._readers.pages.discard(page)
        if isinstance(page, Viewer):
            self._viewers.pop(page, None)
        else:
            self._pages.pop(page, None)
        if not self._pages and not self._viewers and self._task is not None:
            self._task.cancel()
            self._readers.forget(self)

    def pulse(self) -> bytes:
        """A pulse that is at most `PACE_MIN_S` old: pages that are woken together share it."""
        now = asyncio.get_running_loop().time()
        made, text = self._pulse
        if now - made > PACE_MIN_S:
            text = self._messages.pulse()
            self._pulse = (now, text)
        return text

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("web: a view could not be encoded; its pages come back", exc_info=error)
            self._readers.forget(self)
            pages: list[Reader | Viewer] = [*self._pages, *self._viewers]
            for page in pages:
                page.close()

    async def _tell_forever(self) -> None:
        loop = asyncio.get_running_loop()
        beat = loop.time() + self._heartbeat_s
        while True:
            tables = await self.news.changed(max(0.0, beat - loop.time()))
            pieces = []  # each view is encoded here, once; the pages find it in the feed
            for begin in range(0, len(tables), TURN):
                if begin:
                    await asyncio.sleep(0)
                pieces.append(self.newest(tables[begin : begin + TURN]))
            text = b"".join(pieces)
            is_due = self.news.pulse_due or loop.time() >= beat
            if is_due:
                self.news.pulse_due = False
                beat = loop.time() + self._heartbeat_s
            if tables or is_due:
                await self._wake_pages(tables, is_due)
                await self._write(tables, text + (self.pulse() if is_due and self._viewers else b""))
                open_pages = len(self._readers)
                await asyncio.sleep(min(max(PACE_MIN_S, open_pages * PACE_A_PAGE_S), PACE_MAX_S))

    async def _wake_pages(self, tables: Sequence[int], is_pulse_due: bool) -> None:
        for count, page in enumerate(tuple(self._pages), 1):
            page.mark(tables)
            if is_pulse_due:
                page.ask_pulse()
            if count % TURN == 0:
                await asyncio.sleep(0)

    async def _write(self, tables: Sequence[int], text: bytes) -> None:
        chunked = chunk(text)
        for count, viewer in enumerate(tuple(self._viewers), 1):
            viewer.write(tables, text, chunked)
            if count % TURN == 0:
                await asyncio.sleep(0)


class Readers:
    """All readers of one feed: the open ``pages``, and their ``crowds`` by shape, table and heartbeat."""

    def __init__(self) -> None:
        self.pages: set[Reader | Viewer] = set()
        self.crowds: dict[tuple[str, int | None, float], Crowd] = {}

    def __len__(self) -> int:
        return len(self.pages)

    def crowd_of(self, messages: Messages, heartbeat_s: float) -> Crowd:
        """The crowd for these messages: the existing one or a new one."""
        crowd = Crowd(self, messages, heartbeat_s)
        return self.crowds.setdefault(crowd.key, crowd)

    def forget(self, crowd: Crowd) -> None:
        """The next page of this shape begins a new crowd."""
        if self.crowds.get(crowd.key) is crowd:
            del self.crowds[crowd.key]

    def mark(self, table: int) -> None:
        """Note that a table changed."""
        for crowd in self.crowds.values():
            crowd.news.mark((table,))

    def ask_pulse(self) -> None:
        """Note that the contents of a pulse have changed."""
        for crowd in self.crowds.values():
            crowd.news.ask_pulse()

    def close(self) -> None:
        """End every open stream; each page comes back by itself."""
        for page in tuple(self.pages):
            page.close()
