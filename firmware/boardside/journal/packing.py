"""Records as the ring keeps them (format 2): numbers count from the sector's head, frequent words are a byte.

A frame is  mark (1 byte) | length of the body (2, little-endian) | body | CRC-32 of length and body (4).
The CRC starts from the sector's age, so that what an earlier round of the ring left is no record of this one.

A body is  flags | number, less the head's first | ms, less the head's (zigzag) | boot? | match? | text.
flags: bits 0-2 index in record.AUTHORS; bit 3 the boot is not the head's and follows; bit 4 the match is not
the head's: 0 for none, or 1 + how many events ago it began, follows; bit 5 no byte of the text stands for a
word. Numbers are base 128, low digits first, bit 7 set in all but the last. In the text, bytes 1 to 31 stand
for WORDS: JSON has no such bytes.
"""

import binascii

from .record import Record

MARK = 0xB5
OVERHEAD = 7

# Words and order are the format: to change them, make a new one. The first that fits is taken.
WORDS = (
    b'"opponent":',
    b'"queen":',
    b'"striker":',
    b'"improper":',
    b'"untouched":',
    b'"winner":"',
    b'"demand":',
    b'"left":',
    b'"side":"a"',
    b'"side":"b"',
    b'"own":',
    b'"how":"done"',
    b'"clock":"stroke"',
    b'"clock":"placing"',
    b'"clock":"',
    b'"seat":',
    b'"strokes":true',
    b'"of":',
    b'"twenty":',
    b'"twenties":{',
    b"true",
    b"null",
    b"stroke",
    b"expired",
    b"play",
    b"place",
    b"board",
    b"undo",
    b"shot",
    b"round",
    b"foul",
)

_BOOT, _MATCH, _PLAIN = 8, 16, 32


def pack(record: Record, head) -> bytearray:
    """The body of `record` in the sector of `head` (first_seq, match_seq, boot, at)."""
    text = record.text
    flags = record.author
    if record.boot != head.boot:
        flags |= _BOOT
    if record.match_seq != head.match_seq:
        flags |= _MATCH
    if min(text) < 32:
        flags |= _PLAIN
    else:
        for index in range(len(WORDS)):
            if WORDS[index] in text:
                text = text.replace(WORDS[index], bytes((1 + index,)))
    body = bytearray([flags])
    _put(body, record.seq - head.first_seq)
    late = record.at - head.at
    _put(body, 2 * late if late >= 0 else -2 * late - 1)
    if flags & _BOOT:
        _put(body, record.boot)
    if flags & _MATCH:
        _put(body, record.seq - record.match_seq + 1 if record.match_seq else 0)
    body.extend(text)
    return body


def unpack(body, head) -> Record:
    """The record in a body (bytes or memoryview); ValueError or IndexError when it is none."""
    flags = body[0]
    seq = body[1]
    at = 2
    if seq & 128:
        seq, at = _get(body, 1)
    seq += head.first_seq
    late, at = _get(body, at)
    boot = head.boot
    match_seq = head.match_seq
    if flags & _BOOT:
        boot, at = _get(body, at)
    if flags & _MATCH:
        ago, at = _get(body, at)
        match_seq = seq - ago + 1 if ago else 0
    text = bytes(body[at:])
    if not flags & _PLAIN:
        for code in text:  # as it was packed: it is short, and no word holds a code
            if 0 < code < 32:
                text = text.replace(bytes((code,)), WORDS[code - 1])
    late = late >> 1 if not late & 1 else -(late + 1 >> 1)
    return Record(seq, boot, match_seq, head.at + late, flags & 7, text)


def seq_in(body, head) -> int:
    """The number of the record in a body."""
    return head.first_seq + _get(body, 1)[0]


FORMATS = {2: (pack, unpack, seq_in)}
"""By the version in a sector's head. Older ones stay readable: add, never change."""


def frame(body: bytearray, age: int) -> bytearray:
    """A body as it is written in the sector of this age."""
    size = len(body)
    framed = bytearray([MARK, size & 0xFF, size >> 8])
    framed.extend(body)
    crc = binascii.crc32(memoryview(framed)[1:], age) & 0xFFFFFFFF
    framed.extend(crc.to_bytes(4, "little"))
    return framed


def frame_at(data, at: int, end: int) -> int:
    """Where the frame that seems to begin at `at` would end; 0 when none can begin there."""
    if data[at] != MARK or at + OVERHEAD >= end:
        return 0
    stop = at + OVERHEAD + data[at + 1] + (data[at + 2] << 8)
    return stop if at + OVERHEAD < stop <= end else 0


def next_frame(data: bytearray, at: int, end: int, age: int) -> int:
    """Where the next whole frame begins, from `at` on; -1: there is none before `end`."""
    view = memoryview(data)
    while 0 <= at < end:
        if data[at] == MARK and at + OVERHEAD < end:
            stop = at + OVERHEAD + data[at + 1] + (data[at + 2] << 8)
            if at + OVERHEAD < stop <= end and binascii.crc32(view[at + 1 : stop], age) == _RESIDUE:
                return at
        at = data.find(_MARK, at + 1, end)
    return -1


_MARK = bytes([MARK])
_RESIDUE = 0x2144DF1C  # the CRC-32 of anything with its own CRC-32 behind it, from wherever it starts


def _put(body: bytearray, number: int) -> None:
    while number > 127:
        body.append(number & 127 | 128)
        number >>= 7
    body.append(number)


def _get(body, at: int):
    """(number, where the next one is)"""
    number = shift = 0
    while body[at] & 128:
        number |= (body[at] & 127) << shift
        shift += 7
        at += 1
    return number | body[at] << shift, at + 1
