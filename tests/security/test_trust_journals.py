"""A journal belongs to the key that first proved it, and two different events under one number are put
before the organiser: a running collector, and tables with valid keys that say what is not theirs.
"""

import asyncio
import copy
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from fake_table import MATCH, FakeTable, board, ticks_ms
from hall import Hall
from hall import hall as running_hall

from boardside.chain import Chain, seal
from boardside.link.frame import dumps
from host_tools.collector.live import Connection
from host_tools.store import Store
from host_tools.store.ownership import Claim, key_id
from host_tools.store.rows import EventRecord
from host_tools.verify.command import verify_database
from tests.waiting import until

K18, K19, NEW = bytes([18]) * 32, bytes([19]) * 32, bytes([20]) * 32


@asynccontextmanager
async def keyed_hall(folder: Path) -> AsyncIterator[Hall]:
    """A hall whose tables 18 and 19 have keys."""
    store = Store.open(f"sqlite:///{folder / 'hall.sqlite3'}")
    for number, key in ((18, K18), (19, K19)):
        store.keys.add(number, key.hex())
    store.close()
    async with running_hall(folder) as here:
        yield here


def playing(number: int, key: bytes, journal: str = "") -> FakeTable:
    table = FakeTable(number, journal, key)
    table.add(MATCH)
    table.add(board("a", 5))
    return table


def confirm(table: FakeTable, key: bytes) -> None:
    """End the match as the table's umpire would, sealed with `key`."""
    table.add({"kind": "concede", "side": "b", "what": "match", "match": "m1"})
    chain = Chain()
    for event in table.journal.events:
        chain.add(event)
    made = seal(key, chain.hex, chain.count)
    table.add({"kind": "confirm", "match": "m1", "chain": chain.hex, "events": chain.count, "seal": made})


async def stored(here: Hall, table: FakeTable) -> None:
    await until(lambda: bool(table.sessions) and table.sessions[-1].acked == table.journal.last_seq)


async def hung_up(here: Hall, number: int) -> None:
    here.hang_up()
    await here.view(number, lambda view: view["link"]["state"] == "down")


async def problem(here: Hall, number: int, words: str) -> str:
    view = await here.view(number, lambda view: words in (view["problem"] or ""))
    return str(view["problem"])


def bodies(store: Store, journal: str) -> list[dict[str, Any]]:
    return [row["event"] for row in store.events() if row["journal"] == journal]


async def test_another_table_s_key_says_nothing_in_a_journal(tmp_path: Path) -> None:
    """Whether the journal's own table is there, is away, or comes back."""
    async with keyed_hall(tmp_path) as here:
        honest = playing(18, K18)
        here.call(honest)
        await stored(here, honest)
        await hung_up(here, 18)
        insider = playing(19, K19, honest.journal.id)
        insider.journal.events[:] = copy.deepcopy(honest.journal.events)
        confirm(insider, K19)
        here.call(insider)
        trouble = await problem(here, 19, "tried to speak for table 18")
        assert honest.journal.id in trouble
        assert insider.sessions[-1].acked == 0
        here.hang_up()
        confirm(honest, K18)
        here.call(honest, insider)
        await stored(here, honest)
        await until(lambda: any(row["confirmed"] for row in here.store.matches()))
        await problem(here, 19, "2 times")
        assert bodies(here.store, honest.journal.id) == honest.journal.events
        assert here.store.conflicts() == []
        assert [row["seal"] for row in here.store.matches()] == ["sealed"]
        assert verify_database(here.store).is_whole


async def test_whoever_asks_for_a_journal_leaves_its_page_alive(tmp_path: Path) -> None:
    """Its table has a link to another collector, too, and that one stored an event first: the journal is read
    again, and the table of this one goes on with what was read.
    """
    async with keyed_hall(tmp_path) as here:
        honest = playing(18, K18)
        here.call(honest)
        await stored(here, honest)
        event = {**board("b", 3), "seq": 3, "boot": 1, "at": 0}
        name = honest.journal.id
        here.store.write([EventRecord(name, 3, 18, "m1", "board", dumps(event), 0, False, None, None)])
        here.call(playing(19, K19, name))
        await problem(here, 19, "tried to speak for table 18")
        await here.view(18, lambda view: view["seq"] == 3)
        honest.journal.events.append(event)
        honest.add(board("a", 5))
        await stored(here, honest)
        await here.view(18, lambda view: view["seq"] == 4 and view["points"]["b"] > 0)


async def test_a_table_without_a_key_says_nothing_in_a_journal_that_has_one(tmp_path: Path) -> None:
    async with keyed_hall(tmp_path) as here:
        here.collector.keyring._takes_open = True
        honest = playing(18, K18)
        here.call(honest)
        await stored(here, honest)
        guest = playing(7, b"", honest.journal.id)
        here.call(guest)
        await problem(here, 7, "tried to speak for table 18")


async def test_a_table_s_new_key_goes_on_with_its_journal_and_no_used_one_does(tmp_path: Path) -> None:
    async with keyed_hall(tmp_path) as here:
        table = playing(18, K18)
        here.call(table)
        await stored(here, table)
        await hung_up(here, 18)
        here.store.keys.add(18, NEW.hex())
        confirm(table, NEW)  # it was given the new key, and played on before it called
        table.key = NEW
        here.call(table)
        await stored(here, table)
        history = here.store.owners.histories()[table.journal.id]
        assert [(owned.key_id, owned.how, owned.stored, owned.held) for owned in history] == [
            (key_id(K18), "proven", 0, 2),
            (key_id(NEW), "renewed", 2, 4),
        ]
        assert verify_database(here.store).matches[0].seal == "sealed"
        other = playing(19, K19)
        here.call(other)
        await stored(here, other)
        # Another device with the number 19 may not go on with it: its key is in use elsewhere.
        here.store.keys.add(19, bytes([21] * 32).hex())
        spare = playing(19, bytes([21]) * 32, "spare19")
        here.call(spare)
        await stored(here, spare)
        here.hang_up()
        spare.journal = other.journal
        here.call(spare)
        await problem(here, 19, "another device with the number 19")


async def test_the_organiser_gives_a_journal_and_the_table_is_taken_at_once(tmp_path: Path) -> None:
    async with keyed_hall(tmp_path) as here:
        honest = playing(18, K18)
        here.call(honest)
        await stored(here, honest)
        await hung_up(here, 18)
        moved = FakeTable(19, honest.journal.id, K19)
        moved.journal = honest.journal
        here.call(moved)
        await problem(here, 19, "tried to speak for table 18")
        here.store.owners.give(honest.journal.id, 19, key_id(K19), "anna", "it has another number now")
        moved.add(board("a", 5))
        await stored(here, moved)
        assert here.store.last_seq(honest.journal.id) == 3
        here.call(honest)
        await problem(here, 18, "tried to speak for table 19")


async def test_whoever_has_lost_a_journal_says_no_more_in_it(tmp_path: Path) -> None:
    async with keyed_hall(tmp_path) as here:
        honest = playing(18, K18)
        here.call(honest)
        await stored(here, honest)
        here.store.owners.give(honest.journal.id, 19, key_id(K19), "anna", "a spare device")
        await problem(here, 18, "tried to speak for table 19")


async def test_whoever_is_given_a_journal_is_taken_on_the_line_that_it_has(tmp_path: Path) -> None:
    """On a cable, which nobody plugs in anew."""
    async with keyed_hall(tmp_path) as here:
        here.store.owners.claim([Claim("0badcafe", 18, key_id(K18), 0)])
        spare = playing(19, K19, "0badcafe")
        cabled = asyncio.ensure_future(cable(here, spare))
        await problem(here, 19, "tried to speak for table 18")
        here.store.owners.give("0badcafe", 19, key_id(K19), "anna", "a spare device")
        await until(lambda: here.store.last_seq("0badcafe") == 2)
        cabled.cancel()


async def cable(here: Hall, table: FakeTable) -> None:
    """A serial line from the table to the collector, for as long as this runs."""
    session = table.session()
    line = Connection(
        here.collector, "serial", f"/dev/tty{table.number}", lambda data: session.receive(data, ticks_ms())
    )
    here.collector.opened(line)
    while True:
        await asyncio.sleep(0.02)
        if data := session.send(ticks_ms(), 4096):
            line.data(data)


async def test_a_key_that_begins_journal_after_journal_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.store.ownership.JOURNALS_MOST", 3)
    async with keyed_hall(tmp_path) as here:
        for number in range(5):
            here.call(playing(19, K19, f"made-up-{number}"))
            await until(lambda: bool(here.store.owners.histories()))
        await problem(here, 19, "one journal after the other")
        assert len(here.store.owners.histories()) == 3
        await problem(here, 19, "2 times")
        await until(lambda: len(here.collector.journals) == 3)  # what is refused does not pile up


# Two different events under one number


async def put_back(here: Hall) -> FakeTable:
    """A table whose flash was put back: it has another event 2 than the one that is stored."""
    table = playing(18, K18)
    table.add(board("b", 3))
    here.call(table)
    await stored(here, table)
    await hung_up(here, 18)
    del table.journal.events[1:]
    table.add(board("b", 9))
    table.sessions.clear()
    here.call(table)
    await problem(here, 18, "another event 2")
    table.add(board("b", 1))
    return table


async def test_nothing_is_acknowledged_while_the_organiser_has_not_decided(tmp_path: Path) -> None:
    async with keyed_hall(tmp_path) as here:
        table = await put_back(here)
        await here.view(18, lambda view: view["link"]["state"] == "up")
        other = playing(19, K19)
        here.call(other)
        await stored(here, other)
        assert all(session.acked < 2 for session in table.sessions)
        assert here.store.last_seq(table.journal.id) == 3
        report = verify_database(here.store)
        assert not report.is_whole
        assert "two different events" in report.findings[0].text
    async with keyed_hall(tmp_path) as here:
        assert "another event 2" in here.hub.snapshot()[0]["problem"], "a restart does not forget it"


async def test_what_is_stored_is_kept_and_the_device_with_the_other_record_says_no_more(
    tmp_path: Path,
) -> None:
    async with keyed_hall(tmp_path) as here:
        table = await put_back(here)
        true = copy.deepcopy(table.journal.events)
        here.store.stops.keep(table.journal.id, "anna", "the table's flash was put back")
        await problem(here, 18, "new journal")
        assert table.sessions[-1].acked < 2
        here.hang_up()
        # The device whose record is stored goes on.
        table.journal.events[:] = [*true[:1], *bodies(here.store, table.journal.id)[1:]]
        table.add(board("a", 4))
        here.call(table)
        await stored(here, table)
        assert here.store.last_seq(table.journal.id) == 4
        report = verify_database(here.store)
        assert report.is_whole
        assert "anna decided for the one that is stored" in report.findings[0].text


async def test_the_table_s_record_is_taken_from_the_first_difference_on(tmp_path: Path) -> None:
    async with keyed_hall(tmp_path) as here:
        table = await put_back(here)
        here.store.stops.take(table.journal.id, "anna", "the umpire's card says so")
        await stored(here, table)
        assert bodies(here.store, table.journal.id) == table.journal.events
        view = await here.view(18, lambda view: view["points"]["b"] > 0 and view["problem"] is None)
        assert view["agrees"] is not False
        await until(lambda: verify_database(here.store).is_whole)
        report = verify_database(here.store)
        assert "anna decided for the table's" in report.findings[0].text
