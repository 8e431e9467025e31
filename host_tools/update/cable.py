"""One table updated over its cable, without a collector: a session that only looks, and its commands."""

import json
import time
from collections import deque
from collections.abc import Callable

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
