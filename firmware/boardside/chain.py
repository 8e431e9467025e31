"""The hash chain through a match's record, and the seal that the umpire's confirmation puts on it.

    head of no event   = SHA-256("boardside match 1")
    head with an event = SHA-256(head before it, canonical text of the event)

over all events from the `match` event on, of every kind (an `undo` too, and the events that it undoes). The
`confirm` event carries the head of the events before it and, where the table has a key, a signature of it.
A sealed event that is changed, left out, added or reordered is noticed. The host computes the same
(`boardside verify`); docs/organiser/security.md says what it proves.
"""

import hashlib
import json
from binascii import hexlify
from collections import OrderedDict

_SEAL_HEX = 32


def canonical(value) -> str:
    r"""The one JSON text of a value made of dicts, lists, texts, whole numbers, booleans and None.

    Fields in the order of their names at every level, no spaces, printable ASCII; in texts `"` and `\` are
    escaped by `\`, everything outside 0x20 to 0x7E is written \uXXXX (lower case; surrogate pairs above
    FFFF). So the same value gives the same bytes on every machine, in any order of its fields.
    """
    if isinstance(value, dict):
        text = json.dumps(OrderedDict(sorted(value.items())), separators=(",", ":"))
        if _is_canonical(text):
            return text
        return "{" + ",".join([_text(name) + ":" + canonical(value[name]) for name in sorted(value)]) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([canonical(item) for item in value]) + "]"
    if isinstance(value, str):
        return _text(value)
    return json.dumps(value)


def _is_canonical(text: str) -> bool:
    """Whether the JSON of one object with sorted fields has only one spelling: it holds no other object, and
    no character that could be escaped. So are most events; each of these questions is one call in C.
    """
    return (
        text.find("{", 1) < 0
        and text.find("\\") < 0
        and text.find("\x7f") < 0
        and len(text.encode()) == len(text)
    )


def _text(text: str) -> str:
    quoted = json.dumps(text)
    if len(quoted) == len(text) + 2 and len(quoted.encode()) == len(quoted) and "\x7f" not in text:
        return quoted  # each of its values has only one spelling
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
        """The part of an event that goes into the chain."""
        return canonical(event)

    @property
    def hex(self) -> str:
        """The head as 64 lower-case hex digits."""
        return hexlify(self.head).decode()

    def copy(self) -> "Chain":
        """A copy, at the same event."""
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
