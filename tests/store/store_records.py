"""Records for the store's tests, and a writer that says what it did."""

import threading
from collections.abc import Callable, Sequence

from host_tools.reasons import Cause
from host_tools.store import Store, Writer
from host_tools.store.rows import EventRecord, HeldBack, MatchRecord, Write
from host_tools.store.writer import WhyRejected


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


class Log:
    """The reports of a writer, and a way to wait for it."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.batches: list[list[Write]] = []
        self.held: list[HeldBack] = []
        self.troubles: list[Cause | None] = []
        self.rejects: list[tuple[Write, WhyRejected]] = []

    def committed(self, records: Sequence[Write], held: Sequence[HeldBack]) -> None:
        with self.changed:
            self.batches.append(list(records))
            self.held += held
            self.changed.notify_all()

    def trouble(self, why: Cause | None) -> None:
        with self.changed:
            self.troubles.append(why)
            self.changed.notify_all()

    def rejected(self, record: Write, why: WhyRejected) -> None:
        with self.changed:
            self.rejects.append((record, why))
            self.changed.notify_all()

    def seqs(self) -> list[int]:
        return [record.seq for batch in self.batches for record in batch if isinstance(record, EventRecord)]

    def wait(self, condition: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(condition, timeout=60), (self.seqs(), self.troubles)


def writer_of(store: Store) -> tuple[Writer, Log]:
    log = Log()
    return Writer(store, log.committed, log.trouble, log.rejected), log
