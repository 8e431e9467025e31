"""All open pages of one shape: what changed is put into words once, and written to all of them in one go.

A page whose browser is slow is not waited for: it gets a mark, and comes to the newest state by itself as
soon as its browser has taken what it was sent before.
"""

import asyncio
import logging
from collections.abc import Callable
from operator import methodcaller

from host_tools.web.reader import Reader
from host_tools.web.speech import Speech

log = logging.getLogger(__name__)

PACE_A_PAGE_S = 0.0001
PACE_MIN_S = 0.02
PACE_MAX_S = 0.1
"""A crowd that has spoken rests so long for each page that is open, but not shorter and not longer than the
others say: what changes meanwhile goes out together, so that neither five hundred phones nor a thousand
tables cost more than the hall can give. Where little happens nothing waits."""

TURN = 50
"""So many pages are written to in one go; in between the tables of the hall are served."""


class Crowd:
    """Tells its pages what ``speech`` says, a pulse every ``heartbeat_s`` at least. Lives from the first page
    that joins to the last one that leaves, in the language that was spoken when the first one came.
    """

    def __init__(self, speech: Speech, heartbeat_s: float) -> None:
        self._speech = speech
        self._heartbeat_s = heartbeat_s
        self._key = (speech.name, speech.only, heartbeat_s)
        self._news = Reader(speech.only)
        self._pages: dict[Reader, None] = {}
        self._task: asyncio.Task[None] | None = None

    @classmethod
    def of(cls, speech: Speech, heartbeat_s: float) -> "Crowd":
        """The crowd of this shape: the one that stands, or a new one."""
        new = cls(speech, heartbeat_s)
        return speech.feed.crowds.setdefault(new._key, new)

    def join(self, page: Reader) -> None:
        """From now on this page is told what changes."""
        self._speech.feed.readers.add(page)
        self._pages[page] = None
        if self._task is None:
            self._speech.feed.told.add(self._news)
            self._task = asyncio.create_task(self._tell_forever(), name=f"crowd {self._speech.name}")
            self._task.add_done_callback(self._ended)

    def leave(self, page: Reader) -> None:
        """This page is told nothing any more."""
        self._speech.feed.readers.discard(page)
        self._pages.pop(page, None)
        if not self._pages and self._task is not None:
            self._task.cancel()
            self._forget()

    def _forget(self) -> None:
        """Whoever comes now begins a new crowd."""
        feed = self._speech.feed
        feed.told.discard(self._news)
        if feed.crowds.get(self._key) is self:
            del feed.crowds[self._key]

    def _ended(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("web: a view could not be told; its pages come back", exc_info=error)
            self._forget()
            for page in self._pages:
                page.close()

    async def _tell_forever(self) -> None:
        loop = asyncio.get_running_loop()
        beat = loop.time() + self._heartbeat_s
        while True:
            tables = await self._news.changed(max(0.0, beat - loop.time()))
            for some, text in self._speech.changes(tables):
                await self._tell(text, methodcaller("mark", some))
            is_due = self._news.pulse_due or loop.time() >= beat
            if is_due:
                self._news.pulse_due = False
                beat = loop.time() + self._heartbeat_s
                await self._tell(self._speech.pulse(), Reader.ask_pulse)
            if tables or is_due:
                open_pages = len(self._speech.feed.readers)
                await asyncio.sleep(min(max(PACE_MIN_S, open_pages * PACE_A_PAGE_S), PACE_MAX_S))

    async def _tell(self, text: bytes, later: Callable[[Reader], None]) -> None:
        """Write to every page that takes it; to the others it comes `later`."""
        chunk = b"%x\r\n%b\r\n" % (len(text), text)
        for count, page in enumerate(tuple(self._pages), 1):
            if not page.take(text, chunk):
                later(page)
            if count % TURN == 0:
                await asyncio.sleep(0)
