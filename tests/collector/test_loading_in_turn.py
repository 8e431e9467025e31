"""After a start tables call while the database is still being read: each journal is loaded once, several in
one read, one read at a time; what fails, fails for those who waited for it.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from fake_table import MATCH, FakeTable, board
from hall import hall

from host_tools.collector.journals import AT_ONCE, Loader
from host_tools.collector.live import JournalState
from host_tools.collector.trust import Keyring
from host_tools.store import StoreUnavailable
from host_tools.store.database import writing
from host_tools.store.journals import Journals, StoredJournal
from host_tools.store.schema import events
from tests.waiting import until

TABLES = 6


async def test_tables_that_call_during_the_start_have_their_journals_loaded_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loads: Counter[str] = Counter()
    turn = threading.Lock()
    real = Journals.read

    def read(self: Journals, ids: Iterable[str]) -> dict[str, StoredJournal]:
        assert turn.acquire(blocking=False), "two reads at a time"
        try:
            loads.update(ids)
            return real(self, ids)
        finally:
            turn.release()

    tables = [FakeTable(number) for number in range(1, TABLES + 1)]
    async with hall(tmp_path) as first:
        for table in tables:
            table.add({"kind": "boot", "cause": "power"})
        first.call(*tables)
        await until(lambda: len(first.store.events()) == TABLES)
    monkeypatch.setattr(Journals, "read", read)
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


class FakeJournals:
    """Every journal has so many events as its id says; each read waits until it is let go."""

    def __init__(self) -> None:
        self.reads: list[list[str]] = []
        self.gate = threading.Semaphore(0)
        self.failing = False

    def last_seqs(self, ids: Iterable[str]) -> dict[str, int]:
        return {name: int(name) for name in ids}

    def read(self, ids: Iterable[str]) -> dict[str, StoredJournal]:
        self.reads.append(list(ids))
        assert self.gate.acquire(timeout=60)
        if self.failing:
            raise StoreUnavailable("disk_full", where="hall.sqlite3")
        return {name: StoredJournal(int(name)) for name in self.reads[-1]}


class FakeStore:
    def __init__(self) -> None:
        self.journals = FakeJournals()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_all_that_wait_are_in_the_next_read_and_a_failure_is_theirs() -> None:
    store: Any = FakeStore()
    journals: dict[str, JournalState] = {}
    loader = Loader(store, Keyring(store), journals, lambda _journal: None)
    first = asyncio.create_task(loader.current("1"))
    await settle()
    rest = [asyncio.create_task(loader.current(str(n))) for n in range(2, AT_ONCE + 4)]
    gone = asyncio.create_task(loader.current("99"))
    await settle()
    gone.cancel()
    await settle()
    store.journals.gate.release()
    assert (await first).received == 1
    store.journals.failing = True
    store.journals.gate.release()
    with pytest.raises(StoreUnavailable, match="full"):
        await rest[0]
    store.journals.failing = False
    store.journals.gate.release(2)
    answers = await asyncio.gather(*rest, return_exceptions=True)
    assert [isinstance(answer, StoreUnavailable) for answer in answers] == [True] * AT_ONCE + [
        False,
        False,
    ]
    assert [len(read) for read in store.journals.reads] == [1, AT_ONCE, 2]
    assert "99" not in journals, "nobody waits for it any more"
    again = await loader.current("1")
    assert again is journals["1"]
    assert len(store.journals.reads) == 3, "the database has no more of it"


async def test_a_table_that_waits_behind_one_that_left_is_loaded(tmp_path: Path) -> None:
    store: Any = FakeStore()
    loader = Loader(store, Keyring(store), {}, lambda _journal: None)
    first = asyncio.create_task(loader.current("1"))
    await settle()
    second = asyncio.create_task(loader.current("2"))
    await settle()
    first.cancel()
    await settle()
    store.journals.gate.release(2)
    assert (await second).received == 2


@pytest.mark.parametrize("body", ["{", "[1]", "7"])
async def test_an_event_damaged_in_the_database_is_named_and_holds_up_nothing(
    tmp_path: Path, body: str
) -> None:
    table = FakeTable(3)
    for event in (MATCH, board("a", 5), board("b", 2)):
        table.add(event)
    async with hall(tmp_path) as first:
        first.call(table)
        await until(lambda: first.store.last_seq(table.journal.id) == 3)
        with writing(first.store.engine) as connection:
            connection.execute(events.update().where(events.c.seq == 2).values(body=body))
    table.add(board("b", 1))
    async with hall(tmp_path) as second:
        table_view = await second.view(3, lambda view: view["problem"] is not None)
        assert "Event 2 (damaged) is left out" in table_view["problem"]
        second.call(table)
        await until(lambda: second.store.last_seq(table.journal.id) == 4)
