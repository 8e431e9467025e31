"""One transaction writes at a time: a reader that repeats `id > after` misses no event."""

import threading
import time

import pytest
from sqlalchemy import func, select
from store_records import event

from host_tools.store import Store, StoreUnavailable, database
from host_tools.store.database import reading, writing
from host_tools.store.schema import events

WRITERS = 4
TIMES = 60


def write_all(url: str, journal: str, size: int) -> None:
    store = Store.open(url)
    for at in range(TIMES):
        store.write([event(at * size + n + 1, journal=journal) for n in range(size)])
    store.close()


def test_a_reader_that_polls_misses_nothing_while_several_write(store: Store, url: str) -> None:
    writers = [
        threading.Thread(target=write_all, args=(url, f"j{number}", 1 + 3 * number))
        for number in range(WRITERS)
    ]
    for writer in writers:
        writer.start()
    seen: list[int] = []
    is_last = False
    while not is_last:
        is_last = not any(writer.is_alive() for writer in writers)
        seen += [row["id"] for row in store.events(after=seen[-1] if seen else 0, limit=10_000)]
    with reading(store.engine) as connection:
        count = connection.execute(select(func.count()).select_from(events)).scalar()
    assert count == sum(TIMES * (1 + 3 * number) for number in range(WRITERS))
    assert len(seen) == count, f"{count - len(seen)} events came in behind the reader"


def test_without_the_turn_a_reader_would_miss_events(store: Store, url: str) -> None:
    """That the test above can fail: two plain transactions, the one that took its id first commits last."""
    first, second = store.engine.connect(), store.engine.connect()
    insert = (
        "insert into events (journal, seq, table_no, kind, body, received_at) values ('j', {}, 3, '', '', 1)"
    )
    first.exec_driver_sql(insert.format(1))
    second.exec_driver_sql(insert.format(2))
    second.commit()
    with reading(store.engine) as connection:
        newest = connection.execute(select(func.max(events.c.id))).scalar()
    first.commit()
    with reading(store.engine) as connection:
        late = connection.execute(select(events.c.seq).where(events.c.id < newest)).scalars().all()
    assert late == [1]
    first.close()
    second.close()


def test_a_writer_waits_for_its_turn_and_no_longer_than_it_should(
    store: Store, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_MS", 200)
    other = Store.open(url)
    with writing(store.engine):
        began = time.monotonic()
        with pytest.raises(StoreUnavailable, match="locked by another program"):
            other.write([event(1)])
        assert 0.15 < time.monotonic() - began < 60
        assert other.last_seq("j1") == 0, "reading goes on"
    other.write([event(1)])
    other.close()


def test_of_many_the_same_only_the_new_ones_are_counted(store: Store) -> None:
    """The driver's row count of `on conflict do nothing` tells whether any were there already."""
    store.write([event(seq) for seq in range(1, 101)])
    other = '{"seq":50,"kind":"confirm"}'
    assert store.write([event(seq) for seq in range(41, 121)]) == []
    assert store.last_seq("j1") == 120
    (held,) = store.write([event(seq) if seq != 50 else event(50, other) for seq in range(41, 141)])
    assert (held.journal, held.seq) == ("j1", 50)
    assert store.last_seq("j1") == 120, "nothing behind the difference"
    assert len(store.events(limit=1000)) == 120


def test_a_collector_that_dies_in_its_transaction_does_not_hold_up_the_others(store: Store, url: str) -> None:
    """The server takes the turn back when the connection ends."""
    dying = Store.open(url)
    connection = dying.engine.connect().execution_options(writes=True)
    connection.begin()
    connection.exec_driver_sql("update meta set value = value")
    raw = connection.connection.driver_connection
    assert raw is not None
    raw.pgconn.finish()  # as when the process is killed: no rollback, the socket just closes
    store.write([event(1)])
    assert store.last_seq("j1") == 1


def test_commits_are_durable_by_the_settings(store: Store) -> None:
    with store.engine.connect() as connection:
        for name, value in {
            "synchronous_commit": "on",
            "idle_in_transaction_session_timeout": "10s",
            "lock_timeout": "2s",
        }.items():
            assert connection.exec_driver_sql(f"show {name}").scalar() == value, name


def test_durable_commits_are_insisted_on(store: Store, url: str) -> None:
    with store.engine.connect() as connection:
        connection.exec_driver_sql("alter role boardside set synchronous_commit = off")
        connection.commit()
    try:
        other = Store.open(url)
        with other.engine.connect() as connection:
            assert connection.exec_driver_sql("show synchronous_commit").scalar() == "on"
        other.close()
    finally:
        with store.engine.connect() as connection:
            connection.exec_driver_sql("alter role boardside reset synchronous_commit")
            connection.commit()


def test_a_server_that_does_not_wait_for_its_disk_is_named(store: Store) -> None:
    (warning,) = store.health.warnings()
    assert warning.reason == "no_fsync"
    assert "fsync = off" in str(warning)
