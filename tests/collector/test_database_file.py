"""The file of the database is deleted, moved or replaced under a running collector: no event is acknowledged
that is not in the file, the trouble is shown, and it ends without help.
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

from host_tools.collector import run, status_report
from host_tools.collector.run import BeginAnew
from host_tools.store import Store
from host_tools.store import reasons as store_reasons
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


@pytest.mark.parametrize("goes", [delete, move, delete_log])
async def test_a_file_that_goes_away_is_there_again(tmp_path: Path, goes: Callable[[Path], None]) -> None:
    tables, path = begun(), tmp_path / "hall.sqlite3"
    problems: list[str] = []
    async with hall(tmp_path) as here:
        here.call(*tables)
        await all_settled(here, tables)
        with here.hub.subscribe() as changes:
            goes(path)
            go_on(tables)
            async for message in changes:
                if message["type"] == "problem" and message["data"]:
                    problems.append(store_reasons.REASONS.say_json(message["data"]))
                    break
        await is_over(here, tables)
        for table in tables:
            assert stored(path, table) == list(range(1, table.journal.last_seq + 1))
        await until(lambda: run.REMARK_NAME in here.hub.remarks)
        await until(lambda: bool(status_report.gather(here.store)["remarks"]))
    assert "Nothing is acknowledged" in problems[0]


async def test_while_it_is_gone_nothing_is_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file cannot be written again meanwhile: its folder takes nothing."""
    tables, path = begun(), tmp_path / "hall.sqlite3"
    async with hall(tmp_path) as here:
        here.call(*tables)
        await all_settled(here, tables)
        acked = [table.sessions[-1].acked for table in tables]
        with monkeypatch.context() as patch:
            patch.setattr(here.store.mending, "mend", lambda: None)
            path.unlink()
            go_on(tables)
            await until(lambda: here.hub.problem is not None)
            await until(lambda: here.collector._writer.waiting > 0)
            assert [table.sessions[-1].acked for table in tables] == acked
            assert not path.exists()
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


def test_another_database_in_its_place_ends_what_is_known_of_the_old_one(tmp_path: Path) -> None:
    tables, path, older = begun(), tmp_path / "hall.sqlite3", tmp_path / "older.sqlite3"

    async def scenario() -> None:
        async with hall(tmp_path) as here:
            here.call(*tables)
            await all_settled(here, tables)
            copy_now(path, older)
            go_on(tables)
            await all_settled(here, tables)
            older.rename(path)
            go_on(tables)
            await until(lambda: not here.collector._tasks)  # it has ended by itself
            for table in tables:
                assert len(stored(path, table)) == 1, "it is not written to"

    with pytest.raises(BeginAnew) as caught:
        asyncio.run(scenario())
    assert caught.value.done is not None
    assert "replaced by another database" in str(caught.value.done)


def copy_now(path: Path, target: Path) -> None:
    with closing(sqlite3.connect(path)) as now, closing(sqlite3.connect(target)) as copy:
        now.backup(copy)


@pytest.mark.slow
def test_an_older_backup_in_its_place_is_gone_on_with_and_filled(tmp_path: Path) -> None:
    """`boardside collect` as its user meets it: it begins anew by itself, the tables send what that lacks."""
    path, older = tmp_path / "hall.sqlite3", tmp_path / "older.sqlite3"
    table = FakeTable(3)
    table.add(MATCH)

    async def scenario() -> tuple[int | None, str]:
        process, port = await start(f"sqlite:///{path}", 0)
        calling = table.call(port)
        await until(lambda: stored(path, table) == [1])
        copy_now(path, older)
        go_on([table])
        await until(lambda: len(stored(path, table)) == table.journal.last_seq)
        older.rename(path)
        table.add(board())
        await until(lambda: stored(path, table) == list(range(1, table.journal.last_seq + 1)))
        await until(lambda: table.sessions[-1].acked == table.journal.last_seq)
        calling.cancel()
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        said = (await process.stdout.read()).decode()
        return await process.wait(), said

    status, said = asyncio.run(scenario())
    assert status == 0
    assert "Everything is stored" in said
    saved = tmp_path / "hall.sqlite3.replaced"
    assert len(stored(saved, table)) == table.journal.last_seq - 1
    store = Store.open(f"sqlite:///{path}", create=False)
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
    assert "replaced by another file" in err
    assert stored(tmp_path / "hall.sqlite3.replaced", table) == [1]
