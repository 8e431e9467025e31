"""The host's end of a connection, without I/O: bytes and time in, bytes and messages out
(docs/maintainer/protocol.md).

Read MOVES first: it lists the state after each happening. Time is the host's monotonic clock in ms.
"""

import os
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Any

from boardside.link.auth import NO_MAC, TO_HOST, TO_TABLE, nonce
from boardside.link.frame import HOST_LINE_MAX, dumps, pack, unpack
from boardside.link.session import HEARTBEAT_MS, PROTOCOL, SILENCE_MS
from host_tools.collector.authentication import Candidate, introduction, is_beacon, key_of, met, wrong_key
from host_tools.collector.clocks import TickClock
from host_tools.collector.incoming import (
    EventIn,
    FrameLines,
    Message,
    Met,
    Refused,
    StatusIn,
    Up,
    answer_in,
    clean_text,
    decoded,
    have_shape,
    is_a,
    is_count,
)
from host_tools.collector.outgoing import Agreed, Delivery, Flight, Ready
from host_tools.collector.reasons import Trouble
from host_tools.live_values import Event

HI_MS = 1000
#: The same gap is reported at most once in this time.
AGAIN_MS = 300
#: Stands for the session of a `hi`, which belongs to none.
_HI = ""

#: The keys under which a table number may speak, newest first; b"" means "without one".
KeyFor = Callable[[int], Sequence[bytes]]


class State(Enum):
    """The progress of the table on the line. A session is up or not (`Agreed`)."""

    SEEKING = "asks who is there, with `hi` each second"
    MET = "knows who it is; the owner has not accepted it yet. It goes on asking"
    GOING = "was accepted: `go` is sent for each `id`, and no frame of the new session came yet"
    SETTLED = "its session is up, and nothing is asked"


class Happened(Enum):
    """What moves this end from one state to another."""

    PROVEN = auto()  # an `id` in answer to the last `hi`, under a key of its table
    ACCEPTED = auto()  # the owner takes the table
    FIRST_FRAME = auto()  # a frame of the session that `go` offered: that session is up, an older one ends
    BEACON = auto()  # `on`: the table knows no session, or it is an old echo. The session that is up goes on
    SILENCE = auto()  # 8 seconds without a valid frame: the session ends
    REVOKED = auto()  # the table's key is no longer valid: the session ends, and a candidate too


#: A happening that is not listed here changes nothing.
MOVES: dict[State, dict[Happened, State]] = {
    State.SEEKING: {Happened.PROVEN: State.MET},
    State.MET: {
        Happened.PROVEN: State.MET,
        Happened.ACCEPTED: State.GOING,
        Happened.REVOKED: State.SEEKING,
    },
    State.GOING: {
        Happened.PROVEN: State.MET,
        Happened.ACCEPTED: State.GOING,
        Happened.FIRST_FRAME: State.SETTLED,
        Happened.REVOKED: State.SEEKING,
    },
    State.SETTLED: {
        Happened.BEACON: State.SEEKING,
        Happened.SILENCE: State.SEEKING,
        Happened.REVOKED: State.SEEKING,
    },
}
_ENDS_SESSION = (Happened.SILENCE, Happened.REVOKED)


class HostSession:
    """One connection's end at the host; it survives reboots of the table on the same line.

    collector: this host's id, 1-16 characters of A-Z a-z 0-9 - _ . ; key_for: the keys of a table number
    (`KeyFor`). in_flight: how many bytes may be under way unconfirmed (serial: 200), None: as many as there
    are.

    To read: `up`; `peer` (the `Met` of the table, once known); `heard_at` (ms of the last valid frame);
    `received` (the events up to here have come in the newest session); `ticks`; `damaged` (lines dropped by
    their checksum); `unreadable` (frames under the table's key that make no sense, dropped).
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
        self._reader = FrameLines(HOST_LINE_MAX)
        self._asked = self._asked_before = 0  # how many `hi` were sent, and before the first with this nonce
        self._nonce = nonce(random)
        self._hi_at: int | None = None
        self._state = State.SEEKING
        self._candidate: Candidate | None = None
        self._agreed: Agreed | None = None
        #: Host time (UTC ms) at a moment of the monotonic clock; None: this host sends no time.
        self.host_time: Callable[[int], int] | None = None
        self.peer: Met | None = None
        self.heard_at = 0
        self.damaged = self.unreadable = 0
        self.received = 0
        self.ticks = TickClock()

    # What the owner calls.

    @property
    def up(self) -> bool:
        """Whether the table has proven itself and was not silent for 8 seconds (as of the last `send`)."""
        return self._agreed is not None

    @property
    def busy(self) -> bool:
        """Whether a command is on its way; it takes one at a time."""
        return self._agreed is not None and self._agreed.delivery is not None

    def awaits(self, met: Met) -> bool:
        """Whether this table still waits to be accepted: no newer one has introduced itself."""
        return self._candidate is not None and self._candidate.met is met

    def accept(self, met: Met, from_seq: int, keeps: bool = True) -> None:
        """Take the table that was `Met`: request all its events from `from_seq` on. With `keeps` false
        acknowledgements mean only that they were read: the table must not rely on this host.
        """
        if self._candidate is not None and self._candidate.met is met:
            self._candidate.from_seq = from_seq
            self._candidate.keeps = keeps
            self._candidate.go_due = True
            self._move(Happened.ACCEPTED)

    def committed(self, seq: int) -> None:
        """Everything up to event `seq` is durable: acknowledge it. Smaller numbers than before are
        ignored.
        """
        if self._agreed is not None and seq > self._agreed.committed:
            self._agreed.committed = seq
            self._agreed.ack_due = True
            self.received = max(self.received, seq)

    def deliver(self, command: str, text: str) -> None:
        """Send a command (the JSON text of an event); the answer comes as `Answered`. Only when `up` and not
        `busy`: without a session nothing is sent.
        """
        if self._agreed is not None:
            self._agreed.delivery = Delivery(command, text)

    def abandon(self, command: str) -> None:
        """Stop sending this command: its answer came another way."""
        agreed = self._agreed
        if agreed is not None and agreed.delivery is not None and agreed.delivery.command == command:
            agreed.delivery = None

    def believed(self) -> list[Met]:
        """The tables that have proven a key here: the one in the session, and the one that may begin a new
        one.
        """
        return [end.met for end in (self._agreed, self._candidate) if end is not None]

    def refuse(self) -> None:
        """Go back to seeking and end any session: the table's key is no longer valid."""
        self._move(Happened.REVOKED)
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
        if self._agreed is not None and now - self.heard_at >= SILENCE_MS:
            self._move(Happened.SILENCE)
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
        if self._state is not State.SETTLED and self._hi_at is not None:
            times.append(self._hi_at + HI_MS)
        if (expires_at := self._flight.due_at()) is not None:
            times.append(expires_at)
        agreed = self._agreed
        delivery = None if agreed is None else agreed.delivery
        if delivery is not None and (again_at := delivery.due_at()) is not None:
            times.append(again_at)
        if agreed is not None and agreed.ping_at is not None:
            times.append(agreed.ping_at + self._ping_gap_ms())
        return max(min(times), now + 1)

    def _move(self, happened: Happened) -> None:
        """Take the state that follows, and drop what does not belong to it."""
        self._state = MOVES[self._state].get(happened, self._state)
        if self._state in (State.SEEKING, State.SETTLED):
            self._candidate = None
        if happened in _ENDS_SESSION:
            self._agreed = None

    # Incoming.

    def _line(self, line: bytes, now: int, messages: list[Message]) -> None:
        frame = unpack(line)
        agreed, candidate = self._agreed, self._candidate
        if frame is None:
            self.damaged += 1
            if agreed is not None:
                agreed.again_due = True
            return
        body, mac = frame
        if agreed is not None and agreed.signer.fits(TO_HOST, body, mac):
            self._on_frame(body, agreed, now, messages)
            return
        if self._state is State.GOING and candidate is not None and candidate.signer.fits(TO_HOST, body, mac):
            values = decoded(body)
            if values is not None and values[0] != "id":
                self._on_frame(body, self._begin(candidate, messages), now, messages)
                return
        # Anyone may have sent this: it is examined only as far as necessary (`authentication`).
        if mac != NO_MAC:
            self._on_id(body, mac, messages)
        elif is_beacon(body):
            self._on_beacon(now)

    def _on_beacon(self, now: int) -> None:
        """Ask the table, which reports no session: it may have restarted, or this is an old echo."""
        self._move(Happened.BEACON)
        if self._hi_at is not None and now - self._hi_at >= AGAIN_MS:
            self._hi_at = None

    def _on_id(self, body: bytes, mac: bytes, messages: list[Message]) -> None:
        introduced = None if self._state is State.SETTLED else introduction(body, self._nonce)
        if introduced is None:
            return
        if isinstance(introduced, Refused):
            messages.append(introduced)
            return
        if self._candidate is not None and self._candidate.table_nonce == introduced.table_nonce:
            self._candidate.go_due = self._state is State.GOING
            return
        keys = self._key_for(introduced.table)
        nonces = (self._nonce, introduced.table_nonce)
        proven = key_of(body, mac, nonces, keys)
        if proven is None:
            is_open = key_of(body, mac, nonces, (b"",)) is not None
            messages.append(Refused(introduced.table, wrong_key(introduced.table, any(keys), is_open)))
            return
        key, signer = proven
        table = met(body, key)
        if table is None:
            self._unreadable(introduced.table, messages)
            return
        # Of several `hi` that may have been answered: the first, even if it is not waited for any more.
        self._flight.settle(_HI, self._asked_before + 1)
        self._move(Happened.PROVEN)
        self._candidate = Candidate(signer, introduced.table_nonce, table)
        messages.append(table)

    def _begin(self, candidate: Candidate, messages: list[Message]) -> Agreed:
        """The table has begun the session that `go` offered: all numbers start again."""
        self._move(Happened.FIRST_FRAME)
        self.received = candidate.from_seq - 1
        self._agreed = agreed = Agreed(candidate, self.received)
        self.ticks = agreed.ticks
        self.peer = candidate.met
        self._ask_anew()
        messages.append(Up())
        return agreed

    def _ask_anew(self) -> None:
        """Ask with a new nonce: an answer to it answers none of the older `hi`."""
        self._asked_before = self._asked
        self._nonce = nonce(self._random)

    def _on_frame(self, body: bytes, agreed: Agreed, now: int, messages: list[Message]) -> None:
        values = decoded(body)
        if values is None:
            self._unreadable(agreed.met.table, messages)
            return
        if len(values) < 4 or not is_a(values[1], int) or not is_a(values[2], int):
            return
        if values[1] <= agreed.got:
            return
        agreed.got = values[1]
        self.heard_at = now
        self._flight.settle(agreed.nonce, values[2])
        # Half a surrogate pair is no text: no database and no page would take it.
        exact = body.isascii() and b"\\ud" not in body.lower()
        kind, rest = values[0], values[3:] if exact else clean_text(values[3:])
        if kind == "ev" and have_shape(rest, int, dict):
            self._on_event(rest[0], rest[1], agreed, body if exact and len(rest) == 2 else None, messages)
        elif kind == "st" and have_shape(rest, int, dict):
            messages.append(StatusIn(rest[1], rest[0]))
        elif kind == "po" and have_shape(rest, int, int):
            agreed.ticks.observe(rest[0], now, rest[1])
        elif kind == "rx" and have_shape(rest, str, int) and agreed.delivery is not None:
            agreed.delivery.progress(rest[0], rest[1], now)
        elif kind in ("ok", "no") and have_shape(rest, str, str, str):
            self.abandon(rest[0])
            messages.append(answer_in(kind == "ok", rest))

    def _unreadable(self, table: int, messages: list[Message]) -> None:
        """Report a frame under the key of this table that no table sends (`incoming.decoded`)."""
        self.unreadable += 1
        messages.append(Refused(table, Trouble("unreadable", {"table": table})))

    def _on_event(
        self, follows: int, event: Event, agreed: Agreed, body: bytes | None, messages: list[Message]
    ) -> None:
        """`body`: the frame, where the event's text can be taken from it as it is."""
        seq: Any = event.get("seq")
        if not is_count(seq) or seq <= follows:
            return
        if seq <= self.received:  # the table has missed the acknowledgement
            agreed.ack_due = True
        elif follows > self.received:
            agreed.again_due = True
        else:
            self.received = seq
            text = dumps(event) if body is None else body.decode("ascii").split(",", 4)[4][:-1]
            messages.append(EventIn(seq, event, text))

    # Outgoing.

    def _next(self, now: int) -> bytes | None:
        """The next frame by urgency; None when there is none, or no room for it."""
        ready = self._question(now) or self._go()
        if ready is None and self._agreed is not None:
            ready = self._within_session(self._agreed, now)
        if ready is None or not self._flight.has_room(len(ready.line)):
            return None
        self._flight.sent(ready.session, ready.number, len(ready.line), now)
        ready.then()
        return ready.line

    def _question(self, now: int) -> Ready | None:
        """`hi`, each second until a session is settled."""
        if self._state is State.SETTLED or (self._hi_at is not None and now - self._hi_at < HI_MS):
            return None

        def asked() -> None:
            self._asked += 1
            self._hi_at = now

        body = f'["hi",{PROTOCOL},"{self._collector}","{self._nonce}"]'.encode()
        return Ready(pack(body, NO_MAC), _HI, self._asked + 1, asked)

    def _go(self) -> Ready | None:
        """`go`, once for each `id` of a table that was accepted."""
        candidate = self._candidate
        if candidate is None or not candidate.go_due:
            return None

        def gone() -> None:
            candidate.go_due = False

        body = f'["go",1,{candidate.from_seq},{int(candidate.keeps)}]'.encode()
        return Ready(pack(body, candidate.signer.mac(TO_TABLE, body)), candidate.table_nonce, 1, gone)

    def _within_session(self, agreed: Agreed, now: int) -> Ready | None:
        """The session's next frame: replies that the table waits for, then signs of life, time, commands."""
        if agreed.again_due and (agreed.again_at is None or now - agreed.again_at >= AGAIN_MS):
            return agreed.numbered("re", str(self.received), lambda: agreed.complained(now))
        if agreed.ack_due:
            return agreed.numbered("ack", str(agreed.committed), agreed.acknowledged)
        if agreed.ping_at is None or now - agreed.ping_at >= self._ping_gap_ms():
            return agreed.numbered("pi", str(now), lambda: agreed.pinged(now))
        ticks, delivery = agreed.ticks, agreed.delivery
        if self.host_time is not None and (news := ticks.news()) is not None:
            return agreed.numbered("tm", f"{news[0]},{self.host_time(news[1])}", lambda: ticks.sent(now))
        if delivery is not None and (part := delivery.next_part(now)) is not None:
            return agreed.numbered("cm", part, lambda: delivery.sent(now))
        return None

    def _ping_gap_ms(self) -> int:
        return HEARTBEAT_MS if self.host_time is None else self.ticks.ping_gap_ms(HEARTBEAT_MS)
