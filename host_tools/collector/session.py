"""The host's end of a connection, without I/O: bytes and time in, bytes and messages out (docs/protocol.md).

Everything that changes the session's state lives here. Time is the host's monotonic clock in ms.

    seeking --`hi` each second, `id` comes--> met --accept: `go`--> going --a frame of the new session--> up
    up --8 s without a valid frame, or `on`: the table knows no session--> seeking (up lasts until replaced,
    or silent)
"""

import os
from collections.abc import Callable, Sequence
from typing import Any

from boardside.link.auth import NO_MAC, TO_HOST, TO_TABLE, Signer, nonce
from boardside.link.frame import HOST_LINE_MAX, LineReader, dumps, fields, pack, unpack
from boardside.link.session import HEARTBEAT_MS, PROTOCOL, SILENCE_MS
from host_tools.collector.delivery import Delivery
from host_tools.collector.flight import Flight
from host_tools.collector.introducing import Candidate, introduction, key_of, wrong_key
from host_tools.collector.messages import Answered, EventIn, Message, Met, Refused, StatusIn, Up
from host_tools.collector.ticks import TickClock
from host_tools.collector.wire_values import clean, have_shape, is_a

HI_MS = 1000
#: The same gap is complained about not more often than this.
AGAIN_MS = 300
#: Stands for the session of a `hi`, which belongs to none.
_HI = ""

#: The keys under which a table number may speak, newest first; b"" stands for "without one".
KeyFor = Callable[[int], Sequence[bytes]]


class HostSession:
    """One connection's end at the host; it survives reboots of the table on the same line.

    collector: this host's id, 1-16 characters of A-Z a-z 0-9 - _ . ; key_for: the keys of a table number
    (`KeyFor`). in_flight: how many bytes may be under way unconfirmed (serial: 200), None: as many as there
    are.

    To read: `up`; `peer` (the `Met` of the table, once known); `heard_at` (ms of the last valid frame);
    `received` (the events up to here have come in this session); `ticks`; `damaged` (lines dropped by their
    checksum).
    """

    def __init__(
        self,
        collector: str,
        key_for: KeyFor,
        in_flight: int | None = None,
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._collector = collector
        self._key_for = key_for
        self._flight = Flight(in_flight)
        self._random = random
        self._reader = LineReader(HOST_LINE_MAX)
        self._asked = self._asked_before = 0  # how many `hi` were sent, and before the first with this nonce
        self._nonce = nonce(random)
        self._seeking = True
        self._hi_at: int | None = None
        self._candidate: Candidate | None = None
        self._signer: Signer | None = None
        self._session = "none"  # the table's nonce in it
        #: Host time (UTC ms) at a moment of the monotonic clock; None: this host tells no time.
        self.host_time: Callable[[int], int] | None = None
        self.peer: Met | None = None
        self.heard_at = 0
        self.damaged = 0
        self._begin(0)

    def _begin(self, received: int) -> None:
        """A new session: all numbers start again."""
        self._got = 0
        self._sent_n = 0
        self.received = received
        self._committed = received
        self._ack_due = False
        self._again_due = False
        self._again_at: int | None = None
        self._ping_at: int | None = None
        self._delivery: Delivery | None = None
        self.ticks = TickClock()

    # What the owner calls.

    @property
    def up(self) -> bool:
        """Whether the table has proven itself and was not silent for 8 seconds (as of the last `send`)."""
        return self._signer is not None

    @property
    def busy(self) -> bool:
        """Whether a command is on its way; it takes one at a time."""
        return self._delivery is not None

    def awaits(self, met: Met) -> bool:
        """Whether this table still waits to be accepted: no newer one has introduced itself."""
        return self._candidate is not None and self._candidate.met is met

    def accept(self, met: Met, from_seq: int, keeps: bool = True) -> None:
        """Take the table that was `Met`: all its events from `from_seq` on are wanted. With `keeps` false
        acknowledgements mean only that they were read: the table must not count on this host.
        """
        if self._candidate is not None and self._candidate.met is met:
            self._candidate.from_seq = from_seq
            self._candidate.keeps = keeps
            self._candidate.go_due = True

    def committed(self, seq: int) -> None:
        """Everything up to event `seq` is durable: acknowledge it. Smaller numbers than before are
        ignored.
        """
        if seq > self._committed:
            self._committed = seq
            self.received = max(self.received, seq)
            self._ack_due = True

    def deliver(self, command: str, text: str) -> None:
        """Send a command (the JSON text of an event); the answer comes as `Answered`. Only when `up` and not
        `busy`.
        """
        self._delivery = Delivery(command, text)

    def abandon(self, command: str) -> None:
        """Stop sending this command: its answer came another way."""
        if self._delivery is not None and self._delivery.command == command:
            self._delivery = None

    def believed(self) -> list[Met]:
        """Who has proven a key here: the table in the session, the one that is about to begin a new one."""
        found = [self.peer] if self._signer is not None and self.peer is not None else []
        return found + ([self._candidate.met] if self._candidate is not None else [])

    def refuse(self) -> None:
        """The table's key counts no more: back to seeking, whatever was agreed."""
        self._signer = None
        self._candidate = None
        self._delivery = None
        self._seeking = True
        self._hi_at = None
        self._ask_anew()

    def receive(self, data: bytes, now: int) -> list[Message]:
        """Take bytes from the wire, in pieces of any size. Never raises for what they contain."""
        messages: list[Message] = []
        for line in self._reader.feed(data):
            self._line(line, now, messages)
        return messages

    def send(self, now: int) -> bytes:
        """All that may be written now."""
        if self._signer is not None and now - self.heard_at >= SILENCE_MS:
            self._signer = None
            self._seeking = True
        self._flight.expire(now)
        out = bytearray()
        while True:
            frame = self._next(now)
            if frame is None:
                return bytes(out)
            out += frame

    def due_at(self, now: int) -> int:
        """When `send` must be called again if nothing happens before: at most a second from now."""
        times = [now + HI_MS]
        if self._seeking and self._hi_at is not None:
            times.append(self._hi_at + HI_MS)
        if (expires_at := self._flight.due_at()) is not None:
            times.append(expires_at)
        if self._delivery is not None and (again_at := self._delivery.due_at()) is not None:
            times.append(again_at)
        if self._signer is not None and self._ping_at is not None:
            times.append(self._ping_at + self._ping_gap_ms())
        return max(min(times), now + 1)

    # Incoming.

    def _line(self, line: bytes, now: int, messages: list[Message]) -> None:
        frame = unpack(line)
        if frame is None:
            if b"$[" in line:
                self.damaged += 1
                self._again_due = self._signer is not None
            return
        body, mac = frame
        if self._signer is not None and self._signer.fits(TO_HOST, body, mac):
            self._on_frame(body, now, messages)
            return
        candidate = self._candidate
        if (
            candidate is not None
            and candidate.from_seq is not None
            and candidate.signer.fits(TO_HOST, body, mac)
        ):
            values = fields(body)
            if values is not None and values[0] != "id":
                self._promote(candidate, messages)
                self._on_frame(body, now, messages)
                return
        values = fields(body)
        if values is None:
            return
        if values[0] == "id":
            self._on_id(values, body, mac, messages)
        elif values[0] == "on" and mac == NO_MAC:
            self._on_beacon(now)

    def _on_beacon(self, now: int) -> None:
        """The table says that it knows no session. It may have restarted; it may also be an old echo: ask."""
        self._seeking = True
        if self._hi_at is not None and now - self._hi_at >= AGAIN_MS:
            self._hi_at = None

    def _on_id(self, values: list[Any], body: bytes, mac: bytes, messages: list[Message]) -> None:
        told = introduction(values, self._nonce)
        if told is None:
            return
        if isinstance(told, Refused):
            messages.append(told)
            return
        if self._candidate is not None and self._candidate.table_nonce == told.table_nonce:
            self._candidate.go_due = self._candidate.from_seq is not None
            return
        keys = self._key_for(told.said.table)
        nonces = (self._nonce, told.table_nonce)
        found = key_of(body, mac, nonces, keys)
        if found is None:
            is_open = key_of(body, mac, nonces, (b"",)) is not None
            messages.append(Refused(told.said.table, wrong_key(told.said.table, any(keys), is_open)))
            return
        key, signer = found
        # Of several `hi` that may have been answered: the first, even if it is not waited for any more.
        self._flight.settle(_HI, self._asked_before + 1)
        self._candidate = Candidate(signer, told.table_nonce, told.met(key))
        messages.append(self._candidate.met)

    def _promote(self, candidate: Candidate, messages: list[Message]) -> None:
        assert candidate.from_seq is not None
        self._begin(candidate.from_seq - 1)
        self._sent_n = 1  # `go` was number 1
        self._signer = candidate.signer
        self._session = candidate.table_nonce
        self.peer = candidate.met
        self._candidate = None
        self._seeking = False
        self._ask_anew()
        messages.append(Up())

    def _ask_anew(self) -> None:
        """With a new nonce: what answers it answers none of the older `hi`."""
        self._asked_before = self._asked
        self._nonce = nonce(self._random)

    def _on_frame(self, body: bytes, now: int, messages: list[Message]) -> None:
        values = fields(body)
        if values is None or len(values) < 4 or not is_a(values[1], int) or not is_a(values[2], int):
            return
        if values[1] <= self._got:
            return
        self._got = values[1]
        self.heard_at = now
        self._flight.settle(self._session, values[2])
        # Half a surrogate pair is no text: no database and no page would take it.
        exact = body.isascii() and b"\\ud" not in body.lower()
        kind, rest = values[0], values[3:] if exact else clean(values[3:])
        if kind == "ev" and have_shape(rest, int, dict):
            self._on_event(rest[0], rest[1], body, exact and len(rest) == 2, messages)
        elif kind == "st" and have_shape(rest, int, dict):
            messages.append(StatusIn(rest[1], rest[0]))
        elif kind == "po" and have_shape(rest, int, int):
            self.ticks.observe(rest[0], now, rest[1])
        elif kind == "rx" and have_shape(rest, str, int) and self._delivery is not None:
            self._delivery.progress(rest[0], rest[1], now)
        elif kind in ("ok", "no") and have_shape(rest, str, str, str):
            self.abandon(rest[0])
            messages.append(Answered(rest[0], kind == "ok", rest[1], rest[2]))

    def _on_event(
        self, follows: int, event: dict[str, Any], body: bytes, exact: bool, messages: list[Message]
    ) -> None:
        seq: Any = event.get("seq")
        if not is_a(seq, int) or seq <= follows:
            return
        if seq <= self.received:  # it did not hear the acknowledgement
            self._ack_due = True
        elif follows > self.received:
            self._again_due = True
        else:
            self.received = seq
            text = body.decode("ascii").split(",", 4)[4][:-1] if exact else dumps(event)
            messages.append(EventIn(seq, event, text))

    # Outgoing.

    def _next(self, now: int) -> bytes | None:
        """The next frame by urgency; None when there is none, or no room for it."""
        if self._seeking and (self._hi_at is None or now - self._hi_at >= HI_MS):
            body = f'["hi",{PROTOCOL},"{self._collector}","{self._nonce}"]'.encode()
            frame = self._room(pack(body, NO_MAC), _HI, self._asked + 1, now)
            if frame is not None:
                self._asked += 1
                self._hi_at = now
            return frame
        if self._candidate is not None and self._candidate.go_due:
            body = f'["go",1,{self._candidate.from_seq},{int(self._candidate.keeps)}]'.encode()
            line = pack(body, self._candidate.signer.mac(TO_TABLE, body))
            frame = self._room(line, self._candidate.table_nonce, 1, now)
            if frame is not None:
                self._candidate.go_due = False
            return frame
        if self._signer is None:
            return None
        if self._again_due and (self._again_at is None or now - self._again_at >= AGAIN_MS):
            frame = self._numbered("re", str(self.received), now)
            if frame is not None:
                self._again_at = now
                self._again_due = False
            return frame
        if self._ack_due:
            frame = self._numbered("ack", str(self._committed), now)
            if frame is not None:
                self._ack_due = False
            return frame
        if self._ping_at is None or now - self._ping_at >= self._ping_gap_ms():
            frame = self._numbered("pi", str(now), now)
            if frame is not None:
                self._ping_at = now
            return frame
        if self.host_time is not None and (news := self.ticks.news()) is not None:
            frame = self._numbered("tm", f"{news[0]},{self.host_time(news[1])}", now)
            if frame is not None:
                self.ticks.told(now)
            return frame
        if self._delivery is not None and (part := self._delivery.next_part(now)) is not None:
            frame = self._numbered("cm", part, now)
            if frame is not None:
                self._delivery.sent(now)
            return frame
        return None

    def _ping_gap_ms(self) -> int:
        return HEARTBEAT_MS if self.host_time is None else self.ticks.ping_gap_ms(HEARTBEAT_MS)

    def _numbered(self, kind: str, rest: str, now: int) -> bytes | None:
        assert self._signer is not None
        body = f'["{kind}",{self._sent_n + 1},{rest}]'.encode()
        line = pack(body, self._signer.mac(TO_TABLE, body))
        frame = self._room(line, self._session, self._sent_n + 1, now)
        if frame is not None:
            self._sent_n += 1
        return frame

    def _room(self, frame: bytes, session: str, number: int, now: int) -> bytes | None:
        """The frame, counted as under way; None when the table's buffer might not take it yet."""
        if not self._flight.has_room(len(frame)):
            return None
        self._flight.sent(session, number, len(frame), now)
        return frame
