"""What carries the talks of an update: one table's cable, without a collector, or the database, for many."""

import json
import time
from collections import deque
from collections.abc import Callable, Mapping

import serial

from host_tools.collector.clocks import monotonic_ms
from host_tools.collector.incoming import Answered, Met, Refused
from host_tools.collector.outbox import BUSY_AGAIN_MS, signed
from host_tools.collector.outgoing import SERIAL_IN_FLIGHT
from host_tools.collector.reasons import CannotStart
from host_tools.collector.serial_line import explain, open_port
from host_tools.collector.session import HostSession, KeyFor
from host_tools.device.tools import DeviceError
from host_tools.laws import refusals
from host_tools.live_values import Event
from host_tools.store import Store
from host_tools.store.outbox import StoredAnswer

from .talk import Talk

#: The table may be restarting.
SILENCE_S = 60.0


class Cable:
    """`key_for` as `HostSession` asks it. To read: `table`, its number, when it has spoken."""

    def __init__(self, path: str, key_for: KeyFor, talk: Talk) -> None:
        self._path = path
        self._session = HostSession("update", key_for, SERIAL_IN_FLIGHT)
        self._talk = talk
        self._todo: deque[Event] = deque()
        self._number = 0
        self._not_before = 0
        self.table = 0

    def run(self, on_progress: Callable[[], None]) -> None:
        """Run the talk to its end. DeviceError: the port is missing, or no table answers."""
        try:
            port = open_port(self._path)
        except (OSError, ValueError, CannotStart) as error:
            raise DeviceError(str(explain(self._path, error))) from error
        try:
            self._run(port, on_progress)
        except (OSError, TypeError) as error:
            raise DeviceError(f"{self._path} was lost: {error}. Run the same command again.") from error
        finally:
            port.close()

    def _run(self, port: serial.Serial, on_progress: Callable[[], None]) -> None:
        heard = time.monotonic()
        while not self._talk.is_over:
            now = monotonic_ms()
            self._next(now)
            out = self._session.send(now)
            if out:
                port.write(out)
            data = port.read(1)
            data += port.read(port.in_waiting)
            for message in self._session.receive(data, monotonic_ms()):
                self._on(message)
                heard = time.monotonic()
                on_progress()
            if time.monotonic() - heard > SILENCE_S:
                raise DeviceError(f"No table that knows its key answers at {self._path}: is it on?")

    def _next(self, now: int) -> None:
        """Send the next command, or again one that was lost: after a restart the session is a new one."""
        if not self._session.up or self._session.busy or now < self._not_before:
            return
        if not self._todo:
            self._todo.extend(self._talk.events(now))
        if self._todo:
            self._number += 1
            peer = self._session.peer
            event = signed(self._todo[0], peer.key if peer is not None else b"")
            self._session.deliver(f"u{self._number}", json.dumps(event, separators=(",", ":")))

    def _on(self, message: object) -> None:
        if isinstance(message, Refused):
            raise DeviceError(str(message.trouble))
        if isinstance(message, Met):
            self.table = message.table
            self._session.accept(message, message.last_seq + 1, keeps=False)
        elif isinstance(message, Answered) and self._todo:
            why = refusals.of_answer(message.code, message.message, message.reason, message.facts)
            if not message.ok and message.code == "busy":
                self._not_before = monotonic_ms() + BUSY_AGAIN_MS
                self._talk.note(why)
                return
            self._todo.popleft()
            self._talk.answered(message.ok, message.code, why, monotonic_ms())


LOOK_S = 0.2
#: A command of an update that no table took in this time is not sent any more.
LIVE_MS = 60_000


def update(
    store: Store,
    talks: Mapping[int, Talk],
    at_once: int,
    on_progress: Callable[[], None],
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Run all talks (by table) to their ends, `at_once` of them at a time. StoreError: the database failed.

    In every case it removes its commands from the database at the end.
    """
    waiting = sorted(talks)
    active: list[int] = []
    under_way: dict[int, list[str]] = {table: [] for table in talks}
    try:
        while waiting or active:
            while waiting and len(active) < at_once:
                active.append(waiting.pop(0))
            _send(store, talks, active, under_way)
            sleep(LOOK_S)
            _receive(store, talks, active, under_way)
            active = [table for table in active if not talks[table].is_over]
            on_progress()
    finally:
        store.batches.withdraw([id_ for ids in under_way.values() for id_ in ids])


def _send(
    store: Store, talks: Mapping[int, Talk], active: list[int], under_way: dict[int, list[str]]
) -> None:
    now = time.monotonic_ns() // 1_000_000
    events = [(table, event) for table in active for event in talks[table].events(now)]
    for (table, _), id_ in zip(events, store.batches.queue(events, LIVE_MS), strict=True):
        under_way[table].append(id_)


def _receive(
    store: Store, talks: Mapping[int, Talk], active: list[int], under_way: dict[int, list[str]]
) -> None:
    """Give the talks the answers, in the order of the commands."""
    answers = store.batches.answers([id_ for table in active for id_ in under_way[table]])
    now = time.monotonic_ns() // 1_000_000
    settled: list[str] = []
    for table in active:
        ids = under_way[table]
        while ids:
            answer = answers.get(ids[0], StoredAnswer("refused", "withdrawn", None))
            why = refusals.of_answer(*answer[1:])
            if answer.state not in ("done", "refused"):
                talks[table].note(why)
                break
            settled.append(ids.pop(0))
            talks[table].answered(answer.state == "done", answer.code or "", why, now)
    store.batches.withdraw(settled)
