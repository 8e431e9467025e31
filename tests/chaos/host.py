"""The real collector in virtual time; a timer replaces the thread of its writer."""

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from functools import partial
from typing import Any

from sqlalchemy import event

from host_tools.collector import collector as collectors
from host_tools.collector.collector import Collector
from host_tools.collector.hub import Hub
from host_tools.collector.live import Connection
from host_tools.store import Store, StoreUnavailable, Writer
from host_tools.store.database import file_of
from host_tools.store.rows import HeldBack, Write
from tests.chaos.ledger import require
from tests.chaos.virtual import VirtualLoop, patched


class Trouble:
    """The present faults of the disk and the database; all collectors share them. Locked and full are
    SQLite's own.
    """

    def __init__(self, path: str, dice: random.Random) -> None:
        self.path = path
        self.dice = dice
        self.is_full = False
        self.doubtful = 0.0  # how often a commit succeeds and is reported as failed
        self._lock: sqlite3.Connection | None = None

    def lock(self) -> None:
        if self._lock is None:
            self._lock = sqlite3.connect(self.path, isolation_level=None, timeout=0)
            try:
                self._lock.execute("begin immediate")
            except sqlite3.OperationalError:
                self.release()

    def release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def end(self) -> None:
        self.release()
        self.is_full = False
        self.doubtful = 0.0


class ShakyStore(Store):
    """The store on that disk."""

    trouble: Trouble

    @classmethod
    def on(cls, trouble: Trouble) -> "ShakyStore":
        store = cls.open(f"sqlite:///{trouble.path}")
        assert isinstance(store, ShakyStore)
        store.trouble = trouble

        @event.listens_for(store.engine, "checkout")
        def hurry(connection: Any, *_rest: Any) -> None:
            connection.execute("pragma busy_timeout=0")
            connection.execute("pragma synchronous=off")  # the machine itself does not fail here
            pages = connection.execute("pragma page_count").fetchone()[0]
            connection.execute(f"pragma max_page_count={pages if trouble.is_full else 1 << 30}")

        return store

    def write(self, records: Sequence[Write]) -> list[HeldBack]:
        held = super().write(records)
        if self.trouble.dice.random() < self.trouble.doubtful:
            raise StoreUnavailable("gone_away", where="postgresql://hall")
        return held


class TimedWriter(Writer):
    """Writes what has queued up after some time, and again later when the database would not."""

    loop: VirtualLoop
    dice: random.Random
    _pending: list[Write]
    is_dead: bool
    _is_due: bool

    @classmethod
    def made(cls, loop: VirtualLoop, dice: random.Random, *given: Any) -> "TimedWriter":
        """In place of `Writer(*given)`."""
        writer = cls(*given)
        writer.loop, writer.dice = loop, dice
        writer._pending = []
        writer.is_dead = False
        writer._is_due = True  # nothing is written before `start`
        return writer

    def start(self) -> None:
        self._is_due = False
        if self._pending:
            self._soon(2)

    def submit(self, record: Write) -> None:
        self._pending.append(record)
        self._soon(self.dice.choice((2, 5, 20, 100)))

    def _write(self, batch: list[Write]) -> bool:
        """The real one waits until the database takes them: here the clock would stand still meanwhile."""
        if not self.attempt(batch):
            self._pending = batch + self._pending
            self._soon(500)
        return True

    def _soon(self, milliseconds: int) -> None:
        if not self._is_due:
            self._is_due = True
            self.loop.call_later(milliseconds / 1000, self._turn)

    def _turn(self) -> None:
        self._is_due = False
        if self.is_dead:
            return
        batch, self._pending = self._pending, []
        if batch and not self.attempt(batch):
            self._pending = batch + self._pending
            self._soon(500)


class InOrder(dict[Any, None]):
    """A set that is walked in the order of entry: by addresses no run would repeat another."""

    def add(self, item: Any) -> None:
        self[item] = None

    def discard(self, item: Any) -> None:
        self.pop(item, None)


class Host:
    """One collector's process. `wires`: the connections there are now."""

    def __init__(
        self, name: str, loop: VirtualLoop, seed: str, trouble: Trouble, keys: dict[int, bytes]
    ) -> None:
        self.name, self.loop, self.trouble, self.keys = name, loop, trouble, keys
        self.dice = random.Random(f"{seed}/host/{name}")
        self.collector: Collector | None = None
        self.lives = 0
        self.connections: set[Connection] = set()
        self._ends: list[Any] = []

    @property
    def is_on(self) -> bool:
        return self.collector is not None

    @property
    def has_lost_file(self) -> bool:
        """Whether its database's file, or the log of it, does not stand where it should."""
        file = file_of(self.store.engine) if self.is_on else None
        return file is not None and file.missing() is not None

    @property
    def wants_anew(self) -> bool:
        """Whether the program would now end its collector and begin again with what stands there."""
        return self.is_on and self.store.recovery.is_other

    def start(self) -> bool:
        """Starts as `boardside collect` does. False when the database refuses: then the program would end."""
        self.lives += 1
        try:
            self.store = ShakyStore.on(self.trouble)
        except StoreUnavailable:
            return False
        for part in (self.store.links, self.store.owners, self.store.stops):
            part._clock = self.loop.wall_ms
        writers = partial(TimedWriter.made, self.loop, self.dice)
        with patched((collectors, "Writer", writers), (collectors, "set", InOrder)):
            collector = Collector(
                self.store, Hub(), self.keys, takes_open=True, name=f"{self.name}{self.lives}"
            )
        writer = collector._writer
        assert isinstance(writer, TimedWriter)
        before = asyncio.all_tasks(self.loop)
        try:
            self.loop.call_soon(lambda: None)
            starting = collector.start()
            _run_now(starting)
        except StoreUnavailable:
            self.store.close()
            return False
        self.writer, self._before = writer, before
        self.collector = collector
        return True

    def open(self, transport: str, port: str, write: Any, limit: int | None, end: Any) -> Connection | None:
        """A line to this process, `end()` when it ends; None when it does not run. A cable is kept."""
        if self.collector is None:
            return None
        drop = end if transport == "tcp" else None
        connection = Connection(self.collector, transport, port, write, limit, drop)
        self._ends.append(end)
        self.connections.add(connection)
        self.collector.opened(connection)
        return connection

    def crash(self) -> None:
        """Ends the process at once: what was committed is in the database, the rest is lost."""
        if self.collector is None:
            return
        collector, self.collector = self.collector, None
        self.writer.is_dead = True
        for task in collector._tasks:
            task.cancel()
        collector._publisher.end()
        self.connections.clear()
        for end in self._ends:
            end()
        self._ends.clear()
        self.store.close()

    def require_well(self) -> None:
        """Checks the collector's journals: nothing is committed that was not received."""
        if self.collector is None:
            return
        for journal in self.collector.journals.values():
            require(journal.committed <= journal.received, f"{journal.id}: committed before it was received")


def _run_now(work: Any) -> Any:
    """Run a coroutine that waits for nothing but what is done at once."""
    try:
        work.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("it waits")
