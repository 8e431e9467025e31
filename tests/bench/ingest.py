"""Events a second from tables on loopback through the collector into its database.

Two processes: the collector as `boardside collect` runs it, and the tables (the firmware's sessions, journals
full of the recorded championship's strokes), which call all at once. Each one's processor time is shown by
itself: on two cores the tables' work stands in nobody's way, on a busy machine the processor time still says
what an event costs. Baseline: plain sqlite3 with the same durability (WAL and synchronous=FULL), one INSERT
and one COMMIT an event, because that is what "acknowledged only after commit" costs without committing
together what arrives together. It checks, folds, chains and signs nothing.
"""

import asyncio
import json
import sqlite3
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.bench.figures import Figure
from tests.load.delivering import journal
from tests.load.halls import CollectorProcess, python

TABLES = 16
EVENTS = 240


@dataclass(frozen=True)
class Delivered:
    """Seconds until all was acknowledged, and the processor time in them: the receiver's, the tables'."""

    seconds: float
    cpu_s: float
    tables_cpu_s: float


def run() -> list[Figure]:
    """All tables begin with a full journal and deliver it at once."""
    count = TABLES * EVENTS
    with tempfile.TemporaryDirectory() as folder:
        ours = asyncio.run(collected(Path(folder) / "collector.sqlite3"))
        plain_s, plain_cpu_s = _plain(Path(folder) / "plain.sqlite3")
    return [
        Figure(
            f"events committed, {TABLES} tables at once",
            count / ours.seconds,
            "events/s",
            "plain sqlite3, one commit an event",
            count / plain_s,
        ),
        *costs(ours, count, "plain sqlite3, one commit an event", plain_cpu_s),
    ]


def costs(ours: Delivered, count: int, other: str, other_cpu_s: float) -> list[Figure]:
    """The processor time of one event: the collector's beside another's, and that of the tables."""
    return [
        Figure(
            "processor time an event, collector",
            ours.cpu_s / count * 1e6,
            "us",
            other,
            other_cpu_s / count * 1e6,
        ),
        Figure(
            "processor time an event, the tables (load generator)",
            ours.tables_cpu_s / count * 1e6,
            "us",
            "the collector's",
            ours.cpu_s / count * 1e6,
        ),
    ]


async def collected(database: Path) -> Delivered:
    """All of them, of all tables, delivered to a collector on this database."""
    async with (
        CollectorProcess(f"sqlite:///{database}") as collector,
        python("-m", "tests.load.delivering", "--tables", str(TABLES), "--events", str(EVENTS)) as tables,
    ):
        assert (await tables.line()) == "ready"
        before = collector.cpu_s()
        tables.say(str(collector.tcp))
        status = json.loads(await tables.line())
        return Delivered(status["seconds"], collector.cpu_s() - before, status["cpu_s"])


def matches() -> dict[int, list[dict[str, Any]]]:
    """What each table has to deliver, by its number."""
    return {number: journal(number, EVENTS)[:EVENTS] for number in range(1, TABLES + 1)}


def _plain(database: Path) -> tuple[float, float]:
    """Seconds, and seconds of processor time."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute(
        "CREATE TABLE events"
        " (id INTEGER PRIMARY KEY, journal INTEGER, seq INTEGER, body TEXT, UNIQUE (journal, seq))"
    )
    rows = [(number, event["seq"], event) for number, events in matches().items() for event in events]
    begin, cpu = time.monotonic(), time.process_time()
    for number, seq, event in rows:
        connection.execute("BEGIN")
        connection.execute(
            "INSERT INTO events (journal, seq, body) VALUES (?, ?, ?)", (number, seq, json.dumps(event))
        )
        connection.execute("COMMIT")
    spent = time.monotonic() - begin, time.process_time() - cpu
    connection.close()
    return spent
