"""After a start tables call while the database is still being read: each journal is loaded once, in turn."""

import asyncio
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from fake_table import FakeTable
from hall import hall, until

from host_tools.collector import loading

TABLES = 6


def test_tables_that_call_during_the_start_have_their_journals_loaded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: Counter[str] = Counter()
    turn = threading.Lock()
    real = loading.load

    def load(store: Any, keyring: Any, journal: str, table: int) -> Any:
        assert turn.acquire(blocking=False), "two journals are loaded at a time"
        try:
            loads[journal] += 1
            return real(store, keyring, journal, table)
        finally:
            turn.release()

    async def scenario() -> None:
        tables = [FakeTable(number) for number in range(1, TABLES + 1)]
        async with hall(tmp_path) as first:
            for table in tables:
                table.add({"kind": "boot", "cause": "power"})
            first.call(*tables)
            await until(lambda: len(first.store.events()) == TABLES)
        monkeypatch.setattr(loading, "load", load)
        async with hall(tmp_path) as second:
            for table in tables:
                table.add({"kind": "boot", "cause": "power"})
            second.call(*tables)
            await until(lambda: len(second.store.events()) == 2 * TABLES)
            rows = second.store.events()
        assert loads == Counter(table.journal.id for table in tables)
        assert sorted((row["table"], row["seq"]) for row in rows) == [
            (number, seq) for number in range(1, TABLES + 1) for seq in (1, 2)
        ]

    asyncio.run(scenario())
