"""One event as the journal keeps it: its envelope, its kind, and the other fields as JSON when there are any.

The author is p (panel), h (host) or t (table); a capital says that the event belongs to no match.
"""

import json

TEXT_MAX = 3000
"""The longest kind with its fields, in bytes; the host's longest command is 2048 characters."""

AUTHORS = b"phtPHT"
"""Panel, host, table; capitals: of no match."""

TABLE_WIDE = 5
"""`author` of what the table itself says, of no match."""

_BY = ("panel", "host", "table", "panel", "host", "table")
_OF_NO_MATCH = 3
_ENVELOPE = ("by", "seq", "boot", "at")


READ_KEPT, READ_MAX = 6, 40
"""So many of the last texts that were read are kept with their events, none longer than this: most strokes of
a match are one of a few, and a text's words are searched for among all that are interned, each time."""

_read: "dict[bytes, dict]" = {}


def _is_nested(text: bytes, brace: int) -> bool:
    """Whether an object or list is in the JSON that begins at `brace` (-1: there is none)."""
    return brace >= 0 and (text.find(b"[", brace) >= 0 or text.find(b"{", brace + 1) >= 0)


class Record:
    """`seq`, `boot`, `match_seq`, `at`: as in a line. `author`: index in AUTHORS. `text`: kind and JSON, as
    bytes.

    Bytes, for at power-on hundreds are read, and every text that is made is looked for among the interned.
    """

    def __init__(self, seq: int, boot: int, match_seq: int, at: int, author: int, text: bytes) -> None:
        self.seq = seq
        self.boot = boot
        self.match_seq = match_seq
        self.at = at
        self.author = author
        self.text = text

    @property
    def in_match(self) -> bool:
        """Whether it belongs to the match that began with event `match_seq`."""
        return self.author < _OF_NO_MATCH

    def event(self) -> dict:
        """The event with kind, by and its own fields."""
        text = self.text
        event = _read.get(text)
        if event is not None:
            event = event.copy()
        else:
            brace = text.find(b"{")
            event = json.loads(text[brace:]) if brace >= 0 else {}
            event["kind"] = (text[:brace] if brace >= 0 else text).decode()
            if len(text) <= READ_MAX and not _is_nested(text, brace):
                if len(_read) == READ_KEPT:
                    _read.clear()
                _read[text] = event.copy()
        event["by"] = _BY[self.author]
        return event

    def event_from(self, given: dict) -> dict:
        """As `event()`, for the event that this record was made of: without reading the text again.

        It shares nothing with `given` that can change.
        """
        text = self.text
        brace = text.find(b"{")
        if _is_nested(text, brace):
            return self.event()
        event = given.copy()
        if "by" not in event:
            event["by"] = "table"
        if "match" in event and event["match"] is None and event["kind"] != "match":
            del event["match"]
        return event


class Tail:
    """What a home finds at its end when it is opened. `record`: the last good one or None. `next_seq`: the
    number to go on with. `torn`: bytes behind it that are no record, and never will be.
    """

    def __init__(self, record: "Record | None", next_seq: int, torn: int) -> None:
        self.record = record
        self.next_seq = next_seq
        self.torn = torn


def of_event(event: dict, seq: int, boot: int, match_seq: int, match, at: int) -> Record:
    """The record of `event`. `match` is the id of the match in progress, None without one.

    ValueError when `by` is not one of panel, host, table.
    """
    by = event.get("by", "table")
    if by not in _BY:
        raise ValueError("by must be panel, host or table, not %r" % (by,))
    author = _BY.index(by)
    fields = event.copy()  # and what it must not hold is taken out: each step is one call in C
    kind = fields.pop("kind")
    for name in _ENVELOPE:
        if name in fields:
            del fields[name]
    if kind == "match":
        _read.clear()  # those of the last match are not read again
    else:
        own = fields.pop("match", None)
        if own is None:
            author += _OF_NO_MATCH
        elif own != match:
            fields["match"] = own
    text = kind.encode()
    if fields:
        text += json.dumps(fields, separators=(",", ":")).encode()
    return Record(seq, boot, match_seq, at, author, text)
