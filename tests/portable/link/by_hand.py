"""A host whose frames are written by hand, to compare the table's session with the protocol and not with our
host.
"""

import json
from binascii import crc32

from portable import diff

from boardside.link.auth import Signer, session_signer
from boardside.link.commands import Commands
from boardside.link.session import Identity, TableSession

HOST_NONCE = "00112233445566aa"


def line(body, mac="0" * 16):
    covered = (body + "*" + mac).encode()
    return b"$" + covered + b"%08x\n" % (crc32(covered) & 0xFFFFFFFF)


def body_of(frame):
    """The array in a frame the table sent."""
    assert frame[:2] == b"$[", frame
    return json.loads(frame[1:-26])


class MemoryJournal:
    """`count` events of kind `play`; `reads` notes where reading began."""

    def __init__(self, count=0):
        self.events = [{"seq": seq, "kind": "play"} for seq in range(1, count + 1)]
        self.first_seq = 1
        self.reads = []

    @property
    def last_seq(self):
        return self.events[-1]["seq"] if self.events else 0

    def read(self, from_seq):
        self.reads.append(from_seq)
        return iter([event for event in self.events if event["seq"] >= from_seq])

    def append(self, **event):
        event["seq"] = self.last_seq + 1
        self.events.append(event)
        return event


class Hand:
    """A table's session and the means to talk to it. `journal`, `session`, `applied` are there to look at."""

    def __init__(self, count=0, key=b"", diff=diff):
        self.journal = MemoryJournal(count)
        self.applied = []
        self.answer = (True, "ok", "done")
        self.commands = Commands(self.apply)
        self.key = key
        self.nonces = 0
        self.session = self.make(diff)
        self.signer = None
        self.number = 0

    def make(self, diff=diff):
        identity = Identity(3, "Table 3", "0badcafe", 7, "0.1.0")
        return TableSession(
            identity, self.journal, lambda now: {"phase": "idle"}, self.commands, self.key, self.random, diff
        )

    def random(self, count):
        self.nonces += 1
        return bytes([self.nonces] * count)

    def apply(self, event, now):
        if self.answer[0]:
            self.applied.append(event)
        return self.answer

    def frames(self, now):
        """All the table has to say at `now`, as arrays."""
        out = b""
        while True:
            piece = self.session.send(now)
            if not piece:
                break
            out += piece
        return [body_of(line + b"\n") for line in out.split(b"\n") if line]

    def hi(self, now, nonce=HOST_NONCE):
        """Introduce ourselves; the table's `id`."""
        self.session.receive(line('["hi",1,"hand","%s"]' % nonce), now)
        for frame in self.frames(now):
            if frame[0] == "id":
                return frame
        raise AssertionError("no id")

    def sign(self, identity, key=None):
        """Take the session key of an `id` frame."""
        self.signer = session_signer(self.key if key is None else key, identity[10], identity[9])
        self.number = 0

    def say(self, kind, rest, now, number=None, signer=None):
        """Send a frame of the session."""
        self.number = self.number + 1 if number is None else number
        body = '["%s",%d,%s]' % (kind, self.number, rest)
        signer = signer or self.signer
        self.session.receive(line(body, signer.mac(b">", body.encode()).decode()), now)

    def up(self, now=0, from_seq=1, keeps=1):
        """The whole handshake."""
        self.sign(self.hi(now))
        self.say("go", "%d,%d" % (from_seq, keeps), now)
        assert self.session.up


def unsigned():
    return Signer(b"somebody else's")


def kinds(frames):
    """What each frame is."""
    return [frame[0] for frame in frames]
