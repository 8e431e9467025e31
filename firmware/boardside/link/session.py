"""The table's end of a connection, without I/O: bytes and time in, bytes out (docs/protocol.md).

Everything that changes a session's state lives here and in `events.EventStream` and `commands.Parts`. A shell
(`serial_port`, `tcp`) moves the bytes; a test or a faulty line can stand in its place.

    no session --hi--> answered with `id`, a new session is pending --go, authenticated--> up
    up --hi--> still up, another one pending --go--> the new one is up, the old one is gone
    up --8 s without a valid frame--> no session
"""

from .auth import NO_MAC, TO_HOST, TO_TABLE, Signer, nonce, session_signer
from .commands import ID_MAX, PARTS_MAX, Parts
from .events import EventStream
from .frame import TABLE_LINE_MAX, LineReader, dumps, fields, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .commands import Commands
    from .kinds import Answer, Diff, Journal, Random, Status

PROTOCOL = 1
HEARTBEAT_MS = 2000
_WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
_TICKS = 1 << 30
_TIME_MOST = 1 << 53
#: Four silent heartbeats end a session.
SILENCE_MS = 4 * HEARTBEAT_MS
#: Not more than ten status frames a second: on a 115200 baud line each takes about 30 ms.
STATUS_GAP_MS = 100


class Identity:
    """Who this table is: `table` its number, `name`, `journal` its journal's id, `boot` the number of this
    power-on, `firmware` its version.
    """

    def __init__(self, table: int, name: str, journal: str, boot: int, firmware: str) -> None:
        self.table = table
        self.name = name
        self.journal = journal
        self.boot = boot
        self.firmware = firmware


class TableSession:
    """One connection's end at the table; serial keeps one for ever, TCP makes one for each connection.

    identity: an `Identity`.
    journal: has `first_seq` and `last_seq` (numbers of its oldest and newest event; `last_seq` 0: empty) and
    `read(from_seq)`,
        an iterator over its events from that number on (dicts with `seq`), as `EventStream` needs it.
    status: `status(now)` gives the table's status for the `st` frame (a dict).
    commands: the table's one `Commands`, shared by all its sessions.
    key: the table's key as bytes, empty for an open table. random: `os.urandom`. diff: `time.ticks_diff`.

    on_time: when set, called with (ticks, host_ms, now) when the host says what its time (UTC ms) was at
        these ticks of the table.

    To read: `up`; `acked` (the host has committed everything up to there; 0 when not up); `host` (the
    collector's id); `bad`, `refused`: how many frames were dropped because they were damaged, or because they
    did not authenticate.
    """

    def __init__(
        self,
        identity: Identity,
        journal: "Journal",
        status: "Status",
        commands: "Commands",
        key: bytes,
        random: "Random",
        diff: "Diff",
    ) -> None:
        self._identity = identity
        self._journal = journal
        self._status = status
        self._commands = commands
        self._key = key
        self._random = random
        self._diff = diff
        self._reader = LineReader(TABLE_LINE_MAX)
        self._events = EventStream(journal.read, diff)
        self._parts = Parts()
        self._out = b""
        self._out_at = 0
        # (host's nonce, table's nonce, signer, host): answered by `id`, not yet proven by `go`
        self._pending: tuple[str, str, Signer, str] | None = None
        self._announce = False
        self._beacon_at: int | None = None
        self._signer: Signer | None = None
        self._status_at: int | None = None
        self._ping: int | None = None
        self._answer: Answer | None = None
        self.on_time: "Callable[[int, int, int], object] | None" = None
        self.host = ""
        self.bad = self.refused = self._got = 0
        self._end()

    # What the application calls.

    @property
    def up(self) -> bool:
        """Whether the host has proven itself in this session and was heard within the last 8 seconds."""
        return self._signer is not None

    @property
    def keeper(self) -> str:
        """The host to which the link is up and which keeps what it gets; "" when there is none."""
        return self.host if self._signer is not None and self._keeps else ""

    @property
    def acked(self) -> int:
        """The host has everything up to this event for good (0: not known)."""
        return self._events.acked if self._signer is not None and self._keeps else 0

    @property
    def too_long(self) -> int:
        """How many lines were dropped because they were longer than TABLE_LINE_MAX."""
        return self._reader.too_long

    def silent_ms(self, now: int) -> "int | None":
        """Milliseconds since the last valid frame of the host; None when the link is not up."""
        return self._diff(now, self._heard_at) if self._signer is not None else None

    def event_stored(self, event: dict) -> None:
        """`event` (a dict with its `seq`) is on flash now and may be told. The status has changed with it."""
        self._events.stored(event)
        self.changed()

    def changed(self) -> None:
        """The table's status has changed: tell it soon (never more often than every 100 ms)."""
        self._changed = True
        self._event_first = True

    def receive(self, data: "bytes | bytearray", now: int) -> None:
        """Take bytes from the wire (bytes, in pieces of any size). Never raises for what they contain."""
        for line in self._reader.feed(data):
            self._line(line, now)

    def send(self, now: int, max_bytes: int = 128) -> bytes:
        """The next bytes to write, at most `max_bytes`; b"" when there is nothing to say. Call it at least
        every 100 ms.
        """
        if self._out_at >= len(self._out):
            self._out = self._next(now)
            self._out_at = 0
            if not self._out:
                return b""
        start = self._out_at
        self._out_at = start + max_bytes
        return self._out[start : start + max_bytes]

    def close(self) -> None:
        """The connection is gone: whatever was under way in it is forgotten."""
        self._end()
        self._pending = None
        self._announce = False
        self._out = b""

    # Incoming.

    def _line(self, line: bytes, now: int) -> None:
        frame = unpack(line)
        if frame is None:
            if b"$[" in line:
                self.bad += 1
            return
        body, mac = frame
        if mac == NO_MAC:
            values = fields(body)
            if values is not None and values[0] == "hi":
                self._on_hi(values)
            return
        if self._signer is not None and self._signer.fits(TO_TABLE, body, mac):
            values = fields(body)
            if values is not None and _are(values, 1, int) and values[1] > self._got:
                self._got = values[1]
                self._heard_at = now
                self._on_frame(values, now)
            return
        if self._pending is not None and self._pending[2].fits(TO_TABLE, body, mac):
            values = fields(body)
            if values is not None and values[0] == "go" and _are(values, 3, int):
                self._on_go(values, self._pending[2], self._pending[3], now)
            return
        self.refused += 1

    def _on_hi(self, values: list) -> None:
        """["hi", version, collector, host_nonce]: answer, but keep the present session until the new one is
        proven.
        """
        if len(values) < 4 or not _is_word(values[2]) or not _is_word(values[3]):
            return
        if self._pending is None or self._pending[0] != values[3]:
            table_nonce = nonce(self._random)
            signer = session_signer(self._key, values[3], table_nonce)
            self._pending = (values[3], table_nonce, signer, values[2])
        self._announce = True

    def _on_go(self, values: list, signer: Signer, host: str, now: int) -> None:
        """["go", n, from_seq, keeps]: the host has proven that it knows the key; it wants all events from
        `from_seq` on.
        """
        journal = self._journal
        from_seq = values[2]
        if not 1 <= from_seq <= journal.last_seq + 1:
            return
        self._end()
        self._signer = signer
        self._pending = None
        self._announce = False  # a `hi` that was repeated just before has had its answer
        self.host = host
        self._got = values[1]
        self._heard_at = now
        self._keeps = values[3] == 1
        self._events.start(from_seq, journal.last_seq, now)
        self._changed = True

    def _on_frame(self, values: list, now: int) -> None:
        kind = values[0]
        if kind == "ack" and _are(values, 2, int):
            self._events.ack(values[2], now)
        elif kind == "re" and _are(values, 2, int):
            self._events.again(values[2])
        elif kind == "cm":
            self._on_command(values, now)
        elif kind == "pi" and _are(values, 2, int):
            self._ping = values[2]
        elif kind == "tm" and _are(values, 3, int):
            self._on_time(values[2], values[3], now)

    def _on_time(self, ticks: int, host_ms: int, now: int) -> None:
        """["tm", n, ticks, host_ms]; ticks are only what a counter of this table can have shown."""
        could_be = ticks >= 0 and (ticks < _TICKS or ticks <= now)
        if self.on_time is not None and could_be and 0 <= host_ms <= _TIME_MOST:
            self.on_time(ticks, host_ms, now)

    def _on_command(self, values: list, now: int) -> None:
        """["cm", n, command_id, part, parts, text]"""
        if len(values) < 6 or not _is_word(values[2]) or not isinstance(values[5], str):
            return
        command_id, part, parts = values[2], values[3], values[4]
        if not isinstance(part, int) or not isinstance(parts, int) or not 1 <= part <= parts <= PARTS_MAX:
            return
        self._answer = self._commands.answer(command_id)
        if self._answer is not None:
            return
        text = self._parts.add(command_id, part, parts, values[5])
        if text is None:
            self._answer = (command_id, False, "too_long", "the command is too long for a table")
        elif text:
            self._answer = self._commands.run(command_id, text, now)
        else:
            self._progress = True

    def _end(self) -> None:
        """Back to no session: nothing of the old one may reach the next."""
        self._signer = None
        self._got = 0
        self._sent_n = 0
        self._heard_at = 0
        self._keeps = False
        self._changed = False
        self._event_first = False
        self._status_at = None
        self._ping = None
        self._answer = None
        self._progress = False
        self._parts.clear()

    # Outgoing.

    def _next(self, now: int) -> bytes:
        """The next whole frame to send, by urgency; b"" when there is none."""
        if self._announce:
            self._beacon_at = now
            return self._id()
        if self._signer is None:
            return self._beacon(now)
        if self._diff(now, self._heard_at) >= SILENCE_MS:
            self._end()
            return self._beacon(now)
        if self._ping is not None:
            ping, self._ping = self._ping, None
            return self._numbered("po", "%d,%d" % (ping, now))
        if self._answer is not None:
            return self._answered(self._answer)
        if self._progress:
            self._progress = False
            return self._numbered("rx", '"%s",%d' % (self._parts.id, self._parts.have))
        self._events.tick(now)
        ready = self._events.ready()
        if self._status_due(now) and not (ready and self._event_first):
            self._changed = False
            self._status_at = now
            return self._numbered("st", "%d,%s" % (now, dumps(self._status(now))))
        if ready:
            taken = self._events.take(now)
            if taken is not None:
                self._event_first = False
                return self._numbered("ev", "%d,%s" % (taken[0], dumps(taken[1])))
        return b""

    def _status_due(self, now: int) -> bool:
        if self._status_at is None:
            return True
        age = self._diff(now, self._status_at)
        return age >= HEARTBEAT_MS or (self._changed and age >= STATUS_GAP_MS)

    def _answered(self, answer: "Answer") -> bytes:
        command_id, ok, code, message = answer
        self._answer = None
        rest = '"%s",%s,%s' % (command_id, dumps(code), dumps(message))
        return self._numbered("ok" if ok else "no", rest)

    def _numbered(self, kind: str, rest: str) -> bytes:
        """A frame of the session: its own number and the highest number got from the host go in front."""
        self._sent_n += 1
        body = ('["%s",%d,%d,%s]' % (kind, self._sent_n, self._got, rest)).encode()
        assert self._signer is not None
        return pack(body, self._signer.mac(TO_HOST, body))

    def _id(self) -> bytes:
        self._announce = False
        assert self._pending is not None
        host_nonce, table_nonce, signer, _ = self._pending
        me, journal = self._identity, self._journal
        body = dumps(
            ["id", PROTOCOL, me.table, me.name, me.journal, me.boot, journal.first_seq, journal.last_seq]
            + [me.firmware, table_nonce, host_nonce]
        ).encode()
        return pack(body, signer.mac(TO_HOST, body))

    def _beacon(self, now: int) -> bytes:
        """["on", version, table]: nobody is listening, or nobody has said so yet."""
        if self._beacon_at is not None and self._diff(now, self._beacon_at) < HEARTBEAT_MS:
            return b""
        self._beacon_at = now
        return pack(b'["on",%d,%d]' % (PROTOCOL, self._identity.table), NO_MAC)


def _is_word(value: object) -> bool:
    """A short string of plain characters: it is repeated into frames as it is."""
    if not isinstance(value, str) or not 0 < len(value) <= ID_MAX:
        return False
    return all(character in _WORD for character in value)


def _are(values: list, count: int, kind: type) -> bool:
    """Whether the `count` values after the first are there and all of this kind (a bool is not an int)."""
    if len(values) <= count:
        return False
    for index in range(1, count + 1):
        if not isinstance(values[index], kind) or isinstance(values[index], bool):
            return False
    return True
