"""A collector killed with -9 a hundred times while twelve tables play as fast as they can.

Each time another starts on the same database at once, or one that ran beside it takes over. In the end the
database holds every event of every table exactly once, the matches are what these events come to, and the
file is sound. What was acknowledged is looked for after each kill: "acknowledged" means "survives".
"""

import asyncio
import json
import random
import signal
import sqlite3
from pathlib import Path

import pytest

from boardside.game import fold, match
from host_tools.store import Store
from tests.load.nursery import Nursery
from tests.load.reels import reels
from tests.load.tables import LoadTable, pump_forever
from tests.waiting import until

SEED = 4
KILLS = 100
TABLES = 12
#: One kill in so many is answered by a second collector that runs already.
TAKEOVER_EVERY = 5
#: Events that a table has beyond what is acknowledged: more than the protocol's window.
AHEAD = 12
STEP_S = 0.01
#: A collector lives so long at least and at most after the first acknowledgement.
LIFE_S = (0.02, 0.6)


async def play_forever(tables: list[LoadTable]) -> None:
    """Plays on at every table whose events are nearly all acknowledged."""
    while True:
        for table in tables:
            if table.journal.last_seq - table.acked < AHEAD:
                table.step()
        await asyncio.sleep(STEP_S)


class Hall:
    """Twelve tables, a collector, and what a kill of it leaves."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.url = f"sqlite:///{database}"
        self.dice = random.Random(SEED)
        self.tables = [LoadTable(number, reels(), 0, pause_s=0.05) for number in range(1, TABLES + 1)]
        self.lost: list[str] = []

    async def day(self) -> None:
        """Kills a collector a hundred times, then collects everything."""
        async with Nursery() as nursery:
            collector, port = await nursery.start(self.url)
            self.call(port)
            playing = asyncio.create_task(play_forever(self.tables))
            tasks = [asyncio.create_task(pump_forever(self.tables)), playing]
            tasks += [asyncio.create_task(table.call_forever()) for table in self.tables]
            for kill in range(KILLS):
                is_taken_over = kill % TAKEOVER_EVERY == 0
                second = await nursery.start(self.url) if is_taken_over else None
                await self.acknowledged_more(self.promised())
                await asyncio.sleep(self.dice.uniform(*LIFE_S))
                await nursery.kill(collector)
                self.look()
                collector, port = second or await nursery.start(self.url)
                self.call(port)
            playing.cancel()
            await until(lambda: all(table.acked == table.journal.last_seq for table in self.tables))
            await nursery.kill(collector, signal.SIGTERM)
            for task in tasks:
                task.cancel()

    def call(self, port: int) -> None:
        for table in self.tables:
            table.port = port

    def promised(self) -> int:
        return sum(table.acked for table in self.tables)

    async def acknowledged_more(self, before: int) -> None:
        await until(lambda: self.promised() > before)

    def look(self) -> None:
        """Notes, after a kill, each table whose acknowledged events are not in the file."""
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True) as connection:
            rows = dict(
                connection.execute("SELECT journal, max(seq) FROM events GROUP BY journal").fetchall()
            )
        for table in self.tables:
            if rows.get(table.journal.id, 0) < table.acked:
                self.lost.append(f"table {table.number}: {rows.get(table.journal.id, 0)} < {table.acked}")


@pytest.mark.slow
def test_a_hundred_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    print("seed", SEED)
    hall = Hall(tmp_path / "hall.sqlite3")
    asyncio.run(hall.day())
    assert hall.lost == []
    with sqlite3.connect(hall.database) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        stored: dict[str, list[dict[str, object]]] = {}
        for journal, body in connection.execute("SELECT journal, body FROM events ORDER BY journal, seq"):
            stored.setdefault(journal, []).append(json.loads(body))
    store = Store.open(hall.url, create=False)
    assert store.conflicts() == []
    rows = {(row["journal"], row["first_seq"]): row for row in store.matches(limit=100_000)}
    store.close()
    for table in hall.tables:
        assert stored[table.journal.id] == table.journal.events
        for events in matches_of(table):
            row = rows.pop((table.journal.id, int(str(events[0]["seq"]))))
            state = fold.fold(events.__iter__).state
            assert row["match"] == events[0]["match"]
            assert row["last_seq"] == events[-1]["seq"], "the row lags behind the match's events"
            assert row["official"] == match.official(state)
            assert (row["phase"], row["confirmed"]) == (state.phase, state.confirmed)
            assert row["problem"] is None
    assert rows == {}


def matches_of(table: LoadTable) -> list[list[dict[str, object]]]:
    """The table's events, cut at each `match`; what came before the first belongs to none."""
    matches: list[list[dict[str, object]]] = []
    for event in table.journal.events:
        if event["kind"] == "match":
            matches.append([])
        if matches:
            matches[-1].append(event)
    return matches
