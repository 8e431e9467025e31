"""A score card as values, in the current language: the fields of the ICF's form (Laws XIX) or crokinole's.

`card_making` computes them from a match, `card_sheet` puts them on paper.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from host_tools.reasons import Cause

NIL = "Nil"
OVERRIDE, CORRECTED = "override", "corrected"


@dataclass(frozen=True, slots=True)
class Header:
    """The fields over the boards; "" is left blank, to be written by hand. match: its id; number: the one for
    people.
    """

    tournament: str = ""
    event: str = ""
    round: str = ""
    date: str = ""
    time: str = ""
    match: str = ""
    number: str = ""
    umpire: str = ""
    table: str = ""
    rules: str = ""


@dataclass(frozen=True, slots=True)
class Half:
    """One side's three columns of a line: carrom's Queen, c/m, total; crokinole's 20s, discs, points."""

    first: str = ""
    second: str = ""
    total: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """A board or a round. `mark`: why the line needs attention (OVERRIDE, CORRECTED), or ""."""

    number: str
    breaker: str = ""
    a: Half = Half()
    b: Half = Half()
    remark: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class GameCard:
    """The lines of one game; `score` and `twenties` by side, () while it is not finished."""

    number: int
    lines: tuple[Line, ...]
    score: tuple[int, ...] = ()
    twenties: tuple[int, ...] = ()
    how: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof of a result: the seal's state, the head of the hash chain, and where these are stored."""

    seal: str
    head: str
    events: int
    journal: str
    first_seq: int


@dataclass(frozen=True, slots=True)
class Card:
    """A whole card. names: by side, the players'; standing: "", or why it is not final, in capitals.

    winner, result: of the match as they stand. decided: who gave that result, in place of the table; "": it
    is the table's. table_had: the winner and result that the table has, where they do not stand.
    """

    sport: str
    header: Header
    names: tuple[tuple[str, ...], tuple[str, ...]]
    games: tuple[GameCard, ...]
    teams: tuple[str, str] = ("", "")
    toss_won_by: str = ""
    choice: str = ""
    started: str = ""
    finished: str = ""
    remarks: tuple[str, ...] = ()
    winner: str = ""  # "a", "b" or ""
    result: str = ""
    standing: str = ""
    proof: Proof | None = None
    decided: str = ""
    table_had: str = ""
    ids: tuple[str, str] = ("", "")  # start numbers, for crokinole's ID number
    latin: Mapping[str, str] = field(default_factory=dict)  # Latin spellings, by name


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was begun at a table: the fold of its events, and what is stored with them.

    state: `boardside.game.state.State`. events: those that hold, decoded. undone: those that were undone.
    left_out: what the rules refused. seal, soft: of `matches`. head: of the chain. times: started and
    finished, as written on the card. corrections: of the organiser. fees: that were paid, by the protest's
    number. seats: by game, the seat that broke each board, of a doubles (`seats.breaking`). rulings: (number,
    `boardside.game.state.Ruling`) of the events, also of undos. at: by an event's number, when the collector
    stored it (UTC ms).
    """

    state: Any
    events: Sequence[Mapping[str, Any]]
    undone: Sequence[Mapping[str, Any]] = ()
    left_out: Sequence[Cause] = ()
    seal: str | None = None
    soft: bool = False
    head: str = ""
    journal: str = ""
    first_seq: int = 0
    count: int = 0
    started: str = ""
    finished: str = ""
    corrections: Sequence[Cause] = field(default=())
    seats: Mapping[int, Sequence[int | None]] = field(default_factory=dict)
    rulings: Sequence[tuple[int, Any]] = ()
    at: Mapping[int, int] = field(default_factory=dict)
    fees: Mapping[int, str] = field(default_factory=dict)
