"""Two collectors on one database: a table moves from one to the other and back, and a second collector takes
over from one that died.
"""

import asyncio
import os
import platform
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from fake_table import MATCH, FakeTable, board
from hall import Hall, hall
from test_collector_killed import CODE, start

from host_tools.collector import status_report
from host_tools.collector.live import LiveTable
from host_tools.collector.other_collectors import LINK_AGAIN_MS, LinkBook
from host_tools.store import Store
from host_tools.store.database import now_ms, writing
from host_tools.store.rows import CollectorRecord, Link, LinksRecord
from tests.waiting import until


def events_of(store: Store, table: FakeTable) -> list[dict[str, object]]:
    rows = [row for row in store.events(limit=10_000) if row["journal"] == table.journal.id]
    return [row["event"] for row in sorted(rows, key=lambda row: int(row["seq"]))]


async def stored(here: Hall, table: FakeTable) -> None:
    """Waits until every event of this table is stored and acknowledged."""
    await until(lambda: here.store.last_seq(table.journal.id) == table.journal.last_seq)
    await until(lambda: table.sessions[-1].acked == table.journal.last_seq)


def drop_old(table: FakeTable) -> None:
    """The table needs room: what the host has is dropped from its journal, all but the last event."""
    journal = table.journal
    journal.first_seq = journal.last_seq
    journal.read = lambda seq: (e for e in journal.events if e["seq"] >= max(seq, journal.first_seq))  # type: ignore[method-assign]


async def test_a_table_that_was_elsewhere_meanwhile_is_taken_up_from_the_database(tmp_path: Path) -> None:
    table = FakeTable(3)
    table.add(MATCH)
    table.add(board(left=1))
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


@pytest.mark.slow
async def test_another_collector_takes_over_from_one_that_was_killed(tmp_path: Path) -> None:
    """On a file too: the second one is started while the first lives, and goes on when that dies."""
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    table = FakeTable(3)
    table.add(MATCH)
    first, first_port = await start(url, 0)
    calling = table.call(first_port)
    for number in range(30):
        table.add({"kind": "names", "a": [f"player {number}"]})
    await until(lambda: bool(table.sessions) and table.sessions[-1].acked > 10)
    async with hall(tmp_path) as second:
        first.send_signal(signal.SIGKILL)
        await first.wait()
        promised = table.sessions[-1].acked
        assert second.store.last_seq(table.journal.id) >= promised
        calling.cancel()
        second.call(table)
        table.add(board())
        await stored(second, table)
        view = await second.view(3, lambda view: view["seq"] == table.journal.last_seq)
        assert view["points"]["a"] > 0
        assert events_of(second.store, table) == table.journal.events
        assert second.store.conflicts() == []


def test_a_collector_that_starts_names_those_at_work(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'hall.sqlite3'}")
    values = {"pid": os.getpid(), "host": platform.node(), "started_at": now_ms(), "seen_at": now_ms()}
    store.write([CollectorRecord("c1", values)])
    (line,) = status_report.at_work(store)
    assert f"process {os.getpid()} on {platform.node()}" in line
    dead = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True)
    store.write([CollectorRecord("c1", {**values, "pid": int(dead.stdout)})])
    assert status_report.at_work(store) == [], "one that was killed a moment ago is not at work"
    store.write([CollectorRecord("c1", {**values, "pid": int(dead.stdout), "host": "another computer"})])
    assert len(status_report.at_work(store)) == 1, "of another computer nobody knows"
    store.close()


@pytest.mark.slow
def test_the_greeting_says_that_another_is_at_work(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"

    async def scenario() -> str:
        async with hall(tmp_path):
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", CODE, "--db", url, "--tcp", "0"), stderr=asyncio.subprocess.PIPE
            )
            assert process.stderr is not None
            greeting = await asyncio.wait_for(process.stderr.readline(), 120)
            process.send_signal(signal.SIGTERM)
            await process.wait()
            return greeting.decode()

    assert "Another collector is at work on this database" in asyncio.run(scenario())


async def test_the_database_knows_which_links_there_are(tmp_path: Path) -> None:
    table = FakeTable(3)
    table.add(MATCH)
    async with hall(tmp_path) as a, hall(tmp_path) as b:
        a.call(table)
        await until(lambda: bool(b.store.links.others(b.collector.id)))
        (link,) = b.store.links.of_table(3)
        assert (link.collector, link.table, link.journal) == (a.collector.id, 3, table.journal.id)
        assert link.port.startswith("127.0.0.1:")
        a.hang_up()
        await until(lambda: not b.store.links.of_table(3))
        (device,) = b.store.links.devices(3)
        assert device.journal == table.journal.id


def test_a_link_is_stored_when_it_changes_and_once_a_minute() -> None:
    book, table = LinkBook(), LiveTable(3)
    connection = SimpleNamespace(
        transport="tcp", port="here:1", session=SimpleNamespace(up=True, peer=SimpleNamespace(journal="j1"))
    )
    assert book.changes("c", [table], 1000) is None
    table.connections.append(connection)  # type: ignore[arg-type]
    assert book.changes("c", [table], 1000) == LinksRecord(
        "c", (Link(3, "j1", "tcp", "here:1", 1000),), (), 1000
    )
    assert book.changes("c", [table], 1000 + LINK_AGAIN_MS - 1) is None
    again = book.changes("c", [table], 1000 + LINK_AGAIN_MS)
    assert again is not None
    assert [link.since for link in again.up] == [1000]
    connection.port = "there:2"
    assert book.changes("c", [table], 1001 + LINK_AGAIN_MS) is not None
    connection.session.up = False
    gone = book.changes("c", [table], 1002 + LINK_AGAIN_MS)
    assert gone == LinksRecord("c", (), ((3, "j1"),), 1002 + LINK_AGAIN_MS)
    assert book.changes("c", [table], 1003 + LINK_AGAIN_MS) is None


async def test_what_a_backup_lacks_is_asked_for_again(tmp_path: Path) -> None:
    """The database was put back to an older state behind the collector's back."""
    table = FakeTable(3)
    for event in (MATCH, *(board(left=1) for _ in range(4))):
        table.add(event)
    async with hall(tmp_path) as here:
        here.call(table)
        await stored(here, table)
        here.hang_up()
        await until(lambda: (here.store.current_match("journal3") or {}).get("last_seq") == 5)
        with writing(here.store.engine) as connection:
            connection.exec_driver_sql("delete from events where seq > 2")
        here.call(table)
        await until(lambda: here.store.last_seq("journal3") == 5)
        table.add(board(left=1))
        await stored(here, table)
        await here.view(3, lambda view: view["board"] == 6 and view["agrees"] is True)
        assert events_of(here.store, table) == table.journal.events
