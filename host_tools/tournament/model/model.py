"""The parts of a tournament as values: players, entries, events, stages, fixtures, results, places.

Pure: no database, no clock. `tournament.book` reads and writes them, the rest computes with them. Sides
are "a" and "b" as in the match events (docs/scripts/events.md). An *event* of a tournament (Men's Singles) is
called a competition in the code, since "event" means a match event everywhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Self, TypedDict, get_args

from host_tools.live_values import Rules

Side = Literal["a", "b"]
#: What an entry is: one player, a pair, a team.
Kind = Literal["singles", "doubles", "team"]
KINDS: tuple[Kind, ...] = ("singles", "doubles", "team")

#: knockout: the loser is out. groups: round robin in each group. round_robin: one group of all.
#: preliminary: each plays a fixed number of opponents (crokinole: ten), one table of all.
#: swiss: drawn round by round, each entry against one of about the same points; one table of all.
#: external: another system draws it, round by round (SoL); one table of all.
StageKind = Literal["knockout", "groups", "round_robin", "preliminary", "swiss", "external"]
STAGE_KINDS: tuple[StageKind, ...] = get_args(StageKind)

#: waiting: its entries are not all known. ready: to be called. called: a table has it, the report clock runs
#: (143i). playing: at the table. held: decided, but a protest is open (150). done: its result counts.
#: bye: there is no opponent. off: it is no longer needed (the third match of a tie that is decided).
FixtureState = Literal["waiting", "ready", "called", "playing", "held", "done", "bye", "off"]

#: What becomes of the scrutiny fee of a protest in this state (145, 151), once it is paid.
FEES = {"open": "paid", "upheld": "refunded", "overruled": "forfeited"}

#: `Fixture.part` of a shoot-out between two entries of a group that are level (standings/results.py).
SHOOT_OUT = "shoot-out"

#: States of a fixture that has been called to a table, or played.
BEGUN: tuple[FixtureState, ...] = ("called", "playing", "held", "done")
#: A match in one of these states is at a table, called there or played.
AT_TABLE: tuple[FixtureState, ...] = ("called", "playing", "held")

#: played: at a table. walk_over: a side did not report (143i). conceded, lost: State.how of the table.
#: entered: by the organiser. Two walk-overs at once: winner None.
How = Literal["played", "walk_over", "conceded", "lost", "entered"]

#: Which matches of an entry that withdraws from a group count: all or none of them; "": as usual.
Withdrawals = Literal["all", "none", ""]

#: How the organiser gave a result. entered: there was none before (from paper). corrected: it replaced
#: another one. imported: it came in a file (importing.py).
ByHand = Literal["entered", "corrected", "imported"]


#: open: the organiser must decide. taken: it counts. left: it does not. settled: no decision is needed any
#: more, since the table took it back, it counts by itself, or the fixture has the same result.
ReportState = Literal["open", "taken", "left", "settled"]


@dataclass(frozen=True, slots=True)
class Player:
    """A person. `number`: start number in this tournament, from 1. `name` is "" once it was deleted. `latin`:
    how the name is spelled in Latin letters, "" when nobody has said it.
    """

    id: int
    number: int
    name: str
    club: str = ""
    country: str = ""
    licence: str = ""
    latin: str = ""


#: A round: the position of its stage, and its number there.
Round = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Apart:
    """An entry (id) that another must not meet in a Swiss: in rounds from `since` to `until` (None: all)."""

    other: int
    since: Round
    until: Round | None = None

    def holds(self, number: Round) -> bool:
        """Whether it holds in this round."""
        return self.since <= number and (self.until is None or number <= self.until)


@dataclass(frozen=True, slots=True)
class Entry:
    """Who takes part in a competition: a player, a pair (first the one who breaks first), a team.

    name: of a team, "" otherwise. seeding: 1 is the best; None: not seeded. reserve: its place in the list of
    reserves, from 1; a reserve has `withdrawn`, since it does not play (reserves.py). byes: the rounds of a
    Swiss in which it has asked for a bye; apart: whom it must not meet there (swiss_requests.py).
    """

    id: int
    players: tuple[Player, ...]
    name: str = ""
    seeding: int | None = None
    withdrawn: bool = False
    changes: int = 0
    reserve: int | None = None
    byes: tuple[Round, ...] = ()
    apart: tuple[Apart, ...] = ()

    @property
    def title(self) -> str:
        """The entry's title: "Asha", "Asha / Bela", "Civil"."""
        return self.name or " / ".join(player.name or f"No. {player.number}" for player in self.players)

    @property
    def club(self) -> str:
        """The club, or the clubs, of its players, each once."""
        clubs = dict.fromkeys(player.club for player in self.players if player.club)
        return " / ".join(clubs)


class StageSettings(TypedDict, total=False):
    """How a stage is played; which of these a kind of stage has, planning.py says."""

    groups: int  # number of groups, or
    size: int  # most entries in a group
    advance: int  # how many go on, of groups: of each
    opponents: int  # of a preliminary: how many each plays (10)
    third: bool  # of a knockout: whether the losers of the semi-finals play
    random: bool  # of a knockout: drawn without seeding
    rounds: int  # of a Swiss: how many it has
    clubs_apart: int  # of a Swiss: in how many of its first rounds clubs are kept apart
    countries_apart: int  # the same of countries
    unranked: str  # of an external: why its order is not known here


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage as it is planned."""

    kind: StageKind
    name: str = ""
    settings: StageSettings = field(default_factory=StageSettings)


@dataclass(frozen=True, slots=True)
class Competition:
    """An event of the tournament. rules: changes to the ruleset, as in the `match` event, or None."""

    id: int
    key: str
    name: str
    kind: Kind
    ruleset: str
    category: str | None = None
    rules: Rules | None = None
    variant: str | None = None
    plan: tuple[StagePlan, ...] = ()
    state: str = "entries"


class TournamentSettings(TypedDict, total=False):
    """What the organiser has set for a whole tournament. In a change of them, None removes one."""

    halls: dict[str, list[int]] | None  # the tables of each hall
    event_halls: dict[str, str] | None  # by the event's key: the hall in which it is played
    rest_minutes: int  # between two matches of a player
    event_withdrawals: "dict[str, Withdrawals] | None"  # by the event's key (withdrawals.py)
    event_reserves: dict[str, list[int]]  # by the event's key: entries, in their order (reserves.py)
    presses: int | None  # of CLOCK a stroke, in the matches that are called; 0 results only
    apart: dict[str, bool]  # by two start numbers ("5 9"): they are two persons (people.told_apart)
    here: dict[str, int]  # by start number: who is here, checked in at (UTC ms)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament. `days` as people write it; `state`: open, closed; `made_at` UTC ms."""

    id: int
    key: str
    name: str
    ruleset: str
    place: str = ""
    days: str = ""
    state: str = "open"
    settings: TournamentSettings = field(default_factory=TournamentSettings)
    made_at: int = 0


@dataclass(frozen=True, slots=True)
class Swap:
    """Two entries (ids) that somebody exchanged in a draw, and why. at: UTC ms. round: of a Swiss."""

    a: int
    b: int
    reason: str
    actor: str
    at: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a competition in its present state. position: from 1. seed: of its draw, None before it.

    state: waiting (for the stage before it, or for the draw), drawn, done. swaps: the changes of its draw by
    hand, the oldest first.
    """

    id: int
    competition_id: int
    position: int
    kind: StageKind
    name: str = ""
    settings: StageSettings = field(default_factory=StageSettings)
    seed: str | None = None
    state: str = "waiting"
    swaps: tuple[Swap, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a side of a fixture comes from. Written: "" (drawn), "bye", "winner:ID", "loser:ID",
    "place:STAGE:GROUP:PLACE" (stage position; group from 1, 0 = the only one; place from 1).
    """

    kind: Literal["drawn", "bye", "winner", "loser", "place"]
    fixture: str = ""
    stage: int = 0
    group: int = 0
    place: int = 0

    def __str__(self) -> str:
        if self.kind == "drawn":
            return ""
        if self.kind == "bye":
            return "bye"
        if self.kind == "place":
            return f"place:{self.stage}:{self.group}:{self.place}"
        return f"{self.kind}:{self.fixture}"

    @classmethod
    def parse(cls, text: str) -> "Source":
        """The inverse of `str`. ValueError for anything else."""
        kind, _, rest = text.partition(":")
        if text == "":
            return DRAWN
        if text == "bye":
            return BYE
        if kind == "winner" and rest:
            return cls("winner", rest)
        if kind == "loser" and rest:
            return cls("loser", rest)
        if kind == "place":
            stage, group, place = (int(part) for part in rest.split(":"))
            return cls("place", stage=stage, group=group, place=place)
        raise ValueError(f"{text!r} is no source of a side")


DRAWN = Source("drawn")
BYE = Source("bye")


class ResultJson(TypedDict):
    """A `Result` as JSON: each pair a list."""

    winner: Side | None
    how: How
    games: list[list[int]]
    games_won: list[int]
    points: list[int]
    net: int
    twenties: list[int]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a fixture. Pairs are (a, b).

    games: points of each finished game, as published (D6). net: what counts as net points, a's and b's scored
    (official.net: extra boards left out where the ruleset says so). twenties: crokinole's 20s.
    points: crokinole's points of all games; carrom's points of all games added.
    """

    winner: Side | None
    how: How
    games: tuple[tuple[int, int], ...] = ()
    games_won: tuple[int, int] = (0, 0)
    points: tuple[int, int] = (0, 0)
    net: int = 0  # of a; b's is its negative
    twenties: tuple[int, int] = (0, 0)

    def to_json(self) -> "ResultJson":
        """JSON-ready; `from_json` reads it."""
        return {
            "winner": self.winner,
            "how": self.how,
            "games": [list(game) for game in self.games],
            "games_won": list(self.games_won),
            "points": list(self.points),
            "net": self.net,
            "twenties": list(self.twenties),
        }

    @classmethod
    def from_json(cls, fields: "ResultJson") -> "Result":
        """The inverse of `to_json`."""
        return cls(
            winner=fields["winner"],
            how=fields["how"],
            games=tuple((int(a), int(b)) for a, b in fields["games"]),
            games_won=(fields["games_won"][0], fields["games_won"][1]),
            points=(fields["points"][0], fields["points"][1]),
            net=int(fields["net"]),
            twenties=(fields["twenties"][0], fields["twenties"][1]),
        )


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match that is planned, called, played or decided. `id` is the match's id at the table.

    stage: the stage's position, from 1. round, number: from 1. group: from 1, 0 when the stage has none.
    laws_stage: of the `match` event. a, b: ids of entries, None while not known. Times are UTC ms.
    corrected: the organiser entered or changed its result; replaced: there was one before; imported: it came
    in a file. taken: the organiser took its result from a report. unconfirmed: it is decided at its table,
    and its umpire has not confirmed that (its state is still "playing"). note_code: a note for people, with
    its facts in note_facts; None: there is none. Its words: remarks.py.
    """

    id: str
    stage: int
    round: int
    number: int
    laws_stage: str
    group: int = 0
    a: int | None = None
    b: int | None = None
    source_a: Source = DRAWN
    source_b: Source = DRAWN
    tie: str | None = None
    part: str | None = None
    line_up: dict[str, list[int]] | None = None
    state: FixtureState = "waiting"
    hall: str = ""
    table: int | None = None
    umpire: str = ""
    called_at: int | None = None
    report_by: int | None = None
    decided_at: int | None = None
    result: Result | None = None
    corrected: bool = False
    replaced: bool = False
    imported: bool = False
    taken: bool = False
    unconfirmed: bool = False
    note_code: str | None = None
    note_facts: dict[str, Any] = field(default_factory=dict)

    def noted(self, code: str | None, **facts: Any) -> Self:
        """The fixture with this note, or (None) without one."""
        return replace(self, note_code=code, note_facts=facts)

    @property
    def is_shoot_out(self) -> bool:
        """Whether it orders entries that are level, and is no match of its group."""
        return self.part == SHOOT_OUT

    @property
    def by_hand(self) -> ByHand | None:
        """How the organiser gave its result; None: the result is a table's."""
        if not self.corrected:
            return None
        if self.imported:
            return "imported"
        return "corrected" if self.replaced else "entered"


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that the organiser entered or changed: what it was (None: none), what it is; `at` UTC ms.

    reason: what a person gave as the reason. code: why Boardside recorded it itself, without a reason from a
    person; facts: the code's arguments.
    """

    fixture: str
    at: int
    actor: str
    reason: str
    before: Result | None
    after: Result | None
    code: str | None = None
    facts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableReport:
    """A match at a table that has a fixture's id and does not count by itself: a row of `reports`.

    number: identifies the report. journal, first_seq: of the match at the table. detail: the arguments of the
    reason: "called": the table to which the fixture was called, or None; "names": those at the table, "sent":
    the names that the desk sent (other_names); "rule": the reason of today (before); "again": it was taken,
    or left, and the table has confirmed another result since; "instead": what the fixture had before the
    report was taken. result: what the table has confirmed; None: nothing yet. Times are UTC ms; who, why,
    decided_at: of the last decision.
    """

    number: int
    fixture: str
    journal: str
    first_seq: int
    table: int
    reason: str
    detail: dict[str, Any]
    result: Result | None
    state: ReportState
    since: int
    actor: str | None = None
    why: str | None = None
    decided_at: int | None = None

    @property
    def key(self) -> tuple[str, int]:
        """Which match at a table it is."""
        return self.journal, self.first_seq


@dataclass(frozen=True, slots=True)
class Act:
    """Something that was done: who did it, when (UTC ms), and its facts. name: as the record has it."""

    number: int
    at: int
    actor: str
    name: str
    detail: dict[str, Any]

    @property
    def undo(self) -> dict[str, Any]:
        """What it changed (undo/changes.py); empty when it cannot be undone."""
        kept: dict[str, Any] = self.detail.get("undo") or {}
        return kept

    @property
    def match(self) -> str | None:
        """The match that it was about."""
        return self.detail.get("match")

    @property
    def reason(self) -> str:
        """Why it was done, if somebody said."""
        return str(self.detail.get("reason") or self.detail.get("why") or "")


@dataclass(frozen=True, slots=True)
class Decision:
    """An order of tied entries that does not come from matches: a shoot-out's, a toss's, the organiser's.

    order: (entry id, score), the best first; equal scores are still level.
    """

    kind: Literal["shoot_out", "toss", "organiser"]
    order: tuple[tuple[int, int], ...]
    group: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a standing. place: from 1; the same number again while entries are still level.

    buchholz: the standing points of all its opponents added; None where it does not count.
    step: the step of the tie-break that decided the place ("points", "wins", "buchholz", "net", "scored",
    "head_to_head", "twenties_tied", "twenties_all", "shoot_out", "toss", "organiser", "level": nothing did;
    "withdrawn"; of a knockout "round", "third", "playing": still in, "absent": has no match). reason, facts:
    why, as a code.
    figure, against: the figures of this step: its own, and the next better and next worse ones among the
    entries that were level with it before.
    """

    place: int
    entry: int
    played: int
    won: int
    drawn: int
    lost: int
    points: int  # standing points
    net: int
    twenties: int
    step: str
    reason: str
    facts: Mapping[str, Any]
    open: bool = False  # level, and a shoot-out or another decision is still to come
    figure: int | None = None
    against: tuple[int, ...] = ()
    buchholz: int | None = None
