"""What comes from a table: its frames, split into lines, decoded and checked, and the messages that a session
makes of them for its owner.
"""

import functools
import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from host_tools.collector.limits import FRAME_LISTS_MOST, NUMBER_CHARACTERS_MOST
from host_tools.collector.reasons import Trouble
from host_tools.live_values import Event, TableStatus

#: From the first `$[` of a line to its end. It reads no byte twice, whatever the bytes are.
_FRAME = re.compile(rb"\$\[[^\n]*")


class FrameLines:
    """As `boardside.link.frame.LineReader`, for a host: lines without a frame are skipped at the speed of a
    search, so megabytes of line feeds cost almost nothing. Never holds more than `limit` bytes.

    `too_long` counts the lines that were dropped for their length.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._part = bytearray()
        self._is_skipping = False
        self.too_long = 0

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes in pieces of any size; the frames' lines that they complete, each from its `$[` on,
        without the line's end.
        """
        end = data.rfind(b"\n") + 1
        if not end:
            self._keep(data)
            return []
        start = data.find(b"\n") if self._is_skipping else 0
        self._is_skipping = False
        frames = _FRAME.findall(bytes(self._part) + data[start:end])
        self._part.clear()
        self._keep(data[end:])
        lines = [line.rstrip(b"\r") for line in frames if len(line) <= self._limit]
        self.too_long += len(frames) - len(lines)
        return lines

    def _keep(self, piece: bytes) -> None:
        """The beginning of a line, as long as it may become a frame."""
        if self._is_skipping:
            return
        if len(self._part) + len(piece) > self._limit:
            self._part.clear()
            self._is_skipping = True
            self.too_long += 1
        else:
            self._part += piece


#: Larger integers are treated as damage: databases and other languages cannot hold them.
INT_MOST = 2**53
#: The largest number of an event or a power-on: an integer of the database (MicroPython's small ones end at
#: 2^30).
COUNT_MOST = 2**31 - 1
_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


def decoded(body: bytes) -> list[Any] | None:
    """The JSON array in the `body` of a frame whose sender has proven a key, as a list that begins with a
    string. None when it is anything else, or more than a table sends: more than FRAME_LISTS_MOST lists and
    objects, an invalid number (`NaN`, `1e400`), or one that has more than NUMBER_CHARACTERS_MOST characters.
    """
    if _brackets(body) > FRAME_LISTS_MOST and _brackets(_TEXT.sub(b"", body)) > FRAME_LISTS_MOST:
        return None
    try:
        values = _decoder().decode(body.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, list) and values and isinstance(values[0], str) else None


def _brackets(body: bytes) -> int:
    return body.count(b"[") + body.count(b"{")


def _whole(text: str) -> int:
    if len(text) > NUMBER_CHARACTERS_MOST:
        raise ValueError("a number that no table has")
    return int(text)


def _fraction(text: str) -> float:
    value = float(text)
    if len(text) > NUMBER_CHARACTERS_MOST or not math.isfinite(value):
        raise ValueError("a number that no table has")
    return value


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no JSON")


@functools.cache
def _decoder() -> json.JSONDecoder:
    return json.JSONDecoder(parse_int=_whole, parse_float=_fraction, parse_constant=_no_number)


def is_a(value: object, kind: type) -> bool:
    """Whether a value is of this kind; true and false are no integers here."""
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= INT_MOST
    return isinstance(value, kind)


def is_count(value: object) -> bool:
    """Whether a value can be the number of an event or a power-on: every database holds it, and a backup
    brings it back.
    """
    return is_a(value, int) and abs(cast("int", value)) <= COUNT_MOST


def have_shape(values: list[Any], *kinds: type) -> bool:
    """Whether the values begin with these kinds."""
    return len(values) >= len(kinds) and all(map(is_a, values, kinds))


def clean_text(value: Any) -> Any:
    """`value` with U+FFFD for every invalid character. Only for results of `decoded`, which are nested at
    most FRAME_LISTS_MOST deep.
    """
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [clean_text(item) for item in value]
    if isinstance(value, dict):
        return {clean_text(name): clean_text(item) for name, item in value.items()}
    return value


def printable(text: str, most: int) -> str:
    """At most `most` characters of `text`, with U+FFFD for those that could change a log or a page."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text[:most])


# Messages to the owner of a session: the table's identity, and its data.


@dataclass(frozen=True, slots=True)
class Met:
    """A table has introduced itself, with the right key. The owner answers with `HostSession.accept`.

    `table` 1..9999; `boot` number of its power-on; `first_seq`, `last_seq` the events in its journal; `key`
    protects the link (never to be shown), `keyed` whether there is one.
    """

    table: int
    name: str
    journal: str
    boot: int
    first_seq: int
    last_seq: int
    firmware: str
    key: bytes = field(default=b"", repr=False)

    @property
    def keyed(self) -> bool:
        return bool(self.key)


@dataclass(frozen=True, slots=True)
class Up:
    """The table has proven that it is in the session: the link is up."""


@dataclass(frozen=True, slots=True)
class EventIn:
    """The next event of the journal. `text` is its JSON as it came; `event` the same decoded."""

    seq: int
    event: Event
    text: str


@dataclass(frozen=True, slots=True)
class StatusIn:
    """The table's status, made at `ticks_ms` of its clock."""

    status: TableStatus
    ticks_ms: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The table's answer to a command. `message`: its own line. `reason` and `facts`: why exactly; None and
    empty where the table gives none.
    """

    command: str
    ok: bool
    code: str
    message: str
    reason: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refused:
    """A table that this collector cannot accept, and why; `table` 0 when it sent no valid number."""

    table: int
    trouble: Trouble


Message = Met | Up | EventIn | StatusIn | Answered | Refused


def answer_in(ok: bool, rest: list[Any]) -> Answered:
    """The answer in an `ok` or `no`."""
    command, code, line = rest[:3]
    if len(rest) >= 5 and isinstance(rest[3], str) and isinstance(rest[4], dict):
        return Answered(command, ok, code, line, rest[3], rest[4])
    return Answered(command, ok, code, line)
