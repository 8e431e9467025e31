"""The records that are written to the database, each as a whole. A `Write` is any record that the writer
thread accepts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from host_tools.store.rows import CollectorColumns, MatchColumns, TableColumns


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event from a table. `body`: its JSON text as received; `at_ms`: the host's time of arrival (UTC).

    `repeated`: the collector has had this number before, and the contents must be compared. `command`: the id
    of the host's command that caused this event. `chain`: the hash chain of the event's match up to and
    including the event, 64 hex digits; None before the first match.
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
    """The host's fold of one match so far, as the columns of `schema.matches`. (journal, first_seq)
    identifies the match.
    """

    journal: str
    first_seq: int
    values: MatchColumns


@dataclass(frozen=True, slots=True)
class TableRecord:
    """The state of a table and its link, as the columns of `schema.tables`. `at_ms`: the present time (UTC)
    by the clock that gave `heard_at`; None when it was not read.
    """

    table_no: int
    values: TableColumns
    at_ms: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """The result of a command that was given to a table. `state`: sent, done or refused; `code`, `message`,
    `reason` and `facts`: the answer, as in `schema.commands`.
    """

    command: str
    state: str
    code: str | None
    message: str | None
    at_ms: int
    table_no: int
    reason: str | None = None
    facts: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class CollectorRecord:
    """A sign of life of a collector, as the columns of `schema.collectors`."""

    collector: str
    values: CollectorColumns


@dataclass(frozen=True, slots=True)
class Link:
    """A proven link to a table. `journal`: the device's journal; `transport`: serial or tcp; `since`: when
    the link opened (UTC ms).
    """

    table: int
    journal: str
    transport: str
    port: str
    since: int


@dataclass(frozen=True, slots=True)
class LinksRecord:
    """The changes of a collector's links at `at_ms` (UTC). `up`: the new links, and open ones again; `down`:
    (table, journal) of the links that closed.
    """

    collector: str
    up: tuple[Link, ...]
    down: tuple[tuple[int, str], ...]
    at_ms: int


@dataclass(frozen=True, slots=True)
class StrangersRecord:
    """The tables, never heard before, that a collector has refused lately. `refused`: table number -> why
    (`Trouble.written`).
    """

    collector: str
    refused: dict[int, str]


Write = (
    EventRecord | MatchRecord | TableRecord | AnswerRecord | CollectorRecord | LinksRecord | StrangersRecord
)


#: Why events were held back. STOPPED: two different events have this number, and the organiser must decide.
#: TAKEN: the table's record counts, and the stored events from this number on were set aside.
STOPPED, TAKEN = "stopped", "taken"


@dataclass(frozen=True, slots=True)
class HeldBack:
    """No event of the journal was stored, because two different events have the number `seq`; none may be
    acknowledged. `why`: STOPPED or TAKEN.
    """

    journal: str
    seq: int
    table_no: int
    why: str
