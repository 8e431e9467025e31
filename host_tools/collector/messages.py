"""The messages of a session to its owner: the table's identity, and its data."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from host_tools.live_values import Event, TableStatus
from host_tools.words.troubles import Trouble


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
    empty from an older firmware, and where the table gives none.
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
