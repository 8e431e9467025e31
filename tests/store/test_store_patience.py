"""Another process has locked the database: a collector reports it at once, a command waits, says so, and goes
on.
"""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from store_records import event

from host_tools import cli
from host_tools.reasons import Cause
from host_tools.store import Store, StoreUnavailable, database
from host_tools.store.database import Waiting, patient
from host_tools.store.reasons import StoreLocked

#: Holds the file until its standard input ends; `exclusive`: not even a reader comes in.
HOLD = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
if sys.argv[2] == "exclusive":
    db.execute("pragma journal_mode=delete")
db.execute("begin " + sys.argv[2])
print("locked", flush=True)
sys.stdin.read()
"""


class Holder:
    """A process that has the database locked."""

    def __init__(self, path: Path, how: str = "immediate") -> None:
        command = [sys.executable, "-c", HOLD, str(path), how]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == b"locked\n"

    def let_go(self) -> None:
        self._process.communicate()


@contextmanager
def held(path: Path, how: str = "immediate") -> Iterator[Holder]:
    holder = Holder(path, how)
    try:
        yield holder
    finally:
        holder.let_go()


@pytest.fixture(autouse=True)
def _short_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_MS", 20)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database of a hall, which nobody has open."""
    made = tmp_path / "hall.sqlite3"
    Store.open(f"sqlite:///{made}").close()
    return made


def opened(path: Path) -> Store:
    return Store.open(f"sqlite:///{path}", create=False)


def test_a_collector_is_told_at_once(path: Path) -> None:
    store = opened(path)
    with held(path), pytest.raises(StoreLocked, match="close whatever is writing to it") as caught:
        store.write([event(1)])
    assert isinstance(caught.value, StoreUnavailable)
    assert "seconds" not in str(caught.value)
    store.write([event(1)])
    store.close()


def test_a_command_waits_says_so_once_and_goes_on(path: Path) -> None:
    store = opened(path)
    causes: list[Cause] = []
    with held(path) as holder:

        def say(why: Cause) -> None:
            causes.append(why)
            holder.let_go()

        with patient(30, say):
            store.write([event(1)])
    assert store.last_seq("j1") == 1
    assert [(why.reason, why.facts["where"]) for why in causes] == [("waits_for_lock", f"sqlite:///{path}")]
    store.close()


def test_a_reader_that_is_not_let_in_waits_too(path: Path) -> None:
    """Some programs leave the write-ahead log and lock the whole file."""
    causes: list[Cause] = []
    with held(path, "exclusive") as holder, pytest.raises(StoreLocked, match="locked by another program"):
        opened(path)
    with held(path, "exclusive") as holder:

        def say(why: Cause) -> None:
            causes.append(why)
            holder.let_go()

        with patient(30, say):
            opened(path).close()
    assert len(causes) == 1


def test_patience_has_an_end_that_says_what_to_do(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = opened(path)
    causes: list[Cause] = []
    seconds = count(100, 4)  # each look at the clock is four seconds later
    monkeypatch.setattr(database, "Waiting", lambda: Waiting(lambda: next(seconds)))
    with held(path), patient(10, causes.append), pytest.raises(StoreLocked) as caught:
        store.write([event(1)])
    assert len(causes) == 1
    assert "locked by another program, for 16 seconds now: close whatever is writing to it" in (
        str(caught.value)
    )
    assert "try again" in str(caught.value)
    assert store.last_seq("j1") == 0
    store.close()


def test_what_fails_within_a_transaction_is_not_done_twice(path: Path) -> None:
    store = opened(path)
    begun: list[int] = []

    def fail() -> None:
        with database.writing(store.engine):
            begun.append(1)
            raise StoreLocked("locked", where="in the middle")

    with patient(30, lambda _: None), pytest.raises(StoreLocked, match="in the middle"):
        fail()
    assert begun == [1]
    store.close()


def test_the_time_that_is_waited_is_that_of_all_attempts() -> None:
    now = [100.0]
    causes: list[Cause] = []
    waiting = Waiting(lambda: now[0])
    assert not waiting.goes_on("hall")
    with patient(30, causes.append):
        for now[0] in (102.0, 104.0, 129.9):
            assert waiting.goes_on("hall")
        now[0] = 130.0
        assert not waiting.goes_on("hall")
        assert "for 30 seconds now" in str(waiting.over("hall"))
    assert list(map(str, causes)) == [
        "hall is locked by another program; waiting up to 28 seconds for it (Ctrl-C: no longer)."
    ]
    assert "seconds" not in str(waiting.over("hall"))


@pytest.mark.parametrize(("called", "waits"), [("entries", True), ("collect", False), ("status", False)])
def test_which_commands_wait(called: str, waits: bool) -> None:
    with cli.patience(called):
        assert (database._present.wait_s > 0) == waits
    assert database._present.wait_s == 0


@pytest.mark.slow
def test_the_command_itself_waits_for_another_process(path: Path) -> None:
    boardside = [str(Path(sys.executable).parent / "boardside"), "tournament", "new", "open", "Open"]
    with held(path) as holder:
        command = subprocess.Popen(
            [*boardside, "--db", f"sqlite:///{path}"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert command.stderr is not None
        line = command.stderr.readline()
        assert re.search(r"locked by another program; waiting up to \d+ seconds for it", line)
        holder.let_go()
        out, rest = command.communicate(timeout=60)
    assert (command.returncode, rest) == (0, ""), out
    with sqlite3.connect(path) as db:
        assert db.execute("select key from tournaments").fetchall() == [("open",)]
    db.close()
