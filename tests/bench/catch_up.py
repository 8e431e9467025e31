"""How fast a table with 5,000 events of an outage hands them over.

TCP: a real collector process on loopback; baseline: plain sqlite3 that commits every eight of the same
events, as many as a table is ahead on a serial line. Serial: both ends of the session on a line of 115200
baud in virtual time, at most 200 bytes under way to the table, 5 ms for a commit; baseline: the line's own
rate for these frames, 11.52 bytes a ms.
"""

import asyncio
import json
import sqlite3
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import Any

from boardside.link.commands import Commands
from boardside.link.events import WINDOW
from boardside.link.session import Identity, TableSession
from host_tools.collector.incoming import EventIn, Met
from host_tools.collector.outgoing import SERIAL_IN_FLIGHT
from host_tools.collector.session import HostSession
from tests.bench.figures import Figure
from tests.load.halls import CollectorProcess
from tests.load.reels import reels
from tests.load.tables import LoadTable, pump_forever

EVENTS = 5000
BYTES_MS = 11.52
COMMIT_MS = 5
#: As much as the table's shell writes at once.
PIECE = 128
PATIENCE_S = 300.0


def run() -> list[Figure]:
    """Events a second by both ways."""
    table = LoadTable(1, reels(), 0, pause_s=0.1)
    while table.journal.last_seq < EVENTS:
        table.step()
    with tempfile.TemporaryDirectory() as folder:
        tcp = asyncio.run(_over_tcp(Path(folder), table))
        plain = _plain(Path(folder) / "plain.sqlite3", table.journal.events)
    serial, line = _over_serial(table)
    return [
        Figure(
            f"catching up {EVENTS:,} events, TCP", EVENTS / tcp, "events/s", "plain sqlite3", EVENTS / plain
        ),
        Figure(f"catching up {EVENTS:,} events, serial", serial, "events/s", "the line's rate", line),
    ]


async def _over_tcp(folder: Path, table: LoadTable) -> float:
    async with CollectorProcess(f"sqlite:///{folder / 'hall.sqlite3'}") as collector:
        table.port = collector.tcp
        begin = time.monotonic()
        tasks = [asyncio.create_task(pump_forever([table])), asyncio.create_task(table.call_forever())]
        async with asyncio.timeout(PATIENCE_S):
            while table.acked < EVENTS:
                await asyncio.sleep(0.002)
        seconds = time.monotonic() - begin
        for task in tasks:
            task.cancel()
    return seconds


def _plain(database: Path, events: list[dict[str, Any]]) -> float:
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE events (journal TEXT, seq INTEGER, body TEXT, UNIQUE (journal, seq))")
    begin = time.monotonic()
    for first in range(0, len(events), WINDOW):
        connection.execute("BEGIN")
        rows = [("plain", event["seq"], json.dumps(event)) for event in events[first : first + WINDOW]]
        connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
        connection.execute("COMMIT")
    seconds = time.monotonic() - begin
    connection.close()
    return seconds


class _Line:
    """One direction of the cable: so many bytes a ms, in order."""

    def __init__(self) -> None:
        self._waiting: deque[int] = deque()
        self._room = 0.0
        self.carried = 0

    @property
    def is_free(self) -> bool:
        return not self._waiting

    def put(self, data: bytes) -> None:
        self._waiting.extend(data)

    def carry(self) -> bytes:
        """What arrives within this ms."""
        self._room = min(self._room + BYTES_MS, 2 * BYTES_MS)
        count = min(int(self._room), len(self._waiting))
        self._room -= count
        self.carried += count
        return bytes(self._waiting.popleft() for _ in range(count))


def _over_serial(table: LoadTable) -> tuple[float, float]:
    """(events a second, events a second if the line carried nothing but event frames)."""
    journal = table.journal
    identity = Identity(1, "Table 1", journal.id, 1, "0.1.0")
    commands = Commands(lambda event, now: (False, "unknown", ""))
    device = TableSession(
        identity, journal, lambda now: table.status(now), commands, b"key", _eight, lambda new, old: new - old
    )
    host = HostSession("bench", lambda number: [b"key"], SERIAL_IN_FLIGHT, _eight)
    up, down = _Line(), _Line()
    committing: deque[tuple[int, int]] = deque()
    frames = 0
    now, stored = 1000, 0
    while stored < EVENTS:
        now += 1
        if up.is_free:
            up.put(device.send(now, PIECE))
        data = up.carry()
        for message in host.receive(data, now) if data else ():
            if isinstance(message, Met):
                host.accept(message, 1)
            elif isinstance(message, EventIn):
                frames += len(message.text) + len('$["ev",12345,12345,1234,]*') + 24 + 1
                committing.append((now + COMMIT_MS, message.seq))
        while committing and committing[0][0] <= now:
            stored = committing.popleft()[1]
            host.committed(stored)
        down.put(host.send(now))
        data = down.carry()
        if data:
            device.receive(data, now)
    return EVENTS / ((now - 1000) / 1000), EVENTS / (frames / BYTES_MS / 1000)


def _eight(count: int) -> bytes:
    return bytes(range(count))
