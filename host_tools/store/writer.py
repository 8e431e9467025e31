"""Group commit: one thread writes whatever has queued up in one transaction, and says so when it is
durable.
"""

import queue
import threading
import time
from collections.abc import Callable, Sequence

from host_tools.store.database import StoreUnavailable
from host_tools.store.records import Conflict, EventRecord, Write
from host_tools.store.store import Store

BATCH_MOST = 2000
#: One transaction begins so long after the last one at the earliest: what came meanwhile goes with it, and
#: the event loop has the interpreter to itself. The longer of the two while no table has two events in one
#: transaction (D281): then all of them play, and none waits for an acknowledgement before it goes on.
GATHER_S, GATHER_CALM_S = 0.005, 0.02
RETRY_S = 0.5
RETRY_MOST_S = 5.0

Committed = Callable[[Sequence[Write], Sequence[Conflict]], None]
Trouble = Callable[[str | None], None]
Rejected = Callable[[Write, str], None]


class Writer:
    """Writes records to `store` in the order in which they were submitted.

    All callbacks run on the writer's thread. `committed(records, conflicts)` after each durable transaction;
    nothing may be acknowledged before. `trouble(message)` when the database cannot be written: the records
    are kept and tried again until it can be, then `trouble(None)`. `rejected(record,
    message)` for a record that can never be written, and for the later events of the same journal: an
    acknowledgement covers all events before it, so there must be no gap. The others go on.
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
        """Begin to write."""
        self._thread.start()

    def submit(self, record: Write) -> None:
        """Queue a record; returns at once."""
        self._queue.put(record)

    @property
    def waiting(self) -> int:
        """How many records are queued."""
        return self._queue.qsize()

    @property
    def stuck_s(self) -> float:
        """For how long the database has not answered the present attempt; 0 when there is none."""
        since = self._writing_since
        return 0.0 if since is None else time.monotonic() - since

    def stop(self, timeout_s: float = 10.0) -> bool:
        """Write what is queued and end the thread. False when that did not succeed in time (the database is
        in trouble): what was left is not acknowledged, so the tables still have it.
        """
        self._stopping.set()
        self._queue.put(None)
        if self._thread.ident is not None:  # it was started
            self._thread.join(timeout_s)
        return not self._thread.is_alive() and not self._in_trouble

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
                    return  # what is behind it in the queue must not come before it
                gather_s = gather_for(batch)

    def _reject(self, record: Write, why: str) -> None:
        if isinstance(record, EventRecord):
            self._blocked.add(record.journal)
        self._rejected(record, why)

    def _is_blocked(self, record: Write) -> bool:
        """An earlier event of its journal could not be stored: storing this one would leave a gap."""
        return isinstance(record, EventRecord) and record.journal in self._blocked

    def _write(self, batch: list[Write]) -> bool:
        """Until it is written; False when the thread is to end before that."""
        delay = RETRY_S
        while not self.attempt(batch):
            if self._stopping.wait(delay):
                return False
            delay = min(2 * delay, RETRY_MOST_S)
        return True

    def attempt(self, batch: list[Write]) -> bool:
        """Try once to write the batch in one transaction. False when the database cannot be written now: then
        nothing counts as written, and the whole batch must be tried again before anything behind it.
        """
        possible = self._without_blocked(batch)
        if not possible:
            return True
        try:
            self._writing_since = time.monotonic()
            conflicts = self._store.write(possible)
        except StoreUnavailable as error:
            self._in_trouble = True
            self._trouble(str(error))
            return False
        except Exception as error:  # whatever a record provokes must not end the thread
            if len(possible) == 1:
                self._reject(possible[0], str(error))
            else:
                return all(self._write([record]) for record in possible)
            return True
        finally:
            self._writing_since = None
        if self._in_trouble:
            self._in_trouble = False
            self._trouble(None)
        self._committed(possible, conflicts)
        return True

    def _without_blocked(self, batch: list[Write]) -> list[Write]:
        if not self._blocked:
            return batch
        for record in filter(self._is_blocked, batch):
            self._rejected(record, "An event before it could not be stored.")
        return [record for record in batch if not self._is_blocked(record)]


def gather_for(batch: Sequence[Write]) -> float:
    """How long after the begin of this transaction the next one may begin, in seconds."""
    journals = [record.journal for record in batch if isinstance(record, EventRecord)]
    return GATHER_S if len(set(journals)) < len(journals) else GATHER_CALM_S
