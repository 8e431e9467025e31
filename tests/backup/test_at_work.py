"""A collector that runs is known by its lock (store/at_work.py), whatever the clocks say."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from kept import NAME, hall

from host_tools.backup import backups, forgetting
from host_tools.backup.reasons import CareError
from host_tools.store import Store, StoreError, at_work
from host_tools.store.database import writing
from host_tools.store.database_file import generation
from host_tools.store.reasons import FileLost, StoreLocked
from host_tools.store.rows import CollectorRecord
from tests.refusals import refused

NOON = datetime(2026, 3, 12, 12, tzinfo=UTC)
HOLD = """
import sys
from tests.refusals import refused
from host_tools.store import Store
store = Store.open(sys.argv[1])
store.at_work.begin()
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = hall(tmp_path)
    yield made
    made.close()


def url_of(store: Store) -> str:
    return str(store.engine.url)


def forget(store: Store) -> None:
    forgetting.forget(store, NAME, 1, "test")


def restore(store: Store) -> None:
    path = Path(str(store.engine.url.database))
    copy = path.with_name("copy.sqlite3")
    if not copy.exists():
        backups.back_up(store, copy, NOON)
    store.close()
    backups.restore(copy, url_of(store), "backup", force=True)


WORKS = pytest.mark.parametrize("work", [forget, restore])


@WORKS
@pytest.mark.parametrize("seen_at", [None, 0, 2**40])
def test_not_under_a_collector_whatever_it_has_written(
    store: Store, work: Callable[[Store], None], seen_at: int | None
) -> None:
    if seen_at is not None:
        values = {"pid": 4711, "host": "laptop", "started_at": 1, "seen_at": seen_at}
        store.write([CollectorRecord("c1", values)])  # type: ignore[arg-type]
    collector = Store.open(url_of(store))
    collector.at_work.begin()
    with pytest.raises(CareError) as caught:
        work(store)
    assert caught.value.reason == "collector_runs"
    assert caught.value.facts["pid"] == (0 if seen_at is None else 4711)
    collector.at_work.end()
    collector.close()
    work(store)


@WORKS
def test_a_suspended_collector_runs_and_a_killed_one_does_not(
    store: Store, work: Callable[[Store], None]
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, url_of(store)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        os.kill(process.pid, signal.SIGSTOP)
        with refused("collector_runs", CareError):
            work(store)
        process.kill()
        process.wait()
        work(store)


def test_several_collectors_run_on_one_database(store: Store) -> None:
    others = [Store.open(url_of(store)) for _ in range(3)]
    for other in others:
        other.at_work.begin()
    for other in others[:2]:
        other.at_work.end()
    with refused("collector_runs", CareError):
        forget(store)
    others[2].at_work.end()
    forget(store)
    for other in others:
        other.close()


def test_no_collector_begins_under_a_command(store: Store) -> None:
    with at_work.alone(store.engine):
        other = Store.open(url_of(store))
        with pytest.raises(StoreLocked):
            other.at_work.begin()
        with refused("collector_runs", CareError):
            forget(other)
    other.at_work.begin()
    other.at_work.end()
    other.close()


def test_a_collector_that_lost_its_lock_writes_nothing_of_what_it_knew(store: Store) -> None:
    """As on a server that has taken it back, or with a lock file that somebody deleted."""
    collector = Store.open(url_of(store))
    collector.at_work.begin()
    collector.at_work.end()
    forget(store)
    values = {"pid": 4711, "host": "laptop", "started_at": 1, "seen_at": 1}
    with pytest.raises(FileLost):
        collector.write([CollectorRecord("c1", values)])  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        collector.hall.set_shift(1)
    collector.recovery.look()
    assert collector.recovery.is_other
    collector.at_work.begin()
    collector.write([CollectorRecord("c1", values)])  # type: ignore[arg-type]
    collector.at_work.end()
    collector.close()


def test_looking_needs_no_lock_and_changes_no_generation(store: Store) -> None:
    store.at_work.begin()
    other = Store.open(url_of(store))
    forgetting.forget(other, NAME, 1, "test", only_look=True)
    with writing(store.engine) as connection:
        assert generation(connection) == 0
    other.close()
    store.at_work.end()


def test_the_lock_has_the_rights_of_the_database(store: Store) -> None:
    path = Path(str(store.engine.url.database))
    path.chmod(0o640)
    store.at_work.begin()
    assert Path(f"{path}{at_work.SUFFIX}").stat().st_mode & 0o777 == 0o640
    store.at_work.end()
