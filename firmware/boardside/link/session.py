"""The table's end of a connection, without I/O: bytes and time in, bytes out (docs/maintainer/protocol.md).

Read MOVES and SAYS first: MOVES gives the state that follows each event, SAYS the frames that the table sends
in each state. A shell (`serial_port`, `tcp`) moves the bytes; a test or a faulty line can take its place.
"""

from .auth import NO_MAC, TO_HOST, TO_TABLE, Signer, nonce, session_signer
from .commands import COMMAND_MAX, ID_MAX, PARTS_MAX, Parts, refused
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
#: The longest `hi` that is read: anybody may send one. Version 1 has 47 bytes.
HI_MOST = 128
#: A question with another nonce costs a new key: at most this many are made in a second.
HI_NEW_MOST = 8
HI_NEW_MS = 1000
_TICKS = 1 << 30
_TIME_MOST = 1 << 53
#: Four silent heartbeats end a session.
SILENCE_MS = 4 * HEARTBEAT_MS
#: The longest facts of a refusal, in characters of JSON; with longer ones only the reason is sent.
FACTS_MAX = 512
#: At most ten status frames a second: on a 115200 baud line each takes about 30 ms.
STATUS_GAP_MS = 100


# The states. A question is a host's `hi`: the table answers it with `id` and waits for that host's `go`.
IDLE = "idle"
ASKED = "asked"
UP = "up"
UP_ASKED = "up, asked"
# What moves the table from one to another.
HI = "hi"
GO = "go"
SILENCE = "silence"
CLOSED = "closed"
#: Other events change nothing: a `go` without a question, silence without a session.
MOVES = {
    IDLE: {HI: ASKED},
    ASKED: {HI: ASKED, GO: UP, CLOSED: IDLE},
    UP: {HI: UP_ASKED, SILENCE: IDLE, CLOSED: IDLE},
    UP_ASKED: {HI: UP_ASKED, GO: UP, SILENCE: ASKED, CLOSED: IDLE},
}


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


class Question:
    """A host's `hi`: its nonce and its name, the table's nonce, and the signer of the session that both make.
    `is_answered`: `id` has been sent since the host asked last. It exists in the states ASKED and UP_ASKED.
    """

    def __init__(self, host_nonce: str, host: str, table_nonce: str, signer: Signer) -> None:
        self.host_nonce = host_nonce
        self.host = host
        self.table_nonce = table_nonce
        self.signer = signer
        self.is_answered = False


class Agreed:
    """The data of one session. It exists in the states UP and UP_ASKED, so that nothing passes from one
    session to the next.

    signer: of its frames. keeps: the host stores what it acknowledges. got: the highest frame number from
    the host; sent: from the table. heard_at: when the last valid frame came (ms).
    """

    def __init__(self, signer: Signer, keeps: bool, got: int, now: int) -> None:
        self.signer = signer
        self.keeps = keeps
        self.got = got
        self.sent = 0
        self.heard_at = now
        self.parts = Parts()
        # What waits to be sent.
        self.ping: int | None = None
        self.answer: Answer | None = None
        self.progress = False
        self.changed = True
        self.event_first = False
        self.status_at: int | None = None
        self.status: dict | None = None  # made by `prepare`, for the next `st`
        self.status_now = now


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
    collector's id); `bad`, `refused`: the numbers of frames dropped because they were damaged, or because
    authentication failed.
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
        self._out = b""
        self._out_at = 0
        self._state = IDLE
        self._question: Question | None = None
        self._agreed: Agreed | None = None
        self._asked_at: int | None = None
        self._asked = 0
        self._beacon_at: int | None = None
        self._beacon_line = pack(b'["on",%d,%d]' % (PROTOCOL, identity.table), NO_MAC)
        self.on_time: "Callable[[int, int, int], object] | None" = None
        self.host = ""
        self.bad = self.refused = 0

    # What the application calls.

    @property
    def up(self) -> bool:
        """Whether the host has proven itself in this session and was heard within the last 8 seconds."""
        return self._agreed is not None

    @property
    def keeper(self) -> str:
        """The host to which the link is up and which stores the events it gets; "" when there is none."""
        return self.host if self._agreed is not None and self._agreed.keeps else ""

    @property
    def acked(self) -> int:
        """The host has stored everything up to this event (0: not known)."""
        return self._events.acked if self._agreed is not None and self._agreed.keeps else 0

    @property
    def too_long(self) -> int:
        """How many lines were dropped because they were longer than TABLE_LINE_MAX."""
        return self._reader.too_long

    def widen(self, window_most: int) -> None:
        """Let so many events be unacknowledged (8 or more): where the line holds what is not read yet."""
        self._events.window_most = window_most

    def silent_ms(self, now: int) -> "int | None":
        """Milliseconds since the last valid frame of the host; None when the link is not up."""
        return self._diff(now, self._agreed.heard_at) if self._agreed is not None else None

    def event_stored(self, event: dict) -> None:
        """`event` (a dict with its `seq`) is on flash now and may be sent. The status has changed with it."""
        self._events.stored(event)
        self.changed()

    def changed(self) -> None:
        """The table's status has changed: send it soon (at most every 100 ms)."""
        if self._agreed is not None:
            self._agreed.changed = True
            self._agreed.event_first = True
            self._agreed.status = None

    def receive(self, data: "bytes | bytearray", now: int) -> None:
        """Take bytes from the wire (bytes, in pieces of any size). Never raises for what they contain."""
        for line in self._reader.feed(data):
            self._line(line, now)

    def prepare(self, now: int) -> bool:
        """Do some of the work for the next frame, if it has two steps' worth; whether it did. A shell may let
        other tasks go first between this and `send`; `send` alone does all.
        """
        agreed = self._agreed
        if agreed is None or agreed.status is not None or self._out_at < len(self._out):
            return False
        if not self._status_due(agreed, now) or (agreed.event_first and self._events.ready()):
            return False
        agreed.status = self._status(now)
        agreed.status_now = now
        return True

    def send(self, now: int, max_bytes: int = 128) -> bytes:
        """The next bytes to write, at most `max_bytes`; b"" when there are none. Call it at least
        every 100 ms.
        """
        if self._out_at >= len(self._out):
            self._out = self._next(now)
            self._out_at = 0
            if not self._out:
                return b""
        start = self._out_at
        self._out_at = start + max_bytes
        if not start and len(self._out) <= max_bytes:
            return self._out
        return self._out[start : start + max_bytes]

    def close(self) -> None:
        """The connection is gone: drop its session and everything half sent or half received."""
        self._move(CLOSED)
        self._out = b""

    def _move(self, event: str) -> None:
        """Go to the state that follows `event`, and drop what does not belong to it."""
        self._state = state = MOVES[self._state].get(event, self._state)
        if state in (IDLE, UP):
            self._question = None
        if state in (IDLE, ASKED):
            self._agreed = None

    # Incoming.

    def _line(self, line: bytes, now: int) -> None:
        frame = unpack(line)
        if frame is None:
            if b"$[" in line:
                self.bad += 1
            return
        body, mac = frame
        if mac == NO_MAC:
            values = fields(body) if len(body) <= HI_MOST else None
            if values is not None and values[0] == "hi":
                self._on_hi(values, now)
            return
        agreed, question = self._agreed, self._question
        if agreed is not None and agreed.signer.fits(TO_TABLE, body, mac):
            values = fields(body)
            if values is not None and _are(values, 1, int) and values[1] > agreed.got:
                agreed.got = values[1]
                agreed.heard_at = now
                self._on_frame(values, agreed, now)
            return
        if question is not None and question.signer.fits(TO_TABLE, body, mac):
            values = fields(body)
            if values is not None and values[0] == "go" and _are(values, 3, int):
                self._on_go(values, question, now)
            return
        self.refused += 1

    def _on_hi(self, values: list, now: int) -> None:
        """["hi", version, collector, host_nonce]: answer, but keep the present session until the new one is
        proven.
        """
        if len(values) < 4 or not _is_word(values[2]) or not _is_word(values[3]):
            return
        if self._question is None or self._question.host_nonce != values[3]:
            if self._asked_at is None or not 0 <= self._diff(now, self._asked_at) < HI_NEW_MS:
                self._asked_at = now
                self._asked = 0
            if self._asked >= HI_NEW_MOST:
                return  # a genuine host asks again in a second
            self._asked += 1
            table_nonce = nonce(self._random)
            signer = session_signer(self._key, values[3], table_nonce)
            self._move(HI)
            self._question = Question(values[3], values[2], table_nonce, signer)
        self._question.is_answered = False

    def _on_go(self, values: list, question: Question, now: int) -> None:
        """["go", n, from_seq, keeps]: the host has proven that it knows the key; it wants all events from
        `from_seq` on.
        """
        journal = self._journal
        from_seq = values[2]
        if not 1 <= from_seq <= journal.last_seq + 1:
            return
        self._move(GO)
        self._agreed = Agreed(question.signer, values[3] == 1, values[1], now)
        self.host = question.host
        self._events.start(from_seq, journal.last_seq, now)

    def _on_frame(self, values: list, agreed: Agreed, now: int) -> None:
        kind = values[0]
        if kind == "ack" and _are(values, 2, int):
            self._events.ack(values[2], now)
        elif kind == "re" and _are(values, 2, int):
            self._events.again(values[2])
        elif kind == "cm":
            self._on_command(values, agreed, now)
        elif kind == "pi" and _are(values, 2, int):
            agreed.ping = values[2]
        elif kind == "tm" and _are(values, 3, int):
            self._on_time(values[2], values[3], now)

    def _on_time(self, ticks: int, host_ms: int, now: int) -> None:
        """["tm", n, ticks, host_ms]; ticks that this table's counter cannot have shown are ignored."""
        could_be = ticks >= 0 and (ticks < _TICKS or ticks <= now)
        if self.on_time is not None and could_be and 0 <= host_ms <= _TIME_MOST:
            self.on_time(ticks, host_ms, now)

    def _on_command(self, values: list, agreed: Agreed, now: int) -> None:
        """["cm", n, command_id, part, parts, text]"""
        if len(values) < 6 or not _is_word(values[2]) or not isinstance(values[5], str):
            return
        command_id, part, parts = values[2], values[3], values[4]
        if not isinstance(part, int) or not isinstance(parts, int) or not 1 <= part <= parts <= PARTS_MAX:
            return
        agreed.answer = self._commands.answer(command_id)
        if agreed.answer is not None:
            return
        text = agreed.parts.add(command_id, part, parts, values[5])
        if text is None:
            agreed.answer = (command_id,) + refused("too_long", "command_too_long", most=COMMAND_MAX)
        elif text:
            agreed.answer = self._commands.run(command_id, text, now)
        else:
            agreed.progress = True

    # Outgoing.

    def _next(self, now: int) -> bytes:
        """The next whole frame to send, by urgency; b"" when there is none."""
        if self._agreed is not None and self._diff(now, self._agreed.heard_at) >= SILENCE_MS:
            self._move(SILENCE)
        for say in SAYS[self._state]:
            frame = say(self, now)
            if frame:
                return frame
        return b""

    def _introduction(self, now: int) -> bytes:
        """`id`, once for each `hi`."""
        question = self._question
        if question is None or question.is_answered:
            return b""
        question.is_answered = True
        self._beacon_at = now
        me, journal = self._identity, self._journal
        body = dumps(
            ["id", PROTOCOL, me.table, me.name, me.journal, me.boot, journal.first_seq, journal.last_seq]
            + [me.firmware, question.table_nonce, question.host_nonce]
        ).encode()
        return pack(body, question.signer.mac(TO_HOST, body))

    def _beacon(self, now: int) -> bytes:
        """["on", version, table]: sent while no session is up."""
        if self._beacon_at is not None and self._diff(now, self._beacon_at) < HEARTBEAT_MS:
            return b""
        self._beacon_at = now
        return self._beacon_line

    def _within_session(self, now: int) -> bytes:
        """The next frame of a session: short answers first, then the status or an event, as either is due."""
        agreed = self._agreed
        if agreed is None:
            return b""
        if agreed.ping is not None:
            ping, agreed.ping = agreed.ping, None
            return _numbered(agreed, "po", "%d,%d" % (ping, now))
        if agreed.answer is not None:
            answer, agreed.answer = agreed.answer, None
            return _numbered(agreed, "ok" if answer[1] else "no", _answer_fields(answer))
        if agreed.progress:
            agreed.progress = False
            return _numbered(agreed, "rx", '"%s",%d' % (agreed.parts.id, agreed.parts.have))
        return self._news(agreed, now)

    def _news(self, agreed: Agreed, now: int) -> bytes:
        """The status when it is due, else the next event; a press shows its event before its status."""
        self._events.tick(now)
        ready = self._events.ready()
        if self._status_due(agreed, now) and not (ready and agreed.event_first):
            agreed.changed = False
            agreed.status_at = now
            status, agreed.status = agreed.status, None
            if status is None:
                status = self._status(now)
            else:
                now = agreed.status_now
            return _numbered(agreed, "st", "%d,%s" % (now, dumps(status)))
        taken = self._events.take(now) if ready else None
        if taken is None:
            return b""
        agreed.event_first = False
        return _numbered(agreed, "ev", "%d,%s" % (taken[0], dumps(taken[1])))

    def _status_due(self, agreed: Agreed, now: int) -> bool:
        if agreed.status_at is None:
            return True
        age = self._diff(now, agreed.status_at)
        return age >= HEARTBEAT_MS or (agreed.changed and age >= STATUS_GAP_MS)


def _answer_fields(answer: "Answer") -> str:
    """The fields of `ok` and `no`: command, code, message; when the rules refused, reason and facts."""
    text = '"%s",%s,%s' % (answer[0], dumps(answer[2]), dumps(answer[3]))
    if len(answer) > 4:
        facts = dumps(answer[5])
        text += ",%s,%s" % (dumps(answer[4]), facts if len(facts) <= FACTS_MAX else "{}")
    return text


#: The frames that the table sends in each state, the most urgent first.
SAYS = {
    IDLE: (TableSession._beacon,),
    ASKED: (TableSession._introduction, TableSession._beacon),
    UP: (TableSession._within_session,),
    UP_ASKED: (TableSession._introduction, TableSession._within_session),
}


def _numbered(agreed: Agreed, kind: str, rest: str) -> bytes:
    """A frame of the session: it begins with its number and the highest number received from the host."""
    agreed.sent += 1
    body = ('["%s",%d,%d,%s]' % (kind, agreed.sent, agreed.got, rest)).encode()
    return pack(body, agreed.signer.mac(TO_HOST, body))


def _is_word(value: object) -> bool:
    """Whether it is a short string of plain characters: such a string goes into frames unescaped."""
    if not isinstance(value, str) or not 0 < len(value) <= ID_MAX:
        return False
    return all(character in _WORD for character in value)


def _are(values: list, count: int, kind: type) -> bool:
    """Whether the `count` values after the first exist and are of this type (a bool is not an int)."""
    if len(values) <= count:
        return False
    for index in range(1, count + 1):
        if not isinstance(values[index], kind) or isinstance(values[index], bool):
            return False
    return True
