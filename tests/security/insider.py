"""A table with a key of its own that says whatever it likes: a stolen or broken one.

Written from docs/maintainer/protocol.md alone; only frames and signatures are shared. It knows all that is
public (the others' journals, numbers, events), and the ids of commands that were given to others, but no key
of theirs. Whatever text of its own it says holds lies.MARK, so that what became of it can be found anywhere.

It may say what it likes in journals that it began; `said` has it. All else must leave no trace.
"""

import json
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from boardside.link.auth import NO_MAC, TO_HOST, TO_TABLE, Signer, nonce, session_signer
from boardside.link.frame import dumps, fields, pack, unpack
from tests.security import lies
from tests.security.lies import OWN, Event, Place, Public

#: It has so many connections at most; of those that are not proven the oldest goes first.
LINES_MOST = 6


class Wire(Protocol):
    """A connection to a collector."""

    def data(self, data: bytes) -> None:
        """Bytes for the collector."""

    def close(self) -> None:
        """Hang up."""


#: dial(write, end): a connection whose bytes come by write(bytes), and which ends with end(); None: nobody is
#: there.
Dial = Callable[[Callable[[bytes], None], Callable[[], None]], Wire | None]


class _Claim(NamedTuple):
    """A claim about itself in an `id`. `is_own`: whether the journal is its own."""

    signer: Signer
    journal: str
    is_own: bool


class _Line:
    """One connection of the insider's."""

    def __init__(self, insider: "Insider") -> None:
        self._insider = insider
        self._buffer = bytearray()
        self.host_nonce = ""
        self.pending: _Claim | None = None
        self.session: _Claim | None = None
        self.number = self.got = self.wanted = 0
        self.commands: list[str] = []
        self.is_over = False
        self.wire = insider.dial(self._heard, self._ended)

    def _heard(self, data: bytes) -> None:
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = bytearray(rest)
        for line in lines:
            frame = unpack(bytes(line))
            values = fields(frame[0]) if frame is not None else None
            if frame is not None and values is not None:
                self._take(values, *frame)

    def _take(self, values: list[Any], body: bytes, mac: bytes) -> None:
        if values[0] == "hi":
            self.host_nonce = values[3]
        elif values[0] == "go":
            if self.pending is not None and self.pending.signer.fits(TO_TABLE, body, mac):
                self.session, self.pending = self.pending, None
                self.number, self.got, self.wanted = 0, values[1], values[2]
                self._insider.begins(self.session.journal, self.session.is_own)
        elif self.session is not None and self.session.signer.fits(TO_TABLE, body, mac):
            self.got = values[1]
            if values[0] == "ack":
                self._insider.acknowledged(self.session.journal, values[2])
            elif values[0] == "cm":
                self.commands = [*self.commands[-7:], values[2]]

    def _ended(self) -> None:
        self.is_over = True

    # Speaking

    def raw(self, data: bytes) -> None:
        if self.wire is not None and not self.is_over:
            self.wire.data(data)

    def introduce(self, claim: lies.Claim, insider: "Insider") -> None:
        """Say who it is, as the answer to the last `hi`."""
        table_nonce = nonce(insider.dice.randbytes)
        host_nonce = self.host_nonce if claim.host_nonce is None else claim.host_nonce
        values = [
            "id", claim.version, claim.number, claim.name, claim.journal, claim.boot, claim.first, claim.last,
            claim.firmware, table_nonce, host_nonce,
        ]  # fmt: skip
        key = b"" if claim.is_keyless else insider.key
        journal = str(claim.journal)
        is_own = claim.number == insider.number and not claim.is_keyless and journal.startswith(OWN)
        self.pending = _Claim(session_signer(key, self.host_nonce, table_nonce), journal, is_own)
        body = dumps(values[: claim.fields]).encode()
        self.raw(pack(body, self.pending.signer.mac(TO_HOST, body)))

    def frame(self, kind: str, *rest: Any) -> None:
        """A frame of the session; bytes are JSON already."""
        if self.session is not None:
            self.number += 1
            parts = [value.decode() if isinstance(value, bytes) else dumps(value) for value in rest]
            body = f'["{kind}",{self.number},{self.got},{",".join(parts)}]'.encode()
            self.raw(pack(body, self.session.signer.mac(TO_HOST, body)))

    def hang_up(self) -> None:
        if self.wire is not None and not self.is_over:
            self.is_over = True
            self.wire.close()


class Insider:
    """Table `number` with `key`. `dial` calls a collector, `look()` tells what is public by now.

    `said[journal][seq]`: the events that it has said in journals of its own (`plain`); `attempts`:
    how often it has tried what; `foreign`: journals of others in which it was let speak: none, or else.
    """

    def __init__(
        self, number: int, key: bytes, dice: random.Random, dial: Dial, look: Callable[[], Public]
    ) -> None:
        self.number, self.key, self.dice = number, key, dice
        self.dial, self._look = dial, look
        self.said: dict[str, dict[int, list[str]]] = {}
        self.attempts: Counter[str] = Counter()
        self.sessions: Counter[str] = Counter()
        self.foreign: list[str] = []
        self.acked = 0
        self._lines: list[_Line] = []
        self._public = Public()
        self._newest: dict[str, int] = {}

    @property
    def count(self) -> int:
        """The number of its attempts."""
        return self.attempts.total()

    def begins(self, journal: str, is_own: bool) -> None:
        """A collector has let it begin a session."""
        self.sessions[journal] += 1
        if not is_own:
            self.foreign.append(journal)

    def acknowledged(self, journal: str, seq: int) -> None:
        """A collector says that it has everything up to `seq`."""
        if seq > 0:
            self.acked += 1

    def speak(self, most: int) -> None:
        """Tries so many things, and looks about between them."""
        self._public = self._look()
        for _ in range(most):
            self.attempt()

    def attempt(self) -> None:
        """Try one thing."""
        self._lines = [line for line in self._lines if not line.is_over and line.wire is not None]
        speaking = [line for line in self._lines if line.session is not None]
        if len(self._lines) < 2 or (len(speaking) < 2 and self.dice.random() < 0.5):
            self._call()
        elif not speaking or self.dice.random() < 0.06:
            self._introduce(self.dice.choice(self._lines))
        else:
            self._say(self.dice.choice(speaking))

    # Who it says that it is

    def _call(self) -> None:
        while len(self._lines) >= LINES_MOST:
            silent = [line for line in self._lines if line.session is None] or self._lines
            silent[0].hang_up()
            self._lines.remove(silent[0])
        line = _Line(self)
        self._lines.append(line)
        self._introduce(line)

    def _introduce(self, line: _Line) -> None:
        """On a line in a session, too: it asks to be asked, and goes on speaking meanwhile."""
        if line.session is not None:
            line.raw(pack(dumps(["on", 1, self.number]).encode(), NO_MAC))
        elif line.pending is not None and self.dice.random() < 0.5:
            line.hang_up()
            return
        introduction = self.dice.choice(lies.INTRODUCTIONS)
        self.attempts[introduction.__name__] += 1
        line.introduce(introduction(self.dice, self.number, self._public), self)

    # What it says in a session

    def _say(self, line: _Line) -> None:
        session = line.session
        assert session is not None
        frame = self.dice.choice(lies.FRAMES)
        if not line.number and self.dice.random() < 0.3:  # later on it would be taken for said again
            frame = lies.a_number_of_before
        self.attempts[frame.__name__] += 1
        newest = max(line.wanted, self._newest.get(session.journal, 0))
        place = Place(session.journal, line.wanted, newest, line.commands, self.key)
        for values in frame(self.dice, place, self._public):
            if isinstance(values, bytes):
                line.raw(values)
                continue
            kind, *rest = values
            if kind == "ev":
                self._note(session.journal, rest[1])
            line.frame(kind, *rest)

    def _note(self, journal: str, event: Event | bytes) -> None:
        """Notes the event that it is about to send."""
        if isinstance(event, bytes):
            try:
                event = json.loads(event)
            except RecursionError:
                return
        assert isinstance(event, dict)
        seq = event.get("seq")
        if isinstance(seq, int) and not isinstance(seq, bool):
            self.said.setdefault(journal, {}).setdefault(seq, []).append(plain(event))
            if 0 < seq < 1 << 31:
                self._newest[journal] = max(seq, self._newest.get(journal, 0))


def plain(event: Event) -> str:
    """The event as a text by which it can be compared; half of a pair of surrogates is no character."""
    text = json.dumps(event, sort_keys=True, ensure_ascii=False)
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
