"""Which tables changed since somebody last looked: a few integers, however slow he is."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import Protocol


class Line(Protocol):
    """The connection of an open page, past everything between it and the page's task."""

    @property
    def is_free(self) -> bool:
        """Whether the browser took nearly all that was written before."""
        ...

    def write(self, data: bytes) -> None:
        """Write bytes of the present answer's body, framed as HTTP wants them; returns at once."""
        ...


class Reader:
    """One open page, or a crowd of them: which tables changed since it last looked.

    ``only`` limits it to one table. ``closed`` ends its stream. ``line``: where it can be written to
    directly; ``is_chunked``: whether its answer's body goes in chunks (RFC 9112, 7.1).
    """

    def __init__(self, only: int | None = None, line: Line | None = None, is_chunked: bool = True) -> None:
        self.only = only
        self.closed = False
        self.pulse_due = False
        self._line = line
        self._is_chunked = is_chunked
        self._changed: dict[int, None] = {}
        self._wake = asyncio.Event()
        self._is_waiting = False

    def mark(self, tables: Iterable[int]) -> None:
        """Note that tables changed; twice is once."""
        before = len(self._changed)
        self._changed.update(
            dict.fromkeys(table for table in tables if self.only is None or self.only == table)
        )
        if len(self._changed) > before:
            self._wake.set()

    def ask_pulse(self) -> None:
        """Note that what a pulse tells is another now."""
        self.pulse_due = True
        self._wake.set()

    def close(self) -> None:
        """End the stream at its next look."""
        self.closed = True
        self._wake.set()

    def take(self, plain: bytes, chunk: bytes) -> bool:
        """Write a message to its line, as it is or as a chunk. False when the page must come to it by itself:
        its browser has not taken what was said before, it is about to say something, or it has no line.
        """
        line = self._line
        if line is None or not self._is_waiting or self._has_news or not line.is_free:
            return False
        line.write(chunk if self._is_chunked else plain)
        return True

    async def changed(self, timeout_s: float | None = None) -> list[int]:
        """The tables that changed, waiting up to ``timeout_s`` (None: for ever) for the first; empty when
        none did, or when a pulse is due or the stream ends before.
        """
        if not self._has_news:
            self._is_waiting = True
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(timeout_s):
                    await self._wake.wait()
            self._is_waiting = False
        self._wake.clear()
        tables = list(self._changed)
        self._changed.clear()
        return tables

    @property
    def _has_news(self) -> bool:
        return bool(self._changed) or self.pulse_due or self.closed
