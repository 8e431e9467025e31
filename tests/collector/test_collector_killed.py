"""A collector killed with -9 while it writes: what a table was told to be stored is stored, and nothing is
there twice.
"""

import asyncio
import json
import random
import signal
import sys
from pathlib import Path

import pytest
from fake_table import MATCH, FakeTable, ticks_ms

from boardside.link.tcp import TcpLink
from host_tools.store import Store
from tests.ports import free_ports
from tests.waiting import patience_s, until

CODE = "import typer; from host_tools.collector.collect_command import collect; typer.run(collect)"


async def start(url: str, port: int, stderr: int | None = None) -> tuple[asyncio.subprocess.Process, int]:
    """A collector as its own process, and its port."""
    command = [sys.executable, "-c", CODE, "--db", url, "--tcp", str(port)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE, stderr=stderr)
    assert process.stdout is not None
    async with asyncio.timeout(patience_s()):
        while True:
            line = (await process.stdout.readline()).decode()
            assert line, "the collector ended"
            if "tables on Wi-Fi call" in line:
                return process, int(line.rpartition(":")[2])


@pytest.mark.parametrize("kills", [1, pytest.param(3, marks=pytest.mark.slow)])
async def test_a_killed_collector_loses_and_doubles_nothing(kills: int, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'hall.sqlite3'}"
    dice = random.Random(77)
    table = FakeTable(3)
    table.add(MATCH)
    (port,) = free_ports(1)
    process, _ = await start(url, port)
    link = TcpLink(
        "127.0.0.1",
        port,
        table.session,
        lambda: True,
        ticks_ms,
        lambda new, old: new - old,
        dice.randbytes,
    )
    calling = asyncio.create_task(link.run(lambda: None))
    promised = 0
    for _ in range(kills):
        goal = table.journal.last_seq + dice.randint(40, 90)
        kill_at = goal - dice.randint(0, 30)
        async with asyncio.timeout(patience_s()):
            while link.session is None or link.session.acked < kill_at:
                if table.journal.last_seq < goal:
                    table.add({"kind": "names", "a": [str(dice.random())]})
                await asyncio.sleep(0)
        promised = link.session.acked
        process.send_signal(signal.SIGKILL)
        await process.wait()
        process, _ = await start(url, port)
        store = Store.open(url, create=False)
        assert store.last_seq(table.journal.id) >= promised
        store.close()
    await until(lambda: link.session is not None and link.session.acked == table.journal.last_seq)
    calling.cancel()
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0
    store = Store.open(url, create=False)
    rows = store.events(limit=10_000)
    assert [row["event"] for row in rows] == table.journal.events
    assert store.conflicts() == []
    (match,) = store.matches()
    assert match["last_seq"] == table.journal.last_seq
    assert json.dumps(match["names"]["a"]) == json.dumps(table.journal.events[-1]["a"])
    store.close()
