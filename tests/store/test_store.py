"""The database: each event once, conflicts kept, what cannot be used said in words, group commit that
recovers.
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from host_tools.store import Store, StoreError, StoreUnavailable, Writer, database
from host_tools.store.records import (
    AnswerRecord,
    CollectorRecord,
    Conflict,
    EventRecord,
    MatchRecord,
    TableRecord,
    Write,
)
from host_tools.store.store import now_ms


def event(seq: int, body: str = "", **fields: object) -> EventRecord:
    values: dict[str, object] = {
        "journal": "j1", "seq": seq, "table_no": 3, "match": "m1", "kind": "play",
        "body": body or f'{{"seq":{seq},"kind":"play"}}', "at_ms": 1000 + seq, **fields,
    }  # fmt: skip
    return EventRecord(**values)  # type: ignore[arg-type]


def match(first_seq: int = 1, **values: object) -> MatchRecord:
    return MatchRecord(
        "j1",
        first_seq,
        {
            "last_seq": 5, "match": "m1", "table_no": 3, "title": None, "stage": "group",
            "ruleset": "icf", "doubles": False, "names": '{"a":["Asha"],"b":[]}', "phase": "ready",
            "official": '{"points":[8,0]}', "winner": None, "confirmed": False, "agrees": True,
            "problem": None, "started_at": 1, "updated_at": 1,
            **values,
        },
    )  # fmt: skip


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'hall.sqlite3'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store.open(url)
    yield opened
    opened.close()


def test_events_are_kept_word_for_word_and_in_order(store: Store) -> None:
    body = '{"seq": 1,  "kind":"names","a":["Zo\\u00eb"]}'
    assert store.write([event(1, body), event(2)]) == []
    assert store.last_seq("j1") == 2
    assert [row["seq"] for row in store.events()] == [1, 2]
    assert store.events()[0]["event"]["a"] == ["Zoë"]
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("select body from events where seq = 1").scalar() == body


def test_the_same_event_again_changes_nothing_however_it_comes(store: Store) -> None:
    store.write([event(1), event(2), event(3)])
    assert store.write([event(2), event(3), event(4)]) == []
    assert store.write([event(4, repeated=True)]) == []
    # MicroPython gives the fields of one and the same event in any order.
    assert store.write([event(2, '{"kind": "play", "seq": 2}', repeated=True)]) == []
    assert [row["seq"] for row in store.events()] == [1, 2, 3, 4]
    assert store.conflicts() == []


def test_an_event_twice_in_one_transaction_is_kept_once(store: Store) -> None:
    assert store.write([event(1), event(1), event(2)]) == []
    assert [row["seq"] for row in store.events()] == [1, 2]


def test_journals_do_not_touch_each_other(store: Store) -> None:
    store.write([event(1), event(1, journal="j2"), event(2, journal="j2")])
    assert (store.last_seq("j1"), store.last_seq("j2"), store.last_seq("j3")) == (1, 2, 0)


@pytest.mark.parametrize("repeated", [True, False])
def test_another_event_under_the_same_number_is_a_conflict_and_both_are_kept(
    store: Store, repeated: bool
) -> None:
    store.write([event(1), event(2)])
    other = '{"seq":2,"kind":"confirm"}'
    expected = [Conflict("j1", 2, 3, '{"seq":2,"kind":"play"}', other)]
    assert store.write([event(2, other, repeated=repeated), event(3)]) == expected
    assert store.write([event(2, other, repeated=repeated)]) == expected
    assert [row["body"] for row in store.conflicts("j1")] == [other], "the same conflict is kept once"
    assert [row["event"]["kind"] for row in store.events()] == ["play", "play", "play"]


def test_pages_of_events_and_matches_do_not_overlap(store: Store) -> None:
    store.write([event(seq) for seq in range(1, 8)] + [event(1, journal="j2", table_no=4)])
    first = store.events(limit=5)
    assert [row["seq"] for row in first] == [1, 2, 3, 4, 5]
    assert [row["seq"] for row in store.events(after=first[-1]["id"])] == [6, 7, 1]
    assert [row["table"] for row in store.events(table=4)] == [4]
    store.write([match(1), match(9)])
    assert [row["first_seq"] for row in store.matches(limit=1)] == [1]
    assert [row["first_seq"] for row in store.matches(after=1)] == [9]
    assert store.matches(table=5) == []
    current = store.current_match("j1")
    assert current is not None
    assert current["first_seq"] == 9


def test_a_match_is_replaced_by_its_newer_fold_and_keeps_its_beginning(store: Store) -> None:
    store.write([match(phase="ready", started_at=10, updated_at=10)])
    store.write(
        [
            match(phase="board", started_at=20, updated_at=20),
            match(phase="over", started_at=30, updated_at=30),
        ]
    )
    (row,) = store.matches()
    assert (row["phase"], row["started_at"], row["updated_at"]) == ("over", 10, 30)
    assert row["names"] == {"a": ["Asha"], "b": []}
    assert row["official"] == {"points": [8, 0]}


def test_the_events_of_the_last_match_come_back(store: Store) -> None:
    kinds = ["boot", "match", "play", "match", "board", "hall"]
    store.write([event(seq, f'{{"seq":{seq}}}', kind=kind) for seq, kind in enumerate(kinds, 1)])
    assert store.match_bodies("j1") == ['{"seq":4}', '{"seq":5}', '{"seq":6}']
    assert store.match_bodies("j9") == []


def test_a_command_goes_from_pending_to_its_answer_and_stays_there(store: Store) -> None:
    command = store.queue_command(3, {"kind": "names", "a": ["Zoë"]})
    (row,) = store.open_commands()
    assert (row["id"], row["table"], row["state"]) == (command, 3, "pending")
    assert row["event"] == {"kind": "names", "a": ["Zoë"]}
    store.write([AnswerRecord(command, "sent", None, None, 5)])
    assert [row["state"] for row in store.open_commands()] == ["sent"]
    store.write([AnswerRecord(command, "refused", "not_now", "a match is on", 6)])
    store.write([AnswerRecord(command, "done", None, None, 7), AnswerRecord(command, "sent", None, None, 8)])
    assert store.open_commands() == []
    answered = store.command(command)
    assert answered is not None
    assert (answered["state"], answered["code"], answered["answered_at"]) == ("refused", "not_now", 6)
    assert store.command("nothing") is None


def test_the_event_of_a_command_settles_it_in_the_same_transaction(store: Store) -> None:
    command = store.queue_command(3, {"kind": "names"})
    store.write([event(1, command=command)])
    row = store.command(command)
    assert row is not None
    assert row["state"] == "done"


def test_tables_and_collectors_are_seen_by_other_processes(store: Store, url: str) -> None:
    life = {"pid": 1, "host": "laptop", "started_at": 1, "seen_at": now_ms()}
    values = {
        "name": "Table 3", "journal": "j1", "boot": 2, "firmware": "0.1", "keyed": True, "transport": "tcp",
        "port": "10.0.0.3:5", "link": "up", "heard_at": 5, "status": '{"seq":4}', "problem": None,
    }  # fmt: skip
    store.write([TableRecord(3, values), TableRecord(3, {**values, "boot": 3}), CollectorRecord("c1", life)])
    store.queue_command(3, {"kind": "names"})
    other = Store.open(url, create=False)
    (table,) = other.tables()
    assert (table["boot"], table["status"], table["pending"]) == (3, {"seq": 4}, 1)
    assert [row["id"] for row in other.collectors()] == ["c1"]
    store.write([CollectorRecord("c1", {**life, "seen_at": now_ms() - 60_000})])
    assert other.collectors() == []
    other.close()


def test_commits_are_durable_by_the_settings(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2


# What cannot be used


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("nonsense", "sqlite:///"),
        ("oracle://x", "sqlite:///"),
        ("sqlite://", "file"),
        ("sqlite:///:memory:", "file"),
        ("sqlite:////nowhere/at/all/hall.sqlite3", "folder"),
    ],
)
def test_an_address_that_cannot_be_used_is_said(address: str, words: str) -> None:
    with pytest.raises(StoreError, match=words):
        Store.open(address)


def test_a_file_that_is_no_database_is_said(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, " * 100)
    with pytest.raises(StoreError, match="no database"):
        Store.open(f"sqlite:///{path}")
    assert path.read_text().startswith("Dear")


def test_looking_does_not_create_a_database(tmp_path: Path) -> None:
    path = tmp_path / "none.sqlite3"
    with pytest.raises(StoreError, match="no database"):
        Store.open(f"sqlite:///{path}", create=False)
    assert not path.exists()
    sqlite3.connect(path).close()
    path.touch()
    with pytest.raises(StoreError, match="no tournament"):
        Store.open(f"sqlite:///{path}", create=False)


@pytest.mark.parametrize("create", [True, False])
def test_another_version_is_refused_not_guessed_at(url: str, create: bool) -> None:
    store = Store.open(url)
    with database.writing(store.engine) as connection:
        connection.exec_driver_sql("update meta set value = '99' where key = 'schema'")
    store.close()
    with pytest.raises(StoreError, match="99"):
        Store.open(url, create)


def test_a_database_that_may_only_be_read_is_said(store: Store, tmp_path: Path) -> None:
    """As root, permissions do not hold: the database itself is told to refuse."""
    from sqlalchemy import event as hooks

    def read_only(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA query_only=1")

    store.close()
    hooks.listen(store.engine, "connect", read_only)
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        store.write([event(1)])
    assert store.last_seq("j1") == 0


def test_a_locked_database_is_said(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_MS", 50)
    store.close()
    other = sqlite3.connect(tmp_path / "hall.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked"):
        store.write([event(1)])
    assert store.last_seq("j1") == 0, "reading goes on"
    other.execute("ROLLBACK")
    other.close()
    store.write([event(1)])
    assert store.last_seq("j1") == 1


def test_a_full_disk_is_said_and_what_was_stored_stays(store: Store) -> None:
    from sqlalchemy import event as hooks

    def small(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA max_page_count=40")

    store.write([event(1)])
    store.close()
    hooks.listen(store.engine, "connect", small)
    with pytest.raises(StoreUnavailable, match="make room"):
        store.write([event(seq, '{"x":"' + "x" * 4000 + '"}') for seq in range(2, 50)])
    assert [row["seq"] for row in store.events()] == [1]


def test_nothing_of_a_transaction_that_failed_is_there(store: Store) -> None:
    bad = MatchRecord("j1", 1, {"last_seq": object()})
    with pytest.raises(Exception, match=r".+"):
        store.write([event(1), bad])
    assert store.last_seq("j1") == 0


# The writer


class Log:
    """What a writer said, and a way to wait for it."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.batches: list[list[Write]] = []
        self.conflicts: list[Conflict] = []
        self.troubles: list[str | None] = []
        self.rejects: list[tuple[Write, str]] = []

    def committed(self, records: Sequence[Write], conflicts: Sequence[Conflict]) -> None:
        with self.changed:
            self.batches.append(list(records))
            self.conflicts += conflicts
            self.changed.notify_all()

    def trouble(self, message: str | None) -> None:
        with self.changed:
            self.troubles.append(message)
            self.changed.notify_all()

    def rejected(self, record: Write, message: str) -> None:
        with self.changed:
            self.rejects.append((record, message))
            self.changed.notify_all()

    def seqs(self) -> list[int]:
        return [record.seq for batch in self.batches for record in batch if isinstance(record, EventRecord)]

    def wait(self, condition: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(condition, timeout=20), (self.seqs(), self.troubles)


def writer_of(store: Store) -> tuple[Writer, Log]:
    log = Log()
    return Writer(store, log.committed, log.trouble, log.rejected), log


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
    said: list[tuple[int, int]] = []

    def committed(records: Sequence[Write], conflicts: Sequence[Conflict]) -> None:
        said.append(
            (max(record.seq for record in records if isinstance(record, EventRecord)), store.last_seq("j1"))
        )
        log.committed(records, conflicts)

    writer = Writer(store, committed, log.trouble, log.rejected)
    writer.start()
    for seq in range(1, 51):
        writer.submit(event(seq))
    log.wait(lambda: len(log.seqs()) == 50)
    writer.stop()
    assert all(stored >= announced for announced, stored in said)


def test_trouble_is_told_once_kept_through_and_told_to_be_over(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("host_tools.store.writer.RETRY_S", 0.01)
    failing = threading.Event()
    failing.set()
    real = store.write

    def write(records: Sequence[Write]) -> list[Conflict]:
        if failing.is_set():
            raise StoreUnavailable("The disk is full.")
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
    def write(records: Sequence[Write]) -> list[Conflict]:
        raise StoreUnavailable("locked")

    monkeypatch.setattr(store, "write", write)
    writer, log = writer_of(store)
    writer.start()
    writer.submit(event(1))
    log.wait(lambda: bool(log.troubles))
    assert not writer.stop()
    assert log.seqs() == []


def test_an_event_proves_that_its_command_was_done_even_when_it_had_expired(store: Store) -> None:
    command = store.queue_command(3, {"kind": "hall", "do": "start", "ms": 1000}, now_ms())
    store.write([AnswerRecord(command, "refused", "expired", "too late", 5)])
    store.write([event(1, command=command)])
    found = store.command(command)
    assert found is not None
    assert (found["state"], found["code"]) == ("done", None)
    store.write([AnswerRecord(command, "refused", "expired", "too late", 6)])
    found = store.command(command)
    assert found is not None
    assert found["state"] == "done"


def test_a_collector_that_is_behind_does_not_put_back_a_match(store: Store) -> None:
    store.write([match(last_seq=9, phase="over")])
    store.write([match(last_seq=5, phase="ready")])
    found = store.current_match("j1")
    assert found is not None
    assert (found["last_seq"], found["phase"]) == (9, "over")
    store.write([match(last_seq=9, phase="confirmed")])
    found = store.current_match("j1")
    assert found is not None
    assert found["phase"] == "confirmed"
