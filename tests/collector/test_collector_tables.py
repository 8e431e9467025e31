"""Tables on loopback and on a pseudo-terminal, with the real sessions and shells, into a real database."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from fake_table import MATCH, FakeTable, board
from hall import Cable, hall

from host_tools.store import StoreUnavailable
from host_tools.store.rows import HeldBack, Write
from host_tools.verify.command import verify_database
from tests.waiting import until


def playing(number: int = 3, **more: Any) -> FakeTable:
    table = FakeTable(number, **more)
    table.add({"kind": "boot", "cause": "power"})
    table.add(MATCH)
    return table


async def test_a_table_on_wifi_is_collected_folded_compared_and_shown(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = playing()
        here.call(table)
        await here.view(3, lambda view: view["link"]["state"] == "up" and view["phase"] == "ready")
        table.add(board("a", 5))
        table.add(board("b", 2, "b"))
        view = await here.view(3, lambda view: view["board"] == 3 and view["agrees"] is True)
        assert view["points"] == {"a": 8, "b": 5}
        assert view["match"]["names"] == {"a": ["Asha"], "b": ["Bela"]}
        assert [row["points"] for row in view["boards"]] == [8, 5]
        assert view["rulings"][-1]["laws"]
        assert view["problem"] is None
        assert view["link"]["transport"] == "tcp"
        assert view["link"]["keyed"] is False
        assert view["panel_url"] == "http://panels/panel/3"
        await until(lambda: table.sessions[0].acked == 4)
        assert [row["event"] for row in here.store.events()] == table.journal.events
        await until(lambda: [row["official"]["points"] for row in here.store.matches()] == [[8, 5]])
        await until(lambda: here.store.matches()[0]["agrees"] is True)


async def test_nothing_is_acknowledged_that_is_not_in_the_database(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = playing()
        acked_too_early = []

        def watch() -> None:
            stored = here.store.last_seq(table.journal.id)
            acked_too_early.extend(session for session in table.sessions if session.acked > stored)

        here.call(table)
        for _ in range(40):
            table.add(
                board("a", 1, "b") if table.journal.last_seq < 4 else {"kind": "expired", "clock": "stroke"}
            )
            watch()
            await asyncio.sleep(0)
        await until(lambda: bool(watch() or (table.sessions and table.sessions[0].acked == 42)))
        assert acked_too_early == []


async def test_a_database_in_trouble_is_shown_acknowledges_nothing_and_recovers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.store.writer.RETRY_S", 0.02)
    async with hall(tmp_path) as here:
        table = playing()
        here.call(table)
        await until(lambda: bool(table.sessions) and table.sessions[0].acked == 2)
        real = here.store.write

        def full(records: Sequence[Write]) -> list[HeldBack]:
            raise StoreUnavailable("disk_full", where="hall.sqlite3")

        monkeypatch.setattr(here.store, "write", full)
        table.add(board("a", 5))
        await until(lambda: here.hub.problem is not None and here.hub.problem.reason == "disk_full")
        assert table.sessions[0].acked == 2
        assert here.store.last_seq(table.journal.id) == 2
        monkeypatch.setattr(here.store, "write", real)
        await until(lambda: here.hub.problem is None)
        await until(lambda: table.sessions[0].acked == 3)
        assert here.store.last_seq(table.journal.id) == 3


async def test_a_collector_that_was_away_goes_on_where_it_stood(tmp_path: Path) -> None:
    table = playing()

    async with hall(tmp_path) as here:
        here.call(table)
        await until(lambda: bool(table.sessions) and table.sessions[-1].acked == 2)
    table.add(board("a", 5))
    async with hall(tmp_path) as here:
        assert here.hub.snapshot()[0]["link"]["state"] == "down"
        assert here.hub.snapshot()[0]["phase"] == "ready"
        here.call(table)
        view = await here.view(3, lambda view: view["points"] == {"a": 8, "b": 0})
        assert view["link"]["state"] == "up"
        await until(lambda: table.sessions[-1].acked == 3)
        assert [row["seq"] for row in here.store.events()] == [1, 2, 3]
        assert here.store.conflicts() == []


async def test_the_chain_before_the_first_match_goes_on_with_the_next_collector(tmp_path: Path) -> None:
    table = FakeTable(3)
    table.add({"kind": "boot", "cause": "power"})

    async with hall(tmp_path) as here:
        here.call(table)
        await until(lambda: len(here.store.events()) == 1)
    table.add({"kind": "boot", "cause": "power"})
    async with hall(tmp_path) as here:
        here.call(table)
        await until(lambda: len(here.store.events()) == 2)
        assert verify_database(here.store).findings == []


async def test_an_undone_board_is_taken_back_here_too(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = playing()
        here.call(table)
        table.add(board("a", 5))
        await here.view(3, lambda view: view["points"]["a"] == 8)
        table.add({"kind": "undo"})
        view = await here.view(3, lambda view: view["points"]["a"] == 0 and view["agrees"] is True)
        assert view["boards"] == []
        table.add(board("b", 1, "a"))
        await here.view(3, lambda view: view["points"] == {"a": 0, "b": 1} and view["agrees"] is True)


async def test_a_table_that_counts_otherwise_is_pointed_out(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = playing()
        table.lies = 1
        here.call(table)
        table.add(board("a", 5))
        view = await here.view(3, lambda view: view["agrees"] is False)
        assert "differs" in view["problem"]
        await until(lambda: bool(here.store.matches()) and here.store.matches()[0]["agrees"] is False)


async def test_an_event_that_cannot_be_is_flagged_and_holds_up_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = playing()
        here.call(table)
        await here.view(3, lambda view: view["phase"] == "ready")
        table.status = lambda now: {"seq": 0}  # type: ignore[method-assign]
        table.add(board("a", 10))
        table.add({"kind": "dance"})
        table.add(board("a", 5))
        view = await here.view(3, lambda view: view["points"]["a"] == 8)
        assert "left out" in view["problem"]
        await until(lambda: table.sessions[0].acked == 5)
        await until(lambda: here.store.matches()[0]["problem"] == view["problem"])


async def test_two_devices_with_one_number_are_pointed_out(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        first, second = playing(journal="journalA"), playing(journal="journalB")
        here.call(first)
        await here.view(3, lambda view: view["link"]["state"] == "up")
        here.call(second)
        view = await here.view(3, lambda view: view["problem"] is not None)
        assert "Two devices" in view["problem"]
        assert view["problem"].count("127.0.0.1") == 2
        await until(lambda: first.sessions[0].acked == 2 and second.sessions[0].acked == 2)
        here.tasks.pop().cancel()
        await here.view(3, lambda view: view["problem"] is None)


async def test_keys_are_asked_for_and_held_to(tmp_path: Path) -> None:
    async with hall(tmp_path, keys={1: b"one", 2: b"two", 4: b"four"}) as here:
        right, wrong, unknown, open_one = (
            playing(1, key=b"one"), playing(2, key=b"wrong"), playing(3, key=b"three"), playing(4)
        )  # fmt: skip
        here.call(right, wrong, unknown, open_one)
        view = await here.view(1, lambda view: view["link"]["state"] == "up")
        assert view["link"]["keyed"] is True
        view = await here.view(2, lambda view: view["problem"] is not None)
        assert "could not prove" in view["problem"]
        view = await here.view(3, lambda view: view["problem"] is not None)
        assert "--keys" in view["problem"]
        await here.view(4, lambda view: view["problem"] is not None)
        await until(lambda: right.sessions[-1].acked == 2)
        assert {row["table"] for row in here.store.events()} == {1}


async def test_text_that_is_none_reaches_neither_database_nor_page(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        table = FakeTable(3)
        table.add({**MATCH, "title": "half \ud83d a smile", "a": ["\udc00"]})
        here.call(table)
        view = await here.view(3, lambda view: view["match"] is not None)
        assert view["match"]["title"] == "half \ufffd a smile"
        json.dumps(view, ensure_ascii=False).encode()
        await until(lambda: table.sessions[0].acked == 1)
        json.dumps(here.store.events(), ensure_ascii=False).encode()


async def test_a_connection_that_is_no_table_has_no_effect_on_others(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        reader, writer = await asyncio.open_connection("127.0.0.1", here.port)
        writer.write(b"GET / HTTP/1.1\r\n\r\n" + bytes(range(256)) * 100 + b'\n$["id",1,2]*0\n')
        await writer.drain()
        assert (await reader.readline()).startswith(b'$["hi",1,')
        table = playing()
        here.call(table)
        await here.view(3, lambda view: view["link"]["state"] == "up")
        writer.close()


async def test_a_table_on_a_cable_is_collected_pulled_out_and_plugged_in_again(tmp_path: Path) -> None:
    table = playing()
    path = tmp_path / "ttyTable"
    async with hall(tmp_path, serial=(str(path),)) as here:
        cable = Cable(table, path)
        cable.plug_in()
        view = await here.view(3, lambda view: view["link"]["state"] == "up" and view["agrees"] is True)
        assert view["link"] | {"heard_ms": 0} == {
            "state": "up", "heard_ms": 0, "transport": "serial", "port": str(path), "keyed": False,
        }  # fmt: skip
        cable.pull_out()
        await here.view(3, lambda view: view["link"]["state"] == "down")
        table.add(board("a", 5))
        cable.plug_in()
        await here.view(3, lambda view: view["link"]["state"] == "up" and view["points"]["a"] == 8)
        await until(lambda: table.sessions[-1].acked == 3)
        cable.pull_out()


async def test_cable_and_wifi_at_once_the_newest_speaks_and_nothing_doubles(tmp_path: Path) -> None:
    table = playing()
    path = tmp_path / "ttyTable"
    async with hall(tmp_path, serial=(str(path),)) as here:
        cable = Cable(table, path)
        cable.plug_in()
        await here.view(
            3, lambda view: view["link"]["transport"] == "serial" and view["link"]["state"] == "up"
        )
        here.call(table)
        await here.view(3, lambda view: view["link"]["transport"] == "tcp")
        command = here.store.queue_command(3, {"kind": "names", "a": ["Zoë"]})
        # The links may be up before the first event has come.
        await here.view(3, lambda view: view["match"] and view["match"]["names"]["a"] == ["Zoë"])
        for _ in range(5):
            table.add({"kind": "names", "b": ["Carla"]})
        await until(lambda: [session.acked for session in table.sessions] == [8, 8])
        assert len(table.applied) == 1
        answered = here.store.command(command)
        assert answered is not None
        assert answered["state"] == "done"
        assert [row["seq"] for row in here.store.events()] == list(range(1, 9))
        here.hang_up()
        view = await here.view(3, lambda view: len(here.collector.tables[3].connections) == 1)
        assert view["link"]["state"] == "up"
        assert view["problem"] is None
        cable.pull_out()
