"""One browser's connection: bounded in what it holds and in how long it may hold up.

uvicorn bounds what waits in a connection (64 KiB and one message) but lets it wait for ever; and it lets
whoever connects say nothing for ever.
"""

import asyncio
import contextlib
import logging
import socket
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

log = logging.getLogger(__name__)

TAKE_NOTHING_S = 60.0
"""A browser that takes nothing of what waits for it, for so long, is dropped."""

LOOK_S = 5.0
"""How often that is looked at."""

FIRST_WORD_S = 20.0
"""A connection on which no request has come for so long is dropped."""

SEND_BUFFER = 128 * 1024
"""What the kernel may hold for one connection (Linux doubles it); what more there is waits here."""

LINE = "line"
"""Under this name an answer finds its connection's `Line` in the request's state."""

CONNECTIONS_MOST = 5000
"""Connections at once; one more is closed at once. Those of the tables are not counted among them."""


class Line:
    """What a stream writes to past ASGI and h11: a message for five hundred pages costs little more than the
    kernel's part of it. Only in the middle of an answer's body, framed as HTTP wants it.
    """

    def __init__(self, transport: asyncio.Transport, flow: FlowControl) -> None:
        self._transport = transport
        self._flow = flow

    @property
    def is_free(self) -> bool:
        """Whether the browser took what was written before, but for what may wait."""
        return not self._flow.write_paused and not self._transport.is_closing()

    def write(self, data: bytes) -> None:
        """Write; returns at once."""
        self._transport.write(data)


class Connection(H11Protocol):
    """uvicorn's connection, watched."""

    most = CONNECTIONS_MOST
    _silent: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless there are too many."""
        super().connection_made(transport)
        self.app_state = {**self.app_state, LINE: Line(transport, self.flow)}
        if len(self.connections) > self.most:
            transport.abort()
            return
        bound: Any = transport.get_extra_info("socket")
        if bound is not None:
            with contextlib.suppress(OSError):
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
                # A device that left without a word is noticed by what it does not acknowledge (RFC 5482).
                if hasattr(socket, "TCP_USER_TIMEOUT"):
                    wait_ms = int(TAKE_NOTHING_S * 1000)
                    bound.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, wait_ms)
        self._silent = self.loop.call_later(FIRST_WORD_S, self._drop_silent)

    def connection_lost(self, exc: Exception | None) -> None:
        """End, and the watch with it."""
        for timer in (self._silent, self._stuck):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The transport holds more than it should: watch whether the browser takes any of it."""
        super().pause_writing()
        if self._stuck is None:
            self._watch(self.transport.get_write_buffer_size(), 0.0)

    def resume_writing(self) -> None:
        """The browser took what waited."""
        super().resume_writing()
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None

    def _watch(self, before: int, waited_s: float) -> None:
        """While it is paused nothing is added, so that what waits grows less or stays."""
        now = self.transport.get_write_buffer_size()
        waited_s = 0.0 if now < before else waited_s
        if waited_s >= TAKE_NOTHING_S:
            log.info("web: a browser was dropped: it takes nothing any more")
            self.transport.abort()
            return
        look_s = min(LOOK_S, TAKE_NOTHING_S)
        self._stuck = self.loop.call_later(look_s, self._watch, now, waited_s + look_s)

    def _drop_silent(self) -> None:
        if self.cycle is None:
            self.transport.abort()

    def _unsupported_upgrade_warning(self) -> None:
        """Nobody here speaks WebSocket, and whoever asks for it need not fill the log."""
