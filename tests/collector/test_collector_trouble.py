"""The database is locked, or its disk full, under a running collector with tables: the trouble is shown,
nothing is lost or doubled, and it ends without help.
"""

import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import typer
from fake_table import MATCH, FakeTable
from hall import Hall, hall
from typer.testing import CliRunner

from host_tools.collector.hall_commands import status
from host_tools.store.rows import HeldBack, Write
from tests.waiting import until

app = typer.Typer()
app.command()(status)

LOCK = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("begin immediate")
print("locked", flush=True)
sys.stdin.read()
"""


def whole(here: Hall, *tables: FakeTable) -> None:
    """Checks that every event of these tables is stored once, in order, as the table has it."""
    for table in tables:
        rows = [row for row in here.store.events(limit=10_000) if row["journal"] == table.journal.id]
        assert [row["event"] for row in rows] == table.journal.events
    assert here.store.conflicts() == []


def settled(here: Hall, table: FakeTable) -> bool:
    """Whether every event of the table is stored and acknowledged."""
    last = table.journal.last_seq
    return here.store.last_seq(table.journal.id) == last and table.sessions[-1].acked == last


async def goes_through(here: Hall, tables: list[FakeTable], words: str) -> None:
    """While the database takes nothing: the trouble is shown, nothing is acknowledged that is not stored."""
    for table in tables:
        for n in range(40):
            table.add({"kind": "names", "a": [f"in trouble {n}"]})
    await until(lambda: here.hub.problem is not None)
    assert words in str(here.hub.problem)
    for table in tables:
        assert table.sessions[-1].acked <= here.store.last_seq(table.journal.id)
        assert table.sessions[-1].acked < table.journal.last_seq


async def is_over(here: Hall, tables: list[FakeTable]) -> None:
    await until(lambda: here.hub.problem is None)
    for table in tables:
        await until(lambda table=table: settled(here, table))
    whole(here, *tables)


def begun() -> list[FakeTable]:
    tables = [FakeTable(3), FakeTable(4)]
    for table in tables:
        table.add(MATCH)
    return tables


@pytest.mark.slow
async def test_a_database_that_another_program_locks(tmp_path: Path) -> None:
    tables = begun()
    async with hall(tmp_path) as here:
        here.call(*tables)
        for table in tables:
            await until(lambda table=table: settled(here, table))
        path = str(tmp_path / "hall.sqlite3")
        locker = subprocess.Popen(
            [sys.executable, "-c", LOCK, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert locker.stdout is not None
        assert locker.stdout.readline() == b"locked\n"
        await goes_through(here, tables, "locked by another program")
        locker.communicate()
        await is_over(here, tables)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with 1 MiB, half of it taken by something else."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("A small disk can be mounted by root only.")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_a_disk_that_is_full(small_disk: Path) -> None:
    tables = begun()
    filler = small_disk / "film.mp4"
    async with hall(small_disk) as here:
        here.call(*tables)
        for table in tables:
            await until(lambda table=table: settled(here, table))
        fill(filler)
        await goes_through(here, tables, "disk")
        filler.unlink()
        await is_over(here, tables)


def fill(path: Path) -> None:
    """Fills the disk to the last byte."""
    with path.open("ab", buffering=0) as file:
        for size in (65536, 4096, 512, 1):
            try:
                while file.write(b"\0" * size) == size:
                    pass
            except OSError:
                continue


async def test_status_says_why_nothing_is_stored(tmp_path: Path) -> None:
    """Seen from another process: the collector has not written for a while, and why."""
    path = tmp_path / "hall.sqlite3"
    url = f"sqlite:///{path}"

    def said(*options: str) -> str:
        return " ".join(CliRunner().invoke(app, [*options, "--db", url]).stdout.split())

    async with hall(tmp_path):
        pass
    assert "No collector is running" in said()
    with sqlite3.connect(path) as db:
        db.execute("update collectors set seen_at = (strftime('%s') - 30) * 1000, pid = ?", (os.getpid(),))
    db.close()
    assert "does it still run" in said()
    assert json.loads(said("--json"))["database"] is None
    locking = sqlite3.connect(path, isolation_level=None)
    locking.execute("begin immediate")
    status = json.loads(said("--json"))
    assert "locked by another program" in status["problems"][0]
    assert status["database"] == {"reason": "locked", "facts": {"where": url}}
    locking.execute("rollback")
    gone = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True)
    locking.execute("update collectors set pid = ?", (int(gone.stdout),))
    locking.close()
    assert "was killed" in said()


async def test_a_database_that_hangs_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No error, no answer: a server behind a dead line, a disk that has gone to sleep for good."""
    monkeypatch.setattr("host_tools.collector.storing.STUCK_S", 0.3)
    tables = begun()
    answering = threading.Event()
    async with hall(tmp_path) as here:
        here.call(*tables)
        for table in tables:
            await until(lambda table=table: settled(here, table))
        write = here.store.write

        def hanging(records: Sequence[Write]) -> list[HeldBack]:
            answering.wait()
            return write(records)

        monkeypatch.setattr(here.store, "write", hanging)
        await goes_through(here, tables, "does not answer")
        answering.set()
        await is_over(here, tables)
