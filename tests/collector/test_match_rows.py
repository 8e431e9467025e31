"""The rows of `matches` are written shortly after the events, after a crash each is brought up to date."""

import json
from pathlib import Path
from typing import Any

from fake_table import MATCH, FakeTable, board
from hall import hall

from host_tools.store import Store
from host_tools.store.rows import EventRecord, TableRecord, Write
from tests.waiting import until


def two_matches() -> FakeTable:
    """A table that comes with a whole match and the beginning of the next, all in one window of eight."""
    table = FakeTable(3)
    for event in ({**MATCH, "rules": {"games": 1}}, *[board(left=9)] * 3, {"kind": "confirm"}):
        table.add(event)
    table.add({**MATCH, "match": "m2"})
    table.add(board("b", 2, "b"))
    return table


def rows(store: Store) -> list[tuple[Any, ...]]:
    return [(row["match"], row["first_seq"], row["last_seq"], row["confirmed"]) for row in store.matches()]


async def test_a_match_that_the_next_one_follows_at_once_has_its_last_word(tmp_path: Path) -> None:
    table = two_matches()
    async with hall(tmp_path) as here:
        here.call(table)
        await until(lambda: rows(here.store) == [("m1", 1, 5, True), ("m2", 6, 7, False)])


async def test_a_row_that_a_crash_left_behind_its_events_is_made_good(tmp_path: Path) -> None:
    """The events were committed, the collector died before the row, and the table has gone home."""
    table = two_matches()
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    about = {"name": "", "journal": table.journal.id, "boot": 1, "firmware": "0.1.0", "keyed": False}
    link = {"transport": "tcp", "port": "", "link": "down", "heard_at": 1, "status": None, "problem": None}
    stored: list[Write] = [
        EventRecord(table.journal.id, event["seq"], 3, "m", event["kind"], json.dumps(event), 1)
        for event in table.journal.events
    ]
    store.write([*stored, TableRecord(3, {**about, **link})])
    assert rows(store) == []
    store.close()
    async with hall(tmp_path) as here:
        await until(lambda: rows(here.store) == [("m2", 6, 7, False)])
