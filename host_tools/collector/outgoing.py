"""What goes to a table, whose input buffer may be small: the bytes under way, commands in parts, and the
frames of the session that is up.
"""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from boardside.link.auth import TO_TABLE
from boardside.link.commands import COMMAND_MAX, PARTS_MAX
from boardside.link.frame import TABLE_LINE_MAX, dumps, pack
from host_tools.collector.authentication import Candidate
from host_tools.collector.clocks import TickClock

#: A serial table's input ring holds 259 bytes and drops the rest silently.
SERIAL_IN_FLIGHT = 200
#: Bytes that the table has not confirmed count as under way for this long.
FLIGHT_MS = 1000


class Flight:
    """The frames under way. `limit`: the most bytes; None: any number, and nothing is counted.

    A frame is identified by its session (any string) and its number in it.
    """

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._frames: deque[tuple[str, int, int, int]] = deque()  # (session, number, bytes, sent at)

    @property
    def under_way(self) -> int:
        """How many bytes are under way."""
        return sum(frame[2] for frame in self._frames)

    def has_room(self, length: int) -> bool:
        """Whether a frame of this many bytes may be sent now; always when none is under way."""
        return self._limit is None or not self._frames or self.under_way + length <= self._limit

    def sent(self, session: str, number: int, length: int, now: int) -> None:
        """A frame was sent."""
        if self._limit is not None:
            self._frames.append((session, number, length, now))

    def settle(self, session: str, number: int) -> None:
        """The table has read this frame, and so everything that was sent before it."""
        taken = 0
        for index, frame in enumerate(self._frames):
            if frame[0] == session and frame[1] <= number:
                taken = index + 1
        for _ in range(taken):
            self._frames.popleft()

    def expire(self, now: int) -> None:
        """Forget frames that were sent too long ago to be still under way."""
        while self._frames and now - self._frames[0][3] >= FLIGHT_MS:
            self._frames.popleft()

    def due_at(self) -> int | None:
        """When the next frame expires; None when nothing is under way."""
        return self._frames[0][3] + FLIGHT_MS if self._frames else None


#: The longest line with a part in it. Two of them would not fit into the 200 bytes that may be under way.
PART_LINE_MAX = 190
#: `$`, `*`, mac, crc, line feed, and `["cm",n,"id",part,parts,""]` with the longest numbers and id.
PART_OVERHEAD = 1 + 1 + 16 + 8 + 1 + 50
RETRY_MS = 1500

assert PART_LINE_MAX < TABLE_LINE_MAX


def split(text: str) -> list[str]:
    """The JSON strings (with quotes) whose values joined are `text`, each short enough for a part."""
    room = PART_LINE_MAX - PART_OVERHEAD
    parts: list[str] = []
    piece = ""
    length = 0
    for character in text:
        cost = len(dumps(character)) - 2
        if length + cost > room:
            parts.append(dumps(piece))
            piece, length = "", 0
        piece += character
        length += cost
    parts.append(dumps(piece))
    return parts


def fits(text: str) -> bool:
    """Whether a command of this JSON text is short enough for a table."""
    return len(text) <= COMMAND_MAX and len(split(text)) <= PARTS_MAX


class Delivery:
    """The parts of one command; go-back-N by the parts that the table reports."""

    def __init__(self, command: str, text: str) -> None:
        self.command = command
        self._parts = split(text)
        self._have = 0
        self._next = 1
        self._moved_at: int | None = None

    def next_part(self, now: int) -> str | None:
        """The rest of the next `cm` frame's array, after its number; None while the table must answer."""
        if self._moved_at is not None and now - self._moved_at >= RETRY_MS:
            self._next = self._have + 1
            self._moved_at = now
        if self._next > len(self._parts):
            return None
        return f'"{self.command}",{self._next},{len(self._parts)},{self._parts[self._next - 1]}'

    def sent(self, now: int) -> None:
        """The part that `next_part` gave has been sent."""
        self._next += 1
        self._moved_at = now

    def progress(self, command: str, have: int, now: int) -> None:
        """The table has the first `have` parts of `command` (0 of this command when it names another)."""
        if command != self.command or have < self._have:  # the table has forgotten: from the start
            self._have, self._next = 0, 1
        elif have > self._have and have < len(self._parts):
            self._have = have
            self._next = max(self._next, have + 1)
        self._moved_at = now

    def due_at(self) -> int | None:
        """When the next part must be sent again; None before the first was sent."""
        return None if self._moved_at is None else self._moved_at + RETRY_MS


class Ready(NamedTuple):
    """A frame that may go out when the table's buffer has room. `session` and `number`: as `Flight` knows it.
    `then` is called when it went out.
    """

    line: bytes
    session: str
    number: int
    then: Callable[[], object]


class Agreed:
    """All that belongs to one session that is up, so that nothing of an old one reaches the next.

    signer: of its frames. nonce: the table's. got: the highest number of a frame of the table; sent: of a
    frame of the host. committed: the durable events.
    """

    def __init__(self, candidate: Candidate, committed: int) -> None:
        self.signer = candidate.signer
        self.nonce = candidate.table_nonce
        self.met = candidate.met
        self.got = 0
        self.sent = 1  # `go` was number 1
        self.committed = committed
        self.ticks = TickClock()
        # Frames that wait to be sent.
        self.delivery: Delivery | None = None
        self.ack_due = False
        self.again_due = False
        self.again_at: int | None = None
        self.ping_at: int | None = None

    def numbered(self, kind: str, rest: str, then: Callable[[], object]) -> Ready:
        """The session's next frame; `then` as `Ready` has it."""

        def sent() -> None:
            self.sent += 1
            then()

        body = f'["{kind}",{self.sent + 1},{rest}]'.encode()
        return Ready(pack(body, self.signer.mac(TO_TABLE, body)), self.nonce, self.sent + 1, sent)

    def acknowledged(self) -> None:
        """`ack` went out."""
        self.ack_due = False

    def complained(self, now: int) -> None:
        """`re` went out."""
        self.again_due = False
        self.again_at = now

    def pinged(self, now: int) -> None:
        """`pi` went out."""
        self.ping_at = now
