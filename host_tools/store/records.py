"""What goes into the database in one piece. A `Write` is whatever the writer thread may be handed."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event from a table. `body` is its JSON text as it came; `at_ms` the host's time of arrival (UTC).

    `repeated`: the collector knows this number already and wants the contents compared.
    `command`: id of the host's command that this event is the result of. `chain`: the hash chain of its match
    up to and with it, 64 hex digits; None before the first match.
    """

    journal: str
    seq: int
    table_no: int
    match: str | None
    kind: str
    body: str
    at_ms: int
    repeated: bool = False
    command: str | None = None
    chain: str | None = None


@dataclass(frozen=True, slots=True)
class MatchRecord:
    """The host's fold of one match so far, as the columns of `schema.matches`; (journal, first_seq) names the
    match.
    """

    journal: str
    first_seq: int
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TableRecord:
    """How a table and its link stand, as the columns of `schema.tables`; `at_ms`: the moment (UTC) by the
    clock that `heard_at` was read from, None when nobody asked it.
    """

    table_no: int
    values: dict[str, Any]
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """What became of a command: `state` sent, done or refused; for refused `code` and `message` say why."""

    command: str
    state: str
    code: str | None
    message: str | None
    at_ms: int


@dataclass(frozen=True, slots=True)
class CollectorRecord:
    """A sign of life of a collector, as the columns of `schema.collectors`."""

    collector: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Link:
    """A proven link to a table: the device's journal, `transport` serial or tcp, and the UTC ms at which it
    came up.
    """

    table: int
    journal: str
    transport: str
    port: str
    since: int


@dataclass(frozen=True, slots=True)
class LinksRecord:
    """What has changed of a collector's links at `at_ms` (UTC): those that are `up` (new ones, and old ones
    once more), and (table, journal) of those that went `down`.
    """

    collector: str
    up: tuple[Link, ...]
    down: tuple[tuple[int, str], ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class StrangersRecord:
    """Who was turned away by a collector lately and was never heard before: table number -> why, in words."""

    collector: str
    refused: dict[int, str]


Write = (
    EventRecord | MatchRecord | TableRecord | AnswerRecord | CollectorRecord | LinksRecord | StrangersRecord
)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two different events were sent under one number: `stored` stays, `other` is kept beside it."""

    journal: str
    seq: int
    table_no: int
    stored: str
    other: str
