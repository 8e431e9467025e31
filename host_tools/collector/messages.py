"""What a session tells its owner: who is there, and what it said."""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Met:
    """A table has introduced itself, with the right key. The owner answers with `HostSession.accept`.

    `table` 1..9999; `boot` number of its power-on; `first_seq`, `last_seq` what its journal holds; `key` what
    protects the link (never to be shown), `keyed` whether anything does.
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
    event: dict[str, Any]
    text: str


@dataclass(frozen=True, slots=True)
class StatusIn:
    """The table's status, made at `ticks_ms` of its own clock."""

    status: dict[str, Any]
    ticks_ms: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The table's answer to a command; `code` and `message` say what it did, or why not."""

    command: str
    ok: bool
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Somebody spoke, but this collector cannot accept it; `table` 0 when it did not say who it was."""

    table: int
    message: str


Message = Met | Up | EventIn | StatusIn | Answered | Refused
