"""A table of the load: the firmware's own session, a journal in memory, and a call that is kept up.

Unlike the device's shell, which looks at its socket every 10 ms, it speaks when there is something to say:
a thousand of them fit into one process.
"""

import asyncio
import os
import time
from random import Random
from typing import Any

from boardside.chain import Chain
from boardside.link.commands import Commands
from boardside.link.session import Identity, TableSession
from boardside.link.tcp import WINDOW_MOST
from tests.load.reels import Reel
from tests.memory_journal import MemoryJournal

Event = dict[str, Any]
#: As much as a session may write at once.
WRITE_MOST = 4096
STROKE_MS = 15_000


def ticks_ms() -> int:
    """The monotonic clock in ms, the same for all processes of this machine."""
    return time.monotonic_ns() // 1_000_000


class LoadTable:
    """Table `number` plays `reels` one after the other, beginning with number `number` of them.

    `port` may be changed at any time: the next call goes there. `acked`: what a host has promised to keep.
    """

    def __init__(self, number: int, reels: tuple[Reel, ...], port: int, pause_s: float = 1.0) -> None:
        self.number = number
        self.port = port
        self.acked = 0
        self.session: TableSession | None = None
        self.journal = MemoryJournal(f"{number:08x}")
        self._pause_s = pause_s
        self._dice = Random(number)
        self._reels = reels
        self._reel = number % len(reels)
        self._at = 0
        self._match = ""
        self._matches = 0
        self._status: dict[str, Any] = {"phase": "idle", "match": None}
        self._chain = Chain()
        self._struck = False
        self._transport: asyncio.Transport | None = None
        self._lost: asyncio.Event | None = None
        self._commands = Commands(lambda event, now: (False, "unknown", "not here"))
        self._store({"kind": "boot", "cause": "power", "by": "table"})

    # Play

    def step(self) -> int:
        """Store the next event and tell it; its number."""
        event, status = self._reels[self._reel][self._at]
        if event["kind"] == "match":
            self._matches += 1
            self._match = f"{event['match']}-{self.number}-{self._matches}"
            event = {**event, "match": self._match}
        self._status = status
        self._struck = False
        self._at += 1
        if self._at == len(self._reels[self._reel]):
            self._at = 0
            self._reel = (self._reel + 1) % len(self._reels)
        self._store({**event, "by": "panel", "match": self._match})
        return self.journal.last_seq

    def struck(self) -> None:
        """A press that stores nothing: the stroke is struck, its clock stands still."""
        self._struck = True
        if self.session is not None:
            self.session.changed()

    def _store(self, event: Event) -> None:
        if event["kind"] == "confirm":
            event["chain"], event["events"] = self._chain.hex, self._chain.count
        event.update(seq=self.journal.last_seq + 1, boot=1, at=ticks_ms())
        self._chain.add(event)
        self.journal.events.append(event)
        if self.session is not None:
            self.session.event_stored(event)
            self.pump()

    def status(self, now: int) -> dict[str, Any]:
        """The table's status."""
        play = self._status["phase"] == "board"
        state = "off" if not play else "paused" if self._struck else "running"
        left = STROKE_MS - (now - self.journal.events[-1]["at"])
        return {
            **self._status,
            "match": self._match or None,
            "seq": self.journal.last_seq,
            "clock": {"name": "stroke", "state": state, "left": max(0, left), "length": STROKE_MS},
            "hall": {"state": "off", "left": 0, "length": 0},
        }

    # The link

    async def call_forever(self) -> None:
        """Keep one connection to 127.0.0.1:`port`."""
        loop = asyncio.get_running_loop()
        while True:
            self._lost = asyncio.Event()
            try:
                await loop.create_connection(lambda: _Line(self), "127.0.0.1", self.port)
                await self._lost.wait()
            except OSError:
                pass  # nobody there: call again
            await asyncio.sleep(self._pause_s * (0.5 + self._dice.random()))

    def hang_up(self) -> None:
        """End the present connection, if any."""
        if self._transport is not None:
            self._transport.abort()

    def connected(self, transport: asyncio.Transport) -> None:
        """A new connection, a new session."""
        identity = Identity(self.number, f"Table {self.number}", self.journal.id, 1, "0.1.0")
        self._transport = transport
        self.session = TableSession(
            identity, self.journal, self.status, self._commands, b"", os.urandom, lambda new, old: new - old
        )
        self.session.widen(WINDOW_MOST)

    def heard(self, data: bytes) -> None:
        """Gives bytes that have come to the session."""
        if self.session is not None:
            self.session.receive(data, ticks_ms())
            self.acked = max(self.acked, self.session.acked)
            self.pump()

    def pump(self) -> None:
        """Write what the session has to say; to be called ten times a second."""
        session, transport = self.session, self._transport
        if session is None or transport is None:
            return
        now = ticks_ms()
        while out := session.send(now, WRITE_MOST):
            transport.write(out)

    def lost(self) -> None:
        """Ends the session of a connection that is gone."""
        if self.session is not None:
            self.session.close()
        self.session = self._transport = None
        if self._lost is not None:
            self._lost.set()


class _Line(asyncio.Protocol):
    """The table's end of one TCP connection."""

    def __init__(self, table: LoadTable) -> None:
        self._table = table

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._table.connected(transport)

    def data_received(self, data: bytes) -> None:
        self._table.heard(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._table.lost()


async def pump_forever(tables: list[LoadTable]) -> None:
    """Let every session speak ten times a second, a tenth of them at a time."""
    while True:
        for turn in range(10):
            for table in tables[turn::10]:
                table.pump()
            await asyncio.sleep(0.01)
