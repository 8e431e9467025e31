"""The data of a match: State, its finished boards and games, and the ruling on an event.

States are never changed once handed out: `match.apply` copies, and replaces tuples and dicts instead of
altering them. So a state may be kept, compared and shown while play goes on.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Union

    from .crokinole.play import Play
    from .crokinole.round import Round
    from .protests import Protest
    from .rules import Sport
    from .strokes import Situation, StrokeRuling

    Event = dict[str, Any]  # docs/scripts/events.md
    Laws = tuple[str, ...]
    Clause = tuple[Any, ...]  # (reason, value, ...), D356
    Clauses = tuple[Clause, ...]
    BySide = dict[str, int]  # {"a": .., "b": ..}
    InPlay = Union[Situation, Play]  # a board stroke by stroke, a round
    Finished = Union["Board", Round]
    Row = tuple[Any, ...]  # State.row
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

_FIELDS = (
    "sport",
    "match",
    "rules",
    "stage",
    "doubles",
    "names",
    "title",
    "phase",
    "game",
    "board",
    "points",
    "games",
    "seat",
    "breaker",
    "opener",
    "left_side",
    "extra",
    "change_due",
    "change_done",
    "boards",
    "history",
    "winner",
    "how",
    "how_laws",
    "overridden",
    "paused",
    "situation",
    "trials",
    "protests",
    "starts",
    "tournament",
    "twenties",
    "confirmed",
)


LAST = "last"
"""State.extra of a board that is the last of its game, because time was called in it (D462)."""

OF_TOURNAMENT = ("ruleset", "category", "variant", "tie", "teams", "latin")
"""The fields of a `match` event that are only kept (`State.tournament`)."""


def other(side: str) -> str:
    """The other of the two sides."""
    return "b" if side == "a" else "a"


def letter(side: "str | None") -> str:
    """A side as refusals name it: `A`, `B`, or `nobody`."""
    return "nobody" if side is None else side.upper()


class State:
    """The state of a match. All fields are to be read, never set.

    sport: what differs by sport in the rules of this match (rules.Sport); carrom when idle.
    match, stage, title: as in the `match` event; rules: resolved (rule_fields.py), {} when idle.
    doubles: bool. names: {"a": [..], "b": [..]}.
    phase: one of the words above. game, board: from 1; the board to be played or in play.
    points: {"a", "b"}, total of the current game, not cut at the game's points (D6). games: {"a", "b"} won.
    seat: who breaks this board: singles 0 = a, 1 = b; doubles 0 to 3, one to the right each, even = a (49b);
        None while a toss is awaited. breaker: its side, or None; `give_break` sets both. opener: the seat
        that broke, or breaks, the game's first board.
    left_side: "a" or "b": who is on the display's left. In doubles: which pair sits on the axis that the
        display's left stands for; a quarter turn to the right (59) exchanges the axes (D32).
    extra: True: an extra board decides the game (56b, D20); LAST: the board in play does, time was called in
        it (D462); else False. change_due: the players owe a change of sides;
    change_done: the change in the middle of the last game has been made (60).
    boards: Board tuple of the current game. history: Game tuple.
    winner: of the match. how: "played", "conceded", "ruling", "walkover", "time" or "draw"; how_laws: tuple.
    overridden: an umpire's override is part of this result. paused: None or (clock, ms left).
    situation: the board in play stroke by stroke (strokes.Situation), a crokinole round in play
        (crokinole.play.Play), or None. trials: trial boards played (40).
    protests: tuple of protests.Protest. starts: tuple of (game, board, row), how this board and the one
        before began, for a protest that is upheld (151a); the states as rows (`State.row`).
    tournament: the fields ruleset, category, variant, tie and teams of the `match` event, by name; the rules
        of play do not read them. twenties: {"a", "b"}, 20s of a crokinole match.
    confirmed: the umpire has sealed the result.
    """

    # Few fields, for time: every event copies them, and MicroPython makes room step by step (D398).
    __slots__ = _FIELDS
    sport: "Sport"
    match: "str | None"
    rules: "dict[str, Any]"
    stage: "str | None"
    doubles: bool
    names: "dict[str, list[str]]"
    title: "str | None"
    phase: str
    game: int
    board: int
    points: "BySide"
    games: "BySide"
    seat: "int | None"
    # Fields, not properties: for a class with properties MicroPython searches the class at every store.
    breaker: "str | None"
    confirmed: bool
    opener: "int | None"
    left_side: str
    extra: "bool | str"
    change_due: bool
    change_done: bool
    boards: "tuple[Finished, ...]"
    history: "tuple[Game, ...]"
    winner: "str | None"
    how: "str | None"
    how_laws: "Laws"
    overridden: bool
    paused: "tuple[str, int] | None"
    situation: "InPlay | None"
    trials: int
    protests: "tuple[Protest, ...]"
    starts: "Starts"
    tournament: "dict[str, Any]"
    twenties: "BySide"

    def __init__(self, sport: "Sport") -> None:
        self.sport = sport
        self.match = self.stage = self.title = None
        self.rules = {}
        self.doubles = False
        self.names = {"a": [], "b": []}
        self.phase = IDLE
        self.game = self.board = 1
        self.points = self.games = {"a": 0, "b": 0}
        self.seat = self.breaker = self.opener = None
        self.left_side = "a"
        self.extra = self.change_due = self.change_done = self.overridden = False
        self.boards = self.history = self.how_laws = ()
        self.winner = self.how = self.paused = self.situation = None
        self.trials = 0
        self.protests = self.starts = ()
        self.tournament = dict.fromkeys(OF_TOURNAMENT)
        self.twenties = {"a": 0, "b": 0}
        self.confirmed = False

    def give_break(self, seat: "int | None") -> None:
        """`seat` breaks the current board; None while a toss is awaited."""
        self.seat = seat
        self.breaker = None if seat is None else "ab"[seat & 1]

    def copy(self) -> "State":
        """A second state that can be changed before it is handed out."""
        new: "State" = object.__new__(State)
        new.take(self)
        return new

    def row(self) -> "Row":
        """All fields' values, to be kept: less than half of what a state takes. `from_row` leads back."""
        # Written out, as `take` is, and in the order of _FIELDS.
        return (
            self.sport,
            self.match,
            self.rules,
            self.stage,
            self.doubles,
            self.names,
            self.title,
            self.phase,
            self.game,
            self.board,
            self.points,
            self.games,
            self.seat,
            self.breaker,
            self.opener,
            self.left_side,
            self.extra,
            self.change_due,
            self.change_done,
            self.boards,
            self.history,
            self.winner,
            self.how,
            self.how_laws,
            self.overridden,
            self.paused,
            self.situation,
            self.trials,
            self.protests,
            self.starts,
            self.tournament,
            self.twenties,
            self.confirmed,
        )

    def take(self, source: "State") -> None:
        """Copy `source` into this state; for a copy that was not handed out yet."""
        # Written out: a loop of setattr takes three times as long, and every event copies.
        self.sport = source.sport
        self.match = source.match
        self.rules = source.rules
        self.stage = source.stage
        self.doubles = source.doubles
        self.names = source.names
        self.title = source.title
        self.phase = source.phase
        self.game = source.game
        self.board = source.board
        self.points = source.points
        self.games = source.games
        self.seat = source.seat
        self.breaker = source.breaker
        self.opener = source.opener
        self.left_side = source.left_side
        self.extra = source.extra
        self.change_due = source.change_due
        self.change_done = source.change_done
        self.boards = source.boards
        self.history = source.history
        self.winner = source.winner
        self.how = source.how
        self.how_laws = source.how_laws
        self.overridden = source.overridden
        self.paused = source.paused
        self.situation = source.situation
        self.trials = source.trials
        self.protests = source.protests
        self.starts = source.starts
        self.tournament = source.tournament
        self.twenties = source.twenties
        self.confirmed = source.confirmed


def from_row(row: "Row") -> State:
    """The state that had this row, as one that can be changed before it is handed out."""
    state: State = object.__new__(State)
    (
        state.sport,
        state.match,
        state.rules,
        state.stage,
        state.doubles,
        state.names,
        state.title,
        state.phase,
        state.game,
        state.board,
        state.points,
        state.games,
        state.seat,
        state.breaker,
        state.opener,
        state.left_side,
        state.extra,
        state.change_due,
        state.change_done,
        state.boards,
        state.history,
        state.winner,
        state.how,
        state.how_laws,
        state.overridden,
        state.paused,
        state.situation,
        state.trials,
        state.protests,
        state.starts,
        state.tournament,
        state.twenties,
        state.confirmed,
    ) = row
    return state


class Board:
    """A finished board.

    number, game: from 1. breaker, winner: sides. left: the loser's c/m on the board, 0 to 9. queen: "a", "b",
    "board" or None (counts nothing, not asked). demand: 0 to 2. points: what the winner got; computed: by the
    Laws; override: the umpire set other points. law: lost by this ruling, or None. slam: "white", "black" or
    None. extra: an extra board. after: {"a", "b"}, the totals after it. laws: tuple.
    withheld: points that the winner did not get, because its account was not open yet (D10).
    source: "result" (entered alone), "strokes" (as the strokes gave it) or "corrected" (they gave another).
    """

    __slots__ = (
        "after",
        "breaker",
        "computed",
        "demand",
        "extra",
        "game",
        "law",
        "laws",
        "left",
        "number",
        "override",
        "points",
        "queen",
        "slam",
        "source",
        "winner",
        "withheld",
    )

    after: "BySide"
    breaker: "str | None"
    computed: int
    demand: int
    extra: bool
    game: int
    law: "str | None"
    laws: "Laws"
    left: int
    number: int
    override: bool
    points: int
    queen: "str | None"
    slam: "str | None"
    source: str
    winner: str
    withheld: int

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
    their values as in host_tools/words/clauses.py. facts: small dict of what changed, JSON-ready. A stroke's
    clauses and facts are made when they are asked for, from `stroke`, a strokes.StrokeRuling (else None): a
    fold makes hundreds of rulings and asks for the last one's.
    """

    # The class's own values: what is not given is not stored (D398).
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
