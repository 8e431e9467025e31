"""What is read from the database and written to it, as typed values. A `...Row` is a row that was read, with
its JSON texts decoded. `...Columns` are values to write, and `Stored...` is a row for an audit, both exactly
as in `schema`. A `...Record` is what the writer's thread takes, each as a whole.

Times are in ms since 1970 (UTC).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypedDict

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


# Bodies of events and commands, and facts, as JSON texts of columns

#: The kind of the event that replaces an unreadable one.
DAMAGED = "damaged"


def decoded(text: str, **known: Any) -> Event:
    """The event of a body. A damaged body gives an event of kind DAMAGED, with the facts that are known from
    elsewhere.
    """
    try:
        event = json.loads(text)
    except ValueError:
        event = None
    return event if isinstance(event, dict) else {"kind": DAMAGED, **known}


def facts_text(facts: Mapping[str, Any]) -> str:
    """The text of an answer's facts for the column `commands.facts`."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def facts_of(text: str | None) -> Facts:
    """The facts of an answer; empty for an answer without a reason, and where the text is damaged."""
    try:
        facts = json.loads(text or "{}")
    except ValueError:
        facts = None
    return facts if isinstance(facts, dict) else {}


def note_text(code: str | None, facts: Mapping[str, Any]) -> str:
    """The facts of a note on a match for the column `fixtures.note`; "" without a note (`note_code`)."""
    return "" if code is None else json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def facts_of_note(text: str) -> Facts:
    """The facts in the column `fixtures.note`; none without a note."""
    facts: Facts = json.loads(text) if text else {}
    return facts


# What the writer takes


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
