"""Frames from a sender without a key, each made to cost a host as much as possible."""

import json
from collections.abc import Callable
from typing import Any

from boardside.link.auth import NO_MAC
from boardside.link.frame import HOST_LINE_MAX, pack

FORGED = b"1" * 16
TABLE = 7
_BODY_MOST = HOST_LINE_MAX - 26


def identity(host_nonce: str, **other: Any) -> bytes:
    """The body of an `id` that answers `host_nonce`; `other`: version, table, name, journal."""
    fields = {"version": 1, "table": TABLE, "name": "Table 7", "journal": "0badcafe", **other}
    values = ["id", *fields.values(), 1, 1, 5, "0.1.0", "a" * 16, host_nonce]
    return json.dumps(values, separators=(",", ":")).encode()


def lines(host_nonce: str) -> dict[str, bytes]:
    """Whole lines by what is hostile in them; `host_nonce` is the one that the host asks with."""
    long = _BODY_MOST
    bodies = {
        "an id under a wrong key": identity(host_nonce),
        "the longest id under a wrong key": identity(host_nonce, name="\U0001f600" * 32),
        "an id for another nonce": identity("0" * 16),
        "an id of another protocol": identity(host_nonce, version=9),
        "an id with a number that no table has": identity(host_nonce, table=99_999),
        "an id with lists 900 deep": _nested(b'["id",1,7,', b"[", b"]", 900),
        "an id with objects 600 deep": _nested(b'["id",1,7,', b'{"":', b"}", 600, b"1"),
        "an id that never ends its lists": b'["id",1,7,' + b"[" * (long - 10),
        "an id of escapes": b'["id",1,7,"' + b"\\u00e9" * 100 + b'"]',
        "an id of backslashes": b'["id",1,7,"' + b"\\a" * 300,
        "an id of half characters": b'["id",1,7,"' + b"\\ud800" * 100 + b'"]',
        "an id of empty texts": b'["id"' + b',""' * 200 + b"]",
        "an id of fractions": b'["id"' + b",1e9" * 150 + b"]",
        "an id of spaces": b'["id"' + b" " * 600 + b"]",
        "a number of 600 digits": b'["id",' + b"9" * 600 + b"]",
        "a number of 4000 digits": b'["id",1,' + b"9" * 4000 + b"]",
        "a number beyond all": b'["id",1,1e400,NaN,Infinity]',
        "an event with lists 3000 deep": _nested(b'["ev",1,1,0,', b"[", b"]", 3000),
        "an event of 2000 lists": b'["ev",1,1,0' + b",[]" * 2000 + b"]",
        "the longest status": b'["st",1,1,0,"' + b"x" * (long - 15) + b'"]',
        "the shortest frame": b"[]",
    }
    frames = {name: pack(body, FORGED) for name, body in bodies.items()}
    frames["an on of spaces"] = pack(b'["on"' + b" " * (long - 6) + b"]", NO_MAC)
    frames["an on with lists"] = pack(_nested(b'["on",', b"[", b"]", 3000), NO_MAC)
    frames["a frame with a wrong checksum"] = b"$[" + b"x" * long + b"\n"
    frames["8000 line feeds"] = b"\n" * 8000
    frames["a line that is no frame"] = b"x" * 8000 + b"\n"
    frames["beginnings of frames on a line"] = b"$[" * 4000 + b"\n"
    return frames


def insiders() -> list[bytes]:
    """JSON that a table with a key could send as an event or a status: deep, huge, or with a number that is
    none.
    """
    made: list[Callable[[int], bytes]] = [
        lambda count: _nested(b"", b"[", b"]", count),
        lambda count: _nested(b"", b'{"a":', b"}", count, b"1"),
        lambda count: b"[" + b",".join([b"{}"] * count) + b"]",
    ]
    deep = [make(count) for make in made for count in (30, 70, 900, 2000)]
    return [*deep, b"1e400", b"-1e999", b"NaN", b"Infinity", b"9" * 4000, b"1." + b"0" * 3000, b'"\\ud800"']


def _nested(head: bytes, opens: bytes, closes: bytes, count: int, inside: bytes = b"") -> bytes:
    return head + opens * count + inside + closes * count + (b"]" if head else b"")
