"""The hash chain through a match's record, and the seal that the umpire's confirmation puts on it (D128).

    head of no event   = SHA-256("boardside match 1")
    head with an event = SHA-256(head before it, canonical text of the event)

over all events from the `match` event on, whatever they are (an `undo` too, and what it leaves out). The
`confirm` event carries the head of what stands before it and, where the table has a key, a signature of it.
Changing, leaving out, adding or reordering anything that was sealed shows. The host computes the same
(`boardside verify`); docs/security.md says what it proves.
"""

import hashlib
import json
from binascii import hexlify

_SEAL_HEX = 32


def canonical(value) -> str:
    r"""The one JSON text of a value made of dicts, lists, texts, whole numbers, booleans and None.

    Fields in the order of their names at every level, no spaces, printable ASCII; in texts `"` and `\` are
    escaped by `\`, everything outside 0x20 to 0x7E is written \uXXXX (lower case; surrogate pairs above
    FFFF). So the same value gives the same bytes on every machine, whatever order its fields came in.
    """
    if isinstance(value, dict):
        return "{" + ",".join([_text(name) + ":" + canonical(value[name]) for name in sorted(value)]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([canonical(item) for item in value]) + "]"
    if isinstance(value, str):
        return _text(value)
    return json.dumps(value)


def _text(text: str) -> str:
    quoted = json.dumps(text)
    if len(quoted) == len(text) + 2 and len(quoted.encode()) == len(quoted) and "\x7f" not in text:
        return quoted  # nothing in it is written in more than one way
    pieces = []
    for character in text:
        code = ord(character)
        if character in '"\\':
            pieces.append("\\" + character)
        elif 0x20 <= code < 0x7F:
            pieces.append(character)
        elif code < 0x10000:
            pieces.append("\\u%04x" % code)
        else:
            code -= 0x10000
            pieces.append("\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF))
    return '"' + "".join(pieces) + '"'


class Chain:
    """The chain of one match. `head`: 32 bytes. `count`: how many events are in it."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """No event yet."""
        self.head = hashlib.sha256(b"boardside match 1").digest()
        self.count = 0

    def add(self, event: dict) -> None:
        """The next event, with all its fields; a `match` event begins a new chain."""
        if event["kind"] == "match":
            self.begin()
        link = hashlib.sha256(self.head)
        link.update(self.text(event).encode())
        self.head = link.digest()
        self.count += 1

    def text(self, event: dict) -> str:
        """What of an event goes into the chain."""
        return canonical(event)

    @property
    def hex(self) -> str:
        """The head as 64 lower-case hex digits."""
        return hexlify(self.head).decode()

    def copy(self) -> "Chain":
        """Another one that stands where this one does."""
        other = Chain()
        other.head, other.count = self.head, self.count
        return other


def seal(key: bytes, head: str, count: int) -> str:
    """The signature of a chain's head (64 hex digits) and count by a table's key: 32 lower-case hex digits,
    the first half of HMAC-SHA256(key, "boardside seal 1 " head " " count).
    """
    from .link.auth import Signer

    message = "boardside seal 1 %s %d" % (head, count)
    return hexlify(Signer(key).digest(message.encode())[: _SEAL_HEX // 2]).decode()
