"""The file of the database is deleted, moved or replaced under a running collector: no event is acknowledged
that is not in the file, the trouble is shown, and what was stored is saved beside it.
"""

import asyncio
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from fake_table import MATCH, FakeTable, board
from hall import Hall, hall
from test_collector_killed import start
from test_collector_trouble import begun, is_over, settled

from host_tools.backup import backups
from host_tools.collector import run
from host_tools.store import Store
from tests.waiting import until


def stored(path: Path, table: FakeTable) -> list[int]:
    """The numbers of a table's events that another program finds in the file now."""
    if not path.exists():
        return []
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            query = "SELECT seq FROM events WHERE journal = ? ORDER BY seq"
            return [row[0] for row in connection.execute(query, (table.journal.id,))]
    except sqlite3.Error:
        return []


async def all_settled(here: Hall, tables: list[FakeTable]) -> None:
    for table in tables:
        await until(lambda table=table: settled(here, table))


def go_on(tables: list[FakeTable], count: int = 20) -> None:
    for table in tables:
        for n in range(count):
            table.add({"kind": "names", "a": [f"meanwhile {n}"]})


def delete(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.sqlite3"))


def delete_log(path: Path) -> None:
    Path(f"{path}-wal").unlink()


def replace(path: Path) -> None:
    other = path.with_name("other.sqlite3")
    copy_now(path, other)
    other.rename(path)


@pytest.mark.parametrize("goes", [delete, move, delete_log, replace])
async def test_while_a_file_is_away_nothing_is_acknowledged_and_all_of_it_is_saved(
    tmp_path: Path, goes: Callable[[Path], None]
) -> None:
    tables, path = begun(), tmp_path / "hall.sqlite3"
    async with hall(tmp_path) as here:
        here.call(*tables)
        await all_settled(here, tables)
        acked = [table.sessions[-1].acked for table in tables]
        goes(path)
        go_on(tables)
        await until(lambda: "boardside restore" in str(here.hub.problem))
        await until(lambda: here.collector._writer.waiting > 0)
        assert [table.sessions[-1].acked for table in tables] == acked
        saved = tmp_path / "hall.sqlite3.saved"
        assert [len(stored(saved, table)) for table in tables] == acked
        assert goes != delete or not path.exists()


async def test_a_file_that_is_put_back_goes_on(tmp_path: Path) -> None:
    tables, path = begun(), tmp_path / "hall.sqlite3"
    async with hall(tmp_path) as here:
        here.call(*tables)
        await all_settled(here, tables)
        move(path)
        go_on(tables)
        await until(lambda: here.hub.problem is not None)
        path.with_name("elsewhere.sqlite3").rename(path)
        await is_over(here, tables)


async def test_damage_is_shown_without_anybody_reading(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "LOOK_S", 0.05)
    monkeypatch.setattr(run, "CHECK_S", 0.05)
    monkeypatch.setattr(run, "CHECK_TIMES", 0)
    tables, path = begun(), tmp_path / "hall.sqlite3"
    async with hall(tmp_path) as here:
        here.call(*tables)
        await all_settled(here, tables)
        with closing(sqlite3.connect(path)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            query = "SELECT rootpage FROM sqlite_master WHERE name = 'acts'"
            (page,) = other.execute(query).fetchone()
            whole = path.read_bytes()
            with path.open("r+b") as file:
                file.seek((page - 1) * 4096)
                file.write(b"\x99" * 4096)
            await until(lambda: here.hub.problem is not None)
            assert "is damaged in acts" in str(here.hub.problem)
            acked = [table.sessions[-1].acked for table in tables]
            go_on(tables)
            await until(lambda: here.collector._writer.waiting > 0)
            assert [table.sessions[-1].acked for table in tables] == acked
            with path.open("r+b") as file:
                file.write(whole)
        await is_over(here, tables)


def copy_now(path: Path, target: Path) -> None:
    with closing(sqlite3.connect(path)) as now, closing(sqlite3.connect(target)) as copy:
        now.backup(copy)


@pytest.mark.slow
@pytest.mark.parametrize("is_meant", [False, True])
def test_after_a_restart_the_tables_send_what_the_file_lacks(tmp_path: Path, is_meant: bool) -> None:
    """`boardside collect` as its user meets it: an older backup was put in the file's place, by mistake, and
    what was saved is restored; or because it is the one that is wanted.
    """
    path, older = tmp_path / "hall.sqlite3", tmp_path / "older.sqlite3"
    url = f"sqlite:///{path}"
    table = FakeTable(3)
    table.add(MATCH)

    async def scenario() -> None:
        process, port = await start(url, 0, stderr=asyncio.subprocess.PIPE)
        calling = table.call(port)
        await until(lambda: stored(path, table) == [1])
        copy_now(path, older)
        go_on([table])
        await until(lambda: len(stored(path, table)) == table.journal.last_seq)
        older.rename(path)
        table.add(board())
        saved = tmp_path / "hall.sqlite3.saved"
        await until(saved.exists)
        calling.cancel()
        process.send_signal(signal.SIGTERM)
        _, err = await process.communicate()
        assert process.returncode == 1
        assert str(saved) in " ".join(err.decode().split())
        if not is_meant:
            backups.restore(saved, url, "backup", force=True)
        process, port = await start(url, 0)
        calling = table.call(port)
        await until(lambda: stored(path, table) == list(range(1, table.journal.last_seq + 1)))
        calling.cancel()
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0

    asyncio.run(scenario())
    store = Store.open(url, create=False)
    assert [row["event"] for row in store.events(limit=1000)] == table.journal.events
    assert store.conflicts() == []
    store.close()


def test_the_last_words_are_true(tmp_path: Path) -> None:
    """What was acknowledged is not in the file that stands there now, and cannot be brought there."""
    path, table = tmp_path / "hall.sqlite3", FakeTable(3)
    table.add(MATCH)

    async def scenario() -> tuple[int | None, str, str]:
        process, port = await start(f"sqlite:///{path}", 0, stderr=asyncio.subprocess.PIPE)
        calling = table.call(port)
        await until(lambda: stored(path, table) == [1])
        calling.cancel()
        path.unlink()
        path.write_text("Dear Sir or Madam")
        process.send_signal(signal.SIGTERM)
        out, err = await process.communicate()
        return process.returncode, out.decode(), err.decode()

    status, out, err = asyncio.run(scenario())
    assert status == 1
    assert "Everything is stored" not in out
    assert "Not everything is stored" in err
    assert "hall.sqlite3.saved" in "".join(err.split())
    assert stored(tmp_path / "hall.sqlite3.saved", table) == [1]
