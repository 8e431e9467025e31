"""The types of the values that the organiser's templates (`admin_*.html`) draw."""

from typing import TypedDict

from host_tools.tournament.model.model import Entry, Player, Tournament
from host_tools.tournament.rounds.swiss_rounds import Progress
from host_tools.web.admin.act_forms import ActForm

# The hall


class ClockButton(TypedDict):
    """A button of a clock: its action and its label."""

    do: str
    says: str


class HallClock(TypedDict):
    """A clock of the hall. `share`: the percentage of its time that is left; `end_ms` (ms since 1970) is
    empty unless it runs; `number`: the number of its last change.
    """

    state: str
    says: str
    digits: str
    end_ms: int | str
    ends: str
    share: int
    length: str
    length_ms: int
    by: str
    number: int
    buttons: list[ClockButton]


class BackupPanel(TypedDict):
    """The regular backups: the folder, the last file's name and when it was made, `minutes` ago; `every`:
    minutes. `problem`: why no newer one was made, "" for nothing.
    """

    folder: str
    file: str
    made: str
    minutes: int | None
    every: int
    is_apart: bool
    problem: str


class ClockPanel(HallClock):
    """A clock with its form. `hall`: its hall, empty for all; `mark` makes the ids of its fields unique."""

    hall: str
    title: str
    mark: str


class Battery(TypedDict):
    """A table's battery in words; empty for a table without one."""

    battery: str
    is_low: bool


class TableRow(Battery):
    """A table in the list. `key`: keyed, revoked or open."""

    number: int
    name: str
    hall: str
    link: str
    link_says: str
    port: str
    versus: str
    phase: str
    where: str
    warning: str
    behind: str
    key: str
    firmware: str


class BoardRow(Battery):
    """A table's device. collectors: the ids of those it talks to; fault: the last; devices: how many have
    used its number.
    """

    number: int
    name: str
    hall: str
    collectors: str
    link: str
    link_says: str
    port: str
    heard: str
    keyed: bool
    firmware: str
    fault: str
    devices: int
    in_play: bool


class KeyLine(TypedDict):
    """A key of a table; the key itself is never shown."""

    fingerprint: str
    state: str
    says: str
    note: str
    made: str
    used: str
    ended: str


class ActLine(TypedDict):
    """An act in the list of what was done."""

    at: str
    actor: str
    act: str
    detail: str


class DeskActLine(TypedDict):
    """An act of the desk, with what taking it back would change; `has_later`: acts that stand on it."""

    number: int
    at: str
    actor: str
    act: str
    about: str
    reason: str
    changes: list[str]
    can_go: bool
    has_later: bool


class OrderPage(TypedDict):
    """A command to a table and its progress; `waits`: the table has not answered yet."""

    state: str
    waits: bool
    title: str
    text: str
    table: int
    versus: str
    match: str


class StoppedEvent(TypedDict):
    """One of the events that contradict each other."""

    which: str
    at: str
    says: str


class StoppedJournal(TypedDict):
    """A stopped journal. It waits for a decision, or for the table to resend its record (`is_taking`)."""

    journal: str
    table: int | None
    seq: int
    at: str
    is_taking: bool
    events: list[StoppedEvent]


# The tournament


class MatchRow(TypedDict):
    """A match in a list. `report`: the time left to report, as 4:59; `overdue`: that time is over."""

    id: str
    number: str
    event: str
    stage: int
    where: str
    title: str
    a: str
    b: str
    state: str
    says: str
    table: int | None
    umpire: str
    score: str
    live: str
    winner: str | None
    by_hand: str | bool | None
    note: str
    report: str
    overdue: bool


class EventRow(TypedDict):
    """An event in the list of events."""

    key: str
    name: str
    kind: str
    ruleset: str
    variant: str
    has_twenties: bool
    state: str
    says: str
    entries: int
    done: int
    matches: int


class ReportRow(TypedDict):
    """A table's report that does not count until it is accepted. `take`: the label of the button that accepts
    it.
    """

    number: int
    match: str
    title: str
    players: str
    names: str
    table: int
    says: str
    score: str
    seal: str
    state: str
    decided: str
    can_take: bool
    take: str
    acts: dict[str, ActForm]


class ProtestRow(TypedDict):
    """A protest. `left`: the time left to decide it, as 59:59; empty when it is over."""

    match: str
    number: int
    table: int
    side: str
    side_name: str
    where: str
    text: str
    left: str
    standing: str
    can_rule: bool
    state: str
    fee: str
    paid: str
    acts: dict[str, ActForm]


class HallTablesRow(TypedDict):
    """A hall and its tables ("1-20, 25")."""

    name: str
    tables: str


class LevelRow(TypedDict):
    """Entries of an event that are level where it must be decided. where: the group, or the stage."""

    event: str
    name: str
    where: str
    entries: list[str]


class TournamentPage(TypedDict):
    """The tournament's first page."""

    tournament: Tournament
    acts: dict[str, ActForm]
    events: list[EventRow]
    event_choices: list[tuple[str, str]]
    at_tables: list[MatchRow]
    ready: list[MatchRow]
    overdue: list[MatchRow]
    level: list[LevelRow]
    protests: list[ProtestRow]
    reports: list[ReportRow]
    more_reports: int
    free: list[int]
    rest_minutes: int
    presses: str
    halls: list[HallTablesRow]
    hall_of: dict[int, str]


class StandingLine(TypedDict):
    """A place in a standing. `why`: the tie-break step that decided it; `open`: it is still level with
    another.
    """

    place: int
    title: str
    entry: int
    played: int
    won: int
    points: int
    net: int
    twenties: int
    buchholz: int | None
    why: str
    open: bool


class GroupStanding(TypedDict):
    """The standing of a group; `open`: the level entries that need a decision."""

    group: int
    name: str
    lines: list[StandingLine]
    open: list[StandingLine]


class StagePart(TypedDict):
    """A stage of an event."""

    position: int
    name: str
    seed: str | None
    groups: list[GroupStanding]
    matches: list[MatchRow]
    to_play: list[MatchRow]
    played: list[MatchRow]


class EntryRow(TypedDict):
    """An entry in its list."""

    id: int
    title: str
    players: str
    numbers: str
    club: str
    seeding: int | str
    withdrawn: bool
    reserve: int | None


class EntryPage(TypedDict):
    """One entry."""

    event: EventRow
    entry: Entry
    shown: str
    players: list[Player]
    alike: dict[int, int]  # start numbers of who may be one person: of the entry, and others
    namesakes: list[str]
    leavers: list[tuple[int, str]]  # start numbers of who can be exchanged, and words
    acts: dict[str, ActForm]
    event_acts: dict[str, ActForm]
    leaving: list[str]  # what withdrawing it would do
    places: list[tuple[str, str]]  # free for it, if it is a reserve: value of the form, words
    can_be_reserve: bool
    rounds_to_come: list[tuple[str, str]]  # of a Swiss, not drawn yet
    others: list[tuple[str, str]]  # whom it could meet there
    asked: list[str]  # what it has asked for there


class EventPage(TypedDict):
    """One event."""

    category: str
    planned: str  # its stages as they are typed, one a line

    event: EventRow
    acts: dict[str, ActForm]
    stages: list[StagePart]
    entries: list[EntryRow]
    can_undraw: bool
    swiss: Progress | None
    swiss_remarks: list[str]
    asked: list[str]  # byes and pairs that must not meet
    namesakes: list[tuple[str, int]]  # who may be the same person, and the id of the entry
    check_in: list[str]  # before a draw: who is not checked in
    takes_entries: bool
    halls: tuple[str, ...]
    withdrawals: str  # which matches of who withdraws from a group count
    played_in: str
    is_open: bool
    swaps: list[str]
    can_swap: bool


class RoundPage(TypedDict):
    """A round at a glance. rounds: key, name, whether it is this one; begins, report_by: times of day by
    match; pace: minutes of a match; can_enter: the matches whose result can be typed; byes: who has one.
    """

    event: EventRow
    rounds: list[tuple[str, str, bool]]
    shown: str
    title: str
    rows: list[MatchRow]
    clubs: dict[str, str]
    begins: dict[str, str]
    report_by: dict[str, str]
    pace: str
    can_enter: list[str]
    byes: list[str]


class CorrectionLine(TypedDict):
    """A result that was changed by hand."""

    at: str
    actor: str
    reason: str
    before: str
    after: str


class EventName(TypedDict):
    """The key and the name of an event."""

    key: str
    name: str


class MatchPage(TypedDict):
    """One match and the actions it allows. number: for people, "MS 3"."""

    match: MatchRow
    number: str
    event: EventName
    can_call: bool
    about_players: list[str]
    about_names: list[str]
    can_recall: bool
    can_walk_over: bool
    giving: list[str]  # what a walk-over for a side that has withdrawn would do
    can_enter: bool
    clearing: list[str]  # what clearing its result would do; none: it cannot be cleared
    has_later: bool  # something that follows from the result was called
    can_line_up: bool
    teams: dict[str, str]
    crokinole: bool
    can_draw: bool
    corrections: list[CorrectionLine]
    reports: list[ReportRow]
    protests: list[ProtestRow]


class RulesetRow(TypedDict):
    """A saved ruleset in a list."""

    key: str
    name: str
    base: str
    in_short: str
    by: str
    at: str


class RulesetShown(TypedDict):
    """Own rules in words. differences: each with what it means. fields: name, value, meaning of each rule."""

    name: str
    base: str
    source: str
    in_short: str
    differences: list[tuple[str, str]]
    outcome: str
    card: str
    fields: list[tuple[str, str, str]]
    text: str


class AskedQuestion(TypedDict):
    """One of the ten questions. default: what an empty answer means. value: what was typed. choices: the
    words to choose from, if any. further: the questions that follow from its answer.
    """

    number: int
    option: str
    text: str
    default: str
    value: str
    error: str
    longest: int
    choices: list[str]
    further: list["AskedQuestion"]


class RulesetForm(TypedDict):
    """The ten questions. others: answers to the other sport's questions. beyond: changes that no question
    asks for, as the text of a file; kept: their fields. changed: the base is of another sport than the
    questions that were answered.
    """

    base: str
    bases: list[tuple[str, str]]
    base_error: str
    base_text: str
    name: AskedQuestion
    questions: list[AskedQuestion]
    others: list[tuple[str, str]]
    source: str
    beyond: str
    kept: list[str]
    changed: bool
    key: str
    key_error: str
    replace: bool
