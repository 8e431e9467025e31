"""The rows of the database as dicts. A `...Row` is a row that was read, with its JSON texts decoded.
`...Columns` are values to write, and `Stored...` is a row for an audit, both exactly as in `schema`.

Times are in ms since 1970 (UTC).
"""

from typing import Literal, TypeAlias, TypedDict

from host_tools.live_values import BySide, Event, Facts, LinkState, OfficialResult, TableStatus

#: `pending`: not sent yet; `sent`: a table has it, or is getting it.
CommandState = Literal["pending", "sent", "done", "refused"]


#: A row of any table to write: its values by column, as the database takes them.
AnyRow: TypeAlias = dict[str, object]


class TableRow(TypedDict):
    """A table number that was ever heard: the device that used it, and when a collector heard it last."""

    table_no: int
    name: str
    journal: str
    boot: int  # number of its power-on
    firmware: str
    keyed: bool
    transport: str
    port: str
    link: LinkState  # as the collector saw it at `heard_at`
    heard_at: int
    status: TableStatus | None  # its last one
    problem: str | None  # `Trouble.written`
    pending: int  # commands that wait for it


class CommandRow(TypedDict):
    """A command in the outbox."""

    id: str
    table: int
    event: Event  # of kind DAMAGED when it cannot be read
    state: CommandState
    code: str | None  # of the answer, as the next three
    message: str | None
    reason: str | None
    facts: Facts
    created_at: int
    expires_at: int | None  # after that it is not sent any more
    answered_at: int | None


class MatchTitle(TypedDict):
    """What a match is called, who plays it, and how far it is."""

    match: str | None  # None: the rules did not take its `match` event
    title: str | None
    stage: str | None
    ruleset: str | None
    doubles: bool
    names: BySide[list[str]]
    phase: str
    confirmed: bool


class MatchRow(MatchTitle):
    """The host's fold of a match, and whether the table's own score agreed."""

    id: int
    journal: str
    first_seq: int  # of its `match` event
    last_seq: int
    table: int
    official: OfficialResult | None
    winner: str | None
    agrees: bool | None
    problem: str | None
    seal: str | None  # of the confirmation (`collector.sealing`)
    soft: bool  # played at a table without hardware
    started_at: int
    updated_at: int


class EventRow(TypedDict):
    """An event that a table sent."""

    id: int
    journal: str
    seq: int
    table: int
    match: str | None
    kind: str
    received_at: int
    chain: str | None  # the match's hash chain up to and with it, hex
    event: Event


class ConflictRow(TypedDict):
    """A second, different event under a number that another event has. `body`: its JSON text."""

    id: int
    journal: str
    seq: int
    table_no: int
    body: str
    received_at: int


class CollectorRow(TypedDict):
    """A collector that has not written that it ended."""

    id: str
    pid: int
    host: str
    started_at: int
    seen_at: int  # its last sign of life


class ActRow(TypedDict):
    """An act of a person on the organiser's pages or by command."""

    id: int
    at: int
    who: str
    what: str
    detail: dict[str, object] | None  # each act has its own


class TableColumns(TypedDict):
    """The values to write for a table and its link."""

    name: str
    journal: str
    boot: int
    firmware: str  # at most 40 characters
    keyed: bool
    transport: str
    port: str
    link: LinkState
    heard_at: int
    status: str | None  # JSON
    problem: str | None


class MatchColumns(TypedDict):
    """The values to write for the fold of a match."""

    last_seq: int
    match: str | None
    table_no: int
    title: str | None
    stage: str | None
    ruleset: str | None
    doubles: bool
    names: str  # JSON
    phase: str
    official: str | None  # JSON
    winner: str | None
    confirmed: bool
    agrees: bool | None
    problem: str | None
    seal: str | None
    soft: bool
    started_at: int
    updated_at: int


class StoredMatch(MatchColumns):
    """A match as it is stored."""

    id: int
    journal: str
    first_seq: int


class StoredEvent(TypedDict):
    """An event as it is stored. `body`: its JSON text as received."""

    id: int
    journal: str
    seq: int
    table_no: int
    match: str | None
    kind: str
    body: str
    received_at: int
    chain: str | None


class OwnerColumns(TypedDict):
    """The values to write for a tenure of a journal (`ownership.Tenure`)."""

    journal: str
    number: int  # from 1 in the journal
    table_no: int
    key_id: str
    since: int
    stored: int  # the last event that was stored then
    held: int  # and the last that the table had
    how: str


class CollectorColumns(TypedDict):
    """The values to write for a collector's sign of life."""

    pid: int
    host: str
    started_at: int
    seen_at: int  # 0: it ends
