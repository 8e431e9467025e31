"""Group commit: one thread writes all queued records in one transaction, and reports when they are
durable.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias

from host_tools.reasons import Cause
from host_tools.store.reasons import StoreDamaged, StoreError, StoreUnavailable
from host_tools.store.rows import EventRecord, HeldBack, Write
from host_tools.store.store import Store

BATCH_MOST = 2000
#: The least time between the beginnings of two transactions. The records that arrive meanwhile are written
#: together, and the event loop has the interpreter to itself. The longer time applies while no table has two
#: events in one transaction: then all tables play, and none waits for an acknowledgement to continue.
GATHER_S, GATHER_CALM_S = 0.005, 0.02
RETRY_S = 0.5
RETRY_MOST_S = 5.0
#: An attempt that takes longer than this hangs: the longest wait for a lock or a server is a tenth of it.
HUNG_S = 120.0

Committed = Callable[[Sequence[Write], Sequence[HeldBack]], None]
Trouble = Callable[[Cause | None], None]
#: Why a record cannot be written: the database's reason, or the text of another error; None: an event before
#: it was not written.
WhyRejected: TypeAlias = Cause | str | None
Rejected = Callable[[Write, WhyRejected], None]


class Writer:
    """Writes records to `store` in the order in which they were submitted.

    All callbacks run on the writer's thread.

    `committed(records, held)` is called after each durable transaction. Nothing may be acknowledged before
    that, and events of a journal in `held` may not be acknowledged at all. `trouble(cause)` is called when
    the database cannot be written. The writer keeps the records, tries again until it succeeds, and then
    calls `trouble(None)`. `rejected(record, why)` is called for a record that can never be written, and
    with None instead of the database's reason for the later events of the same journal: an acknowledgement
    covers all events before it, so there must be no gap. All other records are still written.
    """

    def __init__(self, store: Store, committed: Committed, trouble: Trouble, rejected: Rejected) -> None:
        self._store = store
        self._committed = committed
        self._trouble = trouble
        self._rejected = rejected
        self._queue: queue.SimpleQueue[Write | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._in_trouble = False
        self._blocked: set[str] = set()
        self._writing_since: float | None = None
        self._thread = threading.Thread(target=self._run, name="store writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def submit(self, record: Write) -> None:
        """Queue a record; returns at once."""
        self._queue.put(record)

    def prove(self, record: Write) -> None:
        """Queue this record as a test, after other code could not use the database. The writer then repairs
        what it can, and reports `trouble(None)` when the database can be written.
        """
        if not self._in_trouble:
            self._in_trouble = True
            self._queue.put(record)

    @property
    def waiting(self) -> int:
        """The number of queued records."""
        return self._queue.qsize()

    @property
    def stuck_s(self) -> float:
        """How long the present attempt has waited for the database, in seconds; 0 without an attempt."""
        since = self._writing_since
        return 0.0 if since is None else time.monotonic() - since

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs and does not hang. A thread in trouble is alive: it tries again."""
        return self._thread.is_alive() and self.stuck_s < HUNG_S

    def stop(self, timeout_s: float = 10.0) -> bool:
        """Write the queued records and end the thread. False when that did not succeed in time (the database
        is in trouble). Records that were not written are not acknowledged, so the tables still have them.
        """
        self._stopping.set()
        self._queue.put(None)
        if self._thread.ident is not None:  # it was started
            self._thread.join(timeout_s)
        return not self._thread.is_alive() and self._is_kept() and not self._in_trouble

    def _is_kept(self) -> bool:
        """Whether all acknowledged records are under the database's name. If they are not, what is open is
        saved.
        """
        try:
            try:
                self._store.require_kept()
            except StoreError:
                self._store.recovery.look(is_last=True)
                self._store.require_kept()
        except StoreError as error:
            self._trouble(error.cause)
            return False
        return True

    def _run(self) -> None:
        ended = False
        begun, gather_s = 0.0, GATHER_S
        while not ended:
            batch: list[Write] = []
            record = self._queue.get()
            if record is not None:
                self._stopping.wait(max(0.0, begun + gather_s - time.monotonic()))
            begun = time.monotonic()
            while True:
                if record is None:
                    ended = True
                else:
                    batch.append(record)
                if ended or len(batch) >= BATCH_MOST:
                    break
                try:
                    record = self._queue.get_nowait()
                except queue.Empty:
                    break
            if batch:
                if not self._write(batch):
                    return  # later records in the queue must not be written before this batch
                gather_s = gather_for(batch)

    def _reject(self, record: Write, why: WhyRejected) -> None:
        if isinstance(record, EventRecord):
            self._blocked.add(record.journal)
        self._rejected(record, why)

    def _is_blocked(self, record: Write) -> bool:
        """Whether an earlier event of the record's journal was rejected: this one would leave a gap."""
        return isinstance(record, EventRecord) and record.journal in self._blocked

    def _write(self, batch: list[Write]) -> bool:
        """Try until the batch is written. False when the thread must end before that."""
        delay = RETRY_S
        while not self.attempt(batch):
            if self._stopping.wait(delay):
                return False
            delay = min(2 * delay, RETRY_MOST_S)
        return True

    def attempt(self, batch: list[Write]) -> bool:
        """Try once to write the batch in one transaction. False when the database cannot be written now: then
        nothing counts as written, and the whole batch must be tried again before any later record.
        """
        possible = self._without_blocked(batch)
        if not possible:
            return True
        try:
            self._writing_since = time.monotonic()
            if self._in_trouble:
                self._store.recovery.look()
            held = self._store.write(possible)
        except (StoreUnavailable, StoreDamaged) as error:
            self._in_trouble = True
            self._trouble(error.cause)
            return False
        except Exception as error:  # an error caused by one record must not end the thread
            if len(possible) == 1:
                self._reject(possible[0], error.cause if isinstance(error, StoreError) else str(error))
            else:
                return all(self._write([record]) for record in possible)
            return True
        finally:
            self._writing_since = None
        if self._in_trouble:
            self._in_trouble = False
            self._trouble(None)
        self._committed(possible, held)
        return True

    def _without_blocked(self, batch: list[Write]) -> list[Write]:
        if not self._blocked:
            return batch
        for record in filter(self._is_blocked, batch):
            self._rejected(record, None)
        return [record for record in batch if not self._is_blocked(record)]


def gather_for(batch: Sequence[Write]) -> float:
    """The least time from the beginning of this transaction to that of the next one, in seconds."""
    journals = [record.journal for record in batch if isinstance(record, EventRecord)]
    return GATHER_S if len(set(journals)) < len(journals) else GATHER_CALM_S
