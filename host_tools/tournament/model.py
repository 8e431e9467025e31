"""What a tournament is made of, as values: players, entries, events, stages, fixtures, results, places.

Pure: no database, no clock. `tournament.book` reads and writes them, the rest computes with them. Sides
are "a" and "b" as in the match events (docs/events.md). An *event* of a tournament (Men's Singles) is
called a competition in the code, since "event" means a match event everywhere else.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

Side = Literal["a", "b"]
#: What an entry is: one player, a pair, a team.
Kind = Literal["singles", "doubles", "team"]
KINDS: tuple[Kind, ...] = ("singles", "doubles", "team")

#: knockout: who loses is out. groups: round robin in each group. round_robin: one group of all.
#: preliminary: each plays so many opponents (crokinole: ten), one table of all.
#: external: another system draws it, round by round (SoL); one table of all.
StageKind = Literal["knockout", "groups", "round_robin", "preliminary", "external"]
STAGE_KINDS: tuple[StageKind, ...] = ("knockout", "groups", "round_robin", "preliminary", "external")

#: waiting: its entries are not all known. ready: to be called. called: a table has it, the report clock runs
#: (143i). playing: at the table. held: decided, but a protest is open (150). done: its result counts.
#: bye: nobody to play against. off: it is not needed any more (the third match of a tie that is decided).
FixtureState = Literal["waiting", "ready", "called", "playing", "held", "done", "bye", "off"]

#: played: at a table. walk_over: somebody did not report (143i). conceded, lost: State.how of the table.
#: entered: the organiser's word. Two walk-overs at once: winner None.
How = Literal["played", "walk_over", "conceded", "lost", "entered"]

#: A result of the organiser's. entered: nobody had reported one (from paper). corrected: it took the place of
#: another one.
ByHand = Literal["entered", "corrected"]


@dataclass(frozen=True, slots=True)
class Player:
    """A person. `number`: start number in this tournament, from 1. `name` is "" once it was deleted."""

    id: int
    number: int
    name: str
    club: str = ""
    country: str = ""
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """Who takes part in a competition: a player, a pair (first the one who breaks first), a team.

    name: of a team, "" otherwise. seeding: 1 is the best; None: not seeded.
    """

    id: int
    players: tuple[Player, ...]
    name: str = ""
    seeding: int | None = None
    withdrawn: bool = False
    changes: int = 0

    @property
    def title(self) -> str:
        """How it is called: "Asha", "Asha / Bela", "Civil"."""
        return self.name or " / ".join(player.name or f"No. {player.number}" for player in self.players)

    @property
    def club(self) -> str:
        """The club, or the clubs, of its players, each once."""
        clubs = dict.fromkeys(player.club for player in self.players if player.club)
        return " / ".join(clubs)


@dataclass(frozen=True, slots=True)
class StagePlan:
    """One stage as it is planned. `settings` by kind:

    groups: "groups" number of groups or "size" most entries in one; "advance" how many of each go on.
    preliminary: "opponents" each plays (10), "advance" how many go on.
    knockout: "third" whether the losers of the semi-finals play. round_robin: "advance".
    """

    kind: StageKind
    name: str = ""
    settings: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Competition:
    """An event of the tournament. rules: changes to the ruleset, as in the `match` event, or None."""

    id: int
    key: str
    name: str
    kind: Kind
    ruleset: str
    category: str | None = None
    rules: dict[str, Any] | None = None
    variant: str | None = None
    plan: tuple[StagePlan, ...] = ()
    state: str = "entries"


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
    settings: dict[str, Any] = field(default_factory=dict)
    made_at: int = 0


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a competition as it stands. position: from 1. seed: of its draw, None before it.

    state: waiting (for the stage before it, or for the draw), drawn, done.
    """

    id: int
    competition_id: int
    position: int
    kind: StageKind
    name: str = ""
    settings: dict[str, Any] = field(default_factory=dict)
    seed: str | None = None
    state: str = "waiting"


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


@dataclass(frozen=True, slots=True)
class Result:
    """What a fixture came to. Pairs are (a, b).

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

    def to_json(self) -> dict[str, Any]:
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
    def from_json(cls, shown: dict[str, Any]) -> "Result":
        """The inverse of `to_json`."""
        return cls(
            winner=shown["winner"],
            how=shown["how"],
            games=tuple((int(a), int(b)) for a, b in shown["games"]),
            games_won=(shown["games_won"][0], shown["games_won"][1]),
            points=(shown["points"][0], shown["points"][1]),
            net=int(shown["net"]),
            twenties=(shown["twenties"][0], shown["twenties"][1]),
        )


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match that is planned, called, played or decided. `id` is the match's id at the table.

    stage: the stage's position, from 1. round, number: from 1. group: from 1, 0 when the stage has none.
    laws_stage: of the `match` event. a, b: ids of entries, None while not known. Times are UTC ms.
    corrected: the organiser entered or changed its result; replaced: there was one before.
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
    note: str = ""
    replaced: bool = False

    @property
    def by_hand(self) -> ByHand | None:
        """Whether its result is the organiser's, and in which way; None: it is not."""
        if not self.corrected:
            return None
        return "corrected" if self.replaced else "entered"


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that the organiser entered or changed: what it was (None: none), what it is; `at` UTC ms."""

    fixture: str
    at: int
    who: str
    reason: str
    before: Result | None
    after: Result | None


@dataclass(frozen=True, slots=True)
class Decision:
    """An order of tied entries that was found beside the matches: a shoot-out's, a toss's, the organiser's.

    order: (entry id, score), the best first; equal scores are still level.
    """

    kind: Literal["shoot_out", "toss", "organiser"]
    order: tuple[tuple[int, int], ...]
    group: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a standing. place: from 1; the same number again while entries are still level.

    step: which step of the tie-break put it there ("points", "wins", "net", "head_to_head", "twenties_tied",
    "twenties_all", "shoot_out", "toss", "organiser", "level": nothing did; "withdrawn"; of a knockout
    "round", "third", "playing": still in, "absent": has no match); why: in words, with figures.
    figure, against: those figures: its own, and the next better and next worse ones of those it was level
    with until this step.
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
    why: str
    open: bool = False  # level, and a shoot-out or another decision is still to come
    figure: int | None = None
    against: tuple[int, ...] = ()
