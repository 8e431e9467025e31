r"""Lines on the wire: `$` body `*` mac crc `\n`.

The body is one JSON array in printable ASCII; mac is 16 hex digits (see `auth`), crc is the CRC-32 (as in
zlib) of everything between the `$` and the crc itself, 8 hex digits. Other text on the line (boot messages,
logs, a REPL) is skipped: a frame begins at the first `$[` of a line.
"""

import json
from binascii import crc32

TAIL = 1 + 16 + 8
#: The longest line a table takes, and the longest the host takes, both without the line feed.
TABLE_LINE_MAX = 512
HOST_LINE_MAX = 8192


def pack(body: bytes, mac: bytes) -> bytes:
    """The whole line (bytes) for `body` and `mac` (both ASCII bytes)."""
    crc = crc32(mac, crc32(b"*", crc32(body)))
    return b"$%s*%s%08x\n" % (body, mac, crc & 0xFFFFFFFF)  # one copy: a status is half a kilobyte


def unpack(line: bytes) -> "tuple[bytes, bytes] | None":
    """(body, mac) of a line as bytes, or None when it is not a frame or was damaged on the way."""
    start = line.find(b"$[")
    if start < 0:
        return None
    end = len(line) - 8
    star = end - 17
    if star <= start or line[star : star + 1] != b"*":
        return None
    covered = bytes(line[start + 1 : end])
    if bytes(line[end:]) != b"%08x" % (crc32(covered) & 0xFFFFFFFF):
        return None
    return covered[:-17], covered[-16:]


def fields(body: "bytes | str") -> "list | None":
    """The JSON array in `body` as a list that begins with a string; None when it is anything else."""
    try:
        value = json.loads(body)
    except (ValueError, RuntimeError):  # RuntimeError: brackets nested deeper than the stack
        return None
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        return None
    return value


def dumps(value: object) -> str:
    r"""`value` as JSON in printable ASCII without spaces; other characters are written \uXXXX.

    MicroPython's `json` leaves them as they are, and has no `ensure_ascii`.
    """
    text = json.dumps(value, separators=(",", ":"))
    if len(text.encode()) == len(text) and "\x7f" not in text:
        return text
    pieces = []
    for character in text:
        code = ord(character)
        if 0x20 <= code < 0x7F:
            pieces.append(character)
        elif code < 0x10000:
            pieces.append("\\u%04x" % code)
        else:  # a surrogate pair
            code -= 0x10000
            pieces.append("\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF))
    return "".join(pieces)


class LineReader:
    """Cuts a stream of bytes into lines; holds at most `limit` bytes.

    `too_long` counts the lines that were dropped for their length.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._part = bytearray()
        self._skipping = False
        self.too_long = 0

    def feed(self, data: "bytes | bytearray") -> "list[bytes]":
        """Take bytes in pieces of any size; return the lines completed by them (bytes, no line end)."""
        lines = []
        start = 0
        while start < len(data):
            end = data.find(b"\n", start)
            if end > start and not self._part and not self._skipping and end - start <= self._limit:
                lines.append(bytes(data[start:end]).rstrip(b"\r"))  # whole: not by way of the part
                start = end + 1
                continue
            self._take(data[start:] if end < 0 else data[start:end])
            if end < 0:
                break
            if not self._skipping and self._part:
                lines.append(bytes(self._part).rstrip(b"\r"))
            self._part = bytearray()
            self._skipping = False
            start = end + 1
        return lines

    def _take(self, piece: "bytes | bytearray") -> None:
        if self._skipping:
            return
        if len(self._part) + len(piece) > self._limit:
            self._part = bytearray()
            self._skipping = True
            self.too_long += 1
        else:
            self._part.extend(piece)
