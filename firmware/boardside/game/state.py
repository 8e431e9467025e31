"""The data of a match: State, its finished boards and games, and the ruling on an event.

States are never changed once handed out: `match.apply` copies, and replaces tuples and dicts instead of
altering them. So a state may be kept, compared and shown while play goes on.
"""

from .copies import copied, fields_of
from .rulesets import cited

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, Union

    from .crokinole.play import Play
    from .crokinole.round import Round
    from .protests import Protest
    from .rules import Sport
    from .strokes import Situation, StrokeRuling

    Event = dict[str, Any]  # docs/scripts/events.md
    Laws = tuple[str, ...]
    Clause = tuple[Any, ...]  # (reason, value, ...)
    Clauses = tuple[Clause, ...]
    BySide = dict[str, int]  # {"a": .., "b": ..}
    InPlay = Union[Situation, Play]  # a board stroke by stroke, a round
    Finished = Union["Board", Round]
    Row = dict[str, Any]  # State.row
    Starts = tuple[tuple[int, int, Row], ...]

IDLE, TOSS, READY, BOARD, CHANGE, INTERVAL, OVER, CONFIRMED = (
    "idle",  # no match at this table
    "toss",  # the toss is awaited
    "ready",  # "Play" is awaited
    "board",  # a board is in play
    "change",  # nothing in play, a change of sides is owed
    "interval",  # the interval; sides change in it
    "over",  # decided, provisional
    "confirmed",  # sealed by the umpire
)

LAST = "last"
"""State.extra of a board that is the last of its game, because time was called in it (D462)."""

OF_TOURNAMENT = ("ruleset", "category", "variant", "tie", "teams", "latin")
"""The fields of a `match` event that are only kept (`Setup.tournament`)."""


def other(side: str) -> str:
    """The other of the two sides."""
    return "b" if side == "a" else "a"


def letter(side: "str | None") -> str:
    """A side as refusals name it: `A`, `B`, or `nobody`."""
    return "nobody" if side is None else side.upper()


class Setup:
    """What never changes in a match: as its `match` event has it. An idle table's has only a sport.

    sport: what differs by sport in the rules (rules.Sport); carrom when idle. match, stage: as in the event.
    rules: resolved (rule_fields.py), what goes by stage or category narrowed to one value; {} when idle.
    doubles: bool. tournament: the fields OF_TOURNAMENT by name; the rules of play do not read them. clauses:
    of the rulebook, by the ICF Laws they stand for (rulesets.clauses).
    """

    def __init__(
        self,
        sport: "Sport",
        match: "str | None" = None,
        rules: "dict[str, Any] | None" = None,
        stage: "str | None" = None,
        doubles: bool = False,
        tournament: "dict[str, Any] | None" = None,
    ) -> None:
        self.sport: "Final" = sport
        self.match: "Final" = match
        self.rules: "Final[dict[str, Any]]" = rules or {}
        self.stage: "Final" = stage
        self.doubles: "Final" = doubles
        self.tournament: "Final[dict[str, Any]]" = tournament or dict.fromkeys(OF_TOURNAMENT)
        self.clauses: "dict[str, str]" = {}

    def cited(self, laws: "Laws") -> "Laws":
        """These Laws as the match's rulebook cites them."""
        return cited(self.clauses, laws) if self.clauses else laws


_NOBODY: "dict[str, list[str]]" = {"a": [], "b": []}
_NIL = {"a": 0, "b": 0}


class State:
    """The state of a match. All fields are to be read, never set.

    A field is said here and nowhere else, with its value before a match: copies, rows, snapshots and
    `dicts.to_dict` have all that stand here. Only one that holds other things than numbers, texts, tuples and
    dicts needs a line in snapshot.py and in dicts.py. (Fields, not properties: for a class with properties
    MicroPython searches the class at every store.)
    """

    setup: Setup
    names: "dict[str, list[str]]" = _NOBODY  # {"a": [..], "b": [..]}; `names` corrects them, and the title
    title: "str | None" = None  # as in the `match` event
    phase: str = IDLE  # one of the words above
    game: int = 1  # from 1; to be played or in play, as the board
    board: int = 1
    points: "BySide" = _NIL  # total of the current game, not cut at the game's points (D6)
    games: "BySide" = _NIL  # won
    # Who breaks this board: singles 0 = a, 1 = b; doubles 0 to 3, one to the right each, even = a (49b); None
    # while a toss is awaited. breaker: its side. `give_break` sets both.
    seat: "int | None" = None
    breaker: "str | None" = None
    opener: "int | None" = None  # the seat that broke, or breaks, the game's first board
    # Who is on the display's left. In doubles: which pair sits on the axis that the display's left stands
    # for; a quarter turn to the right (59) exchanges the axes.
    left_side: str = "a"
    # True: an extra board decides the game (56b, D20); LAST: the board in play does, time was called in it
    # (D462).
    extra: "bool | str" = False
    change_due: bool = False  # the players owe a change of sides
    change_done: bool = False  # the change in the middle of the last game has been made (60)
    boards: "tuple[Finished, ...]" = ()  # of the current game
    history: "tuple[Game, ...]" = ()  # finished games
    winner: "str | None" = None  # of the match
    how: "str | None" = None  # "played", "conceded", "ruling", "walkover", "time" or "draw"
    how_laws: "Laws" = ()
    overridden: bool = False  # an umpire's override is part of this result
    paused: "tuple[str, int] | None" = None  # (clock, ms left)
    # The board in play stroke by stroke (strokes.Situation), a crokinole round in play (crokinole.play.Play).
    situation: "InPlay | None" = None
    trials: int = 0  # trial boards played (40)
    protests: "tuple[Protest, ...]" = ()
    # How this board and the one before began, for a protest that is upheld (151a): (game, board, row).
    starts: "Starts" = ()
    twenties: "BySide" = _NIL  # 20s of a crokinole match
    confirmed: bool = False  # the umpire has sealed the result

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def give_break(self, seat: "int | None") -> None:
        """`seat` breaks the current board; None while a toss is awaited."""
        self.seat = seat
        self.breaker = None if seat is None else "ab"[seat & 1]

    def copy(self) -> "State":
        """A second state that can be changed before it is handed out."""
        return copied(self)

    def row(self) -> "Row":
        """The fields that were set, to be kept: half of what a state takes. `from_row` leads back."""
        return self.__dict__.copy()

    def take(self, source: "State") -> None:
        """Copy `source` into this state of the same match; for a copy that was not handed out yet."""
        for name in fields_of(State):
            setattr(self, name, getattr(source, name))


def from_row(row: "Row") -> State:
    """The state that had this row, as one that can be changed before it is handed out."""
    state: State = object.__new__(State)
    for name in row:
        setattr(state, name, row[name])
    return state


class Board:
    """A finished board. A field is said here and nowhere else, as those of State are."""

    number: int = 0  # from 1, as the game
    game: int = 0
    breaker: "str | None" = None  # a side
    winner: str = ""  # a side
    left: int = 0  # the loser's c/m on the board, 0 to 9
    queen: "str | None" = None  # "a", "b", "board"; None: counts nothing, not asked
    demand: int = 0  # 0 to 2
    points: int = 0  # what the winner got
    computed: int = 0  # by the Laws
    override: bool = False  # the umpire set other points
    # Points that the winner did not get, because its account was not open yet (D10).
    withheld: int = 0
    law: "str | None" = None  # lost by this ruling
    slam: "str | None" = None  # "white" or "black"
    extra: bool = False  # an extra board
    # "result" (entered alone), "strokes" (as the strokes gave it) or "corrected" (they gave another).
    source: str = "result"
    after: "BySide" = _NIL  # the totals after it
    laws: "Laws" = ()

    def points_of(self, side: str) -> int:
        """What the board gave `side`."""
        return self.points if side == self.winner else 0


class Game:
    """A finished game.

    number: from 1. boards: Board tuple. points: {"a", "b"}, the official score (D6). winner: side or None (a
    draw). how: "played", "conceded", "ruling", "walkover", "time" or "draw". laws: tuple.
    """

    __slots__ = ("boards", "how", "laws", "number", "points", "winner")

    def __init__(
        self,
        number: int,
        boards: "tuple[Finished, ...]",
        points: "BySide",
        winner: "str | None",
        how: "str | None",
        laws: "Laws",
    ) -> None:
        self.number = number
        self.boards = boards
        self.points = points
        self.winner = winner
        self.how = how
        self.laws = laws


class Ruling:
    """The ruling on an event.

    laws: tuple of Laws and D-numbers. clauses: what it says, a tuple of (reason, value, ...), the reasons and
    their values as in host_tools/laws/rulings.py. facts: small dict of what changed, JSON-ready. A stroke's
    clauses and facts are made when they are asked for, from `stroke`, a strokes.StrokeRuling (else None): a
    fold makes hundreds of rulings and asks for the last one's.
    """

    # The class's own values: what is not given is not stored.
    _clauses: "Clauses" = ()
    _facts: "dict[str, Any] | None" = None
    stroke: "StrokeRuling | None" = None

    def __init__(
        self,
        laws: "Laws",
        clauses: "Clauses" = (),
        facts: "dict[str, Any] | None" = None,
        stroke: "StrokeRuling | None" = None,
    ) -> None:
        self.laws = laws
        if stroke is not None:
            self.stroke = stroke
            return
        self._clauses = clauses
        self._facts = facts

    @property
    def clauses(self) -> "Clauses":
        """The clauses; () if the event concerns no match."""
        if not self._clauses and self.stroke is not None:
            self._clauses = self.stroke.clauses
        return self._clauses

    @property
    def facts(self) -> "dict[str, Any]":
        """What changed."""
        if self._facts is None:
            self._facts = {} if self.stroke is None else self.stroke.facts()
        return self._facts

    @property
    def is_silent(self) -> bool:
        """It says nothing."""
        return not self.laws and not self._clauses and self.stroke is None
