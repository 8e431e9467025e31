"""Group commit: all in one transaction, trouble told and recovered from, no gap behind what cannot be stored.

Runs on SQLite here and on PostgreSQL in tests/postgres.
"""

import threading
from collections.abc import Sequence

import pytest
from store_records import event, writer_of

from host_tools.store import Store, StoreUnavailable, Writer
from host_tools.store.rows import EventRecord, HeldBack, Write
from host_tools.store.writer import GATHER_CALM_S, GATHER_S, gather_for


def test_whatever_is_queued_goes_into_one_transaction(store: Store) -> None:
    writer, log = writer_of(store)
    for seq in range(1, 501):
        writer.submit(event(seq))
    writer.start()
    log.wait(lambda: len(log.seqs()) == 500)
    assert log.seqs() == list(range(1, 501))
    assert len(log.batches) == 1
    assert writer.stop()
    assert store.last_seq("j1") == 500


def test_nothing_is_said_to_be_committed_before_it_is(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    writer, log = writer_of(store)
    commits: list[tuple[int, int]] = []

    def committed(records: Sequence[Write], held: Sequence[HeldBack]) -> None:
        commits.append(
            (max(record.seq for record in records if isinstance(record, EventRecord)), store.last_seq("j1"))
        )
        log.committed(records, held)

    writer = Writer(store, committed, log.trouble, log.rejected)
    writer.start()
    for seq in range(1, 51):
        writer.submit(event(seq))
    log.wait(lambda: len(log.seqs()) == 50)
    writer.stop()
    assert all(stored >= announced for announced, stored in commits)


def test_trouble_is_told_once_kept_through_and_told_to_be_over(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.store.writer.RETRY_S", 0.01)
    failing = threading.Event()
    failing.set()
    real = store.write

    def write(records: Sequence[Write]) -> list[HeldBack]:
        if failing.is_set():
            raise StoreUnavailable("disk_full", where="hall.sqlite3")
        return real(records)

    monkeypatch.setattr(store, "write", write)
    writer, log = writer_of(store)
    writer.start()
    writer.submit(event(1))
    log.wait(lambda: len(log.troubles) >= 3)
    writer.submit(event(2))
    assert log.seqs() == []
    failing.clear()
    log.wait(lambda: len(log.seqs()) == 2)
    assert log.troubles[-1] is None
    assert store.last_seq("j1") == 2
    assert writer.stop()


def test_a_record_that_no_database_takes_does_not_hold_up_the_others(store: Store) -> None:
    writer, log = writer_of(store)
    bad = [event(2, body="\ud800", journal="j2"), event(2**70, journal="j3")]
    for record in [event(1), *bad, event(2)]:
        writer.submit(record)
    writer.start()
    log.wait(lambda: len(log.seqs()) == 2)
    log.wait(lambda: len(log.rejects) == 2)
    assert [record for record, _ in log.rejects] == bad
    assert [row["seq"] for row in store.events()] == [1, 2]
    assert writer.stop()


def test_nothing_is_stored_behind_an_event_that_cannot_be(store: Store) -> None:
    """The next collector asks from the newest on: a gap would never be filled."""
    writer, log = writer_of(store)
    writer.start()
    for record in [event(1), event(2, body="\ud800"), event(3)]:
        writer.submit(record)
    log.wait(lambda: len(log.rejects) == 2)
    writer.submit(event(4))
    writer.submit(event(1, journal="j2"))
    log.wait(lambda: len(log.rejects) == 3)
    assert writer.stop()
    assert (store.last_seq("j1"), store.last_seq("j2")) == (1, 1)


def test_ending_during_trouble_says_that_not_all_is_stored(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(records: Sequence[Write]) -> list[HeldBack]:
        raise StoreUnavailable("locked", where="hall.sqlite3")

    monkeypatch.setattr(store, "write", write)
    writer, log = writer_of(store)
    writer.start()
    writer.submit(event(1))
    log.wait(lambda: bool(log.troubles))
    assert not writer.stop()
    assert log.seqs() == []


@pytest.mark.parametrize("first", [StoreUnavailable("locked", where="hall.sqlite3"), ValueError("odd")])
def test_who_ends_during_trouble_leaves_no_gap_when_it_passes_just_then(
    store: Store, monkeypatch: pytest.MonkeyPatch, first: Exception
) -> None:
    """What was not written is in no hurry: the table has it. What comes behind it must not be written."""
    writer, log = writer_of(store)
    real = store.write
    calls = 0

    def write(records: Sequence[Write]) -> list[HeldBack]:
        nonlocal calls
        calls += 1
        if calls == 1:
            writer.submit(event(3))
            raise first
        if calls == 2 and isinstance(first, ValueError):  # of the records one by one
            threading.Thread(target=writer.stop).start()
            writer._stopping.wait(60)
            raise StoreUnavailable("locked", where="hall.sqlite3")
        return real(records)

    monkeypatch.setattr(store, "write", write)
    writer.submit(event(1))
    writer.submit(event(2))
    writer.start()
    if isinstance(first, StoreUnavailable):
        log.wait(lambda: bool(log.troubles))
    else:
        assert writer._stopping.wait(60)
    assert not writer.stop(60)
    assert [row["seq"] for row in store.events()] in ([], [1, 2, 3])
    assert log.seqs() == [row["seq"] for row in store.events()]


def test_commits_are_further_apart_while_nobody_waits_for_an_acknowledgement() -> None:
    one_each = [event(7), event(3, journal="j2")]
    assert gather_for(one_each) == gather_for([]) == GATHER_CALM_S > GATHER_S
    assert gather_for([*one_each, event(4, journal="j2")]) == GATHER_S
