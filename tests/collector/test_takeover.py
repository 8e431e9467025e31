"""Two collectors on one database: a table that goes from one to the other and back is followed rightly, and
a collector that died is followed by another.
"""

import asyncio
from pathlib import Path

from fake_table import MATCH, FakeTable, board
from hall import Hall, hall, until

from host_tools.store import Store


def events_of(store: Store, table: FakeTable) -> list[dict[str, object]]:
    rows = [row for row in store.events(limit=10_000) if row["journal"] == table.journal.id]
    return [row["event"] for row in sorted(rows, key=lambda row: int(row["seq"]))]


async def stored(here: Hall, table: FakeTable) -> None:
    """Everything this table has is durable, and its link knows it."""
    await until(lambda: here.store.last_seq(table.journal.id) == table.journal.last_seq)
    await until(lambda: table.sessions[-1].acked == table.journal.last_seq)


def drop_old(table: FakeTable) -> None:
    """The table needs room: what the host has is dropped from its journal, all but the last event."""
    journal = table.journal
    journal.first_seq = journal.last_seq
    journal.read = lambda seq: (e for e in journal.events if e["seq"] >= max(seq, journal.first_seq))  # type: ignore[method-assign]


def test_a_table_that_was_elsewhere_meanwhile_is_taken_up_from_the_database(tmp_path: Path) -> None:
    table = FakeTable(3)
    table.add(MATCH)
    table.add(board(left=1))

    async def scenario() -> None:
        async with hall(tmp_path) as a, hall(tmp_path) as b:
            a.call(table)
            await stored(a, table)
            a.hang_up()
            b.call(table)
            await stored(b, table)
            for _ in range(3):
                table.add(board(left=1))
            await stored(b, table)
            points = (await b.view(3, lambda view: view["board"] == 5))["points"]
            b.hang_up()
            drop_old(table)
            a.call(table)
            view = await a.view(3, lambda view: view["link"]["state"] == "up" and view["board"] == 5)
            assert view["points"] == points
            assert view["problem"] is None
            table.add(board(left=1))
            await stored(a, table)
            await a.view(3, lambda view: view["board"] == 6)
            assert events_of(a.store, table) == table.journal.events
            assert a.store.conflicts() == []
            await until(lambda: a.store.matches()[0]["last_seq"] == table.journal.last_seq)

    asyncio.run(scenario())
