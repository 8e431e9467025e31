"""The tables that a running collector believes: keys of the database and of a file, changed while it runs."""

import asyncio
import socket
import threading
from pathlib import Path

import pytest
from fake_table import MATCH, FakeTable
from hall import Hall, counted
from hall import hall as running_hall

from host_tools.collector import trust
from host_tools.collector.collector import Collector
from host_tools.collector.hub import Hub
from host_tools.collector.reasons import Trouble
from host_tools.collector.session import HostSession
from host_tools.collector.tcp_server import listen
from host_tools.store import Store
from host_tools.store.keys import KeyBook, Keys, fingerprint
from tests.waiting import patience_s, until

K1, K2 = bytes([1]) * 32, bytes([2]) * 32


async def hang_up(here: Hall) -> None:
    """All tables are off. A task may swallow its cancellation (`asyncio.wait_for` before Python 3.12)."""
    tasks = list(here.tasks)
    here.hang_up()
    while not all(task.done() for task in tasks):
        for task in tasks:
            task.cancel()
        await asyncio.sleep(0.02)


def prepared(folder: Path) -> Store:
    return Store.open(f"sqlite:///{folder / 'hall.sqlite3'}")


def playing(number: int, key: bytes = b"", journal: str = "") -> FakeTable:
    table = FakeTable(number, journal, key)
    table.add(MATCH)
    return table


async def up(here: Hall, number: int) -> None:
    await here.view(number, lambda view: view["link"]["state"] == "up")


async def refused(here: Hall, number: int, words: str) -> None:
    await here.view(number, lambda view: view["link"]["state"] == "down" and words in (view["problem"] or ""))


async def looked(here: Hall) -> None:
    """The collector has looked at the keys; the look under way may have missed what was done just now."""
    looks = counted(here.collector.keyring, "_poll")
    await until(lambda: looks.ended > 1)


@pytest.mark.slow
async def test_a_key_given_while_the_collector_runs_counts_and_retires_the_older(tmp_path: Path) -> None:
    async with running_hall(tmp_path) as here:
        here.store.keys.add(3, K1.hex())
        table = playing(3, K1)
        here.call(table)
        await up(here, 3)
        await until(lambda: [row.state for row in here.store.keys.of_table(3)] == ["current"])
        here.store.keys.add(3, K2.hex())
        await looked(here)
        assert table.sessions[-1].up, "the older key is still good"
        for task in here.tasks:
            task.cancel()
        changed = playing(3, K2)
        changed.journal = table.journal
        here.call(changed)
        await until(lambda: changed.sessions[-1:] != [] and changed.sessions[-1].up)
        await until(lambda: [row.state for row in here.store.keys.of_table(3)] == ["current", "replaced"])
        await until(lambda: here.collector.keyring.usable(3) == [K2])  # the collector looks twice a second
        old = playing(3, K1)
        here.call(old)
        await here.view(3, lambda view: "could not prove" in (view["problem"] or ""))
        assert not old.sessions[-1].up


@pytest.mark.slow
async def test_a_session_under_the_old_key_ends_when_the_new_one_has_proven_itself(tmp_path: Path) -> None:
    """Of two devices with one number the one with the newer key stays."""
    async with running_hall(tmp_path) as here:
        here.store.keys.add(3, K1.hex())
        here.store.keys.add(3, K2.hex())
        old, new = playing(3, K1, "journal-a"), playing(3, K2, "journal-b")
        here.call(old)
        await until(lambda: old.sessions[-1:] != [] and old.sessions[-1].up)
        here.call(new)
        await until(lambda: new.sessions[-1:] != [] and new.sessions[-1].up)
        await until(lambda: not old.sessions[-1].up)
        assert new.sessions[-1].up


async def test_revoking_ends_a_running_session_with_the_next_look_and_is_said(tmp_path: Path) -> None:
    assert trust.POLL_S <= 0.5
    async with running_hall(tmp_path) as here:
        here.store.keys.add(3, K1.hex())
        here.store.keys.add(4, K2.hex())
        stolen, other = playing(3, K1), playing(4, K2)
        here.call(stolen, other)
        await up(here, 3)
        await up(here, 4)
        looks = counted(here.collector.keyring, "_poll")
        assert here.store.keys.revoke(3) == 1
        await until(lambda: here.collector.tables[3].speaker is None or looks.ended > 1)
        assert here.collector.tables[3].speaker is None, "only the look under way may have missed it"
        await refused(here, 3, "was revoked")
        assert other.sessions[-1].up, "nobody else is disturbed"
        stolen.add({"kind": "names", "a": ["Forged"]})
        refusals = counted(here.collector.rejections, "add")
        await until(lambda: refusals.ended > 1)
        other.add({"kind": "names", "a": ["Later"]})
        await until(lambda: other.sessions[-1].acked == other.journal.last_seq)
        assert "Forged" not in str(here.store.events())
        await hang_up(here)
        here.call(playing(3, b""))
        await refused(here, 3, "was revoked")
        here.store.keys.add(3, K2.hex())
        mended = playing(3, K2)
        here.call(mended)
        await up(here, 3)
        assert mended.sessions[-1].up


async def test_nobody_is_believed_before_the_keys_have_been_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A database that answers late; whoever calls in that moment without a key must not come in for good."""
    store = prepared(tmp_path)
    store.keys.add(3, K1.hex())
    gate, read = threading.Event(), Keys.book

    def late(keys: Keys) -> KeyBook:
        assert gate.wait(patience_s())
        return read(keys)

    monkeypatch.setattr(Keys, "book", late)
    asked, send = [], HostSession.send

    def noted(session: HostSession, now: int) -> bytes:
        asked.append(out := send(session, now))
        return out

    monkeypatch.setattr(HostSession, "send", noted)
    forger, own = playing(3, b"", "forged"), playing(3, K1, "own")
    collector = Collector(store, Hub())
    server = await listen(collector, socket.create_server(("127.0.0.1", 0)))
    starting = asyncio.create_task(collector.start())
    calls = [table.call(server.sockets[0].getsockname()[1]) for table in (forger, own)]
    await until(lambda: len(collector.connections) == len(calls))
    asked_early = list(asked)
    gate.set()
    await starting
    await until(lambda: own.sessions[-1].acked == own.journal.last_seq)
    for task in calls:
        task.cancel()
    server.close()
    await collector.stop()

    assert asked_early == [], "who has been asked may be believed"
    assert {row["journal"] for row in store.events()} == {"own"}
    assert not any(session.up for session in forger.sessions)
    store.close()


async def test_a_revoked_key_does_not_come_back_by_the_file(tmp_path: Path) -> None:
    store = prepared(tmp_path)
    store.keys.add(3, K1.hex())
    store.keys.revoke(3)
    store.close()
    async with running_hall(tmp_path, keys={3: K1, 4: K2}) as here:
        here.call(playing(3, K1), playing(4, K2))
        await refused(here, 3, "was revoked")
        await up(here, 4)


@pytest.mark.slow
async def test_an_open_table_is_welcome_until_the_database_holds_a_key(tmp_path: Path) -> None:
    async with running_hall(tmp_path) as here:
        here.call(playing(3))
        await up(here, 3)
        here.store.keys.add(4, K1.hex())
        await refused(here, 3, "boardside provision")


async def test_open_tables_are_welcome_when_it_is_said_so_but_not_in_place_of_a_keyed_one(
    tmp_path: Path,
) -> None:
    store = prepared(tmp_path)
    store.keys.add(4, K1.hex())
    store.keys.add(5, K2.hex())
    store.keys.revoke(5)
    store.close()
    async with running_hall(tmp_path, takes_open=True) as here:
        here.call(playing(3), playing(4), playing(5))
        await up(here, 3)
        await refused(here, 4, "without its key")
        await refused(here, 5, "was revoked")


async def test_keys_show_nowhere_in_log_or_page(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    async with running_hall(tmp_path) as here:
        here.store.keys.add(3, K1.hex())
        table, wrong = playing(3, K1), playing(5, K2)
        here.call(table, wrong)
        await up(here, 3)
        await here.view(5, lambda view: view["problem"] is not None)
        await until(lambda: here.store.keys.of_table(3)[0].state == "current")
        await until(lambda: fingerprint(K1) in caplog.text)
        public = (
            caplog.text + repr(here.hub.snapshot()) + repr(table.sessions[-1]) + repr(here.store.tables())
        )
        public += repr(here.collector.tables[3].speaker.session.peer)  # type: ignore[union-attr]
        for key in (K1, K2):
            assert key.hex() not in public
            assert repr(key) not in public


async def test_what_was_turned_away_is_no_news_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from host_tools.collector import collector

    monkeypatch.setattr(collector, "REFUSED_MS", 500)
    async with running_hall(tmp_path) as here:
        here.store.keys.add(3, K1.hex())
        await looked(here)
        here.call(playing(3, K2))
        await here.view(3, lambda view: view["problem"] is not None)
        await hang_up(here)
        await here.view(3, lambda view: view["problem"] is None)


@pytest.mark.slow
async def test_a_table_that_was_turned_away_and_never_heard_is_in_status(tmp_path: Path) -> None:
    from host_tools.collector import status_report

    async with running_hall(tmp_path) as here:
        here.store.keys.add(9, K1.hex())
        await looked(here)
        here.call(playing(9, K2))
        await here.view(9, lambda view: view["problem"] is not None)
        await until(lambda: status_report.gather(here.store)["strangers"] != [])
        hall = status_report.gather(here.store)
        assert [each["table"] for each in hall["strangers"]] == [9]
        assert any(line.startswith("Table 9, never heard yet: ") for line in status_report.remarks(hall))
        assert hall["tables"] == []
        await hang_up(here)


async def test_a_flood_of_invented_numbers_does_not_fill_the_page(tmp_path: Path) -> None:
    from host_tools.collector import collector
    from host_tools.collector.incoming import Refused
    from host_tools.collector.live import Connection

    async with running_hall(tmp_path) as here:
        stranger = Connection(here.collector, "tcp", "192.0.2.1:1", lambda data: None)
        for number in range(1, 2000):
            here.collector.handle(stranger, Refused(number, Trouble("wrong_key", {"table": number})), 0)
        assert len(here.collector.tables) == collector.STRANGERS_MOST
