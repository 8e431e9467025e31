"""Events a second from tables on loopback through the collector into its database.

The tables have the real session code. Baseline: plain sqlite3 with the same durability (WAL and
synchronous=FULL), one INSERT and one COMMIT an event, because that is what "acknowledged only after
commit" costs without committing together what arrives together. The tables run in the same process as the
collector, so their work, framing, checksums and the host's own fold of every match are in the figure too.
"""

import asyncio
import json
import sqlite3
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from host_tools.collector.run import Options, Running
from host_tools.collector.run import run as collect
from host_tools.store import Store
from tests.bench.figures import Figure

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "collector"))
from fake_table import MATCH, FakeTable, board

TABLES = 16
MATCHES = 20
PATIENCE_S = 120.0


def run() -> list[Figure]:
    """All tables begin with a full journal and deliver it at once."""
    events = matches()
    with tempfile.TemporaryDirectory() as folder:
        seconds = asyncio.run(collected(Path(folder) / "collector.sqlite3", events))
        plain = _plain(Path(folder) / "plain.sqlite3", events * TABLES)
    return [
        Figure(
            f"events committed, {TABLES} tables at once",
            len(events) * TABLES / seconds,
            "events/s",
            "plain sqlite3, one commit an event",
            len(events) * TABLES / plain,
        )
    ]


def matches() -> list[dict[str, Any]]:
    """What each table has to deliver."""
    return [event for number in range(MATCHES) for event in _match(number)]


def _match(number: int) -> list[dict[str, Any]]:
    """A match of one game, 25 points in five boards of 2 + 3, confirmed."""
    begin = {**MATCH, "match": f"m{number}", "rules": {"games": 1}}
    played = [event for _ in range(5) for event in ({"kind": "play"}, board(left=2))]
    return [begin, *played, {"kind": "confirm"}]


async def collected(database: Path, events: list[dict[str, Any]]) -> float:
    """Seconds until all of them, of all tables, are in the database."""
    store = Store.open(f"sqlite:///{database}")
    ending = asyncio.Event()
    started: asyncio.Future[Running] = asyncio.get_running_loop().create_future()
    task = asyncio.create_task(collect(store, Options(tcp=0, web=None), None, started.set_result, ending))
    running = await started
    tables = [FakeTable(number) for number in range(1, TABLES + 1)]
    for table in tables:
        for event in events:
            table.add(event)
    begin = time.monotonic()
    assert running.tcp is not None
    calls = [table.call(running.tcp) for table in tables]
    async with asyncio.timeout(PATIENCE_S):
        while any(store.last_seq(table.journal.id) < len(events) for table in tables):
            await asyncio.sleep(0.05)
    seconds = time.monotonic() - begin
    for call in calls:
        call.cancel()
    ending.set()
    await task
    store.close()
    return seconds


def _plain(database: Path, events: list[dict[str, Any]]) -> float:
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE events"
        " (id INTEGER PRIMARY KEY, journal TEXT, seq INTEGER, body TEXT, UNIQUE (journal, seq))"
    )
    begin = time.monotonic()
    for seq, event in enumerate(events):
        connection.execute("BEGIN")
        connection.execute(
            "INSERT INTO events (journal, seq, body) VALUES ('plain', ?, ?)", (seq, json.dumps(event))
        )
        connection.execute("COMMIT")
    seconds = time.monotonic() - begin
    connection.close()
    return seconds
