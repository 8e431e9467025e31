"""Collectors on a real server: it is stopped and started under them, two share it while tables roam, one is
killed. Every event once, and every fold right.
"""

import asyncio
import random
import signal
from pathlib import Path

import pytest
from cluster import Cluster
from fake_table import MATCH, FakeTable, board
from hall import Hall, hall
from test_collector_killed import start

from boardside.game import match as game
from boardside.game.fold import fold
from host_tools.store import Store
from tests.waiting import until

pytestmark = pytest.mark.slow


def acked(table: FakeTable) -> int:
    """The highest number a host has acknowledged to this table."""
    return max((session.acked for session in table.sessions), default=0)


def is_settled(store: Store, table: FakeTable) -> bool:
    last = table.journal.last_seq
    return store.last_seq(table.journal.id) == last and table.sessions[-1].acked == last


async def settle(store: Store, *tables: FakeTable) -> None:
    """Waits until everything is stored and the folds are written."""
    for table in tables:
        await until(lambda table=table: is_settled(store, table))
        await until(
            lambda table=table: (
                (store.current_match(table.journal.id) or {}).get("last_seq") == table.journal.last_seq
            )
        )


def require_whole(store: Store, *tables: FakeTable) -> None:
    """Each event is there once, in order, as its table has it; the stored result is that of its events."""
    rows = store.events(limit=100_000)
    assert [row["id"] for row in rows] == sorted({row["id"] for row in rows})
    for table in tables:
        own = [row for row in rows if row["journal"] == table.journal.id]
        assert [row["event"] for row in own] == table.journal.events
        match = store.current_match(table.journal.id)
        assert match is not None
        assert match["official"] == official(table)
        assert match["problem"] is None
    assert store.conflicts() == []


def official(table: FakeTable) -> dict[str, object]:
    """What the rules alone make of the table's last match."""
    events = table.journal.events
    begin = max(at for at, event in enumerate(events) if event["kind"] == "match")
    return dict(game.official(fold(lambda: iter(events[begin:])).state))


def play(table: FakeTable, dice: random.Random, number: int) -> None:
    """Stores one more event: mostly names, sometimes a board or a new match."""
    chance = dice.random()
    if chance < 0.1:
        table.add({**MATCH, "match": f"m{table.number}-{number}"})
    elif chance < 0.3 and table.status(0)["phase"] == "ready":
        table.add(board(dice.choice("ab"), dice.randint(1, 9)))
    else:
        table.add({"kind": "names", "a": [f"player {number}"]})


def tables_of(count: int) -> list[FakeTable]:
    made = [FakeTable(number) for number in range(1, count + 1)]
    for table in made:
        table.add(MATCH)
    return made


@pytest.mark.parametrize("mode", ["fast", "immediate"])
async def test_the_server_is_stopped_and_started_under_play(
    own_postgres: Cluster, tmp_path: Path, mode: str
) -> None:
    """`immediate` is a crash of the server: whatever was acknowledged is there when it comes back."""
    dice = random.Random(f"stop {mode}")
    tables = tables_of(4)
    url = own_postgres.new_database()

    async with hall(tmp_path, url=url) as here:
        here.call(*tables)
        await settle(here.store, *tables)
        for _ in range(2):
            playing = asyncio.create_task(play_on(tables, dice))
            await asyncio.sleep(dice.random() * 0.3)  # anywhere in a transaction
            await asyncio.to_thread(own_postgres.stop, mode)
            promised = {table.number: acked(table) for table in tables}
            await until(lambda: here.hub.problem is not None)
            words = str(here.hub.problem)
            assert any(
                reason in words for reason in ("is the server running", "shut down", "gone away", "stopping")
            )
            await asyncio.sleep(0.2)  # the tables play on meanwhile
            playing.cancel()
            await asyncio.to_thread(own_postgres.start)
            looking = await asyncio.to_thread(Store.open, url, False)
            for table in tables:
                assert looking.last_seq(table.journal.id) >= promised[table.number]
            looking.close()
            await until(lambda: here.hub.problem is None)
            await settle(here.store, *tables)
        require_whole(here.store, *tables)


async def play_on(tables: list[FakeTable], dice: random.Random) -> None:
    number = 0
    while True:
        for table in tables:
            play(table, dice, number := number + 1)
        await asyncio.sleep(0.05)


@pytest.mark.parametrize("seed", [1, 2])
async def test_tables_roam_between_two_collectors_that_both_write(
    url: str, tmp_path: Path, seed: int
) -> None:
    dice = random.Random(f"roam {seed}")
    tables = tables_of(6)

    async with hall(tmp_path, url=url) as a, hall(tmp_path, url=url) as b:
        at: dict[int, tuple[Hall, asyncio.Task[None]]] = {}
        playing = asyncio.create_task(play_on(tables, dice))
        for _ in range(25):
            table = dice.choice(tables) if len(at) == len(tables) else tables[len(at)]
            if table.number in at:
                here, calling = at.pop(table.number)
                calling.cancel()
                here = b if here is a else a
            else:
                here = dice.choice((a, b))
            at[table.number] = here, table.call(here.port)
            await asyncio.sleep(dice.random() * 0.2)
        playing.cancel()
        await settle(a.store, *tables)
        assert a.hub.problem is b.hub.problem is None
        require_whole(a.store, *tables)
        for table in tables:
            here, calling = at[table.number]
            view = await here.view(
                table.number, lambda view, table=table: view["seq"] == table.journal.last_seq
            )
            assert view["result"] == official(table)
            await here.view(table.number, lambda view: view["agrees"] is True)
            assert view["problem"] is None
            calling.cancel()


async def test_another_collector_goes_on_when_one_is_killed(url: str) -> None:
    """Both are processes of their own on one server; the tables call the other one, as they would."""
    dice = random.Random("killed")
    tables = tables_of(4)

    first, first_port = await start(url, 0)
    second, second_port = await start(url, 0)
    store = Store.open(url, create=False)
    calls = [table.call(first_port) for table in tables]
    playing = asyncio.create_task(play_on(tables, dice))
    await until(lambda: all(acked(table) > 20 for table in tables))
    first.send_signal(signal.SIGKILL)
    await first.wait()
    promised = {table.number: acked(table) for table in tables}
    for call in calls:
        call.cancel()
    for table in tables:
        assert store.last_seq(table.journal.id) >= promised[table.number]
    calls = [table.call(second_port) for table in tables]
    await until(lambda: all(acked(table) > promised[table.number] + 20 for table in tables))
    playing.cancel()
    await settle(store, *tables)
    require_whole(store, *tables)
    for call in calls:
        call.cancel()
    second.send_signal(signal.SIGTERM)
    assert await second.wait() == 0
    store.close()
