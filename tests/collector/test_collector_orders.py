"""Commands that reach a table through a running collector: done once, asked again, refused, too late."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from collector_commands import assign, invoke
from fake_table import MATCH, FakeTable
from hall import hall

from boardside.link.commands import Commands
from host_tools.laws import refusals
from host_tools.store.database import now_ms, writing
from tests.waiting import patience_s, until


async def test_assign_hall_and_status_with_a_running_collector(tmp_path: Path, url: str) -> None:
    table = FakeTable(3)
    table.add({"kind": "boot", "cause": "power"})
    async with hall(tmp_path) as here:
        here.call(table)
        await here.view(3, lambda view: view["link"]["state"] == "up")
        done = await asyncio.to_thread(assign, url, "--id", "M7", "--title", "Round 1, table 3")
        assert done.exit_code == 0, done.output
        assert "has match M7" in done.output
        view = await here.view(3, lambda view: view["match"] is not None and view["agrees"] is True)
        assert view["match"]["title"] == "Round 1, table 3"
        assert view["phase"] == "toss"
        table.refusal = ("not_now", "match M7 is in play; the umpire ends it at the table")
        done = await asyncio.to_thread(assign, url, "--id", "M8")
        assert done.exit_code == 1
        assert "M7 is in play" in done.output
        table.refusal = None
        await until(lambda: [row["link"] for row in here.store.tables()] == ["up"])
        done = await asyncio.to_thread(invoke, "hall", "start", "45:00", "--db", url)
        assert done.exit_code == 0, done.output
        assert "1 of 1" in done.output
        status = json.loads((await asyncio.to_thread(invoke, "status", "--json", "--db", url)).output)
        clock = status["hall"]
        assert (clock["state"], clock["length"], clock["lacking"]) == ("running", 45 * 60_000, [])
        assert 44 * 60_000 < clock["left"] <= 45 * 60_000
        assert status["tables"][0]["match"]["names"] == {"a": ["Asha"], "b": ["Bela"]}
        assert status["tables"][0]["link"] == "up"
        assert [event["kind"] for event in table.applied] == ["match", "hall"]


async def test_a_command_that_is_damaged_in_the_database_holds_up_no_other(tmp_path: Path) -> None:
    tables = FakeTable(3), FakeTable(4)
    async with hall(tmp_path) as here:
        damaged = here.store.queue_command(3, {"kind": "match", "match": "M1"})
        with writing(here.store.engine) as connection:
            connection.exec_driver_sql("UPDATE commands SET body = substr(body, 1, 9)")
        after = here.store.queue_command(3, {"kind": "names", "a": ["Asha"], "b": ["Bela"]})
        other = here.store.queue_command(4, {"kind": "names", "a": ["Cid"], "b": ["Dev"]})
        here.call(*tables)
        await until(lambda: here.store.open_commands() == [])
        rows = [here.store.command(name) for name in (damaged, after, other)]
        assert [row["state"] for row in rows if row] == ["refused", "done", "done"]
        assert rows[0]
        why = refusals.of_row(rows[0])
        assert why == "It is damaged in the database: give it again."
    assert [[event["kind"] for event in table.applied] for table in tables] == [["names"], ["names"]]


async def test_a_busy_table_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host_tools.collector.outbox.BUSY_AGAIN_MS", 100)
    table = FakeTable(3)
    table.refusal = ("busy", "the umpire is entering something")
    async with hall(tmp_path) as here:
        here.call(table)
        await here.view(3, lambda view: view["link"]["state"] == "up")
        command = here.store.queue_command(3, MATCH)
        await until(lambda: (row := here.store.command(command)) and row["code"] == "busy")
        row: Any = here.store.command(command)
        assert row["state"] == "sent"
        table.refusal = None
        await here.view(3, lambda view: view["match"] is not None)
        assert len(table.applied) == 1


async def test_what_waited_for_a_table_reaches_it_when_it_comes_unless_it_is_too_late(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        late = here.store.queue_command(3, {"kind": "hall", "do": "pause"}, expires_at=now_ms() - 1)
        here.store.queue_command(3, MATCH)
        table = FakeTable(3)
        here.call(table)
        await here.view(3, lambda view: view["match"] is not None)

        def answer() -> tuple[str, str]:
            row: Any = here.store.command(late)
            return row["state"], row["code"]

        await until(lambda: answer() == ("refused", "expired"))
        assert [event["kind"] for event in table.applied] == ["match"]


class FallingTable(FakeTable):
    """Does what it is told, and falls off the network and restarts before it can say so."""

    def apply(self, event: dict[str, Any], now: int) -> tuple[bool, str, str]:
        done = super().apply(event, now)
        self.fall()
        return done

    def fall(self) -> None:
        raise NotImplementedError


async def test_a_command_that_was_done_before_the_link_broke_is_not_sent_again(tmp_path: Path) -> None:
    """The table has forgotten it with its restart; its journal has not."""
    async with hall(tmp_path) as here:
        table = FallingTable(3)
        table.add(MATCH)
        fallen = asyncio.Event()

        def fall() -> None:
            here.hang_up()
            for session in table.sessions:
                session.close()
            table.commands = Commands(table.apply)
            fallen.set()

        table.fall = fall  # type: ignore[method-assign]
        here.call(table)
        await here.view(3, lambda view: view["link"]["state"] == "up")
        command = here.store.queue_command(3, {"kind": "names", "a": ["Zoë"]})
        await asyncio.wait_for(fallen.wait(), patience_s())
        for number in range(30):
            table.add({"kind": "names", "b": [f"B{number}"]})
        await here.view(3, lambda view: view["link"]["state"] == "down")
        here.call(table)
        await until(lambda: table.sessions[-1].acked == 32)
        row: Any = here.store.command(command)
        assert row["state"] == "done"
        assert len(table.applied) == 1


async def test_a_command_too_long_for_a_table_is_refused_here(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = FakeTable(3)
        here.call(table)
        await here.view(3, lambda view: view["link"]["state"] == "up")
        command = here.store.queue_command(3, {"kind": "names", "a": ["x" * 4000]})
        await until(lambda: (row := here.store.command(command)) and row["state"] == "refused")
        row: Any = here.store.command(command)
        assert row["code"] == "too_long"
        assert table.applied == []
