"""A collector's lock on a real server (store/at_work.py): held, and taken back when its connection breaks."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kept import NAME, hall

from host_tools.backup import backups, forgetting
from host_tools.backup.reasons import CareError
from host_tools.store import Store, at_work
from host_tools.store.database import reading
from host_tools.store.reasons import FileLost, StoreLocked
from host_tools.store.rows import CollectorRecord
from tests.refusals import refused

pytestmark = pytest.mark.slow
SIGN = CollectorRecord("c1", {"pid": 4711, "host": "laptop", "started_at": 1, "seen_at": 0})  # type: ignore[arg-type]
Work = Callable[[str, Path], object]


def forget(url: str, _folder: Path) -> None:
    store = Store.open(url)
    try:
        forgetting.forget(store, NAME, 1, "test")
    finally:
        store.close()


def restore(url: str, folder: Path) -> None:
    backups.restore(folder / "hall.sqlite3", url, "backup", force=True)


WORKS = pytest.mark.parametrize("work", [forget, restore])


@pytest.fixture
def collector(url: str, tmp_path: Path) -> Iterator[Store]:
    hall(tmp_path).close()
    restore(url, tmp_path)
    made = Store.open(url)
    made.at_work.begin()
    made.write([SIGN])
    yield made
    made.at_work.end()
    made.close()


def broken(collector: Store) -> None:
    """The server ends the connection that has the lock, as of a computer that sleeps."""
    with reading(collector.engine) as connection:
        ended = connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_locks "
            "WHERE locktype = 'advisory' AND mode = 'ShareLock'"
        )
        assert ended.fetchall() == [(True,)]


@WORKS
def test_not_under_a_collector(collector: Store, url: str, tmp_path: Path, work: Work) -> None:
    for _ in range(2):
        with pytest.raises(CareError) as caught:
            work(url, tmp_path)
        assert (caught.value.reason, caught.value.facts["pid"]) == ("collector_runs", 4711)
    collector.at_work.end()
    work(url, tmp_path)


@WORKS
def test_a_collector_without_its_connection_writes_nothing_of_what_it_knew(
    collector: Store, url: str, tmp_path: Path, work: Work
) -> None:
    broken(collector)
    work(url, tmp_path)
    with pytest.raises(FileLost):
        collector.write([SIGN])
    collector.recovery.look()
    assert collector.recovery.is_other


@WORKS
def test_the_lock_is_taken_again(collector: Store, url: str, tmp_path: Path, work: Work) -> None:
    broken(collector)
    collector.at_work.keep()
    with refused("collector_runs", CareError):
        work(url, tmp_path)
    collector.write([SIGN])


def test_no_collector_begins_under_a_command(collector: Store, url: str) -> None:
    collector.at_work.end()
    other = Store.open(url)
    with at_work.alone(other.engine), pytest.raises(StoreLocked):
        collector.at_work.begin()
    collector.at_work.begin()
    other.close()
